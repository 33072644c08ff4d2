import { CodedError } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import { render, text } from '@postern/contract/text';
import { at, type Context, eb, fetchRows, type Kernel, present, type ResolvedField } from '@postern/resource';
import { type FactorDeps, lacksFactor } from '../authentication/index.ts';
import { waysAskedBy, withBox } from '../notifications/index.ts';
import { rootName } from '../organizations/index.ts';
import { chosenBy, preferencesFrom } from '../preferences/index.ts';
import { allOrganisations, assignedTo, codesIn, organisationLists } from '../rbac/index.ts';
import { profileKey, profileLine, publicKeyFacts } from '../ssh-keys/index.ts';
import { asUser, type KnownPasswords, madeUp, type PhoneDeps, type UserRow } from '../users/index.ts';

export interface ProfileDeps extends PhoneDeps, Pick<FactorDeps, 'factors'> {
  settings: SettingsReader;
  isKnown: KnownPasswords;
  kernel(): Kernel;
  identityChanged(ctx: Context): void;
  /** Asks whoever sits at a browser to prove who they are. @throws CodedError `user_confirm_required` */
  confirm(ctx: Context): Promise<void>;
}

const JOINED = text('All organisations', '所有组织', 'すべての組織');

/** Comment and MD5 fingerprint of the SSH key that `public_key` of a person means; empty without one. */
export const ownKeyFacts = async (ctx: Context, userId: string) => publicKeyFacts((await profileKey(ctx, userId))?.line);

/** The row of a person, service accounts included: components look at their own profile, too. */
export async function ownRow(
  ctx: Context,
  { kernel }: Pick<ProfileDeps, 'kernel'>,
  userId = ctx.actor.id,
  shown: readonly ResolvedField[] = [],
): Promise<UserRow> {
  const [row] = await fetchRows(kernel().byName('user'), ctx, [eb(at('t')('id'), '=', userId)], { shown });
  if (!row) throw new CodedError('not_authenticated');
  // Whoever looks at their own profile is in: what others tried under the name is not theirs to see.
  return { ...asUser(row), login_blocked: false };
}

/** What a first login still has to say or set up: known here, so that every client asks for the same. */
async function missingOf(ctx: Context, deps: ProfileDeps, row: UserRow): Promise<string[]> {
  if (!row.is_first_login) return [];
  return [...madeUp(row), ...((await lacksFactor(ctx, deps, row)) ? ['second_factor'] : [])];
}

/** What a profile shows besides the user object, in one statement. */
const besides = (ctx: Context, userId: string) =>
  ctx.tx
    .selectNoFrom([
      assignedTo(userId).as('roles'),
      allOrganisations().as('organisations'),
      profileLine(userId).as('line'),
      waysAskedBy(userId).as('ways'),
      chosenBy(userId).as('chosen'),
    ])
    .executeTakeFirstOrThrow();

/**
 * A person as they see themselves: the user object in full, and what the console needs to start with (docs/wire/users.md#the-own-profile).
 * Rights are those of the organisation of the request.
 */
export async function profileOf(ctx: Context, deps: ProfileDeps, userId: string): Promise<Record<string, unknown>> {
  const user = deps.kernel().byName('user');
  const fields = user.fields.filter((field) => field.readable);
  const [row, { roles, organisations, line, ways, chosen }] = await Promise.all([ownRow(ctx, deps, userId, fields), besides(ctx, userId)]);
  const [objects, missing] = await Promise.all([present(deps.kernel(), user, ctx, [row], fields), missingOf(ctx, deps, row)]);
  const names = { root: rootName(ctx, deps.settings.get('GLOBAL_ORG_DISPLAY_NAME')), joined: render(JOINED, ctx.language) };
  return {
    ...objects[0],
    ...publicKeyFacts(line ?? undefined),
    missing,
    guide_url: deps.settings.get('USER_GUIDE_URL'),
    receive_backends: withBox(ways ?? undefined),
    ...organisationLists({ roles, organisations }, names),
    preferences: preferencesFrom(chosen),
    perms: [...codesIn({ roles }, ctx.org.id)].sort(),
  };
}
