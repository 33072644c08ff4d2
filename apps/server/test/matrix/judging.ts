import { inspect } from 'node:util';
import type { Answer } from '@postern/testkit/api';
import { expect } from 'vitest';

/** How answers to bad calls are judged. */

/** Fails with all the sentences there are. */
export const complain = (lines: readonly (string | undefined)[]): void =>
  expect([...new Set(lines.filter(Boolean))].sort().join('\n')).toBe('');

/** A value in a sentence. */
export const short = (value: unknown): string =>
  (typeof value === 'string' ? value : inspect(value, { depth: 2, maxArrayLength: 3, maxStringLength: 40, breakLength: Infinity })).slice(
    0,
    80,
  );

/** A refusal that clients can read: JSON with a code, messages by field, or what old clients know. */
function readable(answer: Answer<unknown>): boolean {
  const { body } = answer;
  if (!/json/.test(answer.headers.get('content-type') ?? '')) return answer.status === 400 && body === undefined;
  if (typeof body !== 'object' || body === null) return false;
  if (Array.isArray(body)) return body.length > 0;
  const { detail, code, error, msg, schemas, status } = body as Record<string, unknown>;
  // As SCIM says it (RFC 7644 §3.12): its status is its code.
  if (Array.isArray(schemas))
    return String(schemas[0]).endsWith(':Error') && status === String(answer.status) && typeof detail === 'string';
  if (detail !== undefined) return typeof detail === 'string' && detail.length > 0 && typeof code === 'string';
  if (error !== undefined || msg !== undefined) return true;
  return Object.keys(body).length > 0 && Object.values(body).every((value) => typeof value === 'object' && value !== null);
}

/** Tests of a directory answer a sentence, which consoles show as it is. */
const SENTENCE = /\/settings\/ldap\/testing\//;

/** What a bad call may answer; the sentence says what is wrong with any other answer. */
export function judge(what: string, answer: Answer<unknown>): string | undefined {
  const { status } = answer;
  // 501 is an answer that a standard asks for, and none that slipped out.
  if (status >= 500 && status !== 501) return `${what}: ${status} ${short(answer.body)}`;
  const sentence = status === 400 && SENTENCE.test(what) && typeof answer.body === 'string' && answer.body !== '';
  if (status >= 400 && !sentence && !readable(answer)) return `${what}: ${status} without a code: ${short(answer.body)}`;
  return undefined;
}
