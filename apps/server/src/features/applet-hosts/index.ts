import type { SettingsReader } from '@postern/contract/settings';
import { among, type Context, type Kernel, resource } from '@postern/resource';
import { anyRow } from '../../platform/database/any-row.ts';
import type { Feature } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { SystemAccess } from '../../platform/platform.ts';
import { orderKill } from '../terminals/index.ts';
import { agentRoutes } from './agent.routes.ts';
import { type AppletHostDeps, appletHostBehaviour } from './applet-host.behaviour.ts';
import { appletHost } from './applet-host.resource.ts';
import { appletOptionRoutes } from './applet-option.routes.ts';
import { deployJob } from './deploy.job.ts';
import { deployment, deploymentBehaviour } from './deployment.resource.ts';
import { deploymentRoutes } from './deployment.routes.ts';
import { sessionsOver } from './lease.queries.ts';
import { leasesRoute } from './leases.routes.ts';
import { PREPARE, prepareJob } from './prepare.job.ts';
import { publication, publicationBehaviour } from './publication.resource.ts';
import { appletHosts, choices, hostAccounts, leases } from './tables.ts';

export { applicationCalled, offeredApplications } from './applications.ts';
export { leasedAt } from './lease.ts';
export { publishApplet } from './publication.resource.ts';

interface AppletHostsDeps extends AppletHostDeps {
  kernel(): Kernel;
  settings: SettingsReader;
  system: Pick<SystemAccess, 'asSystem'>;
}

/** Hosts of remote applications: where they are published, the logins of people there, and who uses which. */
export function appletHostsFeature(deps: AppletHostsDeps): Feature {
  const host = appletHost(() => deps.settings.get('SITE_URL'));
  return {
    resources: [
      resource(host, appletHostBehaviour(deps)),
      resource(publication, publicationBehaviour),
      resource(deployment, deploymentBehaviour),
    ],
    tables: [appletHosts, hostAccounts, leases, choices],
    routes: [...agentRoutes(host), ...appletOptionRoutes, leasesRoute(host), ...deploymentRoutes(host, deps.jobs)],
    jobs: [prepareJob(deps), deployJob(deps)],
  };
}

/** Somebody new is given a login on each host, where there are any. */
export async function provisionOnHosts(ctx: Context, jobs: Pick<Jobs, 'enqueue'>): Promise<void> {
  const some = await anyRow(ctx.tx.selectFrom('applet_hosts'));
  // Many come together; they are waited for a little.
  if (some) jobs.enqueue(ctx, PREPARE, {}, { after: 5, once: 'people' });
}

/** Sessions over hosts that are about to go are ordered to end; their leases go with the logins. */
export async function endSessionsOnHosts(kernel: Kernel, ctx: Context, assetIds: readonly string[]): Promise<void> {
  const rows = await ctx.tx
    .selectFrom('applet_hosts')
    .select('asset_id as id')
    .where(({ ref }) => among(ref('asset_id'), assetIds))
    .execute();
  if (rows.length === 0) return;
  const live = await sessionsOver(
    ctx,
    rows.map(({ id }) => id),
  );
  await orderKill(ctx, kernel.byName('task'), live, `${ctx.actor.name}(${ctx.actor.username})`, { reason: 'asset_disabled' });
}
