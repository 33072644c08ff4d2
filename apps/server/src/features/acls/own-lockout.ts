import { CodedError } from '@postern/contract/errors';
import { ORG } from '@postern/contract/ids';
import type { Context, Kernel, Removal, Row, Write } from '@postern/resource';
import { ableReviewers } from '../tickets/index.ts';
import { decideLogin, reviewersOfRule } from './decide.ts';

/** Parameter of a write with which its sender consents to being shut out; our own dialog sends it after asking (decision 0075). */
export const CONSENT = 'lock_me_out';

/** Id of the login rule that keeps the actor out from where they are, now; undefined when they may log in. */
async function shutOutBy(ctx: Context, kernel: Kernel): Promise<string | undefined> {
  const { action, rule } = await decideLogin(ctx, kernel, ctx.actor.id, ctx.origin.ip);
  // Whoever has no second factor sets one up on the way in.
  if (action === 'accept' || action === 'mfa' || !rule) return undefined;
  if (action === 'reject') return rule.id;
  // A review that nobody can give is a refusal (decision 0046).
  const able = await ableReviewers(ctx, await reviewersOfRule(ctx, 'login_acl_reviewers', rule.id), ORG.ROOT, ctx.actor.id);
  return able.length === 0 ? rule.id : undefined;
}

/** A write or a deletion of login rules. */
type Changing = Pick<Removal, 'query' | 'shared'> & Pick<Write, 'before'> & { row?: Row };

/** Only people log in; the machine and components that write rules shut nobody out but others. */
const isChecked = (ctx: Context, { query }: Changing): boolean => ctx.actor.kind === 'user' && query[CONSENT] !== '1';

/** Before login rules are stored or go: how their author stands, and which rules are being written, once for a batch. */
async function lockoutState(
  ctx: Context,
  kernel: Kernel,
  { shared }: Changing,
): Promise<{ before: string | undefined; written: Set<string> }> {
  return shared.once('own lockout', async () => ({ before: await shutOutBy(ctx, kernel), written: new Set<string>() }));
}

export async function noteOwnLockout(ctx: Context, kernel: Kernel, write: Changing): Promise<void> {
  if (!isChecked(ctx, write)) return;
  const { written } = await lockoutState(ctx, kernel, write);
  if (write.before) written.add(String(write.before.id));
}

/**
 * Afterwards: refuses when under the rules as they are now whoever changed them could not log in again, from this address and at
 * this moment. Whoever is out already by another rule may go on. Asked of the function that decides about logins, so whatever makes the
 * difference counts: who it is about, when, where, priority, switching on, and switching off or deleting what let them in.
 * @throws CodedError locks_you_out
 */
export async function refuseOwnLockout(ctx: Context, kernel: Kernel, write: Changing): Promise<void> {
  if (!isChecked(ctx, write)) return;
  const { before, written } = await lockoutState(ctx, kernel, write);
  const by = await write.shared.once('own lockout after', () => shutOutBy(ctx, kernel));
  if (by === undefined || by === before) return;
  // Of several the one that does it is named, not those beside it.
  if (write.row && by !== String(write.row.id) && written.has(by)) return;
  throw new CodedError('locks_you_out');
}
