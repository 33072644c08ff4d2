import { type Kernel, resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { SystemAccess } from '../../platform/platform.ts';
import { accountTaskRoutes } from './account-tasks.ts';
import { assetTaskRoutes } from './asset-tasks.ts';
import { automationBehaviour } from './automation.behaviour.ts';
import { changeSecretAutomation, gatherAccountsAutomation, pushAccountAutomation } from './automation.resources.ts';
import { automationRoutes } from './automation.routes.ts';
import { executionBehaviour, recordBehaviour } from './execution.behaviour.ts';
import { executionResource } from './execution.resources.ts';
import { freshAssetsJob } from './fresh-assets.ts';
import { gatheredAccount, gatheredBehaviour, gatheredRoutes } from './gathered.ts';
import { automationJobs } from './jobs.ts';
import { changeSecretRecord, pushAccountRecord } from './record.resources.ts';
import { executionTable, recordTable } from './tables.ts';

export { pushNow } from './account-tasks.ts';
export { randomPassword } from './candidate.ts';
export { startDue } from './due.ts';
export { TRIGGERS, type Trigger, triggerField } from './execution.resources.ts';
export { checkNewAssets } from './fresh-assets.ts';
export { inParallel } from './in-parallel.ts';
export { CHANGE_REPORT, changeReport } from './notify-recipients.ts';
export {
  checkSchedule,
  countsOf,
  isCrontab,
  nextRun,
  PLAN,
  PLANNED,
  planFacts,
  planNext,
  scheduleFields,
  scheduleTexts,
} from './schedule.ts';

export interface AutomationsDeps {
  system: SystemAccess;
  kernel: () => Kernel;
  jobs: Pick<Jobs, 'enqueue'>;
  licensed(now: Date): boolean;
}

/** What really changes machines: verifying, pushing, changing and gathering accounts (docs/wire/automations.md). */
export function automationsFeature(deps: AutomationsDeps): Feature {
  return {
    resources: [
      resource(changeSecretAutomation, automationBehaviour('change_secret', deps)),
      resource(pushAccountAutomation, automationBehaviour('push_account', deps)),
      resource(gatherAccountsAutomation, automationBehaviour('gather_accounts', deps)),
      resource(executionResource('change_secret'), executionBehaviour('change_secret')),
      resource(executionResource('push_account'), executionBehaviour('push_account')),
      resource(executionResource('gather_accounts'), executionBehaviour('gather_accounts')),
      resource(changeSecretRecord, recordBehaviour('change_secret')),
      resource(pushAccountRecord, recordBehaviour('push_account')),
      resource(gatheredAccount, gatheredBehaviour),
    ],
    tables: [executionTable, recordTable],
    routes: [...automationRoutes(deps.jobs), ...accountTaskRoutes(deps.jobs), ...assetTaskRoutes(deps.jobs), ...gatheredRoutes()],
    jobs: [...automationJobs(deps, deps.jobs), freshAssetsJob(deps.jobs)],
  };
}
