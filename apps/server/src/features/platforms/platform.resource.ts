import { ASSET_TYPES, AUTOMATIONS, CATEGORIES, CATEGORY_LABELS, SU_METHODS, typeLabel } from '@postern/contract/platforms';
import { text as words } from '@postern/contract/text';
import {
  boolean,
  comment,
  defineResource,
  type Field,
  integer,
  json,
  labelled,
  listSchema,
  nested,
  nestedList,
  openChoice,
  slug,
  text,
  textList,
} from '@postern/resource';
import type { AutomationDocument } from './automation-methods.ts';
import type { SeededProtocol } from './seeded-platforms.ts';

const same = (word: string) => words(word, word, word);

const automationLabels = {
  ping: words('Test connection', '测试连接', '接続テスト'),
  gather_facts: words('Gather facts', '收集信息', '情報収集'),
  gather_accounts: words('Gather accounts', '收集账号', 'アカウント収集'),
  verify_account: words('Verify account', '验证账号', 'アカウント検証'),
  change_secret: words('Change secret', '更改密码', 'シークレット変更'),
  push_account: words('Push account', '推送账号', 'アカウント配布'),
};

const automationFields: Record<string, Field> = {
  id: integer({ label: same('ID'), readOnly: true, nullable: true }),
  ansible_enabled: boolean({ label: words('Ansible', '启用 Ansible', 'Ansible を有効にする') }),
  ansible_config: json({ label: words('Ansible settings', 'Ansible 配置', 'Ansible 設定'), holds: { type: 'object' }, default: {} }),
};
for (const name of AUTOMATIONS) {
  const label = automationLabels[name];
  automationFields[`${name}_enabled`] = boolean({ label });
  automationFields[`${name}_method`] = text({
    label: words(`${label.en}: method`, `${label.zh}方式`, `${label.ja}の方式`),
    max: 32,
    nullable: true,
    default: null,
  });
  automationFields[`${name}_params`] = json({
    label: words(`${label.en}: parameters`, `${label.zh}参数`, `${label.ja}のパラメーター`),
    holds: { type: 'object' },
    default: {},
  });
}

const protocolFields: Record<string, Field> = {
  id: integer({ label: same('ID'), nullable: true, default: null }),
  name: text({ label: words('Name', '名称', '名前'), max: 32, required: true }),
  port: integer({ label: words('Port', '端口', 'ポート'), required: true, min: 0, max: 65535 }),
  primary: boolean({ label: words('Primary', '主要', 'プライマリ') }),
  required: boolean({ label: words('Required', '必填', '必須') }),
  default: boolean({ label: words('Default', '默认', 'デフォルト') }),
  public: boolean({ label: words('Shown to users', '对用户公开', 'ユーザーに表示'), default: true }),
  secret_types: textList({ label: words('Secret types', '密文类型', 'シークレットの種類'), readOnly: true, default: [] }),
  port_from_addr: boolean({ label: words('Port from address', '端口来自地址', 'アドレスからポートを取る'), readOnly: true }),
  setting: json({ label: words('Settings', '设置', '設定'), holds: { type: 'object' }, default: {} }),
};

const customFields: Record<string, Field> = {
  name: text({ label: words('Name', '名称', '名前'), required: true }),
  label: text({ label: words('Label', '标签', 'ラベル'), required: true }),
  type: text({
    label: words('Type', '类型', '種類'),
    default: 'str',
    check: (value) =>
      CUSTOM_FIELD_TYPES.has(value)
        ? undefined
        : { code: 'choose_one_of', params: { value: value.slice(0, 64), choices: [...CUSTOM_FIELD_TYPES].join(', ') } },
  }),
  default: text({ label: words('Default', '默认值', 'デフォルト値'), max: 1024, default: '', blank: true, nullable: true }),
  help_text: text({ label: words('Help text', '帮助文本', 'ヘルプ'), max: 1024, default: '', blank: true }),
  choices: json({ label: words('Choices', '选项', '選択肢'), holds: listSchema({}), default: [] }),
};
// Secrets belong to accounts, where they are encrypted and revealed with a trace; `password` is left out (decision 0041).
const CUSTOM_FIELD_TYPES = new Set(['str', 'int', 'bool', 'text', 'choice', 'list']);
const CUSTOM_TYPE = /^[a-z][a-z0-9_-]{0,31}$/;

export interface PlatformProtocol extends SeededProtocol {
  id: number;
  secret_types: readonly string[];
  port_from_addr: boolean;
}

/** A field that the instances of a custom platform have (docs/wire/assets.md#fields-of-custom-platforms). */
export interface CustomField {
  name: string;
  type: string;
  /** Null: the field is required. */
  default: string | null;
  choices: unknown;
}

declare module '@postern/resource/database' {
  interface Columns {
    'platforms.protocols': readonly PlatformProtocol[];
    'platforms.automation': AutomationDocument;
    'platforms.custom_fields': readonly CustomField[];
  }
}

/** One of the known types, or a name of one's own: types of custom platforms exist by being used (decision 0041). */
function openType(): Field {
  const known = labelled({
    label: words('Type', '类型', '種類'),
    required: true,
    filter: true,
    noIndex: 'a few dozen rows',
    choices: ASSET_TYPES.map((one) => ({ value: one.value, label: typeLabel(one.value) })),
  });
  const { kind } = known;
  return {
    ...known,
    kind: {
      ...kind,
      schema: openChoice,
      parse(given, field, ctx) {
        const value = typeof given === 'object' && given !== null && 'value' in given ? given.value : given;
        return typeof value === 'string' && CUSTOM_TYPE.test(value) ? value : kind.parse(given, field, ctx);
      },
    },
  };
}

/** System-wide; integer ids; found by name too (docs/wire/assets.md#platforms). */
export const platform = defineResource({
  name: 'platform',
  app: 'assets',
  path: 'platforms',
  table: 'platforms',
  label: words('Platform', '平台', 'プラットフォーム'),
  labelPlural: words('Platforms', '平台', 'プラットフォーム'),
  scope: 'system',
  id: 'integer',
  bulk: false,
  base: ['created_by', 'updated_by', 'date_created', 'date_updated'],
  fields: {
    name: slug({ label: words('Name', '名称', '名前'), required: true, unique: 'global', filter: true, search: true }),
    category: labelled({
      label: words('Category', '类别', 'カテゴリ'),
      required: true,
      filter: true,
      noIndex: 'a few dozen rows',
      choices: CATEGORIES.map((value) => ({ value, label: CATEGORY_LABELS[value] })),
    }),
    type: openType(),
    charset: labelled({
      label: words('Character set', '编码', '文字コード'),
      default: 'utf-8',
      choices: [
        { value: 'utf-8', label: same('UTF-8') },
        { value: 'gbk', label: same('GBK') },
      ],
    }),
    protocols: nestedList(protocolFields, { label: words('Protocols', '协议', 'プロトコル'), default: [] }),
    su_method: labelled({
      label: words('Switch-user method', '切换方式', 'ユーザー切り替え方式'),
      nullable: true,
      default: 'sudo',
      choices: SU_METHODS.map((value) => ({ value, label: same(value) })),
    }),
    automation: nested(automationFields, { label: words('Automation', '自动化', '自動化'), default: {} }),
    custom_fields: nestedList(customFields, { label: words('Custom fields', '自定义字段', 'カスタム項目'), default: [] }),
    comment: comment(),
    internal: boolean({ label: words('Built in', '内置', '組み込み'), readOnly: true }),
    domain_enabled: boolean({ label: words('Domains', '启用网域', 'ドメインを使う'), default: true }),
    su_enabled: boolean({ label: words('Switch user', '启用账号切换', 'ユーザー切り替えを使う') }),
  },
  order: 'name',
});
