import { CodedError } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import { render, text } from '@postern/contract/text';
import { at, type Context, eb, fetchRows, type Kernel, present } from '@postern/resource';
import { type FactorDeps, lacksFactor } from '../authentication/index.ts';
import { waysOf } from '../notifications/index.ts';
import { rootName } from '../organizations/index.ts';
import { preferencesOf } from '../preferences/index.ts';
import { organisationLists, rightsOf } from '../rbac/index.ts';
import { profileKey, publicKeyFacts } from '../ssh-keys/index.ts';
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
export async function ownRow(ctx: Context, { kernel }: Pick<ProfileDeps, 'kernel'>, userId = ctx.actor.id): Promise<UserRow> {
  const [row] = await fetchRows(kernel().byName('user'), ctx, [eb(at('t')('id'), '=', userId)]);
  if (!row) throw new CodedError('not_authenticated');
  // Whoever looks at their own profile is in: what others tried under the name is not theirs to see.
  return { ...asUser(row), login_blocked: false };
}

/** What a first login still has to say or set up: known here, so that every client asks for the same. */
async function missingOf(ctx: Context, deps: ProfileDeps, row: UserRow): Promise<string[]> {
  if (!row.is_first_login) return [];
  return [...madeUp(row), ...((await lacksFactor(ctx, deps, row.id)) ? ['second_factor'] : [])];
}

/**
 * A person as they see themselves: the user object in full, and what the console needs to start with (docs/wire/users.md#the-own-profile).
 * Rights are those of the organisation of the request.
 */
export async function profileOf(ctx: Context, deps: ProfileDeps, userId: string): Promise<Record<string, unknown>> {
  const user = deps.kernel().byName('user');
  const row = await ownRow(ctx, deps, userId);
  const [objects, lists, rights, keyFacts, ways, preferences, missing] = await Promise.all([
    present(
      deps.kernel(),
      user,
      ctx,
      [row],
      user.fields.filter((field) => field.readable),
    ),
    organisationLists(ctx.tx, userId, {
      root: rootName(ctx, deps.settings.get('GLOBAL_ORG_DISPLAY_NAME')),
      joined: render(JOINED, ctx.language),
    }),
    rightsOf(ctx.tx, userId, ctx.org.id),
    ownKeyFacts(ctx, userId),
    waysOf(ctx, userId),
    preferencesOf(ctx, userId),
    missingOf(ctx, deps, row),
  ]);
  return {
    ...objects[0],
    ...keyFacts,
    missing,
    guide_url: deps.settings.get('USER_GUIDE_URL'),
    receive_backends: ways,
    ...lists,
    preferences,
    perms: [...rights.codes].sort(),
  };
}
