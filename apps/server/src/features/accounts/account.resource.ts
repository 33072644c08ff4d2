import { text as words } from '@postern/contract/text';
import {
  boolean,
  choice,
  comment,
  defineResource,
  input,
  integer,
  json,
  labelled,
  objectSchema,
  reference,
  rowsOf,
  TEXT_SCHEMA,
  text,
  uuid,
} from '@postern/resource';
import { AUTO_CONFIG } from '../assets/index.ts';
import { accountConfirmed, confirmedField, type Destination } from '../destinations/index.ts';
import { hasSecret, secretParts, switchedFrom } from './secret.fields.ts';

export const ON_INVALID = [
  { value: 'error', label: words('Fail', '失败', '失敗') },
  { value: 'skip', label: words('Skip', '跳过', 'スキップ') },
  { value: 'update', label: words('Update', '更新', '更新') },
] as const;

/** The asset of an account, as people see it beside the login. */
export const ASSET_OBJECT = objectSchema({
  id: TEXT_SCHEMA,
  name: TEXT_SCHEMA,
  address: TEXT_SCHEMA,
  type: objectSchema({ value: TEXT_SCHEMA, label: TEXT_SCHEMA }),
  category: objectSchema({ value: TEXT_SCHEMA, label: TEXT_SCHEMA }),
  platform: objectSchema({ id: { type: 'integer' }, name: TEXT_SCHEMA }),
  auto_config: AUTO_CONFIG,
});

/** A login on an asset (docs/wire/accounts.md#accounts). The secret is encrypted, and only `account-secrets` ever opens it for people. */
export const account = defineResource({
  name: 'account',
  app: 'accounts',
  path: 'accounts',
  table: 'accounts',
  label: words('Account', '账号', 'アカウント'),
  labelPlural: words('Accounts', '账号', 'アカウント'),
  scope: 'org',
  base: ['created_by', 'date_created', 'date_updated'],
  fields: {
    // Blank, null or left out, it is made of the username: there is none without.
    name: text({ label: words('Name', '名称', '名前'), blank: true, filled: true, noIndex: 'searched by trigrams' }),
    username: text({ label: words('Username', '用户名', 'ユーザー名'), required: true, blank: true, createOnly: true, filter: true }),
    ...secretParts({ filter: true }),
    asset: reference('asset', {
      label: words('Asset', '资产', 'アセット'),
      answered: ASSET_OBJECT,
      required: true,
      createOnly: true,
      filter: true,
      onDelete: 'cascade',
    }),
    su_from: switchedFrom('account'),
    version: integer({ label: words('Version', '版本', 'バージョン'), readOnly: true, default: 1 }),
    source: labelled({
      label: words('Source', '来源', '作成元'),
      nullable: true,
      default: 'local',
      choices: [
        { value: 'local', label: words('Local', '本地', 'ローカル') },
        { value: 'collected', label: words('Collected', '收集', '収集') },
        { value: 'template', label: words('Template', '模板', 'テンプレート') },
      ],
    }),
    source_id: text({ label: words('Source ID', '来源 ID', '作成元 ID'), nullable: true, filter: true, order: false }),
    connectivity: labelled({
      label: words('Connectivity', '可连接性', '接続性'),
      readOnly: true,
      default: '-',
      choices: [
        { value: '-', label: words('Unknown', '未知', '不明') },
        { value: 'ok', label: words('OK', '成功', '成功') },
        { value: 'err', label: words('Failed', '失败', '失敗') },
      ],
    }),
    template: input(uuid({ label: words('Template', '模板', 'テンプレート'), nullable: true })),
    on_invalid: input(choice({ label: words('If it exists', '已存在时', '既に存在する場合'), choices: ON_INVALID })),
    params: input(json({ label: words('Push parameters', '推送参数', '配布パラメーター'), holds: { type: 'object' }, nullable: true })),
    comment: comment(),
    has_secret: hasSecret({ filter: true }),
    destination_confirmed: confirmedField(accountConfirmed),
    privileged: boolean({ label: words('Privileged', '特权', '特権'), filter: true, noIndex: 'two values' }),
    is_active: boolean({ label: words('Active', '激活', '有効'), default: true, filter: true, noIndex: 'two values' }),
    push_now: input(boolean({ label: words('Push now', '立即推送', 'すぐに配布') })),
  },
  columns: {
    ssh_fingerprint: 'text',
    date_verified: 'timestamptz',
    destination: 'jsonb',
    destination_vouched: 'boolean not null default false',
  },
  order: '-date_updated',
  uniqueTogether: [
    ['asset', 'name'],
    ['asset', 'username', 'secret_type'],
  ],
  mini: ['id', 'name', 'username'],
  small: ['id', 'name', 'username', 'secret_type', 'has_secret', 'privileged', 'is_active', 'spec_info'],
  indexes: ['org_id, date_updated desc, id', 'gin(name gin_trgm_ops)', 'gin(username gin_trgm_ops)', "id where secret like 'pv1.%'"],
});

declare module '@postern/resource/database' {
  interface Columns {
    'accounts.destination': Destination | null;
  }
}

export const accountRows = rowsOf(account);
