import { CodedError } from '@postern/contract/errors';
import { type Text, text as t } from '@postern/contract/text';
import { at, type Change, type Context, can, choice, inOrg, type Route, text, uuid } from '@postern/resource';
import { action } from '../../platform/routes/action.ts';
import { WORDS } from '../../platform/shown.ts';
import { orderSession } from '../terminals/index.ts';
import { session } from './session.resource.ts';

/** What may be ordered of a live session. */
export const ORDERS = [
  { value: 'lock', label: t('Lock', '锁定', 'ロック') },
  { value: 'unlock', label: t('Unlock', '解锁', 'ロック解除') },
  { value: 'terminate', label: t('End', '终止', '終了') },
] as const satisfies readonly { value: string; label: Text }[];

const TASKS = { lock: 'lock_session', unlock: 'unlock_session', terminate: 'kill_session' } as const;

const caller = ({ actor }: Context): string => `${actor.name}(${actor.username})`;

/** Tells the log of an order about a session. */
const auditOrder = (
  ctx: Context,
  { id, user, asset, org_id }: { id: string; user: string; asset: string; org_id: string },
  changes: readonly Change[],
): void => ctx.audit({ action: 'update', resourceType: 'session', resourceId: id, resource: `${user} ${asset}`, orgId: org_id, changes });

/**
 * Ours: locks, unlocks or ends a live session and says why, to whoever is in it and in the operate log (docs/wire/sessions.md#watching-and-ending).
 * Only terminals can be locked.
 */
const order = action({
  path: '/api/v1/terminal/sessions/:id/order/',
  name: 'terminal.session.order',
  who: can('terminal.terminate_session'),
  rows: { one: session },
  body: {
    order: choice({ label: t('Order', '指令', '指示'), required: true, choices: ORDERS }),
    reason: text({ label: t('Reason', '原因', '理由'), max: 256, default: '', blank: true }),
  },
  bodyLimit: 4_096,
  errors: ['not_found'],
  async act(ctx, { row, body, kernel }) {
    if (row.is_finished || (body.order !== 'terminate' && row.type !== 'normal')) throw new CodedError('not_found');
    const [ordered] = [TASKS[body.order as keyof typeof TASKS]];
    await orderSession(ctx, kernel.byName('task'), row, ordered, { terminated_by: caller(ctx), note: body.reason ?? '' });
    auditOrder(ctx, row, [
      { field: 'ordered', before: '', after: body.order },
      ...(body.reason ? [{ field: 'reason', before: '', after: body.reason }] : []),
    ]);
  },
});

/** Ours: somebody ends a session of their own, as by closing its window (docs/wire/sessions.md#watching-and-ending). */
const endMine = action({
  path: '/api/v1/terminal/my-sessions/:id/end/',
  name: 'terminal.session.endMine',
  who: { allow: 'user' },
  rows: { own: 'sessions that run' },
  params: { id: uuid({ label: WORDS.id, required: true }) },
  body: 'none',
  errors: ['not_found'],
  async act(ctx, { params: { id }, kernel }) {
    const row = await ctx.tx
      .selectFrom('sessions as s')
      .select(['s.id', 's.terminal_id', 's.user', 's.asset', 's.org_id'])
      .where('s.id', '=', id)
      .where('s.user_id', '=', ctx.actor.id)
      .where('s.is_finished', '=', false)
      .where(inOrg(ctx, at('s')))
      .executeTakeFirst();
    if (!row) throw new CodedError('not_found');
    await orderSession(ctx, kernel.byName('task'), row, 'kill_session', { terminated_by: caller(ctx) });
    auditOrder(ctx, row, [{ field: 'terminated_by', before: '', after: caller(ctx) }]);
  },
});

export const orderRoutes: readonly Route[] = [order, endMine];
