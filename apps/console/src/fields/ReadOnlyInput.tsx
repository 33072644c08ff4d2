import './fields.css';
import type { FieldInfo, TreeChoice } from '@postern/contract/metadata';
import type { Choice } from '@postern/contract/wire';
import { CopyableText } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { choiceValue, relatedName } from '../model/metadata.ts';
import type { InputProps } from './field-props.ts';
import { kindOf } from './kinds.ts';
import { Nothing } from './Nothing.tsx';

const flat = (choices: readonly TreeChoice[]): Choice[] =>
  choices.flatMap((choice) => [{ value: choice.value, label: choice.label }, ...flat(choice.children ?? [])]);

/** One value in words: the label of a choice, the name of an object, a time, or its JSON. */
function wordsOf(value: unknown, info: FieldInfo, { yes, no, language }: { yes: string; no: string; language: string }): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? yes : no;
  const kind = kindOf(info.type);
  if (kind.exact && typeof value === 'string') return kind.exact(value, language);
  const choice = [...(info.choices ?? []), ...flat(info.tree ?? [])].find((one) => one.value === choiceValue(value));
  if (choice) return choice.label;
  if (typeof value === 'object' && 'phone' in value && 'code' in value) return `${String(value.code)} ${String(value.phone)}`;
  if (kind.isJson) return JSON.stringify(value);
  return relatedName(value) || JSON.stringify(value);
}

/** A value that may be read and copied but not changed. Secrets are never shown. */
export function ReadOnlyInput({ id, value, info }: InputProps) {
  const { t, i18n } = useTranslation('screens');
  const words = { yes: t('value.yes'), no: t('value.no'), language: i18n.language };
  const text = (Array.isArray(value) ? value : [value]).map((one: unknown) => wordsOf(one, info, words)).join(', ');
  return (
    <div id={id} className="s-input-read">
      {info.write_only ? (
        '******'
      ) : text === '' ? (
        <Nothing />
      ) : (
        <CopyableText value={text} labels={{ copy: t('action.copy'), copied: t('action.copied') }} />
      )}
    </div>
  );
}
