import { text as t } from '@postern/contract/text';
import {
  bits,
  boolean,
  can,
  comment,
  computed,
  datetime,
  defineResource,
  labelled,
  listSchema,
  objectSchema,
  type RowOf,
  secret,
  TEXT_SCHEMA,
  text,
  uniqueName,
} from '@postern/resource';
import { connectionTest } from '../../../platform/connection-test.ts';
import { shown, WORDS } from '../../../platform/shown.ts';
import { ALL_EVENTS, EVENT_KINDS } from './event-kinds.ts';

export const RECEIVER_TYPES = ['syslog', 'https', 'file'] as const;
export type ReceiverType = (typeof RECEIVER_TYPES)[number];

const STEP_SCHEMA = objectSchema({ step: TEXT_SCHEMA, ok: { type: 'boolean' }, detail: TEXT_SCHEMA, ms: { type: 'integer' } });

/** A place outside that is told what the audit trail says, event by event (docs/audit-forwarding.md). */
export const auditReceiver = defineResource({
  name: 'auditreceiver',
  app: 'settings',
  path: 'audit-receivers',
  table: 'audit_receivers',
  label: t('Audit receiver', '审计接收端', '監査の受信先'),
  labelPlural: t('Audit receivers', '审计接收端', '監査の受信先'),
  scope: 'system',
  base: ['created_by', 'updated_by', 'date_created', 'date_updated'],
  bulk: false,
  order: 'name',
  mini: ['id', 'name'],
  // Who sends at the moment, until when; how often in a row it failed, and when it is tried again.
  columns: { holder: 'uuid', lease: 'timestamptz', failures: 'integer not null default 0', date_next: 'timestamptz' },
  uniqueTogether: [['type', 'address']],
  fields: {
    name: uniqueName('global'),
    type: labelled({
      label: WORDS.type,
      required: true,
      createOnly: true,
      filter: true,
      noIndex: 'a handful of rows',
      choices: [
        { value: 'syslog', label: t('Syslog', 'Syslog', 'Syslog') },
        { value: 'https', label: t('HTTPS', 'HTTPS', 'HTTPS') },
        { value: 'file', label: t('File', '文件', 'ファイル') },
      ],
    }),
    address: text({
      label: WORDS.address,
      max: 512,
      required: true,
      search: true,
      noIndex: 'a handful of rows',
      help: t(
        'tls://logs.example:6514 or tcp://…, without encryption; https://siem.example/path; or the name of a file such as siem.jsonl.',
        'tls://logs.example:6514，或不加密的 tcp://…；https://siem.example/path；或文件名，如 siem.jsonl。',
        'tls://logs.example:6514（tcp://… は暗号化なし）、https://siem.example/path、または siem.jsonl のようなファイル名。',
      ),
    }),
    token: secret({
      label: t('Bearer token', 'Bearer 令牌', 'Bearer トークン'),
      max: 4096,
      help: t(
        'Sent to HTTPS receivers. A new address asks for it again.',
        '发送给 HTTPS 接收端。更改地址后需重新填写。',
        'HTTPS の受信先に送ります。アドレスを変えると再入力が必要です。',
      ),
    }),
    ca: text({
      label: t('Own certificate authority', '自有证书颁发机构', '独自の認証局'),
      multiline: true,
      default: '',
      blank: true,
      order: false,
      help: t(
        'PEM certificates to be trusted in place of the public ones.',
        '受信任的 PEM 证书，将取代公共证书颁发机构。',
        '公的な認証局の代わりに信頼する PEM 証明書。',
      ),
    }),
    events: bits({
      label: t('Events', '事件', 'イベント'),
      default: ALL_EVENTS,
      tree: EVENT_KINDS.map(({ value, bit, label }) => ({ value, bit, label })),
    }),
    is_active: boolean({
      label: t('Active', '激活', '有効'),
      default: true,
      help: t(
        'While it is off, events wait; they are sent when it is on again.',
        '关闭期间事件会保留，重新激活后发送。',
        '無効の間、イベントは保管され、有効に戻すと送られます。',
      ),
    }),
    backlog: computed({ label: t('Waiting', '待发送', '未送信'), type: 'integer' }),
    date_sent: datetime({ label: t('Last sent', '最近发送', '最終送信'), readOnly: true, nullable: true, order: false }),
    error: text({ label: t('Last error', '最近错误', '最後のエラー'), max: 512, readOnly: true, default: '', order: false }),
    date_failed: datetime({ label: t('Failing since', '开始失败时间', '失敗の開始'), readOnly: true, nullable: true, order: false }),
    comment: comment(),
  },
  actions: {
    test: connectionTest(can('settings.change_auditreceiver'), {
      shape: {
        one: true,
        title: t('Test of a receiver', '接收端测试', '受信先のテスト'),
        fields: {
          is_valid: shown(t('Works', '可用', '使用可能'), 'boolean'),
          msg: shown(WORDS.result),
          steps: shown(t('Steps', '步骤', '手順'), 'list', { answered: listSchema(STEP_SCHEMA) }),
        },
      },
    }),
  },
});

export type AuditReceiver = RowOf<typeof auditReceiver>;

declare module '@postern/resource/database' {
  interface Columns {
    'audit_receivers.type': ReceiverType;
  }
}
