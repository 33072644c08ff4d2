import { CodedError } from '@postern/contract/errors';
import { type Context, type Reply, route } from '@postern/resource';
import type { Kind } from './spec.ts';

/** Bytes of a form of settings, as it stands on the screen. */
const MAX = 131_072;

/**
 * Tries whether something answers as the settings of a form say, saved or not: a mail server, a directory, a store. Nothing of the form is kept. The
 * other side may take its time, so there is no transaction: no connection to the database waits for it.
 */
export const trial: Kind<'attempt', Reply, 'transaction' | 'bodyLimit'> = ({ attempt, ...spec }) =>
  route({
    ...spec,
    method: 'POST',
    kind: 'trial',
    transaction: false,
    bodyLimit: MAX,
    handle: async (ctx, asked) => attempt(ctx, asked),
  });

/** What the other side refused with, as whoever spoke to it knows it. */
interface Refusal {
  code: string;
  answer?: unknown;
  cause?: unknown;
}

/** A test message that did not go out. The log has the answer of the other side, whoever tried has it in words. */
export function notSent(
  ctx: Context,
  { code, answer, cause }: Refusal,
  words: string,
  about: Readonly<Record<string, unknown>> = {},
): CodedError {
  ctx.log.warn({ ...about, code, answer, err: cause }, 'a test message was not sent');
  return new CodedError('error', {}, { body: { error: words } });
}
