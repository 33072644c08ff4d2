import { CodedError } from '@postern/contract/errors';
import type { SettingsReader } from '@postern/contract/settings';
import { render, text } from '@postern/contract/text';
import { type Context, type Kernel, present, type Row } from '@postern/resource';
import { sql } from 'kysely';
import { rootName } from '../organizations/index.ts';
import { organisationLists, rightsOf } from '../rbac/index.ts';
import { md5Fingerprint, parseSshPublicKey } from '../users/index.ts';

export interface ProfileDeps {
  settings: SettingsReader;
  kernel(): Kernel;
  identityChanged(ctx: Context): void;
}

const JOINED = text('All organisations', '所有组织', 'すべての組織');

/** Comment and MD5 fingerprint of the person's SSH key; empty without one. */
export function publicKeyFacts(stored: unknown): { public_key_comment: string; public_key_hash_md5: string } {
  const key = typeof stored === 'string' ? parseSshPublicKey(stored) : undefined;
  return { public_key_comment: key?.comment ?? '', public_key_hash_md5: key ? md5Fingerprint(key) : '' };
}

/** The row of a person, service accounts included: components look at their own profile, too. */
export async function ownRow(ctx: Context, userId: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select t.*, (t.date_expired is not null and t.date_expired <= now()) as is_expired,
      (t.is_active and (t.date_expired is null or t.date_expired > now())) as is_valid,
      (t.otp_secret is not null) as is_otp_secret_key_bound, false as login_blocked
    from users t where t.id = ${userId}`.execute(ctx.tx);
  if (!rows[0]) throw new CodedError('not_authenticated');
  return rows[0];
}

/**
 * A person as they see themselves: the user object in full, and what the console needs to start with (docs/wire/users.md#the-own-profile).
 * Rights are those of the organisation of the request.
 */
export async function profileOf(ctx: Context, deps: ProfileDeps, userId: string): Promise<Record<string, unknown>> {
  const user = deps.kernel().byName('user');
  const row = await ownRow(ctx, userId);
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
