import { InvalidInput } from '@postern/contract/errors';
import type { Proof } from './factors.ts';

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

/** The code of a second factor that was sent along with a password in one request: `code` and `mfa_type` (docs/decisions/0065). */
export function aheadOf(body: Record<string, unknown>): { ahead?: Proof } {
  const code = textOf(body, 'code', 32, { optional: true });
  return code === '' ? {} : { ahead: { type: textOf(body, 'mfa_type', 16, { optional: true }) || 'otp', code } };
}
