import { CodedError, InvalidInput } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import { type GroupType, groupProblem } from '@postern/pattern';
import {
  among,
  at,
  type Behaviour,
  type Context,
  eb,
  idIn,
  type Kernel,
  NOBODY,
  or,
  type Where,
  type Write,
  whichMatch,
} from '@postern/resource';
import type { ReviewerTable } from './acl.fields.ts';
import { idWhere, matchersOf } from './acl.queries.ts';
import { checkOccasion, type Occasion } from './occasion.ts';
import { noteOwnLockout, refuseOwnLockout } from './own-lockout.ts';

/** Rules of one list at most that a filter by person or asset looks through. */
const MAX_RULES = 5_000;

/** The object a filter names: by id, name, or a second way of naming it. Only what the actor may see is found. */
function named(ctx: Context, kernel: Kernel, target: 'user' | 'asset', value: string): Promise<string | undefined> {
  const resource = kernel.byName(target);
  const id = parseUuid(value);
  const second = target === 'user' ? 't.username' : 't.address';
  return idWhere(ctx, resource, id ? idIn(resource, [id]) : or(eb('t.name', '=', value), eb(second, '=', value)));
}

/** Rules that apply to one person or asset, rules about attributes included (docs/wire/access-rules.md#kinds-of-rules). */
async function applyingTo(ctx: Context, kernel: Kernel, table: string, target: 'user' | 'asset', value: string): Promise<Where> {
  const id = await named(ctx, kernel, target, value);
  if (!id) return NOBODY;
  const rules = await matchersOf(ctx, table, `${target}s`, MAX_RULES);
  const answers = await whichMatch(
    kernel.byName(target),
    ctx,
    id,
    rules.map((rule) => rule.matcher),
  );
  return among(
    at('t')('id'),
    rules.filter((_, place) => answers[place]).map((rule) => rule.id),
  );
}

/** Whether a rule names somebody who is no service account. */
async function namesReviewer(ctx: Context, table: ReviewerTable, rule: unknown): Promise<boolean> {
  if (rule === undefined) return false;
  const found = await ctx.tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ctx.tx.selectFrom(table).select('user_id').where('acl_id', '=', String(rule)))
    .where('is_service_account', '=', false)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * A rule that asks for a review names somebody who can give it. Who may be named is asked by the kernel, as of every
 * reference: members of the rule's organisation, no service accounts.
 */
async function needReviewer(ctx: Context, { values, before }: Write, table: ReviewerTable): Promise<void> {
  if ((values.action ?? before?.action) !== 'review') return;
  // Ids, as the field has read them.
  const given = values.reviewers as string[] | undefined;
  const named = given ? given.length > 0 : await namesReviewer(ctx, table, before?.id);
  if (!named) throw InvalidInput.on('reviewers', 'required');
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
  return {
    filters: { users: by('user'), ...(has.assets ? { assets: by('asset') } : {}) },
    async prepare(ctx, write) {
      const { values, before } = write;
      if (values.action === 'review' && before?.action !== 'review' && !has.reviewable(ctx.clock()))
        throw new CodedError('licence_required');
      if (has.reviewers) await needReviewer(ctx, write, has.reviewers);
      if (values.rules) checkOccasion(values.rules as Occasion);
      const accounts = values.accounts as string[] | undefined;
      if (accounts?.length === 0) throw InvalidInput.on('accounts', 'required');
      if (has.logins) await noteOwnLockout(ctx, kernel(), write);
    },
    async written(ctx, write) {
      if (has.logins) await refuseOwnLockout(ctx, kernel(), write);
    },
    async deleting(ctx, rows, removal) {
      if (has.logins) await noteOwnLockout(ctx, kernel(), removal);
      return rows;
    },
    async deleted(ctx, _rows, removal) {
      if (has.logins) await refuseOwnLockout(ctx, kernel(), removal);
    },
  };
}

export const commandGroupBehaviour: Behaviour = {
  async prepare(_ctx, { values, before }) {
    // A group from before that cannot be read may still get another name.
    if (values.type === undefined && values.content === undefined) return;
    const type = (values.type ?? before?.type ?? 'command') as GroupType;
    const content = String(values.content ?? before?.content ?? '');
    const problem = groupProblem(type, content);
    if (problem) throw InvalidInput.on('content', problem.code, { ...problem.params });
  },
};
