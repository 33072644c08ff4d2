import { CodedError } from '@postern/contract/errors';
import { type Text, text as t } from '@postern/contract/text';
import { type Context, can, choice, noContent, type Route, route, text } from '@postern/resource';
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

/**
 * Ours: locks, unlocks or ends a live session and says why, to whoever is in it and in the operate log (docs/wire/sessions.md#watching-and-ending).
 * Only terminals can be locked.
 */
const order = route({
  method: 'POST',
  path: '/api/v1/terminal/sessions/:id/order/',
  name: 'terminal.session.order',
  status: 204,
  who: can('terminal.terminate_session'),
  rows: { one: session },
  body: {
    order: choice({ label: t('Order', '指令', '指示'), required: true, choices: ORDERS }),
    reason: text({ label: t('Reason', '原因', '理由'), max: 256, default: '', blank: true }),
  },
  bodyLimit: 4_096,
  errors: ['not_found'],
  async handle(ctx, { row, body, kernel }) {
    if (row.is_finished || (body.order !== 'terminate' && row.type !== 'normal')) throw new CodedError('not_found');
    const [ordered] = [TASKS[body.order as keyof typeof TASKS]];
    await orderSession(ctx, kernel.byName('task'), row, ordered, { terminated_by: caller(ctx), note: body.reason ?? '' });
    ctx.audit({
      action: 'update',
      resourceType: 'session',
      resourceId: row.id,
      resource: `${row.user} ${row.asset}`,
      orgId: row.org_id,
      changes: [
        { field: 'ordered', before: '', after: body.order },
        ...(body.reason ? [{ field: 'reason', before: '', after: body.reason }] : []),
      ],
    });
    return noContent;
  },
});

export const orderRoutes: readonly Route[] = [order];
