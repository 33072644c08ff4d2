import { route } from '@postern/resource';
import type { Feature } from '../../platform/feature.ts';

/** The address under which clients know the download centre (docs/behaviour/start-and-views.md#downloads); the page is the console's. */
export const downloadsFeature = (): Feature => ({
  routes: [
    route({
      method: 'GET',
      path: '/core/download/',
      name: 'downloads.page',
      who: { allow: 'user' },
      rows: { none: 'leads to a screen of the console' },
      handle: async () => ({ status: 302, headers: { location: '/ui/profile/downloads' } }),
    }),
  ],
});
