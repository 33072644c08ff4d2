import type { ConnectionSecret } from '@postern/contract/component';
import type { Matcher } from '@postern/contract/matcher';
import { commandPattern, type GroupType } from '@postern/pattern';
import { type Answer, type Context, type Kernel, whichMatch } from '@postern/resource';
import { sql } from 'kysely';
import { addressListed } from '../../platform/auth/address-list.ts';
import { inEveryOrganisation } from '../../platform/context.ts';
import type { ReviewerTable } from './acl.behaviour.ts';
import type { AclAction } from './acl.fields.ts';
import { type FilterGroup, failClosed } from './fail-closed.ts';
import { inPeriods, type Occasion } from './occasion.ts';

/**
 * What access rules say about a person, now (docs/wire/access-rules.md#order). The higher number is asked first; of equal ones the
 * stricter, then the name. Nothing is kept: a rule that was saved is obeyed by the next question.
 */

/** `rule` decided; without one nothing stood against it. */
export type Decision =
  | { action: 'accept'; rule?: { id: string; name: string } }
  | { action: 'reject' | 'review'; rule: { id: string; name: string } };

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

const strictFirst = sql`priority desc, case action when 'reject' then 0 when 'review' then 1 when 'warning' then 2 else 3 end, name`;

const inOrganisation = (ctx: Context, orgId: string): Context => ({
  ...ctx,
  org: { id: orgId, name: '', isRoot: false, isDefault: false },
});

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
  const doubted = new Set(mine.filter((rule) => rule.unsure).map((rule) => rule.id));
  return both.map((rule) => (doubted.has(rule.id) ? { ...rule, unsure: true } : rule));
}

const STRICT = { accept: 0, review: 1, reject: 2 } as const satisfies Record<Decision['action'], number>;
const stricter = (one: Decision, other: Decision): Decision => (STRICT[other.action] > STRICT[one.action] ? other : one);

function decidedBy({ id, name, action }: RuleRow): Decision {
  const rule = { id, name };
  return action === 'reject' || action === 'review' ? { action, rule } : { action: 'accept', rule };
}

/** The first rule that applies decides. One that may apply or not is taken both ways, and the stricter answer counts. */
function firstOnOccasion(ctx: Context, rules: readonly Asked<LoginRow>[], ip: string): Decision {
  let feared: Decision = { action: 'accept' };
  for (const rule of rules) {
    const group = rule.rules.ip_group ?? [];
    const from = group.length === 0 || group.includes('*') || addressListed(ip, group);
    if (!from || !inPeriods(rule.rules, ctx.clock())) continue;
    if (!rule.unsure) return stricter(decidedBy(rule), feared);
    feared = stricter(feared, decidedBy(rule));
  }
  return feared;
}

/** Whether somebody may log in from an address now. */
export async function decideLogin(ctx: Context, kernel: Kernel, userId: string, ip: string): Promise<Decision> {
  const { rows } = await sql<LoginRow>`
    select id, name, action, priority, users, rules from login_acls where is_active order by ${strictFirst}`.execute(ctx.tx);
  return firstOnOccasion(ctx, await aboutUser(inEveryOrganisation(ctx), kernel, rows, userId), ip);
}

/** Whether somebody may open a session on a target from an address now. */
export async function decideAssetLogin(ctx: Context, kernel: Kernel, userId: string, target: Target, ip: string): Promise<Decision> {
  const { rows } = await sql<LoginRow & AssetRow>`
    select id, name, action, priority, users, assets, accounts, rules from login_asset_acls
    where is_active and org_id = ${target.orgId} order by ${strictFirst}`.execute(ctx.tx);
  return firstOnOccasion(ctx, await aboutTarget(inOrganisation(ctx, target.orgId), kernel, rows, userId, target), ip);
}

type CommandFilters = ConnectionSecret['command_filter_acls'];

/**
 * The command filters of one session, as components read them. They evaluate the lower number first, so the numbers are
 * turned round on their wire (docs/wire/components.md#command-rules).
 */
export async function commandFilters(ctx: Context, kernel: Kernel, userId: string, target: Target): Promise<CommandFilters> {
  const { rows } = await sql<AssetRow>`
    select id, name, action, priority, users, assets, accounts from command_filter_acls
    where is_active and org_id = ${target.orgId} order by ${strictFirst}`.execute(ctx.tx);
  const applying = await aboutTarget(inOrganisation(ctx, target.orgId), kernel, rows, userId, target);
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

interface GroupRow extends Omit<FilterGroup, 'pattern'> {
  acl_id: string;
  type: GroupType;
}

async function groupsOf(ctx: Context, acls: readonly string[]): Promise<(GroupRow & { pattern: string })[]> {
  const { rows } = await sql<GroupRow>`
    select l.acl_id, g.id, g.name, g.type, g.content, g.ignore_case from command_filter_acl_groups l
    join command_groups g on g.id = l.group_id where l.acl_id = any(${[...acls]}::uuid[]) order by g.name`.execute(ctx.tx);
  return rows.map((row) => ({ ...row, pattern: commandPattern(row.type, row.content) }));
}

async function reviewersOf(ctx: Context, acls: readonly string[]): Promise<{ acl_id: string; id: string; name: string }[]> {
  const { rows } = await sql<{ acl_id: string; id: string; name: string }>`
    select l.acl_id, u.id, u.name from command_filter_acl_reviewers l join users u on u.id = l.user_id
    where l.acl_id = any(${[...acls]}::uuid[]) order by u.name`.execute(ctx.tx);
  return rows;
}

/** Rules that take connect methods away from somebody, whatever their priority. */
export async function methodRules(
  ctx: Context,
  kernel: Kernel,
  userId: string,
): Promise<{ id: string; name: string; connect_methods: string[] }[]> {
  const { rows } = await sql<RuleRow & { connect_methods: string[] }>`
    select id, name, action, priority, users, connect_methods from connect_method_acls where is_active order by ${strictFirst}`.execute(
    ctx.tx,
  );
  return aboutUser(inEveryOrganisation(ctx), kernel, rows, userId);
}

/** People whom a rule names as its reviewers. Whether they can decide now is for the ticket to find out. */
export async function reviewersOfRule(ctx: Context, table: ReviewerTable, ruleId: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`select user_id from ${sql.table(table)} where acl_id = ${ruleId}`.execute(ctx.tx);
  return rows.map((row) => row.user_id);
}

/** Values of the connect methods that somebody may not use: those of all rules about them. */
export async function refusedMethods(ctx: Context, kernel: Kernel, userId: string): Promise<ReadonlySet<string>> {
  return new Set((await methodRules(ctx, kernel, userId)).flatMap((rule) => rule.connect_methods));
}
