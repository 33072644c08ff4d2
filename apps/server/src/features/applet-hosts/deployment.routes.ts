import { randomUUID } from 'node:crypto';
import { ORG } from '@postern/contract/ids';
import { text as t } from '@postern/contract/text';
import { type Context, can, type Kernel, type ResourceDefinition, type Route, reference } from '@postern/resource';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { run } from '../../platform/routes/run.ts';
import { startTask } from '../tasks/index.ts';
import { DEPLOY } from './deploy.job.ts';
import { writeDown } from './deployments.ts';

const BASE = '/api/v1/terminal/applet-host-deployments/';

/** Has a host set up anew, or its applications installed again (docs/wire/components.md#deployments). */
export function deploymentRoutes(host: ResourceDefinition, jobs: Pick<Jobs, 'enqueue'>): Route[] {
  const start = async (ctx: Context, kernel: Kernel, asked: { host: string; applet: string | null; isFull: boolean }): Promise<string> => {
    const task = randomUUID();
    await writeDown(ctx, kernel, { ...asked, task });
    return startTask(ctx, jobs, DEPLOY, {}, task);
  };
  const which = { host: reference(host.name, { label: host.label, required: true }) };
  const common = { who: can('terminal.change_applethost'), rows: { of: [host] }, fixedOrg: ORG.SYSTEM } as const;
  return [
    run({
      ...common,
      path: BASE,
      name: 'terminal.applethostdeployment.create',
      body: which,
      start: (ctx, { body, kernel }) => start(ctx, kernel, { host: body.host, applet: null, isFull: true }),
    }),
    run({
      ...common,
      path: `${BASE}applets/`,
      name: 'terminal.applethostdeployment.applets',
      body: {
        ...which,
        applet_id: reference('applet', { label: t('Remote application', '远程应用', 'リモートアプリ'), nullable: true, default: null }),
      },
      start: (ctx, { body, kernel }) => start(ctx, kernel, { host: body.host, applet: body.applet_id, isFull: false }),
    }),
  ];
}
