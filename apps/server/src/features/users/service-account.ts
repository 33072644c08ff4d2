import { createHash, randomUUID } from 'node:crypto';
import type { ServiceAccount } from '@postern/contract/component';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { ROLE } from '@postern/contract/ids';
import { text } from '@postern/contract/text';
import {
  type Context,
  comment as commentField,
  FLAG_SCHEMA,
  formatDatetime,
  objectSchema,
  type Route,
  type Shape,
  TEXT_SCHEMA,
  text as textField,
} from '@postern/resource';
import { revokeBearerTokens } from '../../platform/auth/bearer-tokens.ts';
import { anyRow } from '../../platform/database/any-row.ts';
import { creation } from '../../platform/routes/creation.ts';
import { shown, WORDS } from '../../platform/shown.ts';
import { addAccessKey, removeAccessKeys } from '../access-keys/index.ts';
import { type BindingDeps, setSystemRoles } from '../rbac/index.ts';
import { insertAccount } from './accounts.ts';
import { noteChange } from './user-changes.ts';

const MAX_NAME = 128;
/** Longest name that is shortened. */
const MAX_RAW_NAME = 1024;

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
  if (raw.length > MAX_RAW_NAME) throw InvalidInput.on('name', 'max_length', { max: MAX_RAW_NAME });
  const name = shortName(raw);
  const comment = (raw === name ? (given.comment ?? '') : `${raw} ${given.comment ?? ''}`.trim()).slice(0, 4096);
  const email = emailOf(name);
  const taken = await anyRow(ctx.tx.selectFrom('users as u').where((u) => u.or([u('u.username', '=', name), u('u.email', '=', email)])));
  if (taken) throw InvalidInput.on('name', 'unique');
  const id = randomUUID();
  await insertAccount(ctx, { id, name, username: name, email, comment, is_service_account: true });
  await setSystemRoles({ ...ctx, actor: { ...ctx.actor, kind: 'system' } }, deps, id, [ROLE.SYSTEM_COMPONENT]);
  const key = await addAccessKey(ctx, id, 'System');
  ctx.audit({
    action: 'create',
    resourceType: 'user',
    resourceId: id,
    resource: name,
    changes: [{ field: 'username', before: '', after: name }],
  });
  return { id, name, comment, access_key: { ...key, date_created: formatDatetime(key.date_created, ctx.timeZone) } };
}

/** Removes a component's account: its keys stop working at once. Only accounts of components go this way. */
export async function removeServiceAccount(ctx: Context, deps: BindingDeps, userId: string): Promise<void> {
  const gone = await ctx.tx
    .deleteFrom('users')
    .where('id', '=', userId)
    .where('is_service_account', '=', true)
    .where('program', '=', false)
    .returning('username')
    .executeTakeFirst();
  if (!gone) return;
  await removeAccessKeys(ctx, userId);
  ctx.audit({ action: 'delete', resourceType: 'user', resourceId: userId, resource: gone.username });
  deps.identityChanged(ctx);
}

/** Takes a component's account out of use: whatever it could show is refused from the commit on. Its row stays, for those who look back. */
export async function suspendServiceAccount(ctx: Context, deps: BindingDeps, userId: string): Promise<void> {
  const account = await ctx.tx
    .updateTable('users')
    .set({ is_active: false, date_updated: ctx.clock() })
    .where('id', '=', userId)
    .where('is_service_account', '=', true)
    .where('program', '=', false)
    .returning(['id', 'username'])
    .executeTakeFirst();
  if (!account) return;
  await removeAccessKeys(ctx, userId);
  await ctx.tx.deleteFrom('private_tokens').where('user_id', '=', userId).execute();
  await revokeBearerTokens(ctx.tx, userId);
  noteChange(ctx, account, 'is_active', 'Yes', 'No');
  deps.identityChanged(ctx);
}

const ACCESS_KEY = objectSchema({
  id: TEXT_SCHEMA,
  secret: TEXT_SCHEMA,
  is_active: FLAG_SCHEMA,
  date_created: { ...TEXT_SCHEMA, nullable: true },
});

const accountShape: Shape = {
  title: text('Service account', '服务账号', 'サービスアカウント'),
  fields: {
    id: shown(WORDS.id),
    name: shown(WORDS.name),
    comment: shown(WORDS.comment),
    access_key: shown(WORDS.key, 'field', { answered: ACCESS_KEY }),
  },
};

/** Registration by the bootstrap token, without a component of its own (docs/wire/users.md#service-accounts). */
export const serviceAccountRegistration = (
  deps: BindingDeps & { settings: { get(key: 'SECURITY_SERVICE_ACCOUNT_REGISTRATION'): boolean } },
): Route =>
  creation({
    path: '/api/v1/users/service-account-registrations/',
    name: 'users.serviceaccount.register',
    who: { allow: 'bootstrap' },
    rows: { none: 'the account that it makes' },
    rootOrg: true,
    body: { name: textField({ label: WORDS.name, required: true, max: MAX_RAW_NAME }), comment: commentField() },
    answer: accountShape,
    errors: ['registration_disabled'],
    async create(ctx, { body }) {
      if (!deps.settings.get('SECURITY_SERVICE_ACCOUNT_REGISTRATION')) throw new CodedError('registration_disabled');
      return createServiceAccount(ctx, deps, body);
    },
  });
