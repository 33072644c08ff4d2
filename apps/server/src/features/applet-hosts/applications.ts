import type { AppletMethod } from '@postern/contract/connect-methods';
import type { Context } from '@postern/resource';
import { iconPath } from '../applets/index.ts';
import { type Application, readyHosts } from './lease.ts';

/** Applications as ways to connect (docs/wire/authentication.md#where-to-go-and-by-what). */

const applications = (ctx: Context) =>
  ctx.tx.selectFrom('applets').select(['id', 'name', 'display_name', 'type', 'protocols', 'can_concurrent', 'is_active']);

/** The application of a name, whether or not it may be used. */
export const applicationCalled = (ctx: Context, name: string): Promise<Application | undefined> =>
  applications(ctx).where('name', '=', name).executeTakeFirst();

/** Applications that may be used, with the protocols that they open; greyed out while no host could serve them. */
export async function offeredApplications(ctx: Context): Promise<AppletMethod[]> {
  const rows = await applications(ctx).where('is_active', '=', true).orderBy('name').execute();
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
