import { CodedError, InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import type { Matcher } from '@postern/contract/matcher';
import { type GroupType, groupProblem } from '@postern/pattern';
import {
  all,
  type Behaviour,
  type Context,
  defineBehaviour,
  from,
  idIn,
  type Kernel,
  visible,
  type Where,
  type Write,
  whichMatch,
} from '@postern/resource';
import { sql } from 'kysely';
import { checkOccasion, type Occasion } from './occasion.ts';
import { noteStanding, refuseOwnLockout } from './own-lockout.ts';

/** Rules of one list at most that a filter by person or asset looks through. */
const MAX_RULES = 5_000;

/** The object a filter names: by id, name, or a second way of naming it. Only what the actor may see is found. */
async function named(ctx: Context, kernel: Kernel, target: 'user' | 'asset', value: string): Promise<string | undefined> {
  const resource = kernel.byName(target);
  const id = parseUuid(value);
  const second = sql.ref(target === 'user' ? 'username' : 'address');
  const which = id ? idIn(resource, [id]) : sql<boolean>`(t.name = ${value} or t.${second} = ${value})`;
  const { rows } = await sql<{ id: string }>`
    select t.id from ${from(resource)} where ${all([...visible(resource, ctx), which])} limit 1`.execute(ctx.tx);
  return rows[0]?.id;
}

/** Rules that apply to one person or asset, rules about attributes included (docs/wire/access-rules.md#kinds-of-rules). */
async function applyingTo(ctx: Context, kernel: Kernel, table: string, target: 'user' | 'asset', value: string): Promise<Where> {
  const id = await named(ctx, kernel, target, value);
  if (!id) return sql<boolean>`false`;
  const { rows } = await sql<{ id: string; matcher: Matcher }>`
    select id, ${sql.ref(`${target}s`)} as matcher from ${sql.table(table)} order by id limit ${MAX_RULES}`.execute(ctx.tx);
  const answers = await whichMatch(
    kernel.byName(target),
    ctx,
    id,
    rows.map((row) => row.matcher),
  );
  return sql<boolean>`t.id = any(${rows.filter((_, at) => answers[at]).map((row) => row.id)}::uuid[])`;
}

/** Join table of the people whom a kind of rule asks or tells. */
export type ReviewerTable = 'login_acl_reviewers' | 'login_asset_acl_reviewers' | 'command_filter_acl_reviewers';

/**
 * A rule that asks for a review names somebody who can give it. Who may be named is asked by the kernel, as of every
 * reference: members of the rule's organisation, no service accounts.
 */
async function needReviewer(ctx: Context, { values, before }: Write, table: ReviewerTable): Promise<void> {
  if ((values.action ?? before?.action) !== 'review') return;
  const given = values.reviewers as string[] | undefined;
  const { rows } = given
    ? { rows: given }
    : await sql`select 1 from ${sql.table(table)} r join users u on u.id = r.user_id
        where r.acl_id = ${before?.id ?? null}::uuid and not u.is_service_account limit 1`.execute(ctx.tx);
  if (rows.length === 0) throw InvalidInput.on('reviewers', 'required');
}

export interface AclParts {
  assets?: true;
  reviewers?: ReviewerTable;
  /** Rules that decide about logins: nobody shuts themselves out unasked. */
  logins?: true;
  /** Whether reviews can be asked for: they need a licence. */
  reviewable(now: Date): boolean;
}

/** Behaviour of one kind of rule; which parts it has follows from what its table holds. */
export function aclBehaviour(kernel: () => Kernel, table: string, has: AclParts): Behaviour {
  const by = (target: 'user' | 'asset') => (ctx: Context, value: string) => applyingTo(ctx, kernel(), table, target, value.slice(0, 256));
  return defineBehaviour({
    filters: { users: by('user'), ...(has.assets ? { assets: by('asset') } : {}) },
    async prepare(ctx, write) {
      const { values, before } = write;
      if (values.action === 'review' && before?.action !== 'review' && !has.reviewable(ctx.clock()))
        throw new CodedError('licence_required');
      if (has.reviewers) await needReviewer(ctx, write, has.reviewers);
      if (values.rules) checkOccasion(values.rules as Occasion);
      const accounts = values.accounts as string[] | undefined;
      if (accounts?.length === 0) throw InvalidInput.on('accounts', 'required');
      if (has.logins) await noteStanding(ctx, kernel(), write);
    },
    async written(ctx, write) {
      if (has.logins) await refuseOwnLockout(ctx, kernel(), write);
    },
    async deleting(ctx, rows, removal) {
      if (has.logins) await noteStanding(ctx, kernel(), removal);
      return rows;
    },
    async deleted(ctx, _rows, removal) {
      if (has.logins) await refuseOwnLockout(ctx, kernel(), removal);
    },
  });
}

export const commandGroupBehaviour = defineBehaviour({
  async prepare(_ctx, { values, before }) {
    // A group from before that cannot be read may still get another name.
    if (values.type === undefined && values.content === undefined) return;
    const type = (values.type ?? before?.type ?? 'command') as GroupType;
    const content = String(values.content ?? before?.content ?? '');
    const problem = groupProblem(type, content);
    if (problem) throw InvalidInput.on('content', problem.code, { ...problem.params });
  },
});
