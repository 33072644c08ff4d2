import type { AppletMethod } from '@postern/contract/connect-methods';
import { CodedError, InvalidInput } from '@postern/contract/errors';
import { among, type Context, type Row, resource } from '@postern/resource';
import type { Registry } from 'prom-client';
import { anyRow } from '../../platform/database/any-row.ts';
import type { Feature } from '../../platform/feature.ts';
import type { SettingsStore } from '../../platform/settings/store.ts';
import { type ComponentStorage, componentRoutes } from './component.routes.ts';
import { registerComponentGauges } from './component-gauges.ts';
import { componentLoads, loadJobs, loadsRoute } from './component-loads.ts';
import { connectMethodsRoute } from './connect-methods.routes.ts';
import { DEFAULT_ENDPOINT, endpoint, isHost } from './endpoint.resource.ts';
import { smartEndpointRoute } from './endpoint.routes.ts';
import { endpointRule, endpointRuleBehaviour } from './endpoint-rule.resource.ts';
import { type RegistrationDeps, registrationRoutes } from './registration.routes.ts';
import { approveComponent, revokeComponent, type StandingDeps } from './standing.ts';
import { type KeepAlive, statusFields } from './status.ts';
import { task, taskRows } from './task.resource.ts';
import { componentStatus, type TerminalRow, terminal } from './terminal.resource.ts';
import { TASK_CHANNEL, terminalTaskSocket } from './terminal-task.socket.ts';

export { isHost } from './endpoint.resource.ts';
export { chooseEndpoint, portFor } from './endpoint-choice.ts';
export { followDefault } from './follow-default.ts';
export { aliveStatus, loadOf, reachOf } from './status.ts';
export { orderKill, orderSession, settleOrders } from './task.resource.ts';
export { LOADS } from './terminal.resource.ts';

export interface TerminalsDeps extends StandingDeps {
  settings: SettingsStore;
  localProof: RegistrationDeps['localProof'];
  metrics: Registry;
  /** A context for what no request asks for: scrapes of the figures. */
  systemContext(reason: string): Context;
  /** Values of connect methods that access rules keep from somebody. */
  refusedMethods(ctx: Context, userId: string): Promise<ReadonlySet<string>>;
  /** Remote applications that may be used. */
  applets(ctx: Context): Promise<AppletMethod[]>;
  createServiceAccount: RegistrationDeps['createServiceAccount'];
  keepAlive: KeepAlive;
  /** Takes the service account of a removed component out of use. */
  removeServiceAccount(ctx: Parameters<RegistrationDeps['createServiceAccount']>[0], userId: string): Promise<void>;
  /** Where components put what they keep. Given from outside: storages sign as clouds do, and those need what is needed here. */
  storages: ComponentStorage & RegistrationDeps['storages'];
}

/** The same for every row. */
const always = (value: unknown) => async (_ctx: Context, rows: readonly Row[]) => new Map(rows.map((row) => [String(row.id), value]));

function refuseComponents(ctx: Context): void {
  if (ctx.actor.kind === 'component') throw new CodedError('permission_denied');
}

/** Components that carry sessions: registration, configuration, heartbeats, orders, endpoints. */
export function terminalsFeature(deps: TerminalsDeps): Feature {
  registerComponentGauges(deps.metrics, () => deps.systemContext('component figures'));
  return {
    resources: [
      resource(terminal, {
        computed: statusFields,
        // A component must not switch off another one's recording; it registers itself and changes nothing afterwards.
        async prepare(ctx, write) {
          if (write.verb !== 'update') return;
          refuseComponents(ctx);
          const own = write.before?.methods !== null;
          for (const kind of ['command', 'replay'] as const) {
            const field = `${kind}_storage`;
            const given = write.values[field];
            if (given !== undefined && given !== write.before?.[field])
              write.values[field] = await deps.storages.chosen(ctx, kind, given, own);
          }
        },
        async deleting(ctx, rows) {
          refuseComponents(ctx);
          const ids = rows.map((row) => String(row.id));
          const open = await anyRow(
            ctx.tx
              .selectFrom('sessions')
              .where('is_finished', '=', false)
              .where(({ ref }) => among(ref('terminal_id'), ids)),
          );
          if (open) throw new CodedError('have_online_session');
          return undefined;
        },
        async deleted(ctx, rows) {
          for (const row of rows) if (row.user_id) await deps.removeServiceAccount(ctx, String(row.user_id));
        },
        actions: {
          // Both are of one component: the kernel found its row.
          approve: (ctx, _request, row) => approveComponent(ctx, row as TerminalRow, deps),
          revoke: (ctx, _request, row) => revokeComponent(ctx, row as TerminalRow, deps),
        },
      }),
      resource(task, {
        // The wire carries the bare id here.
        expand: { terminal: async (_ctx, ids) => new Map(ids.map((id) => [id, id])) },
        rows: taskRows,
        async prepare(ctx, write) {
          if (write.verb === 'update' && write.values.is_finished === true) write.values.date_finished = ctx.clock();
        },
        async written(ctx, write) {
          if (write.verb === 'create') await deps.events.publish(ctx.tx, TASK_CHANNEL, { terminal_id: write.row.terminal_id });
        },
      }),
      resource(endpoint, {
        computed: { oracle_port: always(0), oracle_port_range: always('') },
        // It becomes part of what starts people's clients.
        async prepare(_ctx, { values }) {
          if (values.host && !isHost(String(values.host))) throw InvalidInput.on('host', 'invalid_host');
        },
        // The Default endpoint is what everything falls back to; clients know its deletion as a quiet no-op.
        deleting: async (_ctx, rows) => rows.filter((row) => row.id !== DEFAULT_ENDPOINT),
      }),
      resource(endpointRule, endpointRuleBehaviour),
    ],
    tables: [componentStatus, componentLoads],
    routes: [...registrationRoutes(deps), ...componentRoutes(deps), loadsRoute, connectMethodsRoute(deps), smartEndpointRoute],
    sockets: [terminalTaskSocket(deps)],
    jobs: loadJobs,
    async seed(ctx) {
      const usual = { name: 'Default', host: '', https_port: 0, http_port: 0, created_by: 'System', updated_by: 'System' };
      await ctx.tx
        .insertInto('endpoints')
        .values({ id: DEFAULT_ENDPOINT, ...usual })
        .onConflict((clash) => clash.column('id').doNothing())
        .execute();
    },
  };
}
