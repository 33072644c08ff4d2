import { randomBytes } from 'node:crypto';
import type { Context } from '@postern/resource';
import { consumeAsked } from '../../platform/auth/session.queries.ts';
import { ensureSession } from '../../platform/auth/sessions.ts';

/** What a passkey is asked to sign for: a challenge of one kind answers no other. */
export type Purpose = 'register' | 'signin' | 'login' | 'confirm';

interface Challenge {
  value: string;
  purpose: Purpose;
  userId: string;
  at: number;
}

/** Seconds a device has to answer. */
const TTL = 300;

/** Whose a challenge is that asks who somebody is: only the answer says. */
export const WHOEVER = '';

/** A challenge kept in this session, in place of any other: bound to session, person and purpose. */
export async function newChallenge(ctx: Context, purpose: Purpose, userId: string): Promise<Buffer> {
  const value = randomBytes(32);
  const session = await ensureSession(ctx);
  session.data.challenge = { value: value.toString('base64url'), purpose, userId, at: ctx.clock().getTime() } satisfies Challenge;
  return value;
}

/**
 * The open challenge, once: it leaves the stored session in the statement that finds it, so that of two answers at the
 * same time one finds nothing. Undefined when there is none, it is old, or was made for something or somebody else.
 */
export async function takeChallenge(ctx: Context, purpose: Purpose, userId: string): Promise<string | undefined> {
  const session = await ensureSession(ctx);
  const pending = session.data.challenge as Challenge | undefined;
  if (!pending) return undefined;
  delete session.data.challenge;
  const found = await consumeAsked(ctx.tx, session.id, 'challenge', pending.value);
  const fits = pending.purpose === purpose && pending.userId === userId && ctx.clock().getTime() - pending.at < TTL * 1000;
  return found && fits ? pending.value : undefined;
}
