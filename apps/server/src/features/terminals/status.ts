import { render } from '@postern/contract/text';
import { type Context, formatDatetime, type Row } from '@postern/resource';
import { sql } from 'kysely';
import { z } from 'zod';
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
});

export interface Status {
  terminal_id: string;
  cpu_load: number;
  memory_used: number;
  disk_used: number;
  session_online: number;
  date_seen: Date;
}

const level = (value: number, high: number, critical: number): number => (value > critical ? 2 : value > high ? 1 : 0);

/** The worst of the three figures. */
export function loadOf(status: Pick<Status, 'cpu_load' | 'memory_used' | 'disk_used'> | undefined): keyof typeof LOADS {
  if (!status) return 'offline';
  const worst = Math.max(level(status.cpu_load, 5, 20), level(status.memory_used, 85, 95), level(status.disk_used, 80, 99));
  return worst === 2 ? 'critical' : worst === 1 ? 'high' : 'normal';
}

/** Fresh heartbeats by component id. */
export async function aliveStatus(ctx: Context, ids?: readonly string[]): Promise<Map<string, Status>> {
  const only = ids ? sql`and terminal_id = any(${[...ids]}::uuid[])` : sql``;
  const since = new Date(ctx.clock().getTime() - ALIVE_SECONDS * 1000);
  const { rows } = await sql<Status>`select * from component_status where date_seen > ${since} ${only}`.execute(ctx.tx);
  return new Map(rows.map((row) => [row.terminal_id, row]));
}

const round = (value: number) => Math.round(value * 10) / 10;

export const standingOf = (row: Row): keyof typeof STANDINGS => (row.date_revoked ? 'revoked' : row.date_approved ? 'approved' : 'waiting');

/** Computed fields of the terminal resource. */
export const statusFields = {
  async session_online(ctx: Context, rows: readonly Row[]) {
    const ids = rows.map((row) => String(row.id));
    const found = await sql<{ terminal_id: string; n: number }>`
      select terminal_id, count(*)::int as n from sessions where not is_finished and terminal_id = any(${ids}::uuid[]) group by terminal_id`.execute(
      ctx.tx,
    );
    const counts = new Map(found.rows.map((row) => [row.terminal_id, row.n]));
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
    const active = await sql<{ id: string }>`select id from users where is_active and id = any(${users}::uuid[])`.execute(ctx.tx);
    const known = new Set(active.rows.map((row) => row.id));
    return new Map(rows.map((row) => [String(row.id), known.has(String(row.user_id))]));
  },
  async is_alive(ctx: Context, rows: readonly Row[]) {
    const alive = await aliveStatus(
      ctx,
      rows.map((row) => String(row.id)),
    );
    return new Map(rows.map((row) => [String(row.id), alive.has(String(row.id))]));
  },
  async load(ctx: Context, rows: readonly Row[]) {
    const alive = await aliveStatus(
      ctx,
      rows.map((row) => String(row.id)),
    );
    return new Map(
      rows.map((row) => {
        const load = loadOf(alive.get(String(row.id)));
        return [String(row.id), { value: load, label: render(LOADS[load], ctx.language) }];
      }),
    );
  },
  async stat(ctx: Context, rows: readonly Row[]) {
    const alive = await aliveStatus(
      ctx,
      rows.map((row) => String(row.id)),
    );
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
export async function recordHeartbeat(ctx: Context, terminalId: string, payload: z.infer<typeof heartbeat>): Promise<void> {
  const now = ctx.clock();
  await sql`
    insert into component_status (terminal_id, cpu_load, memory_used, disk_used, session_online, date_seen)
    values (${terminalId}, ${payload.cpu_load}, ${payload.memory_used}, ${payload.disk_used}, ${Math.round(payload.session_online)}, ${now})
    on conflict (terminal_id) do update set cpu_load = excluded.cpu_load, memory_used = excluded.memory_used, disk_used = excluded.disk_used,
      session_online = excluded.session_online, date_seen = excluded.date_seen`.execute(ctx.tx);
  if (payload.sessions.length > 0) {
    await sql`update sessions set date_alive = ${now} where terminal_id = ${terminalId} and not is_finished and id = any(${payload.sessions}::uuid[])`.execute(
      ctx.tx,
    );
  }
}
