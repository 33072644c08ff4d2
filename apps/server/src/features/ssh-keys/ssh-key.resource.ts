import { text } from '@postern/contract/text';
import {
  boolean,
  comment,
  computed,
  datetime,
  defineResource,
  eb,
  input,
  type Policy,
  type RowOf,
  rowsOf,
  text as textField,
} from '@postern/resource';

/** Everybody who is logged in, for their own keys alone. */
const OWN: Policy = { allow: 'user' };

/** Public keys with which a person logs in at the SSH door (docs/decisions/0093). Only the owner sees them. */
export const sshKeyResource = defineResource({
  name: 'sshkey',
  app: 'authentication',
  path: 'ssh-key',
  table: 'ssh_keys',
  label: text('SSH key', 'SSH 密钥', 'SSH 鍵'),
  labelPlural: text('SSH keys', 'SSH 密钥', 'SSH 鍵'),
  scope: 'system',
  rootOrg: true,
  bulk: false,
  clientIds: false,
  access: { list: OWN, retrieve: OWN, create: OWN, update: OWN, delete: OWN },
  base: ['date_created', 'date_updated'],
  fields: {
    name: textField({ label: text('Name', '名称', '名前'), required: true }),
    // A key is what it is: another one is another row.
    public_key: input(
      textField({
        label: text('Public key', '公钥', '公開鍵'),
        help: text('The content of a .pub file, on one line.', '.pub 文件的内容，单独一行。', '.pub ファイルの内容を 1 行で入力します。'),
        required: true,
        multiline: true,
        max: 16_384,
        createOnly: true,
        order: false,
      }),
    ),
    fingerprint: textField({ label: text('Fingerprint', '指纹', 'フィンガープリント'), readOnly: true, default: '', order: false }),
    key_type: textField({ label: text('Type', '类型', '種類'), readOnly: true, default: '' }),
    public_key_comment: computed({ label: text('Name in the key', '密钥中的名称', '鍵に書かれた名前'), type: 'string' }),
    public_key_hash_md5: computed({ label: text('MD5 fingerprint', 'MD5 指纹', 'MD5 フィンガープリント'), type: 'string' }),
    is_active: boolean({ label: text('Active', '激活', 'アクティブ'), default: true }),
    date_last_used: datetime({ label: text('Last used', '最后使用时间', '最終使用日時'), readOnly: true, nullable: true }),
    last_used_from: textField({ label: text('Used from', '使用地址', '使用元アドレス'), readOnly: true, max: 45, default: '' }),
    comment: comment(),
  },
  columns: {
    user_id: 'uuid not null references users (id) on delete cascade',
    // Type, key and comment, as in a line of `authorized_keys`.
    line: 'text not null',
    // The one that `public_key` of a person means.
    of_profile: 'boolean not null default false',
  },
  order: '-date_created',
  uniqueTogether: [['user_id', 'fingerprint']],
});

export const sshKeyRows = rowsOf(sshKeyResource, (ctx, t) => eb(t('user_id'), '=', ctx.actor.id));

export type SshKeyRow = RowOf<typeof sshKeyResource>;
