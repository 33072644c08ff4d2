import type { ComponentTask } from '@postern/contract/component';
import type { EndReason } from '@postern/contract/session-end';
import { text as t } from '@postern/contract/text';
import {
  boolean,
  type Context,
  choice,
  datetime,
  defineResource,
  insert,
  json,
  type ResolvedResource,
  reference,
  text,
} from '@postern/resource';
import { sql } from 'kysely';

/** An order to a component (docs/wire/components.md#signs-of-life-and-orders). Machine traffic: who ordered it is in the log of the order itself. */
export const task = defineResource({
  name: 'task',
  app: 'terminal',
  path: 'tasks',
  table: 'terminal_tasks',
  label: t('Component task', '组件任务', 'コンポーネントのタスク'),
  labelPlural: t('Component tasks', '组件任务', 'コンポーネントのタスク'),
  scope: 'system',
  verbs: ['list', 'retrieve', 'update'],
  audited: false,
  base: ['created_by', 'updated_by', 'date_created', 'date_updated'],
  order: '-date_created',
  fields: {
    name: choice({
      label: t('Name', '名称', '名前'),
      required: true,
      readOnly: true,
      choices: [{ value: 'kill_session', label: t('End session', '结束会话', 'セッション終了') }],
    }),
    args: text({ label: t('Arguments', '参数', '引数'), required: true, readOnly: true, max: 1024 }),
    kwargs: json({ label: t('Details', '详情', '詳細'), default: {}, readOnly: true }),
    terminal: reference('terminal', {
      label: t('Component', '组件', 'コンポーネント'),
      required: true,
      readOnly: true,
      onDelete: 'cascade',
    }),
    is_finished: boolean({ label: t('Finished', '已完成', '完了'), filter: true }),
    date_finished: datetime({ label: t('Date finished', '完成日期', '完了日時'), nullable: true, readOnly: true }),
  },
});

/** A component that was away longer than this need not hear of an order any more. */
const RECENT_MINUTES = 10;

/** Unfinished orders of one component. */
export async function pendingTasks(ctx: Context, terminalId: string): Promise<ComponentTask[]> {
  const since = new Date(ctx.clock().getTime() - RECENT_MINUTES * 60_000);
  const { rows } = await sql<ComponentTask>`
    select id, name, args, kwargs, is_finished from terminal_tasks
    where terminal_id = ${terminalId} and not is_finished and date_created > ${since} order by date_created`.execute(ctx.tx);
  return rows;
}

/**
 * Orders the end of live sessions; returns the ids that were live and visible to the caller's query.
 * @param reason why, when nobody did it by hand
 */
export async function orderKill(
  ctx: Context,
  resource: ResolvedResource,
  sessions: readonly { id: string; terminal_id: string | null }[],
  by: string,
  reason?: EndReason,
): Promise<string[]> {
  const reachable = sessions.filter((session) => session.terminal_id !== null);
  for (const session of reachable) {
    await insert(resource, ctx, {
      name: 'kill_session',
      args: session.id,
      kwargs: { terminated_by: by, ...(reason ? { reason } : {}) },
      terminal: session.terminal_id,
      is_finished: false,
    });
  }
  return reachable.map((session) => session.id);
}
