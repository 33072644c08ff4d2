import type { Language } from '@postern/contract/text';
import { among, at, type Context } from '@postern/resource';
import { organisationNames } from '../organizations/index.ts';
import { isEverywhere, type RoleOfPerson, roleDisplayName } from '../rbac/index.ts';
import { type Membership, noteChange } from '../users/index.ts';

/** What rules have given people and taken from them, for the log of operations. */

type Thing = RoleOfPerson | Membership;
export interface Change {
  given: readonly Thing[];
  taken: readonly Thing[];
}
const FIELDS = ['system_roles', 'org_roles', 'groups'] as const;
const fieldOf = (thing: Thing): (typeof FIELDS)[number] =>
  'group_id' in thing ? 'groups' : isEverywhere(thing) ? 'system_roles' : 'org_roles';

/** Names of roles and groups, the organisation with them. */
export async function wordsOf(ctx: Context, things: readonly Thing[], language: Language = 'en'): Promise<(thing: Thing) => string> {
  const ids = (of: (thing: Thing) => string | null | undefined): string[] => [...new Set(things.flatMap((thing) => of(thing) ?? []))];
  const roles = await ctx.tx
    .selectFrom('roles as r')
    .select(['r.id', 'r.name', 'r.builtin'])
    .where(
      among(
        at('r')('id'),
        ids((thing) => ('role_id' in thing ? thing.role_id : undefined)),
      ),
    )
    .execute();
  const groups = await ctx.tx
    .selectFrom('user_groups as g')
    .select(['g.id', 'g.name', 'g.org_id'])
    .where(
      among(
        at('g')('id'),
        ids((thing) => ('group_id' in thing ? thing.group_id : undefined)),
      ),
    )
    .execute();
  const orgs = await organisationNames(ctx, [
    ...ids((thing) => ('role_id' in thing ? thing.org_id : undefined)),
    ...groups.map((group) => group.org_id),
  ]);
  const role = new Map(roles.map((one) => [one.id, roleDisplayName(one, language)]));
  const group = new Map(groups.map((one) => [one.id, `${orgs.get(one.org_id) ?? ''}: ${one.name}`]));
  return (thing) => {
    if ('group_id' in thing) return group.get(thing.group_id) ?? thing.group_id;
    const name = role.get(thing.role_id) ?? thing.role_id;
    return isEverywhere(thing) ? name : `${orgs.get(thing.org_id ?? '') ?? ''}: ${name}`;
  };
}

/** One event for each person and kind of thing, with what they lost and what they got. */
export async function noteChanges(ctx: Context, { given, taken }: Change): Promise<void> {
  const all = [...given, ...taken];
  if (all.length === 0) return;
  const words = await wordsOf(ctx, all);
  const people = await ctx.tx
    .selectFrom('users as u')
    .select(['u.id', 'u.username'])
    .where(among(at('u')('id'), [...new Set(all.map(({ user_id }) => user_id))]))
    .execute();
  const listed = new Map<string, { before: string[]; after: string[] }>();
  const put = (thing: Thing, side: 'before' | 'after'): void => {
    const key = `${thing.user_id} ${fieldOf(thing)}`;
    const now = listed.get(key) ?? { before: [], after: [] };
    now[side].push(words(thing));
    listed.set(key, now);
  };
  for (const thing of taken) put(thing, 'before');
  for (const thing of given) put(thing, 'after');
  for (const person of people)
    for (const field of FIELDS) {
      const change = listed.get(`${person.id} ${field}`);
      if (change)
        noteChange(
          ctx,
          person,
          field,
          change.before.map((word) => `-${word}`).join(', '),
          change.after.map((word) => `+${word}`).join(', '),
        );
    }
}
