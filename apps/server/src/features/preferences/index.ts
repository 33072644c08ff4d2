import { type Kernel, resource } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';
import { preferencesRoutes } from './preferences.routes.ts';
import { userPreferences } from './preferences.ts';
import { savedViewBehaviour } from './saved-view.behaviour.ts';
import { savedView } from './saved-view.resource.ts';

export { preferencesShape } from './preferences.routes.ts';
export { chosenBy, languagesOf, preferencesFrom } from './preferences.ts';

/** What people set up for themselves and find again on every device. */
export const preferencesFeature = (kernel: () => Kernel): Feature => ({
  resources: [resource(savedView, savedViewBehaviour(kernel))],
  tables: [userPreferences],
  routes: preferencesRoutes,
});
