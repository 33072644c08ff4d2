import { text as t } from '@postern/contract/text';
import { computed, defineResource, integer, labelled, text, uuid } from '@postern/resource';

export const RISK_LEVELS = [
  { value: 0, label: t('Accepted', '接受', '許可') },
  { value: 4, label: t('Warned', '告警', '警告') },
  { value: 5, label: t('Rejected', '拒绝', '拒否') },
  { value: 6, label: t('Review rejected', '审核拒绝', '承認却下') },
  { value: 7, label: t('Review accepted', '审核通过', '承認済み') },
  { value: 8, label: t('Review cancelled', '审核取消', '承認取消') },
];

/** One command that somebody ran in a session (docs/wire/sessions.md#commands). Evidence: written once, never changed. */
export const command = defineResource({
  name: 'command',
  app: 'terminal',
  path: 'commands',
  table: 'commands',
  label: t('Command', '命令', 'コマンド'),
  labelPlural: t('Commands', '命令', 'コマンド'),
  scope: 'org',
  audited: false,
  authored: false,
  bulk: false,
  verbs: ['list', 'retrieve'],
  order: '-timestamp',
  orderable: ['timestamp', 'risk_level'],
  title: 'input',
  // The storage that it leaves for (docs/decisions/0104); null for what stays here. Said when it is written, and never afterwards.
  columns: { storage_id: 'uuid' },
  countUpTo: 10_000,
  indexes: [
    'session, timestamp',
    'org_id, timestamp desc',
    'timestamp desc',
    'risk_level, timestamp desc',
    'user text_pattern_ops, timestamp desc',
    'asset, timestamp desc',
    'account, timestamp desc',
    'storage_id, id where storage_id is not null',
  ],
  fields: {
    /** By how it begins. */
    user: text({ label: t('User', '用户', 'ユーザー'), required: true, filter: true, noIndex: 'leads an index of its own' }),
    asset: text({ label: t('Asset', '资产', 'アセット'), required: true, filter: true, noIndex: 'leads an index of its own' }),
    account: text({
      label: t('Account', '账号', 'アカウント'),
      required: true,
      filter: true,
      noIndex: 'leads an index of its own',
    }),
    session: text({
      label: t('Session', '会话', 'セッション'),
      max: 36,
      required: true,
      filter: true,
      noIndex: 'led by session in an index of its own',
    }),
    /** By what it holds. */
    input: text({
      label: t('Command', '命令', 'コマンド'),
      max: 2048,
      required: true,
      filter: true,
      search: true,
      noIndex: 'found by trigram search',
    }),
    output: text({ label: t('Output', '输出', '出力'), max: 2048, default: '', blank: true, order: false }),
    remote_addr: computed({ label: t('Remote address', '远端地址', '接続元アドレス'), type: 'string' }),
    risk_level: labelled({
      label: t('Risk level', '风险等级', 'リスクレベル'),
      default: 0,
      choices: RISK_LEVELS,
      filter: true,
      noIndex: 'leads an index of its own',
    }),
    cmd_filter_acl: uuid({ label: t('Command filter', '命令过滤', 'コマンドフィルター'), nullable: true, readOnly: true }),
    cmd_group: uuid({ label: t('Command group', '命令组', 'コマンドグループ'), nullable: true, readOnly: true }),
    timestamp: integer({ label: t('Time', '时间', '時刻'), required: true, noIndex: 'led by the organisation in an index of its own' }),
    timestamp_display: computed({ label: t('Date and time', '日期时间', '日時'), type: 'datetime' }),
  },
});
