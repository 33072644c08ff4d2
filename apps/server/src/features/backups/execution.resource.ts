import { type Language, type Text, text as words } from '@postern/contract/text';
import {
  type Behaviour,
  boolean,
  can,
  computed,
  datetime,
  defineResource,
  derived,
  eb,
  FLAG_SCHEMA,
  INTEGER_SCHEMA,
  listSchema,
  objectSchema,
  type Row,
  recordSchema,
  type Schema,
  TEXT_SCHEMA,
  uuid,
} from '@postern/resource';
import { type MailRefusalCode, refusalWords } from '../../platform/mail/refusal.ts';
import { byId, perRow } from '../../platform/rows.ts';
import { orNull } from '../../platform/shown.ts';
import { type Trigger, triggerField } from '../automations/index.ts';
import { executionTable } from './tables.ts';

/** What a run is about, kept with it. `recipients`: display and whether there is a file key, by id. */
export interface PlanSnapshot {
  name: string;
  is_periodic: boolean;
  interval: number | null;
  crontab: string | null;
  org_id: string;
  created_by: string;
  types: string[];
  recipients: Record<string, [display: string, hasKey: boolean]>;
}

/** A name, and whether a key for the file is set. */
const RECIPIENT: Schema = listSchema({ oneOf: [TEXT_SCHEMA, FLAG_SCHEMA] });
const PLAN: Schema = objectSchema(
  {},
  {
    name: TEXT_SCHEMA,
    is_periodic: FLAG_SCHEMA,
    interval: orNull(INTEGER_SCHEMA),
    crontab: orNull(TEXT_SCHEMA),
    org_id: TEXT_SCHEMA,
    created_by: TEXT_SCHEMA,
    types: listSchema(TEXT_SCHEMA),
    recipients: recordSchema(RECIPIENT),
  },
);

/** Why a run failed, as it is stored; each reader gets it in their language. */
export type Failure =
  | { code: 'mail'; refusal: MailRefusalCode; answer: number; to: string }
  | { code: 'broken' | 'too_large' | 'lost' | 'cancelled' };

declare module '@postern/resource/database' {
  interface Columns {
    'account_backup_executions.trigger': Trigger;
    'account_backup_executions.status': 'pending' | 'running' | 'success' | 'failed';
    'account_backup_executions.failure': Failure | null;
    'account_backup_executions.plan_snapshot': PlanSnapshot;
  }
}

const WORDS = {
  broken: words('The file could not be made.', '无法生成备份文件。', 'バックアップファイルを作成できませんでした。'),
  too_large: words(
    'There are more than {max} accounts; spread them over several plans.',
    '账号超过 {max} 个，请拆分为多个计划。',
    'アカウントが {max} 件を超えています。複数の計画に分けてください。',
  ),
  cancelled: words('The run was cancelled.', '执行已取消。', '実行は取り消されました。'),
  lost: words('The run was interrupted and given up.', '执行中断，已放弃。', '実行が中断され、打ち切られました。'),
} as const satisfies Record<string, Text>;

/** Accounts of one run at most. */
export const MAX_ACCOUNTS = 200_000;

export function failureWords(failure: Failure, language: Language): string {
  if (failure.code === 'mail') return `${failure.to}: ${refusalWords({ code: failure.refusal, answer: failure.answer }, language)}`;
  return WORDS[failure.code][language].replace('{max}', String(MAX_ACCOUNTS));
}

/** Runs of backup plans (docs/wire/automations.md#backup-plans). `status` is ours: pending, running, success or failed. */
export const backupExecution = defineResource({
  name: 'accountbackupexecution',
  app: 'accounts',
  path: 'account-backup-plan-executions',
  table: executionTable.name,
  label: words('Account backup run', '账号备份执行', 'アカウントバックアップの実行'),
  labelPlural: words('Account backup runs', '账号备份执行', 'アカウントバックアップの実行'),
  scope: 'org',
  verbs: ['list', 'retrieve'],
  bulk: false,
  authored: false,
  // Evidence of its own; what leaves the house is audited when it leaves.
  audited: false,
  access: { list: can('accounts.view_accountbackupexecution'), retrieve: can('accounts.view_accountbackupexecution') },
  order: '-date_start',
  title: 'id',
  columns: { plan_snapshot: 'jsonb', failure: 'jsonb', date_finished: 'timestamptz', date_created: 'timestamptz' },
  fields: {
    plan: uuid({ label: words('Plan', '计划', '計画'), column: 'plan_id', readOnly: true, order: false }),
    date_start: datetime({ label: words('Started', '开始时间', '開始日時'), readOnly: true, nullable: true }),
    timedelta: computed({ label: words('Duration (seconds)', '时长（秒）', '所要時間（秒）'), type: 'float', nullable: true }),
    plan_snapshot: computed({ label: words('Plan as it was', '计划快照', '実行時の計画'), type: 'json', answered: PLAN }),
    trigger: triggerField(),
    reason: computed({ label: words('Reason', '原因', '理由'), type: 'string', nullable: true }),
    is_success: boolean({ label: words('Succeeded', '成功', '成功'), readOnly: true, order: false }),
    status: derived({ label: words('Status', '状态', '状態'), type: 'string', order: false, expression: () => eb.ref('t.status') }),
    recipients: computed({ label: words('Recipients', '收件人', '受信者'), answered: listSchema(RECIPIENT) }),
  },
});

function seconds({ date_start: from, date_finished: to }: Row): number {
  return from instanceof Date && to instanceof Date ? Math.round((to.getTime() - from.getTime()) / 10) / 100 : 0;
}

export const executionBehaviour: Behaviour = {
  filters: {
    plan_id: byId('plan_id'),
  },
  computed: {
    timedelta: async (_ctx, rows) => perRow(rows, seconds),
    plan_snapshot: async (_ctx, rows) => perRow(rows, (row) => row.plan_snapshot),
    recipients: async (_ctx, rows) => perRow(rows, (row) => Object.values((row.plan_snapshot as Partial<PlanSnapshot>).recipients ?? {})),
    reason: async (ctx, rows) =>
      perRow(rows, ({ is_success, failure }) =>
        is_success === true ? '-' : failure ? failureWords(failure as Failure, ctx.language) : null,
      ),
  },
};
