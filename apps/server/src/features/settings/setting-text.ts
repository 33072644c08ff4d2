import { definitionOf, type SettingKey } from '@postern/contract/settings';
import { type Language, text } from '@postern/contract/text';
import { isRecord } from '@postern/contract/wire';
import { CHOICE_WORDS } from './setting-words.ts';

/** Values of settings as the operation log keeps them: texts, from which the value can be read again. */

/** Entries that cannot be told apart once they are joined are kept as JSON. */
const plainEntry = (one: unknown): boolean => typeof one === 'string' && one !== '' && !/[,[]/.test(one) && one === one.trim();

export function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every(plainEntry)) return value.join(', ');
  return JSON.stringify(value ?? '');
}

function parsed(given: string): unknown {
  try {
    return JSON.parse(given) as unknown;
  } catch {
    return undefined;
  }
}

/** The value that a text was made of; undefined where no value of this setting makes it. */
export function keptValue(key: SettingKey, given: string): unknown {
  const { rule } = definitionOf(key);
  if (rule.kind === 'text' || rule.kind === 'phone') return given;
  if (rule.kind === 'choice') return rule.values.find((one) => textOf(one) === given);
  if (rule.kind !== 'textList' || given.startsWith('[')) return parsed(given);
  return given === '' ? [] : given.split(', ');
}

const ON = text('on', '开启', 'オン');
const OFF = text('off', '关闭', 'オフ');
const PICTURE = text('a picture', '图片', '画像');

/** Such a text for people to read: switches and choices in words, an announcement by what it says. */
export function wordsOf(key: SettingKey, given: string, language: Language): string {
  const { rule } = definitionOf(key);
  const announced = key === 'ANNOUNCEMENT' ? parsed(given) : undefined;
  if (isRecord(announced)) return [announced.SUBJECT, announced.CONTENT, announced.LINK].filter(Boolean).join(' · ');
  // Its bytes tell nobody anything.
  if (rule.kind === 'text' && rule.form === 'picture' && given !== '') return PICTURE[language];
  if (rule.kind === 'boolean' && given === 'true') return ON[language];
  if (rule.kind === 'boolean' && given === 'false') return OFF[language];
  return rule.kind === 'choice' ? (CHOICE_WORDS[key]?.[given]?.[language] ?? given) : given;
}
