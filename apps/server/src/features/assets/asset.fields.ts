import { ASSET_TYPES, CATEGORIES, CATEGORY_LABELS, typeLabel } from '@postern/contract/platforms';
import { text as words } from '@postern/contract/text';
import {
  boolean,
  comment,
  computed,
  datetime,
  derived,
  displayNameOf,
  eb,
  type Field,
  FLAG_SCHEMA,
  INTEGER_SCHEMA,
  integer,
  json,
  labelled,
  listOf,
  listSchema,
  manyToMany,
  nestedList,
  objectSchema,
  Problem,
  reference,
  relatedOf,
  type Schema,
  secret,
  TEXT_SCHEMA,
  text,
  textList,
  uniqueName,
} from '@postern/resource';
import { labelledAs, orNull } from '../../platform/shown.ts';
import { assetConfirmed, confirmedField } from '../destinations/index.ts';
import { readLabel } from '../labels/index.ts';
import { AUTO_CONFIG, SPEC_INFO } from './asset.computed.ts';

export const CONNECTIVITY = [
  { value: '-', label: words('Unknown', '未知', '不明') },
  { value: 'ok', label: words('OK', '成功', '成功') },
  { value: 'err', label: words('Failed', '失败', '失敗') },
] as const;

/** Paths of the nodes: shown as computed, accepted as a list that replaces the nodes. */
function nodePaths(): Field {
  const list = textList({ label: words('Node paths', '节点路径', 'ノードのパス'), max: 4096 });
  const { column: _none, ...kind } = list.kind;
  return { kind: { ...kind, name: 'computed' }, options: { ...list.options, replaces: 'nodes' } };
}

/** Linked by id, or made on the spot from `{name, value}`; `prepare` turns the latter into ids. */
function labels(): Field {
  const links = manyToMany('label', {
    label: words('Labels', '标签', 'ラベル'),
    through: { table: 'asset_labels', mine: 'asset_id', theirs: 'label_id' },
    show: ['id', 'name', 'value', 'color', 'warning'],
  });
  return {
    ...links,
    kind: {
      ...links.kind,
      parse(given) {
        if (!Array.isArray(given)) throw new Problem('not_a_list');
        if (given.length > 1000) throw new Problem('too_many', { max: 1000 });
        return given.map((entry: unknown) => {
          const read = readLabel(entry);
          if (read === undefined) throw new Problem('does_not_exist', { value: String(entry).slice(0, 64) });
          return read;
        });
      },
      // As people write them, so that a file fits another organisation too; a name with a colon is told by its id.
      cell: (wire) =>
        JSON.stringify(
          (wire as { id: string; name: string; value: string }[]).map(({ id, name, value }) =>
            name.includes(':') ? `${name}(${id})` : `${name}:${value}`,
          ),
        ),
      fromCell: (given) =>
        listOf(given).map((entry) => {
          const related = relatedOf(entry);
          const pair = typeof related === 'string' ? /^([^:]+):(.+)$/s.exec(related) : null;
          return pair ? { name: pair[1], value: pair[2] } : related;
        }),
    },
  };
}

/** Nodes by id, or by a path that `prepare` finds or makes (docs/wire/assets.md#nodes-and-labels-of-an-asset). */
function nodes(): Field {
  const links = manyToMany('node', {
    label: words('Nodes', '节点', 'ノード'),
    through: { table: 'asset_nodes', mine: 'asset_id', theirs: 'node_id' },
  });
  return {
    ...links,
    kind: {
      ...links.kind,
      parse(given, field, ctx) {
        if (!Array.isArray(given)) throw new Problem('not_a_list');
        const paths = given.filter(isPath);
        const ids = links.kind.parse(
          given.filter((entry) => !isPath(entry)),
          field,
          ctx,
        );
        return [...(ids as string[]), ...paths.map(({ name }) => ({ path: name.slice(0, 4096) }))];
      },
      // A path is one without the slash before it, too. Its name by itself may be that of any node.
      fromCell: (given) =>
        listOf(given).map((entry) => {
          const named = displayNameOf(entry);
          return isNamed(named) && /[^/]\//.test(named.name) ? { name: `/${named.name.replace(/^\/+/, '')}` } : named;
        }),
    },
  };
}
const isNamed = (entry: unknown): entry is { name: string } =>
  typeof entry === 'object' && entry !== null && 'name' in entry && typeof entry.name === 'string' && !('id' in entry) && !('pk' in entry);
const isPath = (entry: unknown): entry is { name: string } => isNamed(entry) && entry.name.startsWith('/');

/** Protocols and their ports; in tables as `ssh/22`. */
function protocols(): Field {
  const list = nestedList(
    {
      name: text({ label: words('Name', '名称', '名前'), max: 32, required: true }),
      port: integer({ label: words('Port', '端口', 'ポート'), min: 0, max: 65535, nullable: true, default: 0 }),
    },
    { label: words('Protocols', '协议', 'プロトコル'), nullable: true },
  );
  return {
    ...list,
    kind: {
      ...list.kind,
      cell: (wire) => JSON.stringify((wire as { name: string; port: number | null }[]).map(({ name, port }) => `${name}/${port ?? 0}`)),
      fromCell: (given) =>
        listOf(given).map((entry) => {
          const pair = typeof entry === 'string' ? /^([^/:：\s]+)(?:\s*[/:：\s]\s*(\d+))?$/.exec(entry.trim()) : null;
          return pair ? { name: pair[1]?.toLowerCase(), ...(pair[2] ? { port: Number(pair[2]) } : {}) } : entry;
        }),
    },
  };
}

const LABELLED = labelledAs();
/** An account on the page of its asset, without what that says itself. */
const ACCOUNT: Schema = objectSchema(
  {
    id: TEXT_SCHEMA,
    name: TEXT_SCHEMA,
    username: TEXT_SCHEMA,
    secret_type: LABELLED,
    su_from: orNull(objectSchema({ id: TEXT_SCHEMA, name: TEXT_SCHEMA, username: TEXT_SCHEMA })),
    version: INTEGER_SCHEMA,
    source: orNull(LABELLED),
    source_id: orNull(TEXT_SCHEMA),
    connectivity: LABELLED,
    comment: TEXT_SCHEMA,
    created_by: TEXT_SCHEMA,
    has_secret: FLAG_SCHEMA,
    privileged: FLAG_SCHEMA,
    is_active: FLAG_SCHEMA,
    date_created: TEXT_SCHEMA,
    date_updated: TEXT_SCHEMA,
  },
  { destination_confirmed: FLAG_SCHEMA },
);

/** Made together with the asset; shown on the asset's own page. The items are read by the accounts feature. */
function nestedAccounts(): Field {
  const shown = computed({ label: words('Accounts', '账号', 'アカウント'), type: 'field' });
  return {
    kind: {
      ...shown.kind,
      parse(given) {
        if (!Array.isArray(given)) throw new Problem('not_a_list');
        if (given.length > 200) throw new Problem('too_many', { max: 200 });
        return given;
      },
      // By their log-in names alone, too.
      fromCell: (given) => listOf(given).map((entry) => (typeof entry === 'string' ? { name: entry, username: entry } : entry)),
      schema: (_field, way) => ({
        ...listSchema(way === 'answer' ? ACCOUNT : { type: 'object' }),
        ...(way === 'body' ? { nullable: true } : {}),
      }),
    },
    options: { label: shown.options.label, view: 'detail', nullable: true, unexported: true },
  };
}

const typeOfPlatform = () => eb.selectFrom('platforms as p').select('p.type').whereRef('p.id', '=', 't.platform_id');

/** A field with what else files call its column: other systems, and people's own lists. */
const alsoTitled = <F extends Field>(field: F, ...titles: readonly string[]): F => ({ ...field, options: { ...field.options, titles } });

/** Fields of every asset, in wire order (docs/wire/assets.md#assets). */
export const assetFields: Readonly<Record<string, Field>> = {
  name: alsoTitled(uniqueName('org'), 'Hostname', 'Host', '主机名', 'ホスト名', '名称'),
  address: text({
    label: words('Address', '地址', 'アドレス'),
    required: true,
    max: 767,
    filter: true,
    search: true,
    titles: ['IP', 'IP address', 'IP地址', 'IPアドレス', '主机地址'],
  }),
  comment: alsoTitled(
    { ...comment(), options: { ...comment().options, search: true } },
    'Description',
    'Notes',
    'Remarks',
    '说明',
    '説明',
    'コメント',
    'メモ',
  ),
  domain: reference('domain', {
    label: words('Domain', '网域', 'ドメイン'),
    nullable: true,
    onDelete: 'set null',
    titles: ['Zone', 'Network domain', 'ネットワークドメイン'],
  }),
  platform: reference('platform', {
    label: words('Platform', '平台', 'プラットフォーム'),
    required: true,
    onDelete: 'restrict',
    titles: ['OS', 'System', '系统平台', '操作系统'],
  }),
  nodes: alsoTitled(nodes(), 'Node', 'Group', 'Folder', '分组', 'グループ'),
  labels: alsoTitled(labels(), 'Tags', 'Tag', '标签管理', 'タグ'),
  protocols: alsoTitled(protocols(), 'Protocol', '协议组', 'プロトコルグループ'),
  nodes_display: alsoTitled(nodePaths(), 'Node path', 'ノードパス'),
  accounts: nestedAccounts(),
  category: derived({
    label: words('Category', '类别', 'カテゴリ'),
    type: 'labeled_choice',
    order: false,
    choices: CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value] })),
    expression: () => eb.ref('t.category'),
  }),
  type: derived({
    label: words('Type', '类型', '種類'),
    type: 'labeled_choice',
    order: false,
    choices: ASSET_TYPES.map((one) => ({ value: one.value, label: typeLabel(one.value) })),
    expression: typeOfPlatform,
  }),
  connectivity: labelled({
    label: words('Connectivity', '可连接性', '接続性'),
    readOnly: true,
    default: '-',
    choices: CONNECTIVITY,
  }),
  destination_confirmed: confirmedField(assetConfirmed),
  auto_config: computed({ label: words('Automation', '自动化配置', '自動化設定'), type: 'json', answered: AUTO_CONFIG, unexported: true }),
  is_active: boolean({
    label: words('Active', '激活', '有効'),
    default: true,
    filter: true,
    noIndex: 'two values',
    titles: ['Enabled', '启用', '激活中', 'アクティブ'],
  }),
  date_verified: datetime({ label: words('Date verified', '校验日期', '検証日時'), readOnly: true, nullable: true, order: false }),
};

/** What rows of all categories say of what only one of them has. Tables have columns for it where it can be written. */
export const commonFacts: Readonly<Record<string, Field>> = {
  spec_info: computed({ label: words('Specifics', '特有信息', '固有情報'), type: 'json', unexported: true, answered: SPEC_INFO }),
  gathered_info: json({
    label: words('Hardware', '硬件信息', 'ハードウェア'),
    holds: { type: 'object' },
    default: {},
    readOnly: true,
    unexported: true,
  }),
};

/** Fields of single categories; the columns are empty in rows of the others. */
export const hostFields = {
  gathered_info: json({ label: words('Hardware', '硬件信息', 'ハードウェア'), holds: { type: 'object' }, default: {} }),
};

const pem = (label: ReturnType<typeof words>) => text({ label, multiline: true, default: '', blank: true, order: false });
export const databaseFields = {
  db_name: text({ label: words('Database', '数据库名', 'データベース名'), max: 1024, required: true, nullable: true, order: false }),
  ca_cert: pem(words('CA certificate', 'CA 证书', 'CA 証明書')),
  client_cert: pem(words('Client certificate', '客户端证书', 'クライアント証明書')),
  // Other servers of this API return it in clear; a private key of ours is never read back.
  client_key: secret({ label: words('Client key', '客户端密钥', 'クライアント鍵') }),
  use_ssl: boolean({ label: words('Use TLS', '使用 TLS', 'TLS を使う'), order: false }),
  allow_invalid_cert: boolean({ label: words('Accept invalid certificates', '忽略证书校验', '無効な証明書を許可'), order: false }),
};

/** Services are found at an address of the web. */
const urlAddress = text({ label: words('URL', 'URL', 'URL'), required: true, max: 767, filter: true, search: true });

export const cloudFields = { address: urlAddress };

export const webFields = {
  address: urlAddress,
  autofill: labelled({
    label: words('Fill in', '自动填充', '自動入力'),
    default: 'basic',
    order: false,
    choices: [
      { value: 'no', label: words('Off', '关闭', 'しない') },
      { value: 'basic', label: words('Basic', '基本', '基本') },
      { value: 'script', label: words('Script', '脚本', 'スクリプト') },
    ],
  }),
  username_selector: text({ label: words('Username element', '用户名元素', 'ユーザー名の要素'), default: 'name=username', order: false }),
  password_selector: text({ label: words('Password element', '密码元素', 'パスワードの要素'), default: 'name=password', order: false }),
  submit_selector: text({ label: words('Submit element', '提交元素', '送信ボタンの要素'), default: 'id=login_button', order: false }),
  script: json({ label: words('Script', '脚本', 'スクリプト'), holds: listSchema({}), default: [] }),
};

export const gptFields = {
  proxy: text({
    label: words('Proxy', '代理', 'プロキシ'),
    default: '',
    blank: true,
    order: false,
    check: (value) => (value.startsWith('http://') || value.startsWith('https://') ? undefined : { code: 'invalid_url' }),
  }),
};

export const customFields = {
  custom_info: json({ label: words('Custom fields', '自定义字段', 'カスタム項目'), holds: { type: 'object' }, default: {} }),
};
