import { InvalidInput } from '@postern/contract/errors';
import { permissionByCode } from '@postern/contract/permissions';
import { text } from '@postern/contract/text';
import {
  type Behaviour,
  boolean,
  type Context,
  datetime,
  defineResource,
  eb,
  rowsOf,
  text as textField,
  textList,
  type Values,
} from '@postern/resource';
import { isAddressEntry } from '../../platform/auth/address-list.ts';
import { codesAnywhere } from '../rbac/index.ts';

/** Nobody writes more; a list is looked through with each request. */
const MOST = 200;

/** What an owner holds a key to (docs/decisions/0116); without any of it a key may all that its owner may. */
export const accessKeyTerms = {
  ip_group: textList({ label: text('Addresses', 'IP 组', 'IP アドレス'), default: ['*'], most: MOST }),
  date_expired: datetime({ label: text('Ends', '失效时间', '有効期限'), nullable: true }),
  is_read_only: boolean({ label: text('Reads only', '只读', '読み取り専用'), default: false }),
  permissions: textList({ label: text('Rights', '权限', '権限'), default: [], most: MOST }),
};

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
  // Made by a route of its own: clients send no body at all.
  verbs: ['list', 'retrieve', 'update', 'delete'],
  title: 'id',
  base: ['date_created'],
  fields: {
    is_active: boolean({ label: text('Active', '激活', 'アクティブ'), default: true }),
    ...accessKeyTerms,
    date_last_used: datetime({ label: text('Last used', '最后使用时间', '最終使用日時'), readOnly: true, nullable: true }),
    last_used_from: textField({ label: text('Used from', '使用地址', '使用元アドレス'), readOnly: true, max: 45, default: '' }),
  },
  // Encrypted and not hashed: to check a signature the secret itself is needed.
  columns: {
    sealed_secret: 'text not null',
    user_id: 'uuid not null',
    // Has signed a body once: from then on it always has to.
    signs_body: 'boolean not null default false',
  },
  order: '-date_created',
  indexes: ['user_id'],
});

declare module '@postern/resource/database' {
  interface Columns {
    'access_keys.ip_group': string[];
    'access_keys.permissions': string[];
  }
}

/** Keys are their owner's alone. */
export const accessKeyRows = rowsOf(accessKeyResource, (ctx, t) => eb(t('user_id'), '=', ctx.actor.id));

/**
 * What may be written of a key: addresses that can be read, rights that exist and that its owner holds, in some organisation, an end that is still to come.
 * @param owner whose key it is, where that is not the actor
 * @throws InvalidInput
 */
export async function judgeTerms(
  ctx: Context,
  { ip_group: addresses, permissions, date_expired: end }: Values,
  owner?: string,
): Promise<void> {
  const bad = Array.isArray(addresses) ? addresses.find((entry) => !isAddressEntry(String(entry))) : undefined;
  if (bad !== undefined) throw InvalidInput.on('ip_group', 'invalid_addresses', { value: String(bad).slice(0, 64) });
  if (Array.isArray(permissions) && permissions.length > 0) {
    const own = await codesAnywhere(ctx, owner);
    const everything = owner === undefined && ctx.actor.superuser;
    const foreign = permissions.find((code) => !permissionByCode(code) || !(everything || own.has(code)));
    if (foreign !== undefined) throw InvalidInput.on('permissions', 'invalid_choice', { value: foreign });
  }
  if (end instanceof Date && end <= ctx.clock()) throw InvalidInput.on('date_expired', 'in_the_past');
}

export const accessKeyBehaviour: Behaviour = {
  rows: accessKeyRows,
  async prepare(ctx, { values }) {
    await judgeTerms(ctx, values);
  },
};
