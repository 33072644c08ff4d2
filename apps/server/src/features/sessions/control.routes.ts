import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import {
  type Context,
  can,
  eb,
  fetchRow,
  fetchRows,
  holds,
  idIn,
  type Kernel,
  list,
  ok,
  type Route,
  rowsOf,
  visible,
} from '@postern/resource';
import { sql } from 'kysely';
import { inEveryOrganisation } from '../../platform/context.ts';
import { orderKill } from '../terminals/index.ts';
import { canJoin } from './session.behaviour.ts';

/** Ids of one kill order at most. */
const MAX_KILL = 500;

export interface ControlDeps {
  kernel(): Kernel;
  /** Rights of a person in an organisation, for the component that asks on their behalf. */
  rightsOf(ctx: Context, userId: string, orgId: string): Promise<{ superuser: boolean; codes: ReadonlySet<string> }>;
}

/** Watching and ending sessions (docs/wire/sessions.md#watching-and-ending). */
export function controlRoutes(deps: ControlDeps): Route[] {
  const kill: Route = {
    method: 'POST',
    path: '/api/v1/terminal/tasks/kill-session/',
    policy: can('terminal.terminate_session'),
    name: 'terminal.task.killSession',
    async handle(ctx, { body }) {
      if (!Array.isArray(body)) throw new CodedError('parse_error');
      const resource = deps.kernel().byName('session');
      const ids = (body as unknown[]).slice(0, MAX_KILL).flatMap((id) => parseUuid(id) ?? []);
      const rows = await fetchRows(resource, ctx, [...visible(resource, ctx), idIn(resource, ids), sql<boolean>`not t.is_finished`]);
      const by = `${ctx.actor.name}(${ctx.actor.username})`;
      const done = await orderKill(
        ctx,
        deps.kernel().byName('task'),
        rows.map((row) => ({ id: String(row.id), terminal_id: row.terminal_id as string | null })),
        by,
      );
      for (const row of rows) {
        ctx.audit({
          action: 'update',
          resourceType: 'session',
          resourceId: String(row.id),
          resource: `${row.user} ${row.asset}`,
          orgId: String(row.org_id),
          changes: [{ field: 'terminated_by', before: '', after: by }],
        });
      }
      return ok({ ok: done });
    },
  };

  const validate: Route = {
    method: 'POST',
    path: '/api/v1/terminal/sessions/join/validate/',
    policy: can('terminal.validate_sessionactionperm'),
    name: 'terminal.session.joinValidate',
    async handle(ctx, { body }) {
      const refuse = (msg: string) => ok({ ok: false, msg }, 401);
      const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
      const userId = parseUuid(given.user_id);
      const sessionId = parseUuid(given.session_id);
      if (!userId || !sessionId) return refuse('invalid');
      const row = await fetchRow(deps.kernel().byName('session'), inEveryOrganisation(ctx), sessionId).catch(() => undefined);
      if (!row) return refuse('object_does_not_exist');
      const found = await sql<{ type: string }>`select type from terminals where id = ${row.terminal_id}`.execute(ctx.tx);
      if (!canJoin(row, found.rows[0]?.type)) return refuse('not_joinable');
      const rights = await deps.rightsOf(ctx, userId, String(row.org_id));
      const watcher = { ...ctx.actor, superuser: rights.superuser, permissions: rights.codes };
      if (!holds(watcher, ['terminal.monitor_session'])) return refuse('permission_denied');
      if (given.again !== true)
        ctx.audit({
          action: 'view',
          resourceType: 'session',
          resourceId: sessionId,
          resource: `${row.user} ${row.asset}`,
          orgId: String(row.org_id),
        });
      return ok({ ok: true, msg: '' });
    },
  };

  const mine: Route = {
    method: 'GET',
    path: '/api/v1/terminal/my-sessions/',
    policy: { allow: 'user' },
    name: 'terminal.session.mine',
    shape: { rows: 'session' },
    async handle(ctx, request) {
      const resource = deps.kernel().byName('session');
      const own = { ...resource, rows: rowsOf(resource.definition, (asked, t) => eb(t('user_id'), '=', asked.actor.id)) };
      return ok(await list(deps.kernel(), own, ctx, request));
    },
  };
  return [kill, validate, mine];
}
