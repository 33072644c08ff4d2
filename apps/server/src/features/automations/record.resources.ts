import { text as words } from '@postern/contract/text';
import {
  can,
  computed,
  datetime,
  defineResource,
  derived,
  eb,
  objectSchema,
  type ResourceDefinition,
  reference,
  TEXT_SCHEMA,
  text,
} from '@postern/resource';
import type { ChangingType } from './automation.resources.ts';
import { recordTable } from './tables.ts';

declare module '@postern/resource/database' {
  interface Columns {
    'change_secret_records.type': ChangingType;
    'change_secret_records.status': 'pending' | 'changing' | 'uncertain' | 'success' | 'failed';
  }
}

const record = (name: string, path: string, label: ReturnType<typeof words>): ResourceDefinition =>
  defineResource({
    name,
    app: 'accounts',
    path,
    table: recordTable.name,
    label,
    labelPlural: label,
    scope: 'org',
    verbs: ['list'],
    bulk: false,
    authored: false,
    audited: false,
    access: { list: can('accounts.view_changesecretrecord') },
    order: '-date_created',
    title: 'id',
    columns: { error: 'text', execution_id: 'uuid' },
    fields: {
      asset: reference('asset', {
        label: words('Asset', '资产', 'アセット'),
        readOnly: true,
        filter: true,
        show: ['id', 'name', 'address'],
        onDelete: 'cascade',
      }),
      account: reference('account', {
        label: words('Account', '账号', 'アカウント'),
        readOnly: true,
        show: ['id', 'name', 'username'],
        onDelete: 'cascade',
      }),
      date_started: datetime({ label: words('Started', '开始时间', '開始日時'), readOnly: true, nullable: true, order: false }),
      date_finished: datetime({ label: words('Ended', '结束时间', '終了日時'), readOnly: true, nullable: true, order: false }),
      timedelta: computed({ label: words('Duration', '时长', '所要時間'), type: 'string', nullable: true }),
      is_success: derived({
        label: words('Succeeded', '成功', '成功'),
        type: 'boolean',
        order: false,
        expression: () => eb('t.status', '=', 'success'),
      }),
      /** Ours: pending, changing, uncertain, success or failed. */
      status: text({ label: words('Status', '状态', '状態'), readOnly: true, order: false }),
      error: computed({ label: words('Error', '错误', 'エラー'), type: 'string', nullable: true }),
      execution: computed({ label: words('Run', '执行', '実行'), answered: objectSchema({ id: TEXT_SCHEMA }) }),
      date_created: datetime({ label: words('Created', '创建时间', '作成日時'), readOnly: true }),
    },
  });

/** What changed, or did not, on which machine (docs/wire/automations.md#records). */
export const changeSecretRecord = record(
  'changesecretrecord',
  'change-secret-records',
  words('Secret change record', '改密记录', 'シークレット変更の記録'),
);

/** The same of pushes. Clients of version 3.5 know of none; ours are there, as a push changes secrets as well. */
export const pushAccountRecord = record(
  'pushaccountrecord',
  'push-account-records',
  words('Account push record', '账号推送记录', 'アカウント配布の記録'),
);
