/** Cells of an import as text, and text back as what the cell was (docs/behaviour/transfer.md#cells). */

/** Columns whose content is nobody's business. */
const SECRET_FIELDS: ReadonlySet<string> = new Set(['password', 'secret', 'private_key']);
export const isSecretField = (field: string): boolean => SECRET_FIELDS.has(field);

/** A cell as it is read: related objects by their names. */
export function cellWords(value: unknown): string {
  if (Array.isArray(value)) return value.map(cellWords).join(', ');
  const name = typeof value === 'object' && value !== null && 'name' in value ? value.name : undefined;
  return typeof name === 'string' ? name : cellText(value);
}

/** A cell as it is edited. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/**
 * What was typed over `before`. A cell that was text or empty stays text: digits typed into it may be a name with leading
 * zeros. Text that cannot be what the cell was is sent as it is; the server says what is wrong with it.
 */
export function cellValue(typed: string, before: unknown): unknown {
  if (before === null || before === undefined || typeof before === 'string') return typed;
  const text = typed.trim();
  if (text === '') return null;
  try {
    const read: unknown = JSON.parse(text);
    return typeof read === typeof before ? read : typed;
  } catch {
    return typed;
  }
}
