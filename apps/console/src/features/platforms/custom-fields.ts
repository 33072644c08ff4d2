import type { FieldInfo } from '@postern/contract/metadata';
import type { Values } from '../../model/values.ts';
import type { CustomField } from '../assets/category-fields.ts';
import { localInfo } from '../shared-fields.ts';

/** Kinds of fields a custom platform can ask its assets for: no `password` (docs/wire/assets.md#fields-of-custom-platforms). */
const TYPES = ['str', 'text', 'int', 'bool', 'choice', 'list'] as const;

/** Rows of the fields, as they are entered: whether one is required stands for the missing default of the wire. */
export function customFieldsInfo(t: (key: string) => string): FieldInfo {
  const word = (name: string, type: FieldInfo['type'], rest: Partial<FieldInfo> = {}) =>
    localInfo(t(`assets:customField.${name}`), type, rest);
  return {
    ...localInfo(t('assets:group.customFields'), 'list'),
    child: {
      ...localInfo('', 'nested object'),
      children: {
        name: word('name', 'string', { max_length: 64 }),
        label: word('label', 'string', { max_length: 128 }),
        type: word('type', 'choice', {
          default: 'str',
          choices: TYPES.map((value) => ({ value, label: t(`assets:customType.${value}`) })),
        }),
        required: word('required', 'boolean'),
        default: word('default', 'string', { max_length: 1024 }),
        help_text: word('help_text', 'string', { max_length: 1024 }),
        choices: word('choices', 'list'),
      },
    },
  };
}

export const enteredFields = (fields: readonly CustomField[]): Values[] =>
  fields.map((field) => ({ ...field, required: field.default === null, default: field.default ?? '' }));

/** Rows that were begun, in the form of the wire; a label that is left out is the name. */
export const wireFields = (rows: readonly Values[]): Values[] =>
  rows
    .filter((row) => Object.values(row).some((value) => value !== undefined && value !== '' && value !== false))
    .map(({ required, ...row }) => ({
      ...row,
      label: row.label || row.name,
      type: row.type ?? 'str',
      default: required === true ? null : (row.default ?? ''),
      choices: row.choices ?? [],
    }));
