import { createHash, randomUUID } from 'node:crypto';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { ROLE } from '@postern/contract/ids';
import { type Context, formatDatetime, ok, type Route } from '@postern/resource';
import { sql } from 'kysely';
import { revokeBearerTokens } from '../../platform/auth/bearer-tokens.ts';
import { type BindingDeps, setSystemRoles } from '../rbac/index.ts';

export interface ServiceAccount {
  id: string;
  name: string;
  comment: string;
  access_key: { id: string; secret: string; is_active: boolean; date_created: string | null };
}

const MAX_NAME = 128;

/** Names of components carry host names and may be long; a shortened one keeps a mark of the whole, and the whole goes into the comment. */
function shortName(raw: string): string {
  if (raw.length <= MAX_NAME) return raw;
  return `${raw.slice(0, MAX_NAME - 9)}-${createHash('sha256').update(raw).digest('hex').slice(0, 8)}`;
}

/** Both ends of a long name: those of namesakes differ in the last characters. */
const emailOf = (name: string): string => `${name.length > 100 ? name.slice(0, 60) + name.slice(-40) : name}@local.domain`;

/**
 * Makes a component's account: a service user with the component role and an access key whose secret is shown this once
 * (docs/wire/components.md#registering). Runs in the caller's transaction.
 * @throws InvalidInput on `name` when it is taken or unusable
 */
export async function createServiceAccount(
  ctx: Context,
  deps: BindingDeps,
  given: { name: string; comment?: string },
): Promise<ServiceAccount> {
  const raw = given.name.trim();
  if (raw === '') throw InvalidInput.on('name', 'required');
  if (raw.length > 1024) throw InvalidInput.on('name', 'max_length', { max: 1024 });
  const name = shortName(raw);
  const comment = (raw === name ? (given.comment ?? '') : `${raw} ${given.comment ?? ''}`.trim()).slice(0, 4096);
  const taken = await sql`select 1 from users where username = ${name} or email = ${emailOf(name)}`.execute(ctx.tx);
  if (taken.rows.length > 0) throw InvalidInput.on('name', 'unique');
  const [id, now, key] = [randomUUID(), ctx.clock(), { id: randomUUID(), secret: randomUUID() }];
  await sql`insert into users (id, name, username, email, source, comment, wechat, mfa_level, is_service_account, is_active, need_update_password, is_first_login,
      date_joined, date_created, date_updated, created_by, updated_by)
    values (${id}, ${name}, ${name}, ${emailOf(name)}, 'local', ${comment}, '', 0, true, true, false, false,
      ${now}, ${now}, ${now}, 'System', 'System')`.execute(ctx.tx);
  await setSystemRoles({ ...ctx, actor: { ...ctx.actor, kind: 'system' } }, deps, id, [ROLE.SYSTEM_COMPONENT]);
  await sql`insert into access_keys (id, user_id, sealed_secret, is_active, created_by, updated_by, date_created)
    values (${key.id}, ${id}, ${ctx.secrets.seal(key.secret)}, true, 'System', 'System', ${now})`.execute(ctx.tx);
  ctx.audit({
    action: 'create',
    resourceType: 'user',
    resourceId: id,
    resource: name,
    changes: [{ field: 'username', before: '', after: name }],
  });
  return { id, name, comment, access_key: { ...key, is_active: true, date_created: formatDatetime(now, ctx.timeZone) } };
}

/** Removes a component's account: its keys stop working at once. Only service accounts go this way. */
export async function removeServiceAccount(ctx: Context, deps: BindingDeps, userId: string): Promise<void> {
  const { rows } = await sql<{
    username: string;
  }>`delete from users where id = ${userId} and is_service_account returning username`.execute(ctx.tx);
  if (!rows[0]) return;
  await sql`delete from access_keys where user_id = ${userId}`.execute(ctx.tx);
  ctx.audit({ action: 'delete', resourceType: 'user', resourceId: userId, resource: rows[0].username });
  deps.identityChanged(ctx);
}

/** Takes a component's account out of use: whatever it could show is refused from the commit on. Its row stays, for those who look back. */
export async function suspendServiceAccount(ctx: Context, deps: BindingDeps, userId: string): Promise<void> {
  const { rows } = await sql<{ username: string }>`
    update users set is_active = false, date_updated = ${ctx.clock()} where id = ${userId} and is_service_account returning username`.execute(
    ctx.tx,
  );
  if (!rows[0]) return;
  await sql`delete from access_keys where user_id = ${userId}`.execute(ctx.tx);
  await sql`delete from private_tokens where user_id = ${userId}`.execute(ctx.tx);
  await revokeBearerTokens(ctx.tx, userId);
  ctx.audit({
    action: 'update',
    resourceType: 'user',
    resourceId: userId,
    resource: rows[0].username,
    changes: [{ field: 'is_active', before: 'Yes', after: 'No' }],
  });
  deps.identityChanged(ctx);
}

/** Registration by the bootstrap token, without a component of its own (docs/wire/users.md#service-accounts). */
export const serviceAccountRegistration = (
  deps: BindingDeps & { settings: { get(key: 'SECURITY_SERVICE_ACCOUNT_REGISTRATION'): boolean } },
): Route => ({
  method: 'POST',
  path: '/api/v1/users/service-account-registrations/',
  policy: { allow: 'bootstrap' },
  name: 'users.serviceaccount.register',
  rootOrg: true,
  async handle(ctx, { body }) {
    if (!deps.settings.get('SECURITY_SERVICE_ACCOUNT_REGISTRATION')) throw new CodedError('registration_disabled');
    const { name, comment } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
    if (typeof name !== 'string') throw InvalidInput.on('name', 'required');
    return ok(await createServiceAccount(ctx, deps, { name, comment: typeof comment === 'string' ? comment : '' }), 201);
  },
});
