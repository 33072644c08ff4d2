import type { Feature } from '../../platform/feature.ts';

/** The address under which clients know the download centre (docs/behaviour/start-and-views.md#downloads); the page is the console's. */
export const downloadsFeature = (): Feature => ({
  routes: [
    {
      method: 'GET',
      path: '/core/download/',
      policy: { allow: 'user' },
      name: 'downloads.page',
      handle: async () => ({ status: 302, headers: { location: '/ui/profile/downloads' } }),
    },
  ],
});
