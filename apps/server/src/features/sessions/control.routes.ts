import { parseUuid, parseUuids } from '@postern/contract/ids';
import { among, type Context, can, eb, holds, ok, type Route, route } from '@postern/resource';
import { z } from 'zod';
import { inEveryOrganisation } from '../../platform/context.ts';
import { parsedBody } from '../../platform/parsed-body.ts';
import { bulk, ID_LIST } from '../../platform/routes/bulk.ts';
import { subList } from '../../platform/routes/list.ts';
import { ALLOWED, ORDERED } from '../../platform/shown.ts';
import { validUser } from '../connection-tokens/index.ts';
import { orderKill } from '../terminals/index.ts';
import { canJoin } from './session.behaviour.ts';
import { session } from './session.resource.ts';
import { sessionRows } from './session.rows.ts';
import { noteViewed } from './viewed.ts';

export interface ControlDeps {
  /** Rights of a person in an organisation, for the component that asks on their behalf. */
  rightsOf(ctx: Context, userId: string, orgId: string): Promise<{ superuser: boolean; codes: ReadonlySet<string> }>;
}

const caller = ({ actor }: Context): string => `${actor.name}(${actor.username})`;

/** A list of ids; those that are none, not live or not the caller's to end are left out without a word. */
const kill = bulk({
  method: 'POST',
  path: '/api/v1/terminal/tasks/kill-session/',
  name: 'terminal.task.killSession',
  answer: ORDERED,
  who: can('terminal.terminate_session'),
  rows: { of: [session] },
  body: ID_LIST,
  errors: ['parse_error'],
  async act(ctx, { body, kernel }) {
    const rows = await ctx.tx
      .selectFrom('sessions as t')
      .select(['t.id', 't.terminal_id', 't.user', 't.asset', 't.org_id'])
      .where(sessionRows(ctx, 't'))
      .where(({ ref }) => among(ref('t.id'), parseUuids(body)))
      .where('t.is_finished', '=', false)
      .execute();
    return { done: rows, answer: { ok: await orderKill(ctx, kernel.byName('task'), rows, caller(ctx)) } };
  },
  event: ({ id, user, asset, org_id }, ctx) => ({
    action: 'update',
    resourceType: 'session',
    resourceId: id,
    resource: `${user} ${asset}`,
    orgId: org_id,
    changes: [{ field: 'terminated_by', before: '', after: caller(ctx) }],
  }),
});

const uuid = z.string().transform(parseUuid).pipe(z.string());
const watching = z.object({ user_id: uuid, session_id: uuid, again: z.boolean().optional().catch(undefined) });

const validate = ({ rightsOf }: ControlDeps): Route =>
  route({
    method: 'POST',
    path: '/api/v1/terminal/sessions/join/validate/',
    name: 'terminal.session.joinValidate',
    answer: ALLOWED,
    who: can('terminal.validate_sessionactionperm'),
    rows: { of: [session] },
    // Whatever is wrong with it is answered as 401 with `msg`, by which components know a refusal.
    body: parsedBody(watching),
    async handle(ctx, { body: asked }) {
      const refuse = (msg: string) => ok({ ok: false, msg }, 401);
      if (!asked.success) return refuse('invalid');
      const { user_id, session_id, again } = asked.data;
      // A component asks of what it carries, wherever that belongs; people ask where they are.
      const asker = ctx.actor.kind === 'component' ? inEveryOrganisation(ctx) : ctx;
      const row = await ctx.tx
        .selectFrom('sessions as t')
        .leftJoin('terminals as c', 'c.id', 't.terminal_id')
        .select(['t.id', 't.org_id', 't.user', 't.asset', 't.type', 't.login_from', 't.is_finished', 'c.type as carrier'])
        .where('t.id', '=', session_id)
        .where(sessionRows(asker, 't'))
        .executeTakeFirst();
      if (!row) return refuse('object_does_not_exist');
      if (!canJoin(row, row.carrier)) return refuse('not_joinable');
      // Roles outlive the account: who was switched off or has expired keeps them and watches nothing.
      const person = await validUser(ctx, user_id);
      if (!person) return refuse('permission_denied');
      const rights = await rightsOf(ctx, user_id, row.org_id);
      const watcher = { ...ctx.actor, superuser: rights.superuser, permissions: rights.codes };
      if (!holds(watcher, ['terminal.monitor_session'])) return refuse('permission_denied');
      // The record is of the person, not of the component that asks for them.
      if (again !== true) noteViewed(ctx, row, 'live', person);
      return ok({ ok: true, msg: '' });
    },
  });

const mine = subList({
  path: '/api/v1/terminal/my-sessions/',
  name: 'terminal.session.mine',
  who: { allow: 'user' },
  rows: { own: 'sessions' },
  lists: 'session',
  where: (ctx) => eb('t.user_id', '=', ctx.actor.id),
});

/** Watching and ending sessions (docs/wire/sessions.md#watching-and-ending). */
export const controlRoutes = (deps: ControlDeps): readonly Route[] => [kill, validate(deps), mine];
