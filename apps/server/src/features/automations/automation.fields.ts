import { text as words } from '@postern/contract/text';
import {
  boolean,
  comment,
  computed,
  derived,
  eb,
  type Field,
  input,
  integer,
  json,
  labelled,
  manyToMany,
  nested,
  secret,
  text,
  textList,
  uniqueName,
} from '@postern/resource';
import { secretTypeChoices } from '../accounts/index.ts';
import { scheduleFields } from './schedule.ts';

/** What an automation does. The value is the type on the wire (docs/wire/automations.md#kinds). */
export const AUTOMATION_TYPES = {
  change_secret: words('Change secret', '更改密码', 'シークレット変更'),
  push_account: words('Push account', '推送账号', 'アカウント配布'),
  gather_accounts: words('Gather accounts', '收集账号', 'アカウント収集'),
  verify_account: words('Verify account', '验证账号', 'アカウント検証'),
  ping: words('Test connection', '测试可连接性', '接続テスト'),
  gather_facts: words('Gather facts', '收集硬件信息', 'ハードウェア情報の収集'),
} as const;
export type AutomationType = keyof typeof AUTOMATION_TYPES;

/** Length of random passwords, and what they may hold (docs/wire/automations.md#new-secrets). */
export const PASSWORD_LENGTH = { min: 6, max: 30, default: 30 } as const;
export const PASSWORD_SYMBOLS = '!#$%&()*+,-.:;<=>?@[]^_~';

const through = (type: AutomationType, theirs: 'assets' | 'nodes' | 'recipients') => ({
  table: `${type}_automation_${theirs}`,
  mine: 'automation_id',
  theirs: { assets: 'asset_id', nodes: 'node_id', recipients: 'user_id' }[theirs],
});

/** Fields all automations have. */
export const commonFields = (type: AutomationType): Record<string, Field> => ({
  name: uniqueName('org'),
  ...scheduleFields(),
  type: derived({ label: words('Type', '类型', '種類'), type: 'string', order: false, expression: () => eb.cast(eb.val(type), 'text') }),
  accounts: textList({
    label: words('Accounts', '账号', 'アカウント'),
    help: words('Usernames.', '用户名。', 'ユーザー名。'),
    max: 128,
    ...(type === 'gather_accounts' ? { default: [] } : { required: true }),
  }),
  nodes: manyToMany('node', { label: words('Nodes', '节点', 'ノード'), through: through(type, 'nodes') }),
  assets: manyToMany('asset', { label: words('Assets', '资产', 'アセット'), through: through(type, 'assets') }),
  is_active: boolean({ label: words('Active', '激活', '有効'), default: true }),
  executed_amount: computed({ label: words('Runs', '执行次数', '実行回数'), type: 'integer' }),
  comment: comment(),
});

/** The new secret and how it comes about. */
export const secretFields = (): Record<string, Field> => ({
  secret_type: labelled({
    label: words('Secret type', '密文类型', 'シークレットの種類'),
    required: true,
    filter: true,
    noIndex: 'two values',
    search: false,
    choices: secretTypeChoices.filter(({ value }) => value === 'password' || value === 'ssh_key'),
  }),
  secret_strategy: labelled({
    label: words('Secret strategy', '密文策略', 'シークレットの方式'),
    required: true,
    filter: true,
    noIndex: 'two values',
    choices: [
      { value: 'specific', label: words('Specific', '指定', '指定する') },
      { value: 'random', label: words('Random', '随机生成', 'ランダム') },
    ],
  }),
  secret: secret({ label: words('Secret', '密文', 'シークレット') }),
  passphrase: input(secret({ label: words('Passphrase', '密钥密码', 'パスフレーズ'), max: 512 })),
  // Empty where nothing random is made.
  password_rules: nested(
    {
      length: integer({ label: words('Length', '长度', '長さ'), default: PASSWORD_LENGTH.default, sometimes: true }),
      symbol_set: text({ label: words('Symbols', '特殊字符', '記号'), max: 64, default: PASSWORD_SYMBOLS, blank: true, sometimes: true }),
    },
    {
      label: words('Password rules', '密码规则', 'パスワードのルール'),
      default: { length: PASSWORD_LENGTH.default, symbol_set: PASSWORD_SYMBOLS },
    },
  ),
  ssh_key_change_strategy: labelled({
    label: words('SSH key strategy', 'SSH 密钥更改方式', 'SSH 鍵の変更方式'),
    default: 'add',
    choices: [
      { value: 'add', label: words('Add to the keys that are there', '追加到现有密钥', '既存の鍵に追加する') },
      { value: 'set', label: words('Replace all keys', '替换所有密钥', 'すべての鍵を置き換える') },
      { value: 'set_jms', label: words('Replace only our own keys', '仅替换由本系统添加的密钥', '本システムの鍵だけを置き換える') },
    ],
  }),
  params: json({ label: words('Parameters', '参数', 'パラメーター'), holds: { type: 'object' }, default: {} }),
});

export const recipientsField = (): Field =>
  manyToMany('user', { label: words('Recipients', '收件人', '受信者'), through: through('change_secret', 'recipients') });
