import { InvalidInput } from '@postern/contract/errors';
import { text } from '@postern/contract/text';
import { type Behaviour, boolean, datetime, defineResource, eb, rowsOf, text as textField, textList } from '@postern/resource';
import { isAddressEntry } from '../../platform/auth/address-list.ts';

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
    ip_group: textList({ label: text('Addresses', 'IP 组', 'IP アドレス'), default: ['*'] }),
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
  }
}

/** Keys are their owner's alone. */
export const accessKeyRows = rowsOf(accessKeyResource, (ctx, t) => eb(t('user_id'), '=', ctx.actor.id));

export const accessKeyBehaviour: Behaviour = {
  rows: accessKeyRows,
  async prepare(_ctx, { values }) {
    const { ip_group: addresses } = values;
    const bad = Array.isArray(addresses) ? addresses.find((entry) => !isAddressEntry(String(entry))) : undefined;
    if (bad !== undefined) throw InvalidInput.on('ip_group', 'invalid_choice', { value: bad });
  },
};
