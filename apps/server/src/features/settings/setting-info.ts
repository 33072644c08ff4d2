import type { FieldInfo, FieldType } from '@postern/contract/metadata';
import type { SettingDefinition } from '@postern/contract/setting-definition';
import { definitionOf, type SettingKey } from '@postern/contract/settings';
import { type Language, render } from '@postern/contract/text';
import { REQUIRED } from './setting-values.ts';
import { ANNOUNCEMENT_WORDS, CHOICE_WORDS, SETTING_WORDS } from './setting-words.ts';

const TYPES: Readonly<Record<string, FieldType>> = {
  text: 'string',
  boolean: 'boolean',
  integer: 'integer',
  choice: 'choice',
  textList: 'list',
  textMap: 'json',
  phone: 'string',
  object: 'nested object',
};

const textType = ({ url, form }: Extract<SettingDefinition['rule'], { kind: 'text' }>): FieldType =>
  url ? 'url' : form === 'email' ? 'email' : 'string';

/** What a form needs to know of a setting. */
export function infoOf(key: SettingKey, language: Language): FieldInfo {
  const { rule, secret, fixed = false, ...definition } = definitionOf(key);
  const words = SETTING_WORDS[key];
  const choices = CHOICE_WORDS[key];
  return {
    type: rule.kind === 'text' ? textType(rule) : (TYPES[rule.kind] ?? 'field'),
    required: !fixed && REQUIRED.has(key),
    ...(typeof definition.default === 'object' ? {} : { default: definition.default }),
    read_only: fixed,
    label: words ? render(words.label, language) : key,
    ...(words?.help ? { help_text: render(words.help, language) } : {}),
    ...(rule.kind === 'text' ? { max_length: rule.max } : {}),
    ...(rule.kind === 'integer' ? { min_value: rule.min, max_value: rule.max } : {}),
    ...(rule.kind === 'choice'
      ? {
          choices: rule.values.map((value) => ({
            value,
            label: choices?.[String(value)]?.[language] ?? String(value),
          })) as FieldInfo['choices'] & object,
        }
      : {}),
    write_only: secret === true,
    ...(rule.kind === 'textList'
      ? {
          child: {
            type: 'string',
            required: true,
            read_only: false,
            label: '',
            max_length: rule.max,
            write_only: false,
          } satisfies FieldInfo,
        }
      : {}),
    ...(key === 'ANNOUNCEMENT' ? { children: announcementInfo(language) } : {}),
  };
}

function announcementInfo(language: Language): Record<string, FieldInfo> {
  const part = (name: keyof typeof ANNOUNCEMENT_WORDS, type: FieldType, required: boolean, max_length?: number): [string, FieldInfo] => [
    name,
    {
      type,
      required,
      read_only: false,
      label: ANNOUNCEMENT_WORDS[name][language],
      write_only: false,
      ...(max_length ? { max_length } : {}),
    },
  ];
  return Object.fromEntries([part('SUBJECT', 'string', true, 1_024), part('CONTENT', 'string', true), part('LINK', 'url', false, 1_024)]);
}
