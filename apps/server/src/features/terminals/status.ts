import { isGatewayAddress } from '@postern/contract/component';
import { render } from '@postern/contract/text';
import { among, and, type Context, formatDatetime, type Row, type Tables } from '@postern/resource';
import type { Selectable } from 'kysely';
import { z } from 'zod';
import { noteLoad } from './component-loads.ts';
import { LOADS, STANDINGS } from './terminal.resource.ts';

/** A component without a heartbeat for this long counts as offline (docs/wire/components.md#load). */
export const ALIVE_SECONDS = 180;

const figure = z.coerce.number().min(0).max(1_000_000).catch(0).default(0);

/** A heartbeat: figures, and the sessions it carries now (docs/wire/components.md#signs-of-life-and-orders). */
export const heartbeat = z.object({
  sessions: z.array(z.uuid()).max(20_000).default([]),
  session_online: figure,
  cpu_load: figure,
  memory_used: figure,
  disk_used: figure,
  address: z.string().max(300).refine(isGatewayAddress).optional(),
  pass: z
    .string()
    .regex(/^[\w-]{32,128}$/)
    .optional(),
});

type Status = Selectable<Tables['component_status']>;

/** Notes that sessions of a component live. Given from outside: sessions are written where they belong. */
export type KeepAlive = (ctx: Context, terminalId: string, sessionIds: readonly string[]) => Promise<void>;

const level = (value: number, high: number, critical: number): number => (value > critical ? 2 : value > high ? 1 : 0);

/** The worst of the three figures. */
export function loadOf(status: Pick<Status, 'cpu_load' | 'memory_used' | 'disk_used'> | undefined): keyof typeof LOADS {
  if (!status) return 'offline';
  const worst = Math.max(level(status.cpu_load, 5, 20), level(status.memory_used, 85, 95), level(status.disk_used, 80, 99));
  return worst === 2 ? 'critical' : worst === 1 ? 'high' : 'normal';
}

/** Fresh heartbeats by component id. */
export async function aliveStatus(ctx: Context, ids?: readonly string[]): Promise<Map<string, Status>> {
  const rows = await ctx.tx
    .selectFrom('component_status')
    .selectAll()
    .where('date_seen', '>', new Date(ctx.clock().getTime() - ALIVE_SECONDS * 1000))
    .where(({ ref }) => and(ids && among(ref('terminal_id'), ids)))
    .execute();
  return new Map(rows.map((row) => [row.terminal_id, row]));
}

const round = (value: number) => Math.round(value * 10) / 10;

export const standingOf = (row: Row): keyof typeof STANDINGS => (row.date_revoked ? 'revoked' : row.date_approved ? 'approved' : 'waiting');

const idsOf = (rows: readonly Row[]): string[] => rows.map((row) => String(row.id));

/** Computed fields of the terminal resource. */
export const statusFields = {
  async session_online(ctx: Context, rows: readonly Row[]) {
    const ids = idsOf(rows);
    const found = await ctx.tx
      .selectFrom('sessions')
      .select(({ fn }) => ['terminal_id', fn.countAll<number>().as('n')])
      .where('is_finished', '=', false)
      .where(({ ref }) => among(ref('terminal_id'), ids))
      .groupBy('terminal_id')
      .execute();
    const counts = new Map(found.map((row) => [row.terminal_id, row.n]));
    return new Map(ids.map((id) => [id, counts.get(id) ?? 0]));
  },
  async standing(ctx: Context, rows: readonly Row[]) {
    return new Map(
      rows.map((row) => {
        const value = standingOf(row);
        return [String(row.id), { value, label: render(STANDINGS[value], ctx.language) }];
      }),
    );
  },
  async is_active(ctx: Context, rows: readonly Row[]) {
    const users = rows.flatMap((row) => (row.user_id ? [String(row.user_id)] : []));
    const active = await ctx.tx
      .selectFrom('users')
      .select('id')
      .where('is_active', '=', true)
      .where(({ ref }) => among(ref('id'), users))
      .execute();
    const known = new Set(active.map((row) => row.id));
    return new Map(rows.map((row) => [String(row.id), known.has(String(row.user_id))]));
  },
  async is_alive(ctx: Context, rows: readonly Row[]) {
    const ids = idsOf(rows);
    const alive = await aliveStatus(ctx, ids);
    return new Map(ids.map((id) => [id, alive.has(id)]));
  },
  async load(ctx: Context, rows: readonly Row[]) {
    const ids = idsOf(rows);
    const alive = await aliveStatus(ctx, ids);
    return new Map(
      ids.map((id) => {
        const load = loadOf(alive.get(id));
        return [id, { value: load, label: render(LOADS[load], ctx.language) }];
      }),
    );
  },
  async stat(ctx: Context, rows: readonly Row[]) {
    const alive = await aliveStatus(ctx, idsOf(rows));
    return new Map(
      [...alive].map(([id, status]) => [
        id,
        {
          cpu_load: round(status.cpu_load),
          memory_used: round(status.memory_used),
          disk_used: round(status.disk_used),
          session_online: status.session_online,
          date_created: formatDatetime(status.date_seen, ctx.timeZone),
        },
      ]),
    );
  },
};

/**
 * Takes a heartbeat in: the figures, and a mark on every session it names, so that sessions nobody names any more
 * can be closed (docs/wire/sessions.md#sessions-that-are-lost). Only the component's own sessions are marked.
 */
export async function recordHeartbeat(
  ctx: Context,
  terminalId: string,
  { sessions, address, pass, ...figures }: z.infer<typeof heartbeat>,
  keepAlive: KeepAlive,
): Promise<void> {
  const load = { ...figures, session_online: Math.round(figures.session_online) };
  // One that does not say both any more is not handed sockets any more.
  const reach = address && pass ? { address, sealed_pass: ctx.secrets.encrypt(pass) } : { address: null, sealed_pass: null };
  const now = { ...load, ...reach, date_seen: ctx.clock() };
  await ctx.tx
    .insertInto('component_status')
    .values({ terminal_id: terminalId, ...now })
    .onConflict((clash) => clash.column('terminal_id').doUpdateSet(now))
    .execute();
  await noteLoad(ctx, terminalId, load);
  await keepAlive(ctx, terminalId, sessions);
}

/** Where servers reach a component that works and lives, and what they show there; undefined where it did not say. */
export async function reachOf(ctx: Context, terminalId: string): Promise<{ address: string; pass: string } | undefined> {
  const found = await ctx.tx
    .selectFrom('component_status as s')
    .innerJoin('terminals as c', 'c.id', 's.terminal_id')
    .select(['s.address', 's.sealed_pass'])
    .where('s.terminal_id', '=', terminalId)
    .where('s.date_seen', '>', new Date(ctx.clock().getTime() - ALIVE_SECONDS * 1000))
    .where('c.date_approved', 'is not', null)
    .where('c.date_revoked', 'is', null)
    .executeTakeFirst();
  if (!found?.address || !found.sealed_pass) return undefined;
  return { address: found.address, pass: ctx.secrets.decrypt(found.sealed_pass) };
}
