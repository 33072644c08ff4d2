import { InvalidInput } from '@postern/contract/errors';
import { parseUuid, parseUuids } from '@postern/contract/ids';
import {
  among,
  type Context,
  can,
  eb,
  holds,
  listSchema,
  objectSchema,
  ok,
  type Reader,
  type Route,
  route,
  TEXT_SCHEMA,
} from '@postern/resource';
import { z } from 'zod';
import { inEveryOrganisation } from '../../platform/context.ts';
import { parsedBody, unreadable } from '../../platform/parsed-body.ts';
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

/** Characters of a reason at most, as of an order to one session. */
const REASON_MOST = 256;

/** A list of ids, or ours: `{sessions, reason}`, which says why. @throws InvalidInput, CodedError parse_error */
const ENDED: Reader<{ sessions: readonly unknown[]; reason: string }> = {
  takes: {
    schema: {
      oneOf: [listSchema(TEXT_SCHEMA), objectSchema({ sessions: listSchema(TEXT_SCHEMA), reason: TEXT_SCHEMA })],
    },
  },
  read(given, ctx, kernel) {
    if (typeof given !== 'object' || given === null || Array.isArray(given))
      return { sessions: ID_LIST.read(given, ctx, kernel), reason: '' };
    const { sessions, reason = '' } = given as Record<string, unknown>;
    if (typeof reason !== 'string') throw InvalidInput.on('reason', 'not_a_text');
    if (reason.length > REASON_MOST) throw InvalidInput.on('reason', 'max_length', { max: REASON_MOST });
    return { sessions: ID_LIST.read(sessions, ctx, kernel), reason: reason.replaceAll('\0', '').trim() };
  },
};

/** Ends sessions; ids that are none, not live or not the caller's to end are left out without a word. */
const kill = bulk({
  method: 'POST',
  path: '/api/v1/terminal/tasks/kill-session/',
  name: 'terminal.task.killSession',
  answer: ORDERED,
  who: can('terminal.terminate_session'),
  rows: { of: [session] },
  body: ENDED,
  errors: ['parse_error'],
  async act(ctx, { body: { sessions, reason }, kernel }) {
    const rows = await ctx.tx
      .selectFrom('sessions as t')
      .select(['t.id', 't.terminal_id', 't.user', 't.asset', 't.org_id'])
      .where(sessionRows(ctx, 't'))
      .where(({ ref }) => among(ref('t.id'), parseUuids(sessions)))
      .where('t.is_finished', '=', false)
      .execute();
    const ended = await orderKill(ctx, kernel.byName('task'), rows, caller(ctx), { note: reason });
    return { done: rows.map((row) => ({ ...row, reason })), answer: { ok: ended } };
  },
  event: ({ id, user, asset, org_id, reason }, ctx) => ({
    action: 'update',
    resourceType: 'session',
    resourceId: id,
    resource: `${user} ${asset}`,
    orgId: org_id,
    changes: [
      { field: 'terminated_by', before: '', after: caller(ctx) },
      ...(reason ? [{ field: 'reason', before: '', after: reason }] : []),
    ],
  }),
});

/** Whether somebody may watch a session. Roles outlive the account: who was switched off or has expired keeps them and watches nothing. */
async function watcherOf(ctx: Context, { rightsOf }: ControlDeps, userId: string, orgId: string) {
  const person = await validUser(ctx, userId);
  if (!person) return undefined;
  const { superuser, codes } = await rightsOf(ctx, userId, orgId);
  return holds({ ...ctx.actor, superuser, permissions: codes }, ['terminal.monitor_session']) ? person : undefined;
}

/** Which component carries a live session; undefined where the caller may not watch it, and where there is none. */
export async function carrierOfWatched(ctx: Context, deps: ControlDeps, id: string): Promise<string | undefined> {
  const row = await ctx.tx
    .selectFrom('sessions as t')
    .leftJoin('terminals as c', 'c.id', 't.terminal_id')
    .select(['t.org_id', 't.type', 't.login_from', 't.is_finished', 't.terminal_id', 'c.type as carrier'])
    .where('t.id', '=', id)
    .where(sessionRows(inEveryOrganisation(ctx), 't'))
    .executeTakeFirst();
  if (!row?.terminal_id || !canJoin(row, row.carrier)) return undefined;
  return (await watcherOf(ctx, deps, ctx.actor.id, row.org_id)) && row.terminal_id;
}

/** Milliseconds for which a gateway tells a page that comes back why its session ended: the longest that it waits for one, and what clocks differ by. */
const TOLD_MS = 10 * 60_000;

/**
 * Which component carries a session of the caller's own, wherever it belongs, or carried it until a moment ago; undefined where there is none. Whether the
 * page may come back to it is what that component says, which alone knows the secret of the place.
 */
export async function carrierOfOwn(ctx: Context, id: string): Promise<{ terminal: string; over: boolean } | undefined> {
  const row = await ctx.tx
    .selectFrom('sessions')
    .select(['terminal_id', 'is_finished'])
    .where('id', '=', id)
    .where('user_id', '=', ctx.actor.id)
    .where(({ or, eb: is }) => or([is('is_finished', '=', false), is('date_end', '>', new Date(ctx.clock().getTime() - TOLD_MS))]))
    .executeTakeFirst();
  return row?.terminal_id ? { terminal: row.terminal_id, over: row.is_finished } : undefined;
}

const uuid = z.string().transform(parseUuid).pipe(z.string());
const watching = z.object({ user_id: uuid, session_id: uuid, again: z.boolean().optional().catch(undefined) });

const validate = (deps: ControlDeps): Route =>
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
      if (!asked.success) return refuse(unreadable(asked.error, ctx.language));
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
      const person = await watcherOf(ctx, deps, user_id, row.org_id);
      if (!person) return refuse('permission_denied');
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
