import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/** Figures of a sign of life. */
export interface Load {
  cpu_load: number;
  memory_used: number;
  disk_used: number;
  session_online: number;
}

/** A moment, as Unix seconds, with the highest figures from then until the next one. */
interface LoadPoint extends Load {
  at: number;
}

/** Points of each component from a moment on, oldest first. */
export async function loadsSince(ctx: Context, since: Date, stepSeconds: number): Promise<Map<string, LoadPoint[]>> {
  const { rows } = await sql<LoadPoint & { terminal_id: string }>`
    select l.terminal_id, (floor(extract(epoch from l.moment) / ${stepSeconds}) * ${stepSeconds})::float8 as at,
        max(l.cpu_load) as cpu_load, max(l.memory_used) as memory_used, max(l.disk_used) as disk_used, max(l.session_online)::int as session_online
      from component_loads l where l.moment >= ${since} group by 1, 2 order by 1, 2`.execute(ctx.tx);
  const found = new Map<string, LoadPoint[]>();
  for (const { terminal_id, ...point } of rows) {
    const own = found.get(terminal_id);
    if (own) own.push(point);
    else found.set(terminal_id, [point]);
  }
  return found;
}
