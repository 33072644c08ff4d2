import type { AppletMethod } from '@postern/contract/connect-methods';
import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import { iconPath } from '../applets/index.ts';
import { type Application, readyHosts } from './lease.ts';

/** Applications as ways to connect (docs/wire/authentication.md#where-to-go-and-by-what). */

const COLUMNS = sql.join(['id', 'name', 'display_name', 'type', 'protocols', 'can_concurrent', 'is_active'].map((name) => sql.ref(name)));

/** The application of a name, whether or not it may be used. */
export async function applicationCalled(ctx: Context, name: string): Promise<Application | undefined> {
  const { rows } = await sql<Application>`select ${COLUMNS} from applets where name = ${name}`.execute(ctx.tx);
  return rows[0];
}

/** Applications that may be used, with the protocols that they open; greyed out while no host could serve them. */
export async function offeredApplications(ctx: Context): Promise<AppletMethod[]> {
  const { rows } = await sql<Application>`select ${COLUMNS} from applets where is_active order by name`.execute(ctx.tx);
  const ready = new Set(
    (
      await readyHosts(
        ctx,
        rows.map(({ id }) => id),
      )
    ).map(({ appletId }) => appletId),
  );
  return rows.map(({ id, name, display_name, protocols }) => ({
    value: name,
    label: display_name,
    icon: iconPath(name),
    protocols,
    ready: ready.has(id),
  }));
}
