import type { Context } from '@postern/resource';
import { endExternalSessions } from '../../platform/auth/session.queries.ts';
import { lockByName } from '../../platform/database/lock.queries.ts';
import type { BindingDeps } from '../rbac/index.ts';
import type { ExternalSource } from './external-person.ts';
import { followRules } from './follow-rules.ts';
import { claim, hasLink, linkedPerson, unlink } from './identity-store.ts';

/** Accounts at other places that people say themselves are theirs. */

/**
 * Binds an account of a place to a person who has shown that it is theirs. Inside the caller's transaction; one after the other for each account.
 * @returns `taken` when it is somebody else's, `already` when the person has another one there
 */
export async function bindAccount(ctx: Context, provider: string, subject: string, userId: string): Promise<'bound' | 'taken' | 'already'> {
  await lockByName(ctx.tx, `account at ${provider}: ${subject}`);
  const owner = await linkedPerson(ctx, provider, subject);
  if (owner !== undefined) return owner === userId ? 'already' : 'taken';
  if (await hasLink(ctx, provider, userId)) return 'already';
  return (await claim(ctx, provider, userId, subject)) ? 'bound' : 'taken';
}

/**
 * Takes an account of a place from a person again, with what rules gave on the word of that place.
 * @param sessions whether the sessions end that began by it
 * @returns what the place calls them; undefined when nothing was bound
 */
export async function releaseAccount(
  ctx: Context,
  deps: BindingDeps,
  { provider, source, userId, sessions }: { provider: string; source: ExternalSource; userId: string; sessions: boolean },
): Promise<string | undefined> {
  const subject = await unlink(ctx, provider, userId);
  if (subject === undefined) return undefined;
  await followRules(ctx, deps, provider, [{ userId, created: false, source, attributes: {} }], []);
  if (sessions) await endExternalSessions(ctx.tx, { provider, subject });
  return subject;
}
