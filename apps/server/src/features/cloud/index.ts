import type { SettingsReader } from '@postern/contract/settings';
import { type Kernel, resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { SystemAccess } from '../../platform/platform.ts';
import { cloudAccountBehaviour } from './account.behaviour.ts';
import { cloudAccount, type Providers } from './account.resource.ts';
import { createProviders } from './providers/index.ts';
import { lan } from './providers/lan.ts';
import type { CloudTools } from './providers/tools.ts';
import { regionRoutes } from './regions.routes.ts';
import { syncDetail, syncDetailBehaviour, syncExecution } from './run.resources.ts';
import { cloudJobs } from './start.ts';
import { syncTaskBehaviour } from './task.behaviour.ts';
import { syncInstanceTask } from './task.resource.ts';

export { acs3 } from './providers/signing/acs3.ts';
export { encoded, queryOf } from './providers/signing/digest.ts';
export { sigV4 } from './providers/signing/sigv4.ts';
export { tc3 } from './providers/signing/tc3.ts';

/** Every cloud this version can read. @param allow addresses the operator allows whatever they are (POSTERN_OUTBOUND_ALLOW) */
export const cloudProviders = (outbound: CloudTools['outbound'], allow: readonly string[]): Providers => ({
  ...createProviders({ outbound }),
  lan: lan(allow),
});

export interface CloudDeps {
  system: SystemAccess;
  kernel: () => Kernel;
  jobs: Pick<Jobs, 'enqueue'>;
  settings: SettingsReader;
  licensed(now: Date): boolean;
  providers: Providers;
}

/** Cloud sync: logins at clouds, tasks that bring their machines in as assets, and what came of each run. */
export function cloudFeature(deps: CloudDeps): Feature {
  return {
    resources: [
      resource(cloudAccount(deps.providers), cloudAccountBehaviour(deps.providers, deps.system)),
      resource(syncInstanceTask, syncTaskBehaviour(deps)),
      resource(syncExecution),
      resource(syncDetail, syncDetailBehaviour),
    ],
    routes: regionRoutes(deps.providers),
    jobs: cloudJobs(deps),
  };
}
