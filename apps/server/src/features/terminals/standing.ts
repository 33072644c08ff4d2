import { CodedError } from '@postern/contract/errors';
import { text } from '@postern/contract/text';
import { type Context, type Kernel, noContent, ok, type Reply } from '@postern/resource';
import type { EventBus } from '../../platform/events/bus.ts';
import { type Messenger, tellSubscribers } from '../notifications/index.ts';
import { standingOf } from './status.ts';
import { orderKill } from './task.resource.ts';
import type { TerminalRow } from './terminal.resource.ts';

/** Told on every node when a component was revoked; payload `{terminal_id}`. */
export const REVOKED_CHANNEL = 'terminal-revoked';

export interface StandingDeps {
  kernel(): Kernel;
  events: EventBus;
  messenger: Messenger;
  /** Switches a service account and everything it could show off. */
  suspendServiceAccount(ctx: Context, userId: string): Promise<void>;
  /** Closes a component's live sessions out. */
  closeOut(ctx: Context, terminalId: string): Promise<void>;
  /** What is remembered of who may do what is forgotten on every node. */
  identityChanged(ctx: Context): void;
}

const by = (ctx: Context): string => `${ctx.actor.name}(${ctx.actor.username})`;

function audit(ctx: Context, row: TerminalRow, after: string): void {
  ctx.audit({
    action: 'update',
    resourceType: 'terminal',
    resourceId: row.id,
    resource: row.name,
    changes: [{ field: 'standing', before: standingOf(row), after }],
  });
}

/** Lets a component that waits work. @throws CodedError component_revoked for one that was revoked: its key is gone */
export async function approveComponent(ctx: Context, row: TerminalRow, deps: StandingDeps): Promise<Reply> {
  if (row.date_revoked) throw new CodedError('component_revoked');
  if (row.date_approved) return ok({ id: row.id });
  await ctx.tx
    .updateTable('terminals')
    .set({ date_approved: ctx.clock(), approved_by: by(ctx) })
    .where('id', '=', row.id)
    .execute();
  audit(ctx, row, 'approved');
  deps.identityChanged(ctx);
  return ok({ id: row.id });
}

/**
 * Takes a component out of use at once: its key is dead when this commits, its line is closed, and its sessions are closed out,
 * whether or not it obeys the orders it is given on the way.
 */
export async function revokeComponent(ctx: Context, row: TerminalRow, deps: StandingDeps): Promise<Reply> {
  if (row.date_revoked) return noContent;
  const { id } = row;
  await ctx.tx
    .updateTable('terminals')
    .set({ date_revoked: ctx.clock(), revoked_by: by(ctx) })
    .where('id', '=', id)
    .execute();
  const live = await ctx.tx
    .selectFrom('sessions')
    .select(['id', 'terminal_id'])
    .where('terminal_id', '=', id)
    .where('is_finished', '=', false)
    .execute();
  await orderKill(ctx, deps.kernel().byName('task'), live, by(ctx), { reason: 'component_revoked' });
  await deps.closeOut(ctx, id);
  if (row.user_id) await deps.suspendServiceAccount(ctx, row.user_id);
  audit(ctx, row, 'revoked');
  await deps.events.publish(ctx.tx, REVOKED_CHANNEL, { terminal_id: id });
  return ok({ id, sessions: live.length });
}

const LINK = text(
  '<p>{name} ({type}) registered from {address}.</p><p><a href="/ui/settings/terminal?activeTab=TerminalList">Open components</a></p>',
  '<p>{name}（{type}）从 {address} 注册。</p><p><a href="/ui/settings/terminal?activeTab=TerminalList">查看组件</a></p>',
  '<p>{name}（{type}）が {address} から登録されました。</p><p><a href="/ui/settings/terminal?activeTab=TerminalList">コンポーネントを開く</a></p>',
);
const WAITS = text('A component waits for approval', '有组件等待批准', '承認待ちのコンポーネントがあります');
const JOINED = text('A component has registered', '有新组件注册', 'コンポーネントが登録されました');

/** Tells whoever is subscribed to it of a registration, at first every system administrator: whoever holds the bootstrap token cannot come in silence. */
export async function tellOfRegistration(
  ctx: Context,
  messenger: Messenger,
  { approved, ...params }: { name: string; type: string; address: string; approved: boolean },
): Promise<void> {
  const subject = approved ? JOINED : WAITS;
  await tellSubscribers(ctx, messenger, 'ComponentRegisteredMessage', { subject, message: LINK, params });
}
