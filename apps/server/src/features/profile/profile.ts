import { CodedError } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import { render, text } from '@postern/contract/text';
import { at, type Context, eb, fetchRows, type Kernel, present } from '@postern/resource';
import { rootName } from '../organizations/index.ts';
import { organisationLists, rightsOf } from '../rbac/index.ts';
import { asUser, md5Fingerprint, parseSshPublicKey, type UserRow } from '../users/index.ts';

export interface ProfileDeps {
  settings: SettingsReader;
  kernel(): Kernel;
  identityChanged(ctx: Context): void;
}

const JOINED = text('All organisations', '所有组织', 'すべての組織');

/** Comment and MD5 fingerprint of the person's SSH key; empty without one. */
export function publicKeyFacts(stored: string | null): { public_key_comment: string; public_key_hash_md5: string } {
  const key = stored === null ? undefined : parseSshPublicKey(stored);
  return { public_key_comment: key?.comment ?? '', public_key_hash_md5: key ? md5Fingerprint(key) : '' };
}

/** The row of a person, service accounts included: components look at their own profile, too. */
export async function ownRow(ctx: Context, { kernel }: Pick<ProfileDeps, 'kernel'>, userId = ctx.actor.id): Promise<UserRow> {
  const [row] = await fetchRows(kernel().byName('user'), ctx, [eb(at('t')('id'), '=', userId)]);
  if (!row) throw new CodedError('not_authenticated');
  // Whoever looks at their own profile is in: what others tried under the name is not theirs to see.
  return { ...asUser(row), login_blocked: false };
}

/**
 * A person as they see themselves: the user object in full, and what the console needs to start with (docs/wire/users.md#the-own-profile).
 * Rights are those of the organisation of the request.
 */
export async function profileOf(ctx: Context, deps: ProfileDeps, userId: string): Promise<Record<string, unknown>> {
  const user = deps.kernel().byName('user');
  const row = await ownRow(ctx, deps, userId);
  const [objects, lists, rights] = await Promise.all([
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
  ]);
  return {
    ...objects[0],
    ...publicKeyFacts(row.public_key),
    guide_url: deps.settings.get('USER_GUIDE_URL'),
    receive_backends: ['site_msg'],
    ...lists,
    perms: [...rights.codes].sort(),
  };
}
