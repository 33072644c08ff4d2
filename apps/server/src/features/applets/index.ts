import { resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { createReplayStore } from '../sessions/index.ts';
import { applet } from './applet.resource.ts';
import { type AppletDeps, appletBehaviour, appletRoutes } from './applet.routes.ts';
import { leftoversJob } from './leftovers.job.ts';

export type { AppletRow } from './applet.routes.ts';
export { iconPath } from './package-files.ts';

/** Remote applications: packages that are uploaded, and which of them may be used. @param dir folder of the packages */
export function appletsFeature({ created, dir }: Pick<AppletDeps, 'created'> & { dir: string }): Feature {
  const store = createReplayStore(dir);
  return {
    resources: [resource(applet, appletBehaviour({ store, created }))],
    routes: appletRoutes(store),
    jobs: [leftoversJob(dir)],
  };
}
