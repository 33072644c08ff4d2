import type { ConnectionSecret } from '@postern/contract/component';
import type { Matcher } from '@postern/contract/matcher';
import { commandPattern } from '@postern/pattern';
import { type Answer, among, type Context, eb, type Kernel, whichMatch } from '@postern/resource';
import type { SelectQueryBuilder } from 'kysely';
import { addressListed } from '../../platform/auth/address-list.ts';
import { inEveryOrganisation, inOrganisation } from '../../platform/context.ts';
import type { AclAction, ReviewerTable } from './acl.fields.ts';
import { commandFilterRows, loginAssetAclRows } from './acl.resources.ts';
import { failClosed } from './fail-closed.ts';
import { inPeriods, type Occasion } from './occasion.ts';

/**
 * What access rules say about a person, now (docs/wire/access-rules.md#order). The higher number is asked first; of equal ones the
 * stricter, then the name. Nothing is kept: a rule that was saved is obeyed by the next question.
 */

/** `rule` decided; without one nothing stood against it. */
export type Decision =
  | { action: 'accept'; rule?: { id: string; name: string } }
  /** `mfa`: only with a second factor, shown for this. */
  | { action: 'reject' | 'review' | 'mfa'; rule: { id: string; name: string } };

interface RuleRow {
  id: string;
  name: string;
  action: AclAction;
  priority: number;
  users: Matcher;
}
interface LoginRow extends RuleRow {
  rules: Occasion;
}
interface AssetRow extends RuleRow {
  assets: Matcher;
  accounts: string[];
}

export interface Target {
  /** Organisation the asset lives in; its rules apply, whatever organisation the request is in. */
  orgId: string;
  assetId: string;
  /** The account's username, or its alias for one without. */
  account: string;
}

const STRICTNESS = eb
  .case()
  .when(eb('action', '=', 'reject'))
  .then(eb.lit(0))
  .when(eb('action', '=', 'review'))
  .then(eb.lit(1))
  .when(eb('action', '=', 'mfa'))
  .then(eb.lit(2))
  .when(eb('action', '=', 'warning'))
  .then(eb.lit(3))
  .else(eb.lit(4))
  .end();

/** In the order in which rules are asked. */
const strictFirst = <DB, TB extends keyof DB, O>(rules: SelectQueryBuilder<DB, TB, O>): SelectQueryBuilder<DB, TB, O> =>
  rules.orderBy(eb.ref('priority'), 'desc').orderBy(STRICTNESS).orderBy(eb.ref('name'));

const onAccount = (accounts: readonly string[], account: string): boolean =>
  accounts.some((one) => one === '@ALL' || one === '*' || one === account);

/** A rule that is about somebody, or may be: `unsure` hangs on a pattern that cannot be read. */
type Asked<R> = R & { unsure: boolean };

const answered = <R extends RuleRow>(rules: readonly R[], answers: readonly Answer[]): Asked<R>[] =>
  rules.flatMap((rule, at) => (answers[at] ? [{ ...rule, unsure: answers[at] === 'unsure' }] : []));

/** Of the rules, those that are about this person. */
async function aboutUser<R extends RuleRow>(ctx: Context, kernel: Kernel, rules: readonly R[], userId: string): Promise<Asked<R>[]> {
  const matchers = rules.map((rule) => rule.users);
  return answered(rules, await whichMatch(kernel.byName('user'), ctx, userId, matchers));
}

/** Of the rules, those that are about this person on this target. */
async function aboutTarget<R extends AssetRow>(
  ctx: Context,
  kernel: Kernel,
  rules: readonly R[],
  userId: string,
  target: Target,
): Promise<Asked<R>[]> {
  const onIt = rules.filter((rule) => onAccount(rule.accounts, target.account));
  const mine = await aboutUser(ctx, kernel, onIt, userId);
  const matchers = mine.map((rule) => rule.assets);
  const both = answered(mine, await whichMatch(kernel.byName('asset'), ctx, target.assetId, matchers));
  const unsure = new Set(mine.filter((rule) => rule.unsure).map((rule) => rule.id));
  return both.map((rule) => (unsure.has(rule.id) ? { ...rule, unsure: true } : rule));
}

const STRICT = { accept: 0, mfa: 1, review: 2, reject: 3 } as const satisfies Record<Decision['action'], number>;
const stricter = (one: Decision, other: Decision): Decision => (STRICT[other.action] > STRICT[one.action] ? other : one);

function decidedBy({ id, name, action }: RuleRow): Decision {
  const rule = { id, name };
  return action === 'reject' || action === 'review' || action === 'mfa' ? { action, rule } : { action: 'accept', rule };
}

/** The first rule that applies decides. One that may apply or not is taken both ways, and the stricter answer counts. */
function firstOnOccasion(ctx: Context, rules: readonly Asked<LoginRow>[], ip: string): Decision {
  let worstCase: Decision = { action: 'accept' };
  for (const rule of rules) {
    const group = rule.rules.ip_group ?? [];
    const from = group.length === 0 || group.includes('*') || addressListed(ip, group);
    if (!from || !inPeriods(rule.rules, ctx.clock())) continue;
    if (!rule.unsure) return stricter(decidedBy(rule), worstCase);
    worstCase = stricter(worstCase, decidedBy(rule));
  }
  return worstCase;
}

/** Whether somebody may log in from an address now. */
export async function decideLogin(ctx: Context, kernel: Kernel, userId: string, ip: string): Promise<Decision> {
  const rules = await ctx.tx
    .selectFrom('login_acls')
    .select(['id', 'name', 'action', 'priority', 'users', 'rules'])
    .where('is_active', '=', true)
    .$call(strictFirst)
    .execute();
  return firstOnOccasion(ctx, await aboutUser(inEveryOrganisation(ctx), kernel, rules, userId), ip);
}

/** Whether somebody may open a session on a target from an address now. */
export async function decideAssetLogin(ctx: Context, kernel: Kernel, userId: string, target: Target, ip: string): Promise<Decision> {
  const there = inOrganisation(ctx, target.orgId);
  const rules = await ctx.tx
    .selectFrom('login_asset_acls as r')
    .select(['r.id', 'r.name', 'r.action', 'r.priority', 'r.users', 'r.assets', 'r.accounts', 'r.rules'])
    .where('r.is_active', '=', true)
    .where(loginAssetAclRows(there, 'r'))
    .$call(strictFirst)
    .execute();
  return firstOnOccasion(ctx, await aboutTarget(there, kernel, rules, userId, target), ip);
}

type CommandFilters = ConnectionSecret['command_filter_acls'];

/**
 * The command filters of one session, as components read them. They evaluate the lower number first, so the numbers are
 * turned round on their wire (docs/wire/components.md#command-rules).
 */
export async function commandFilters(ctx: Context, kernel: Kernel, userId: string, target: Target): Promise<CommandFilters> {
  const there = inOrganisation(ctx, target.orgId);
  const rules = await ctx.tx
    .selectFrom('command_filter_acls as r')
    .select(['r.id', 'r.name', 'r.action', 'r.priority', 'r.users', 'r.assets', 'r.accounts'])
    .where('r.is_active', '=', true)
    .where(commandFilterRows(there, 'r'))
    .$call(strictFirst)
    .execute();
  const applying = await aboutTarget(there, kernel, rules, userId, target);
  const ids = applying.map((rule) => rule.id);
  if (ids.length === 0) return [];
  const [groups, told] = await Promise.all([groupsOf(ctx, ids), reviewersOf(ctx, ids)]);
  return applying.flatMap(({ id, name, action, priority, unsure }) =>
    failClosed(
      {
        id,
        name,
        action,
        priority: 101 - priority,
        is_active: true,
        command_groups: groups.filter((group) => group.acl_id === id).map(({ acl_id: _acl, ...group }) => group),
        reviewers: told.filter((one) => one.acl_id === id).map(({ acl_id: _acl, ...one }) => one),
      },
      unsure,
    ),
  );
}

async function groupsOf(ctx: Context, acls: readonly string[]) {
  const groups = await ctx.tx
    .selectFrom('command_filter_acl_groups as l')
    .innerJoin('command_groups as g', 'g.id', 'l.group_id')
    .select(['l.acl_id', 'g.id', 'g.name', 'g.type', 'g.content', 'g.ignore_case'])
    .where(({ ref }) => among(ref('l.acl_id'), acls))
    .orderBy('g.name')
    .execute();
  return groups.map((group) => ({ ...group, pattern: commandPattern(group.type, group.content) }));
}

const reviewersOf = (ctx: Context, acls: readonly string[]) =>
  ctx.tx
    .selectFrom('command_filter_acl_reviewers as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['l.acl_id', 'u.id', 'u.name'])
    .where(({ ref }) => among(ref('l.acl_id'), acls))
    .orderBy('u.name')
    .execute();

/** Rules that take connect methods away from somebody, whatever their priority. */
export async function methodRules(
  ctx: Context,
  kernel: Kernel,
  userId: string,
): Promise<{ id: string; name: string; connect_methods: string[] }[]> {
  const rules = await ctx.tx
    .selectFrom('connect_method_acls')
    .select(['id', 'name', 'action', 'priority', 'users', 'connect_methods'])
    .where('is_active', '=', true)
    .$call(strictFirst)
    .execute();
  return aboutUser(inEveryOrganisation(ctx), kernel, rules, userId);
}

/** People whom a rule names as its reviewers. Whether they can decide now is for the ticket to find out. */
export async function reviewersOfRule(ctx: Context, table: ReviewerTable, ruleId: string): Promise<string[]> {
  const rows = await ctx.tx.selectFrom(table).select('user_id').where('acl_id', '=', ruleId).execute();
  return rows.map((row) => row.user_id);
}

/** Values of the connect methods that somebody may not use: those of all rules about them. */
export async function refusedMethods(ctx: Context, kernel: Kernel, userId: string): Promise<ReadonlySet<string>> {
  return new Set((await methodRules(ctx, kernel, userId)).flatMap((rule) => rule.connect_methods));
}
