import { type Text, text as words } from '@postern/contract/text';
import {
  can,
  computed,
  datetime,
  defineResource,
  FLAG_SCHEMA,
  INTEGER_SCHEMA,
  labelled,
  listSchema,
  objectSchema,
  type ResourceDefinition,
  type Schema,
  TEXT_SCHEMA,
  text,
  uuid,
} from '@postern/resource';
import { labelledAs } from '../../platform/shown.ts';
import type { AutomationType } from './automation.fields.ts';
import type { PlannedType } from './automation.resources.ts';
import type { Snapshot } from './snapshot.ts';
import { executionTable } from './tables.ts';

export const TRIGGERS = [
  { value: 'manual', label: words('Manual', '手动触发', '手動') },
  { value: 'timing', label: words('Scheduled', '定时触发', '定時') },
] as const;
export type Trigger = (typeof TRIGGERS)[number]['value'];

/** Who started a run: somebody, or the clock. */
export const triggerField = () =>
  labelled({ label: words('Trigger', '触发方式', '契機'), readOnly: true, choices: TRIGGERS, filter: true, noIndex: 'two values' });

declare module '@postern/resource/database' {
  interface Columns {
    'automation_executions.type': AutomationType;
    'automation_executions.trigger': Trigger;
    'automation_executions.status': 'pending' | 'running' | 'success' | 'failed';
    'automation_executions.snapshot': Snapshot;
  }
}

interface ExecutionKind {
  name: string;
  path: string;
  label: Text;
  plural: Text;
  /** The model in the code of viewing, as clients know it. */
  view: string;
  /** Codes of which one lets start a run. */
  add: string;
}

/** One seeded code is misspelt and roles hold that spelling; either counts (docs/wire/automations.md#runs). */
export const EXECUTION_KINDS: Readonly<Record<PlannedType, ExecutionKind>> = {
  change_secret: {
    name: 'changesecretexecution',
    path: 'change-secret-executions',
    label: words('Secret change run', '改密执行', 'シークレット変更の実行'),
    plural: words('Secret change runs', '改密执行', 'シークレット変更の実行'),
    view: 'accounts.view_changesecretexecution',
    add: 'accounts.add_changesecretexection | accounts.add_changesecretexecution',
  },
  push_account: {
    name: 'pushaccountexecution',
    path: 'push-account-executions',
    label: words('Account push run', '账号推送执行', 'アカウント配布の実行'),
    plural: words('Account push runs', '账号推送执行', 'アカウント配布の実行'),
    view: 'accounts.view_pushaccountexecution',
    add: 'accounts.add_pushaccountexecution',
  },
  gather_accounts: {
    name: 'gatheraccountsexecution',
    path: 'gather-account-executions',
    label: words('Account discovery run', '账号收集执行', 'アカウント収集の実行'),
    plural: words('Account discovery runs', '账号收集执行', 'アカウント収集の実行'),
    view: 'accounts.view_gatheraccountsexecution',
    add: 'accounts.add_gatheraccountsexecution',
  },
};

const SNAPSHOT: Schema = objectSchema(
  {
    type: labelledAs(),
    name: TEXT_SCHEMA,
    comment: TEXT_SCHEMA,
    accounts: listSchema(TEXT_SCHEMA),
    node_amount: INTEGER_SCHEMA,
    asset_amount: INTEGER_SCHEMA,
  },
  { recipients: listSchema(listSchema({ oneOf: [TEXT_SCHEMA, FLAG_SCHEMA] })) },
);

/** Runs of one kind. `status` is pending, running, then success or failed: the last three are ours. */
export function executionResource(type: PlannedType): ResourceDefinition {
  const { name, path, label, plural, view } = EXECUTION_KINDS[type];
  return defineResource({
    name,
    app: 'accounts',
    path,
    table: executionTable.name,
    label,
    labelPlural: plural,
    scope: 'org',
    verbs: ['list', 'retrieve'],
    bulk: false,
    authored: false,
    // Evidence of its own; what a run changes is audited where it changes it.
    audited: false,
    access: { list: can(view), retrieve: can(view) },
    order: '-date_start',
    title: 'id',
    columns: { snapshot: 'jsonb' },
    fields: {
      automation: uuid({
        label: words('Automation', '任务', '自動化'),
        column: 'automation_id',
        readOnly: true,
        nullable: true,
        order: false,
      }),
      trigger: triggerField(),
      date_start: datetime({ label: words('Started', '开始时间', '開始日時'), readOnly: true, nullable: true }),
      date_finished: datetime({ label: words('Ended', '结束时间', '終了日時'), readOnly: true, nullable: true, order: false }),
      status: text({ label: words('Status', '状态', '状態'), readOnly: true, order: false }),
      snapshot: computed({ label: words('What was to be done', '任务快照', '実行内容'), answered: SNAPSHOT }),
    },
  });
}
