import { InvalidInput } from '@postern/contract/errors';

/** The body as an object; anything else counts as empty, so that each missing field is named. */
export const record = (body: unknown): Record<string, unknown> =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Record<string, unknown>) : {};

/** A text of the body, bounded. @throws InvalidInput required, incorrect_type or max_length */
export function textOf(body: Record<string, unknown>, field: string, max: number, options: { optional?: boolean } = {}): string {
  const value = body[field];
  if (value === undefined || value === null) {
    if (options.optional) return '';
    throw InvalidInput.on(field, 'required');
  }
  if (typeof value !== 'string') throw InvalidInput.on(field, 'incorrect_type');
  if (value.length > max) throw InvalidInput.on(field, 'max_length', { max });
  return value;
}

export const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 'on' || value === '1' || value === 1;
