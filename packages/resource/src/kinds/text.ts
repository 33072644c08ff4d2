import { eb } from '../base/conditions.ts';
import { TEXT } from '../base/schema.ts';
import { orNull } from './field-schema.ts';
import type { Field, Kind, NamedField, Options } from './kind.ts';
import type { PresenceOf, StoredAs } from './options.ts';
import { Problem } from './problem.ts';

export const asText = (stored: unknown): string => (stored === null || stored === undefined ? '' : String(stored));

/** C0 controls except tab, newline and return; NUL would make PostgreSQL fail. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is the point
export const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

export function parseText(input: unknown, field: NamedField): string {
  if (typeof input === 'boolean' || (typeof input !== 'string' && typeof input !== 'number')) throw new Problem('not_a_text');
  const value = String(input).trim();
  const { max, min, check, blank } = field.options;
  if (value === '' && !(blank ?? field.options.default === '')) throw new Problem('blank');
  if (max !== undefined && value.length > max) throw new Problem('max_length', { max });
  if (min !== undefined && value.length < min) throw new Problem('min_length', { min });
  if (CONTROL.test(value)) throw new Problem('control_characters');
  const wrong = value === '' ? undefined : check?.(value);
  if (wrong) throw new Problem(wrong.code, wrong.params);
  return value;
}

export const textInfo: Kind['info'] = (field) => ({
  ...(field.options.min === undefined ? {} : { min_length: field.options.min }),
  ...(field.options.max === undefined || field.options.multiline ? {} : { max_length: field.options.max }),
});

const equals: Kind['filter'] = (value, ref) => eb(ref, '=', value);

export const textKind: Kind = {
  name: 'text',
  column: 'text',
  type: 'string',
  parse: parseText,
  wire: (stored) => stored,
  info: textInfo,
  schema: (field) => orNull(field, TEXT),
  filter: equals,
  diff: asText,
  orderable: true,
};

/** Reads a text that has to be of a form, unless it is empty. */
export const formed =
  (otherwise: 'invalid_email' | 'invalid_url', isOne: (value: string) => boolean): Kind['parse'] =>
  (input, field) => {
    const value = parseText(input, field);
    if (value !== '' && !isOne(value)) throw new Problem(otherwise);
    return value;
  };

/** A string, trimmed and bounded: 128 characters unless said otherwise, 65,536 when multiline. */
export const text = <const O extends Options<'max' | 'min' | 'multiline' | 'check'>>(
  options: O,
): Field<StoredAs<string, O>, PresenceOf<O>> => ({
  kind: textKind,
  options: { max: options.multiline ? 65536 : 128, ...options },
});

/** Free remark, present on nearly every object. */
export const comment = () =>
  text({ label: { en: 'Comment', zh: '备注', ja: '備考' }, multiline: true, default: '', blank: true, order: false });

/** What an object is called where no other of its organisation, or of all, is called the same. */
export const uniqueName = <const U extends 'org' | 'global'>(unique: U) =>
  text({ label: { en: 'Name', zh: '名称', ja: '名前' }, required: true, unique, filter: true, search: true });
