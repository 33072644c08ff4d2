import type { SettingsReader } from '@postern/contract/settings';
import { among, at, type Context, EVERYBODY } from '@postern/resource';
import { followRules, linkedAmong, linkedPeople, linkPeople, matching, rulesOf } from '../identities/index.ts';
import { createPeople, followGroups, joinOrganisations, type Newcomer, peopleNamed, updatePeople } from '../users/index.ts';
import { PROVIDER } from './way.ts';

/** Brings accounts in line with people of the directory, some hundreds at a time. */

/** Groups of the directory, among those of an organisation. */
const GROUP_PREFIX = 'AD ';
const MAX_GROUP_NAME = 128;
const PART = 100;

export interface ApplyDeps {
  settings: SettingsReader;
  newcomer: Newcomer;
}

export interface Applied {
  created: number;
  updated: number;
  /** Names that are somebody else's here, or have no mail address that is free. */
  skipped: string[];
}

type Row = Awaited<ReturnType<typeof nextPart>>[number];

/** People of the last reading in the order of their identifiers, after one of them; of some names, or all. */
export const nextPart = (ctx: Context, after: string, usernames: readonly string[] | undefined) =>
  ctx.tx
    .selectFrom('directory_people as p')
    .selectAll('p')
    // Of two entries with one name nobody knows which of them an account is.
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('directory_people as o')
          .select('o.subject')
          .whereRef('o.username', '=', 'p.username')
          .whereRef('o.subject', '<>', 'p.subject'),
      ).as('shared'),
    )
    .where('p.subject', '>', after)
    .where(usernames ? among(at('p')('username'), usernames) : EVERYBODY)
    .orderBy('p.subject')
    .limit(PART)
    .execute();

interface Places {
  orgIds: readonly string[];
  /** Rules say for themselves where somebody belongs. */
  placed: (person: Row) => boolean;
}

/** Accounts of people who were linked already, who are found by their name, and who get one now. */
async function accountsOf(ctx: Context, { settings, newcomer }: ApplyDeps, people: readonly Row[], { orgIds, placed }: Places) {
  const ids = await linkedPeople(
    ctx,
    PROVIDER,
    people.map(({ subject }) => subject),
  );
  const rest = people.filter(({ subject }) => !ids.has(subject));
  const named = new Map(
    (
      await peopleNamed(
        ctx,
        rest.map(({ username }) => username),
      )
    ).map((user) => [user.username, user]),
  );
  const others = await linkedAmong(
    ctx,
    PROVIDER,
    [...named.values()].map(({ id }) => id),
  );
  const suffix = settings.get('EMAIL_SUFFIX');
  const strangers = rest.filter(({ username, active, shared }) => active && !shared && !named.has(username));
  const make = (some: readonly Row[], orgIds: readonly string[]) =>
    createPeople(
      ctx,
      newcomer,
      some.map((one) => ({ ...one, email: one.email || `${one.username}@${suffix}` })),
      { source: 'ldap', orgIds },
    );
  const made = new Map([
    ...(await make(
      strangers.filter((one) => !placed(one)),
      orgIds,
    )),
    ...(await make(strangers.filter(placed), [])),
  ]);
  const links: { subject: string; user_id: string }[] = [];
  const skipped: string[] = [];
  for (const { subject, username, active, shared } of rest) {
    const user = named.get(username);
    const mine = user?.source === 'ldap' && !others.has(user.id) && !shared;
    const id = mine ? user?.id : shared ? undefined : made.get(username);
    if (id) links.push({ subject, user_id: id });
    else if (active || user) skipped.push(username);
  }
  await linkPeople(ctx, PROVIDER, links);
  for (const { subject, user_id } of links) ids.set(subject, user_id);
  return { ids, created: new Set(made.values()), skipped };
}

/**
 * Deals with one part of them, in the transaction of the context.
 * @param join who has an account already becomes a member of the organisations, too
 */
export async function applyPart(
  ctx: Context,
  deps: ApplyDeps,
  people: readonly Row[],
  { orgIds, join }: { orgIds: readonly string[]; join: boolean },
): Promise<Applied> {
  const rules = await rulesOf(ctx);
  // Whoever says by hand where people go is not overruled: what rules give comes on top.
  const placed = ({ attributes }: Row): boolean =>
    !join && matching(rules, { source: 'ldap', attributes }).some(({ org_id }) => org_id !== null);
  const { ids, created, skipped } = await accountsOf(ctx, deps, people, { orgIds, placed });
  const here = people.flatMap((one) => {
    const id = ids.get(one.subject);
    return id === undefined || !one.active ? [] : [{ ...one, id }];
  });
  const updated = await updatePeople(ctx, here);
  if (join)
    await joinOrganisations(
      ctx,
      deps.newcomer,
      here.map(({ id }) => id),
      orgIds,
    );
  if (deps.settings.get('AUTH_LDAP_USER_ATTR_MAP').groups)
    for (const orgId of orgIds)
      await followGroups(
        ctx,
        orgId,
        GROUP_PREFIX,
        new Map(here.map(({ id, groups }) => [id, groups.map((name) => `${GROUP_PREFIX}${name}`.slice(0, MAX_GROUP_NAME))])),
      );
  await followRules(
    ctx,
    deps.newcomer,
    PROVIDER,
    here.map(({ id, attributes }) => ({ userId: id, created: created.has(id), source: 'ldap', attributes })),
    rules,
  );
  return { created: created.size, updated, skipped };
}
