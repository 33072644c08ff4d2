import { among, at, type Context, type Where } from '@postern/resource';
import { sql } from 'kysely';
import { within } from '../nodes/index.ts';

/** What a review begins with: who holds which permission, what that gives, and when it was used. */

/** A permission and somebody whom it names. */
export interface Holder {
  permission_id: string;
  permission: string;
  side: 'user' | 'group';
  subject_id: string;
  subject: string;
}

export interface Scope {
  /** Conditions on permissions (`p`). */
  permissions: Where;
  /** Only these people, by themselves and through groups, and these groups; all where both are empty. */
  users: readonly string[];
  groups: readonly string[];
}

/** Holders of permissions in a scope, by the names of both, and no more than so many. */
export async function holdersIn(ctx: Context, { permissions, users, groups }: Scope, most: number): Promise<Holder[]> {
  const everyone = users.length + groups.length === 0;
  const chosenUsers = everyone ? sql`true` : among(at('x')('user_id'), users);
  const chosenGroups = everyone
    ? sql`true`
    : sql`(${among(at('x')('group_id'), groups)} or exists (select 1 from user_group_members m
        where m.group_id = x.group_id and ${among(at('m')('user_id'), users)}))`;
  const { rows } = await sql<Holder>`
    select * from (
      select p.id as permission_id, p.name as permission, 'user' as side, u.id as subject_id, u.name || '(' || u.username || ')' as subject
      from asset_permissions p join asset_permission_users x on x.permission_id = p.id join users u on u.id = x.user_id
      where ${permissions} and ${chosenUsers}
      union all
      select p.id, p.name, 'group', g.id, g.name
      from asset_permissions p join asset_permission_groups x on x.permission_id = p.id join user_groups g on g.id = x.group_id
      where ${permissions} and ${chosenGroups}) h
    order by permission, permission_id, side, subject, subject_id limit ${most}`.execute(ctx.tx);
  return rows;
}

/** What a permission gives. */
export interface GivenBy {
  id: string;
  assets: string[];
  assets_amount: number;
  nodes: string[];
  nodes_amount: number;
  accounts: string[];
  actions: number;
  date_start: Date;
  date_expired: Date;
}

/** All that a permission (`p`) gives, in one word. Its name and its comment give nothing. */
const DIGEST = sql<string>`md5(concat_ws('|', p.accounts::text, p.actions, p.forward_to::text, p.is_active,
  extract(epoch from p.date_start), extract(epoch from p.date_expired),
  (select string_agg(x.asset_id::text, ',' order by x.asset_id) from asset_permission_assets x where x.permission_id = p.id), '/',
  (select string_agg(x.node_id::text, ',' order by x.node_id) from asset_permission_nodes x where x.permission_id = p.id)))`;

/** Those who are in a group, in one word. */
const MEMBERS = (groupId: unknown) =>
  sql<string>`(select md5(coalesce(string_agg(m.user_id::text, ',' order by m.user_id), '')) from user_group_members m where m.group_id = ${groupId})`;

/** Names of each kind at most that a line keeps; how many there are it says besides. */
const NAMED = 20;

export async function givenBy(ctx: Context, permissionIds: readonly string[]): Promise<(GivenBy & { digest: string })[]> {
  const { rows } = await sql<GivenBy & { digest: string }>`
    select p.id, p.accounts, p.actions, p.date_start, p.date_expired, ${DIGEST} as digest,
      (select count(*)::int from asset_permission_assets x where x.permission_id = p.id) as assets_amount,
      (select count(*)::int from asset_permission_nodes x where x.permission_id = p.id) as nodes_amount,
      array(select a.name from asset_permission_assets x join assets a on a.id = x.asset_id
        where x.permission_id = p.id order by a.name limit ${NAMED}) as assets,
      array(select n.full_value from asset_permission_nodes x join nodes n on n.id = x.node_id
        where x.permission_id = p.id order by n.full_value limit ${NAMED}) as nodes
    from asset_permissions p where ${among(at('p')('id'), permissionIds)}`.execute(ctx.tx);
  return rows;
}

/** When each person last opened an asset of each permission, whichever let them. */
export async function lastUses(ctx: Context, orgId: string, permissionIds: readonly string[]) {
  const { rows } = await sql<{ permission_id: string; user_id: string; used: Date }>`
    with reached as (
      select x.permission_id, x.asset_id from asset_permission_assets x where ${among(at('x')('permission_id'), permissionIds)}
      union
      select x.permission_id, l.asset_id from asset_permission_nodes x join nodes g on g.id = x.node_id
        join nodes n on ${within(sql`n.key`, sql`g.key`)} join asset_nodes l on l.node_id = n.id
      where ${among(at('x')('permission_id'), permissionIds)}),
    holders as (
      select x.permission_id, x.user_id from asset_permission_users x where ${among(at('x')('permission_id'), permissionIds)}
      union
      select x.permission_id, m.user_id from asset_permission_groups x join user_group_members m on m.group_id = x.group_id
      where ${among(at('x')('permission_id'), permissionIds)})
    select r.permission_id, s.user_id, max(s.date_start) as used
    from (select user_id, asset_id, max(date_start) as date_start from sessions
      where org_id = ${orgId} and user_id in (select h.user_id::text from holders h) group by user_id, asset_id) s
    join reached r on r.asset_id::text = s.asset_id
    join holders h on h.permission_id = r.permission_id and h.user_id::text = s.user_id
    group by r.permission_id, s.user_id`.execute(ctx.tx);
  return rows;
}

/** Writes down who is in the groups that the lines of a review are about. */
export async function keepMembers(ctx: Context, reviewId: string): Promise<void> {
  await sql`insert into access_review_members (review_id, group_id, user_id, display)
    select distinct l.review_id, m.group_id, u.id, u.name || '(' || u.username || ')'
    from access_review_lines l join user_group_members m on m.group_id = l.subject_id join users u on u.id = m.user_id
    where l.review_id = ${reviewId} and l.side = 'group'`.execute(ctx.tx);
  await sql`update access_review_lines l set members_digest = ${MEMBERS(sql`l.subject_id`)},
      members_amount = (select count(*) from access_review_members m where m.review_id = l.review_id and m.group_id = l.subject_id)
    where l.review_id = ${reviewId} and l.side = 'group'`.execute(ctx.tx);
}

/** Members of groups as they are now, by group: whose uses are those of the group. */
export async function membersOf(ctx: Context, groupIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ group_id: string; ids: string[] }>`select m.group_id, array_agg(m.user_id::text) as ids
    from user_group_members m where ${among(at('m')('group_id'), groupIds)} group by m.group_id`.execute(ctx.tx);
  return new Map(rows.map(({ group_id, ids }) => [group_id, ids]));
}

/** What lines are about now: whether the permission names them still, and gives the same to the same people. */
export async function presentOf(ctx: Context, lineIds: readonly string[]): Promise<Map<string, 'same' | 'changed' | 'gone'>> {
  const { rows } = await sql<{ id: string; there: boolean; same: boolean }>`
    select l.id, p.id is not null and case l.side
        when 'user' then exists (select 1 from asset_permission_users x where x.permission_id = l.permission_id and x.user_id = l.subject_id)
        else exists (select 1 from asset_permission_groups x where x.permission_id = l.permission_id and x.group_id = l.subject_id) end as there,
      p.id is not null and ${DIGEST} = l.grant_digest
        and (l.side = 'user' or ${MEMBERS(sql`l.subject_id`)} = l.members_digest) as same
    from access_review_lines l left join asset_permissions p on p.id = l.permission_id
    where ${among(at('l')('id'), lineIds)}`.execute(ctx.tx);
  return new Map(rows.map(({ id, there, same }) => [id, there ? (same ? 'same' : 'changed') : 'gone']));
}

/** How many of the lines of reviews there are, and what was decided and done, among those for which a condition on lines (`l`) holds. */
export async function countsOf(ctx: Context, reviewIds: readonly string[], which: Where) {
  const { rows } = await sql<{ review_id: string } & Progress>`
    select l.review_id, count(*)::int as all,
      (count(*) filter (where l.decision = 'undecided'))::int as undecided,
      (count(*) filter (where l.decision = 'keep'))::int as keep,
      (count(*) filter (where l.decision = 'revoke'))::int as revoke,
      (count(*) filter (where l.outcome = 'revoked'))::int as revoked,
      (count(*) filter (where l.outcome = 'gone'))::int as gone
    from access_review_lines l where ${among(at('l')('review_id'), reviewIds)} and ${which} group by l.review_id`.execute(ctx.tx);
  return new Map(rows.map(({ review_id, ...counts }): [string, Progress] => [review_id, counts]));
}

export interface Progress {
  all: number;
  undecided: number;
  keep: number;
  revoke: number;
  revoked: number;
  gone: number;
}
