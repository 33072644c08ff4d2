import type { ComponentTask } from '@postern/contract/component';
import type { EndReason } from '@postern/contract/session-end';
import { text as t } from '@postern/contract/text';
import {
  among,
  boolean,
  type Context,
  choice,
  datetime,
  defineResource,
  eb,
  insert,
  json,
  type ResolvedResource,
  reference,
  rowsOf,
  TEXT_SCHEMA,
  text,
} from '@postern/resource';

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
      choices: [
        { value: 'kill_session', label: t('End session', '结束会话', 'セッション終了') },
        { value: 'lock_session', label: t('Lock session', '锁定会话', 'セッションのロック') },
        { value: 'unlock_session', label: t('Unlock session', '解锁会话', 'セッションのロック解除') },
      ],
    }),
    args: text({ label: t('Arguments', '参数', '引数'), required: true, readOnly: true, max: 1024 }),
    kwargs: json({ label: t('Details', '详情', '詳細'), holds: { type: 'object' }, default: {}, readOnly: true }),
    terminal: reference('terminal', {
      label: t('Component', '组件', 'コンポーネント'),
      answered: TEXT_SCHEMA,
      required: true,
      readOnly: true,
      onDelete: 'cascade',
    }),
    is_finished: boolean({ label: t('Finished', '已完成', '完了'), filter: true }),
    date_finished: datetime({ label: t('Date finished', '完成日期', '完了日時'), nullable: true, readOnly: true }),
  },
});

declare module '@postern/resource/database' {
  interface Columns {
    'terminal_tasks.name': ComponentTask['name'];
    'terminal_tasks.kwargs': ComponentTask['kwargs'];
  }
}

/** Whoever could finish another component's orders could keep a session alive that was to be ended. */
export const taskRows = rowsOf(task, ({ actor }, t) =>
  actor.kind === 'component'
    ? eb(t('terminal_id'), 'in', eb.selectFrom('terminals').select('id').where('user_id', '=', actor.id))
    : undefined,
);

/** A component that was away longer than this need not hear of an order any more. */
const RECENT_MINUTES = 10;

/** Unfinished orders of one component. */
export async function pendingTasks(ctx: Context, terminalId: string): Promise<ComponentTask[]> {
  return ctx.tx
    .selectFrom('terminal_tasks')
    .select(['id', 'name', 'args', 'kwargs', 'is_finished'])
    .where('terminal_id', '=', terminalId)
    .where('is_finished', '=', false)
    .where('date_created', '>', new Date(ctx.clock().getTime() - RECENT_MINUTES * 60_000))
    .orderBy('date_created')
    .execute();
}

/** Orders about sessions that are over need nobody any more. */
export async function settleOrders(ctx: Context, sessionIds: readonly string[]): Promise<void> {
  await ctx.tx
    .updateTable('terminal_tasks')
    .set({ is_finished: true, date_finished: ctx.clock() })
    .where('is_finished', '=', false)
    .where(({ ref }) => among(ref('args'), sessionIds))
    .execute();
}

/** Orders something of one live session. A session without a component behind it has nobody to obey. */
export async function orderSession(
  ctx: Context,
  resource: ResolvedResource,
  session: { id: string; terminal_id: string | null },
  name: ComponentTask['name'],
  kwargs: ComponentTask['kwargs'],
): Promise<void> {
  if (session.terminal_id === null) return;
  await insert(resource, ctx, { name, args: session.id, kwargs, terminal: session.terminal_id, is_finished: false });
}

/**
 * Orders the end of live sessions; returns the ids that were live and visible to the caller's query.
 * @param reason why, when nobody did it by hand
 * @param note why, in the words of whoever did
 */
export async function orderKill(
  ctx: Context,
  resource: ResolvedResource,
  sessions: readonly { id: string; terminal_id: string | null }[],
  by: string,
  { reason, note }: { reason?: EndReason; note?: string } = {},
): Promise<string[]> {
  const reachable = sessions.filter((session) => session.terminal_id !== null);
  for (const session of reachable) {
    await orderSession(ctx, resource, session, 'kill_session', {
      terminated_by: by,
      ...(reason ? { reason } : {}),
      ...(note ? { note } : {}),
    });
  }
  return reachable.map((session) => session.id);
}
