import { randomUUID } from 'node:crypto';
import { ORG } from '@postern/contract/ids';
import { isMailAddress } from '@postern/contract/settings';
import { among, at, type Context, eb } from '@postern/resource';
import { inOrganisation } from '../../platform/context.ts';
import { giveBasicRoles, giveOrgRole, keepAnAdministrator, memberIds } from '../rbac/index.ts';
import { newAccount } from './accounts.ts';
import { join } from './groups.ts';
import { expiryOfNewcomers, type Newcomer, updatePerson } from './newcomers.ts';
import { revokeAccess } from './passwords.ts';
import { noteChange } from './user-changes.ts';
import { userGroupRows } from './user-group.ts';

/** Many people of another place at once: a directory names thousands. Some hundreds a call; each call is part of the caller's transaction. */

export interface Facts {
  username: string;
  name: string;
  email: string;
  phone: string;
}

/** Accounts by their names. */
export const peopleNamed = (ctx: Context, usernames: readonly string[]) =>
  ctx.tx
    .selectFrom('users as u')
    .select(['u.id', 'u.username', 'u.source'])
    .where(among(at('u')('username'), usernames))
    .where('u.is_service_account', '=', false)
    .execute();

interface Placed {
  source: string;
  /** Of which they are members. */
  orgIds: readonly string[];
  /** They wait until somebody lets them in. */
  waits?: boolean;
  /** Organisation in whose log it stands; without one, that of the context. */
  inLogOf?: string;
}

/**
 * Makes accounts with the roles of everybody, as members of some organisations.
 * @returns ids by name; who is missing has a mail address that is none, or a name or a mail address that is somebody's already
 */
export async function createPeople(
  ctx: Context,
  deps: Newcomer,
  people: readonly Facts[],
  { source, orgIds, waits = false, inLogOf }: Placed,
): Promise<Map<string, string>> {
  const fits = people.filter(({ email }) => isMailAddress(email));
  const rows = fits.map(({ username, name, email, phone }) =>
    newAccount(ctx, {
      id: randomUUID(),
      username,
      name: name || username,
      email,
      source,
      ...(phone ? { phone } : {}),
      is_active: !waits,
      date_waiting: waits ? ctx.clock() : null,
      is_first_login: true,
      date_expired: expiryOfNewcomers(ctx),
    }),
  );
  if (rows.length === 0) return new Map();
  const made = await ctx.tx
    .insertInto('users')
    .values(rows)
    .onConflict((clash) => clash.doNothing())
    .returning(['id', 'username'])
    .execute();
  const ids = made.map(({ id }) => id);
  await giveBasicRoles(ctx, deps, ids, orgIds);
  const where = inLogOf === undefined ? {} : { orgId: inLogOf };
  for (const { id, username } of made) ctx.audit({ action: 'create', resourceType: 'user', resourceId: id, resource: username, ...where });
  if (made.length > 0) await deps.joined(ctx);
  return new Map(made.map(({ id, username }) => [username, id]));
}

/**
 * The same for one, who is in the default organisation unless they have their place elsewhere.
 * @returns the id; undefined when name or mail address are somebody's already
 */
export async function createPerson(
  ctx: Context,
  deps: Newcomer,
  {
    phone = '',
    placed,
    source,
    waits,
    ...facts
  }: Omit<Facts, 'phone'> & { phone?: string; source: string; waits: boolean; placed: boolean },
): Promise<string | undefined> {
  const place = { source, waits, orgIds: placed ? [] : [ORG.DEFAULT], inLogOf: ORG.DEFAULT };
  return (await createPeople(ctx, deps, [{ ...facts, phone }], place)).get(facts.username);
}

/** Writes what another place says of people today. @returns how many it says something new of */
export async function updatePeople(ctx: Context, people: readonly (Facts & { id: string })[]): Promise<number> {
  const found = await ctx.tx
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.email'])
    .where(
      among(
        at('u')('id'),
        people.map(({ id }) => id),
      ),
    )
    .execute();
  const now = new Map(found.map((user) => [user.id, user]));
  let changed = 0;
  for (const one of people) {
    const before = now.get(one.id);
    const same = (theirs: string, ours: string): boolean => theirs === '' || theirs === ours;
    if (!before || (same(one.name, before.name) && same(one.email, before.email))) continue;
    await updatePerson(ctx, one.id, one);
    changed += 1;
  }
  return changed;
}

/** Of some people, the members of an organisation. */
async function membersOf(ctx: Context, orgId: string, userIds: readonly string[]): Promise<Set<string>> {
  const found = await ctx.tx
    .selectFrom('users as u')
    .select('u.id')
    .where('u.id', 'in', memberIds(orgId))
    .where(among(at('u')('id'), userIds))
    .execute();
  return new Set(found.map(({ id }) => id));
}

/** Makes people members of organisations; who is one stays one, with the roles they have. */
export async function joinOrganisations(
  ctx: Context,
  deps: Pick<Newcomer, 'identityChanged' | 'leaving'>,
  userIds: readonly string[],
  orgIds: readonly string[],
): Promise<void> {
  for (const orgId of orgIds) {
    const members = await membersOf(ctx, orgId, userIds);
    await giveOrgRole(
      ctx,
      deps,
      userIds.filter((id) => !members.has(id)),
      orgId,
    );
  }
}

/** Switches accounts off, and ends all that they opened. @throws CodedError last_administrator */
export async function disablePeople(ctx: Context, deps: Pick<Newcomer, 'identityChanged'>, userIds: readonly string[]): Promise<number> {
  if (userIds.length === 0) return 0;
  await keepAnAdministrator(ctx, userIds);
  const ended = await ctx.tx
    .updateTable('users as u')
    .set({ is_active: false, date_updated: ctx.clock() })
    .where(among(at('u')('id'), userIds))
    .where('u.is_active', '=', true)
    .returning(['u.id', 'u.username'])
    .execute();
  for (const user of ended) {
    await revokeAccess(ctx, user.id);
    noteChange(ctx, user, 'is_active', 'Yes', 'No');
  }
  deps.identityChanged(ctx);
  return ended.length;
}

/** Groups of an organisation by their names, made where they are missing. */
async function groupsNamed(ctx: Context, orgId: string, names: readonly string[]): Promise<Map<string, string>> {
  const found = async (): Promise<Map<string, string>> => {
    const rows = await ctx.tx
      .selectFrom('user_groups as g')
      .select(['g.id', 'g.name'])
      .where(userGroupRows(ctx, 'g'))
      .where(among(at('g')('name'), names))
      .execute();
    return new Map(rows.map(({ id, name }) => [name, id]));
  };
  const known = await found();
  const missing = names.filter((name) => !known.has(name));
  if (missing.length === 0) return known;
  const by = { created_by: 'System', date_created: ctx.clock() };
  const made = await ctx.tx
    .insertInto('user_groups')
    .values(missing.map((name) => ({ id: randomUUID(), org_id: orgId, name, comment: '', ...by })))
    .onConflict((clash) => clash.doNothing())
    .returning(['id', 'name'])
    .execute();
  for (const { id, name } of made) ctx.audit({ action: 'create', resourceType: 'usergroup', resourceId: id, resource: name, orgId });
  return found();
}

/**
 * Makes the memberships of people exactly these, among the groups of an organisation whose names begin with a word: those are the other place's.
 * @param given names of groups, by person
 */
export async function followGroups(
  ctx: Context,
  orgId: string,
  prefix: string,
  given: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const inner = inOrganisation(ctx, orgId);
  // Groups are of members alone.
  const members = await membersOf(ctx, orgId, [...given.keys()]);
  const wanted = new Map([...given].filter(([id]) => members.has(id)));
  if (wanted.size === 0) return;
  const ids = await groupsNamed(inner, orgId, [...new Set([...wanted.values()].flat())]);
  const pairs = [...wanted].flatMap(([user_id, names]) =>
    names.flatMap((name) => {
      const group_id = ids.get(name);
      return group_id ? [{ user_id, group_id }] : [];
    }),
  );
  const kept = new Set(pairs.map(({ user_id, group_id }) => `${user_id} ${group_id}`));
  // By person first: starting from the groups, each part of a directory would read everybody's memberships.
  const now = await ctx.tx
    .with(
      (name) => name('theirs').materialized(),
      (db) =>
        db
          .selectFrom('user_group_members as m')
          .select(['m.user_id', 'm.group_id'])
          .where(among(at('m')('user_id'), [...wanted.keys()])),
    )
    .selectFrom('theirs as t')
    .innerJoin('user_groups as g', 'g.id', 't.group_id')
    .select(['t.user_id', 't.group_id'])
    .where(userGroupRows(inner, 'g'))
    .where(({ fn, val }) => eb(fn('starts_with', ['g.name', val(prefix)]), '=', true))
    .execute();
  for (const { user_id, group_id } of now)
    if (!kept.has(`${user_id} ${group_id}`))
      await ctx.tx.deleteFrom('user_group_members').where('user_id', '=', user_id).where('group_id', '=', group_id).execute();
  const already = new Set(now.map(({ user_id, group_id }) => `${user_id} ${group_id}`));
  await join(
    ctx,
    pairs.filter(({ user_id, group_id }) => !already.has(`${user_id} ${group_id}`)),
  );
}
