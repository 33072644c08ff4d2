import { fieldMessage } from '@postern/client/http';

/** A 400 body laid out for a form: messages by field, and what belongs to no field of it. */
export interface FormErrors {
  fields: Record<string, string>;
  /** Shown above the form: `non_field_errors`, `detail`, and errors of fields the form does not have. */
  general: string[];
}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : fieldMessage(value as Parameters<typeof fieldMessage>[0]);

const GENERAL_KEYS = new Set(['non_field_errors', 'detail', 'error', 'msg']);

/**
 * Maps a validation body to the fields of a form. `alias` sends an error to the field that shows it, such as an
 * account's `secret` to the visible secret field.
 */
export function mapErrors(body: unknown, fields: readonly string[], alias: Readonly<Record<string, string>> = {}): FormErrors {
  const errors: FormErrors = { fields: {}, general: [] };
  if (typeof body === 'string') return { fields: {}, general: body ? [body] : [] };
  if (Array.isArray(body)) return { fields: {}, general: body.map(textOf).filter((text) => text !== '') };
  if (typeof body !== 'object' || body === null) return errors;
  for (const [key, value] of Object.entries(body)) {
    if (key === 'code') continue;
    const text = textOf(value);
    if (text === '') continue;
    const target = alias[key] ?? key;
    if (fields.includes(target)) errors.fields[target] = text;
    else errors.general.push(GENERAL_KEYS.has(key) ? text : `${key}: ${text}`);
  }
  return errors;
}
