import { fieldMessage } from '@postern/client/http';

/** A 400 body laid out for a form: messages by field, and what belongs to no field of it. */
export interface FormErrors {
  fields: Record<string, string>;
  /** Shown above the form: `non_field_errors`, `detail`, and errors of fields the form does not have. */
  general: string[];
  /** Errors of what lies below a field, as the server sent them: of nested objects and of rows of lists. */
  nested?: Record<string, unknown>;
}

type Message = Parameters<typeof fieldMessage>[0];

/** One line for one field. Rows that are about ports only name what is wrong with the ports, joined by commas (docs/behaviour/forms.md#refusals). */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) {
    const ports = value.flatMap((row: unknown) => (typeof row === 'object' && row !== null && 'port' in row ? [row.port] : []));
    const rows = value.filter((row) => typeof row === 'object' && row !== null && Object.keys(row).length > 0);
    if (ports.length > 0 && ports.length === rows.length) {
      return [...new Set(ports.map((port) => fieldMessage(port as Message)))].join(',');
    }
  }
  return fieldMessage(value as Message);
}

const isNested = (value: unknown): boolean =>
  Array.isArray(value) ? value.some((row) => typeof row === 'object' && row !== null) : typeof value === 'object' && value !== null;

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
    if (fields.includes(target)) {
      errors.fields[target] = text;
      if (isNested(value)) errors.nested = { ...errors.nested, [target]: value };
    } else errors.general.push(GENERAL_KEYS.has(key) ? text : `${key}: ${text}`);
  }
  return errors;
}
