import type { SettingsReader } from '@postern/contract/settings';
import type { Context } from '@postern/resource';
import { lockByName } from '../../platform/database/lock.queries.ts';
import type { SystemAccess } from '../../platform/platform.ts';
import { createPerson, type Newcomer, personNamed, sourceOf, updatePerson } from '../users/index.ts';
import type { Admission, ExternalPerson } from './external-person.ts';
import { followRules, type RuledPerson } from './follow-rules.ts';
import { hasLink, hasLinkOfKind, link, linkedPerson } from './identity-store.ts';
import { type AdmissionRule, matching, rulesOf } from './rules.ts';
import type { Waiting } from './waiting-notice.ts';

export interface AdmissionDeps {
  settings: SettingsReader;
  system: SystemAccess;
  /** Whom the system makes: with the roles of everybody, in the default organisation. */
  newcomer: Newcomer;
  /** Tells whoever may let them in that somebody waits. */
  waits(ctx: Context, person: Waiting): Promise<void>;
}

const MAX_NAME = 128;

/**
 * Who somebody is here whom another place vouches for (docs/wire/authentication.md#people-of-other-places). The account is the one that was linked
 * with theirs at that place; else the one of their name, when it comes from there and belongs to nobody yet; else a new one. Nobody is found by a
 * mail address: places let people write what they like there; at some places by nothing but the link (`bound`). Safe to be asked twice at once.
 */
export function admit(deps: AdmissionDeps, given: ExternalPerson): Promise<Admission> {
  const { settings, system, newcomer } = deps;
  const person = { ...given, username: given.username.trim(), name: given.name.trim().slice(0, MAX_NAME) };
  return system.asSystem(`${person.provider} vouches for a person`, async (ctx) => {
    await lockByName(ctx.tx, `person of ${person.provider}: ${person.username}`);
    const linked = await linkedPerson(ctx, person.provider, person.subject);
    if (linked !== undefined) {
      if (person.bound && settings.get('ONLY_ALLOW_AUTH_FROM_SOURCE') && (await sourceOf(ctx, linked)) !== person.source)
        return { refused: 'external_source' };
      if (person.update) await updatePerson(ctx, linked, person);
      await ruled(ctx, newcomer, person, linked, false);
      return { userId: linked, created: false };
    }
    if (person.subject === '' || person.username === '' || person.username.length > MAX_NAME) return { refused: 'external_unknown' };
    const named = await personNamed(ctx, person.username);
    if (named && person.bound) return { refused: 'external_taken' };
    return named ? linkByName(ctx, settings, newcomer, person, named) : join(ctx, deps, person);
  });
}

const ruled = async (
  ctx: Context,
  newcomer: Newcomer,
  person: ExternalPerson,
  userId: string,
  created: boolean,
  rules?: readonly AdmissionRule[],
): Promise<void> => {
  const { source, way = '', attributes = {} } = person;
  const one: RuledPerson = { userId, created, source, way, attributes };
  await followRules(ctx, newcomer, person.provider, [one], rules);
};

async function linkByName(
  ctx: Context,
  settings: SettingsReader,
  newcomer: Newcomer,
  person: ExternalPerson,
  named: { id: string; source: string; superuser: boolean },
): Promise<Admission> {
  // Whoever writes the names of another place must not become an administrator of this one.
  const elsewhere = named.source !== person.source && (settings.get('ONLY_ALLOW_AUTH_FROM_SOURCE') || named.superuser);
  // Two providers may give one name to two people: what belongs to somebody of one is nobody's of the other.
  const rival = person.rivals && (await hasLinkOfKind(ctx, person.source, named.id));
  if (elsewhere || rival || (await hasLink(ctx, person.provider, named.id))) return { refused: 'external_taken' };
  await link(ctx, person.provider, person.subject, named.id);
  if (person.update) await updatePerson(ctx, named.id, person);
  await ruled(ctx, newcomer, person, named.id, false);
  return { userId: named.id, created: false };
}

async function join(ctx: Context, { settings, newcomer, waits: tell }: AdmissionDeps, person: ExternalPerson): Promise<Admission> {
  if (settings.get('ONLY_ALLOW_EXIST_USER_AUTH') || person.joins === false) return { refused: 'external_unknown' };
  const waits = settings.get('SECURITY_NEW_PEOPLE_APPROVAL');
  const email = person.email === '' ? `${person.username}@${settings.get('EMAIL_SUFFIX')}` : person.email;
  // Where rules say where somebody belongs, they are nowhere else.
  const rules = await rulesOf(ctx);
  const placed = matching(rules, person).some(({ org_id }) => org_id !== null);
  const made = await createPerson(ctx, newcomer, { ...person, email, waits, placed });
  if (made === undefined) return { refused: 'external_taken' };
  await link(ctx, person.provider, person.subject, made);
  await ruled(ctx, newcomer, person, made, true, rules);
  if (waits) {
    await tell(ctx, { id: made, name: person.name, username: person.username });
    return { refused: 'external_waiting' };
  }
  return { userId: made, created: true };
}
