import { resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { playbookBehaviour } from './playbook.behaviour.ts';
import { playbook } from './playbook.resource.ts';
import { playbookRoutes } from './playbook.routes.ts';
import { type PlaybookDeps, syncJob } from './sync.ts';
import { playbookFiles, playbookSnapshotFiles, playbookSnapshots } from './tables.ts';

export { checkFiles, type Finding } from './check.ts';
export { forgetSnapshots } from './files.queries.ts';
export { entryOf, type PlaybookFile } from './files.ts';
export { ordered } from './order.ts';
export { forgetPlaybooks } from './playbook.behaviour.ts';
export { snapshotFiles } from './store.ts';

/** Playbooks: files that jobs run on machines with Ansible (docs/wire/jobs.md#playbooks). */
export const playbooksFeature = (deps: PlaybookDeps): Feature => ({
  resources: [resource(playbook, playbookBehaviour(deps))],
  tables: [playbookFiles, playbookSnapshots, playbookSnapshotFiles],
  routes: playbookRoutes(deps),
  jobs: [syncJob(deps)],
});
