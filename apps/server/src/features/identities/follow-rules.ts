import { among, at, type Context } from '@postern/resource';
import { type BindingDeps, giveRoles, type RoleOfPerson, takeRoles } from '../rbac/index.ts';
import { joinGroups, type Membership, takeFromGroups } from '../users/index.ts';
import type { Attributes, ExternalSource } from './external-person.ts';
import { type Change, noteChanges } from './rule-audit.ts';
import { type AdmissionRule, givenBy, matching, rulesOf } from './rules.ts';

/** Somebody whom a place has spoken of just now, and who has an account. */
export interface RuledPerson {
  userId: string;
  /** Their account was made just now: rules that apply once do so. */
  created: boolean;
  source: ExternalSource;
  /** Name of the provider, where it is one beside the first of its kind. */
  way?: string;
  attributes: Attributes;
}

type Thing = RoleOfPerson | Membership;
const isRole = (thing: Thing): thing is RoleOfPerson => 'role_id' in thing;
const isMembership = (thing: Thing): thing is Membership => !isRole(thing);
const keyOf = (thing: Thing): string =>
  isRole(thing) ? `${thing.user_id} ${thing.role_id}:${thing.org_id ?? ''}` : `${thing.user_id} ${thing.group_id}`;
const distinct = <T extends Thing>(things: readonly T[]): T[] => [...new Map(things.map((one) => [keyOf(one), one])).values()];

/** What rules have given some people on the word of a place, of any place without one. */
const grantsOf = (ctx: Context, userIds: readonly string[]) =>
  ctx.tx
    .selectFrom('admission_grants as g')
    .selectAll('g')
    .where(among(at('g')('user_id'), userIds))
    .execute();

const thingOf = ({ user_id, role_id, org_id, group_id }: Grant): Thing =>
  group_id === null ? { user_id, role_id: role_id ?? '', org_id } : { user_id, group_id };

type Grant = Awaited<ReturnType<typeof grantsOf>>[number];

async function take(
  ctx: Context,
  deps: BindingDeps,
  provider: string,
  kept: ReadonlySet<string>,
  grants: readonly Grant[],
): Promise<Thing[]> {
  const elsewhere = new Set(grants.filter((one) => one.provider !== provider).map((one) => keyOf(thingOf(one))));
  const over = grants.filter((one) => one.provider === provider && !kept.has(keyOf(thingOf(one))));
  for (const { user_id, grant_key } of over)
    await ctx.tx
      .deleteFrom('admission_grants')
      .where('user_id', '=', user_id)
      .where('provider', '=', provider)
      .where('grant_key', '=', grant_key)
      .execute();
  // What stands on the word of another place as well stays.
  const going = over.map(thingOf).filter((thing) => !elsewhere.has(keyOf(thing)));
  await takeFromGroups(ctx, going.filter(isMembership));
  await takeRoles(ctx, deps, going.filter(isRole));
  return going;
}

/** Remembers what rules gave, and what of that another place has given before: each stands on its own word. */
async function remember(
  ctx: Context,
  provider: string,
  wanted: readonly Thing[],
  fresh: ReadonlySet<string>,
  grants: readonly Grant[],
): Promise<void> {
  const [mine, others] = [new Set<string>(), new Set<string>()];
  for (const grant of grants) (grant.provider === provider ? mine : others).add(keyOf(thingOf(grant)));
  const rows = wanted
    .filter((thing) => !mine.has(keyOf(thing)) && (fresh.has(keyOf(thing)) || others.has(keyOf(thing))))
    .map((thing) => ({ provider, ...(isRole(thing) ? { ...thing, group_id: null } : { ...thing, role_id: null, org_id: null }) }));
  if (rows.length === 0) return;
  await ctx.tx
    .insertInto('admission_grants')
    .values(rows)
    .onConflict((clash) => clash.doNothing())
    .execute();
}

/**
 * Gives people what the rules say, and takes again what rules gave on the word of this place and no longer say; what a person has given by hand stays.
 * Some hundreds a call; part of the caller's transaction.
 * @param known the rules, where the caller has read them already
 */
export async function followRules(
  ctx: Context,
  deps: BindingDeps,
  provider: string,
  people: readonly RuledPerson[],
  known?: readonly AdmissionRule[],
): Promise<void> {
  if (people.length === 0) return;
  const rules = known ?? (await rulesOf(ctx));
  const lasting: Thing[] = [];
  const once: Thing[] = [];
  for (const person of people) {
    const found = matching(rules, person);
    const kept = givenBy(
      found.filter(({ keep }) => keep),
      person.userId,
    );
    lasting.push(...kept.roles, ...kept.groups);
    if (!person.created) continue;
    const first = givenBy(
      found.filter(({ keep }) => !keep),
      person.userId,
    );
    once.push(...first.roles, ...first.groups);
  }
  const grants = await grantsOf(
    ctx,
    people.map(({ userId }) => userId),
  );
  const taken = await take(ctx, deps, provider, new Set(lasting.map(keyOf)), grants);
  const wanted = distinct([...lasting, ...once]);
  // Groups are of members: roles first.
  const given: Thing[] = [...(await giveRoles(ctx, deps, wanted.filter(isRole))), ...(await joinGroups(ctx, wanted.filter(isMembership)))];
  const forGood = new Set(once.map(keyOf));
  await remember(
    ctx,
    provider,
    distinct(lasting).filter((thing) => !forGood.has(keyOf(thing))),
    new Set(given.map(keyOf)),
    grants,
  );
  const change: Change = { given, taken };
  await noteChanges(ctx, change);
}
