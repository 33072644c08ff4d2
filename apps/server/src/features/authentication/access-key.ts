import { randomUUID } from 'node:crypto';
import { InvalidInput } from '@postern/contract/errors';
import { text } from '@postern/contract/text';
import {
  type Behaviour,
  boolean,
  can,
  datetime,
  defineBehaviour,
  defineResource,
  eb,
  formatDatetime,
  ok,
  type Route,
  rowsOf,
  text as textField,
  textList,
} from '@postern/resource';
import { sql } from 'kysely';
import { isAddressEntry } from '../../platform/auth/address-list.ts';
import type { ConfirmationGate } from './confirm.ts';

/** Keys a person may hold; nobody needs more, and lists stay short. */
const MAX_KEYS = 100;

/** Keys with which a person's programs sign their requests (docs/decisions/0066). Only the owner sees them, and never their secrets again. */
export const accessKeyResource = defineResource({
  name: 'accesskey',
  app: 'authentication',
  path: 'access-keys',
  table: 'access_keys',
  label: text('Access key', '访问密钥', 'アクセスキー'),
  labelPlural: text('Access keys', '访问密钥', 'アクセスキー'),
  scope: 'system',
  rootOrg: true,
  bulk: false,
  clientIds: false,
  // Made by `accessKeyCreation`: clients send no body at all.
  verbs: ['list', 'retrieve', 'update', 'delete'],
  title: 'id',
  base: ['date_created'],
  fields: {
    is_active: boolean({ label: text('Active', '激活', 'アクティブ'), default: true }),
    ip_group: textList({ label: text('Addresses', 'IP 组', 'IP アドレス'), default: ['*'] }),
    date_last_used: datetime({ label: text('Last used', '最后使用时间', '最終使用日時'), readOnly: true, nullable: true }),
    last_used_from: textField({ label: text('Used from', '使用地址', '使用元アドレス'), readOnly: true, max: 45, default: '' }),
  },
  // Sealed and not hashed: to check a signature the secret itself is needed.
  columns: {
    sealed_secret: 'text not null',
    user_id: 'uuid not null',
    // Has signed a body once: from then on it always has to.
    signs_body: 'boolean not null default false',
  },
  order: '-date_created',
  indexes: ['user_id'],
});

export const accessKeyBehaviour: Behaviour = defineBehaviour({
  rows: rowsOf(accessKeyResource, (ctx, t) => eb(t('user_id'), '=', ctx.actor.id)),
  async prepare(_ctx, { values }) {
    const { ip_group: addresses } = values;
    const bad = Array.isArray(addresses) ? addresses.find((entry) => !isAddressEntry(String(entry))) : undefined;
    if (bad !== undefined) throw InvalidInput.on('ip_group', 'invalid_choice', { value: bad });
  },
});

/**
 * A new key for the caller. Its secret is in this answer and in no other (decision 0066). A key outlives the login that makes
 * it, so a browser is asked again who sits there (decision 0033); programs, which have no session to ask in, make keys as the
 * contract says.
 */
export const accessKeyCreation = (confirm: ConfirmationGate): Route => ({
  method: 'POST',
  path: '/api/v1/authentication/access-keys/',
  policy: can('authentication.add_accesskey'),
  name: 'authentication.accesskey.create',
  rootOrg: true,
  async handle(ctx) {
    if (ctx.session) await confirm(ctx, 'mfa', 'user_confirm_required');
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from access_keys where user_id = ${ctx.actor.id}`.execute(ctx.tx);
    if ((rows[0]?.n ?? 0) >= MAX_KEYS) throw InvalidInput.on('non_field_errors', 'too_many', { max: MAX_KEYS });
    const [id, secret, now] = [randomUUID(), randomUUID(), ctx.clock()];
    await sql`insert into access_keys (id, user_id, sealed_secret, is_active, created_by, updated_by, date_created)
      values (${id}, ${ctx.actor.id}, ${ctx.secrets.seal(secret)}, true, ${ctx.actor.name}, ${ctx.actor.name}, ${now})`.execute(ctx.tx);
    ctx.audit({ action: 'create', resourceType: 'accesskey', resourceId: id, resource: id });
    return ok({ id, secret, is_active: true, date_created: formatDatetime(now, ctx.timeZone) }, 201);
  },
});
