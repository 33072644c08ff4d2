import type { Feature } from '../../platform/feature.ts';
import { page } from '../../platform/routes/page.ts';

/** The address under which clients know the download centre (docs/behaviour/start-and-views.md#downloads); the page is the console's. */
export const downloadsFeature = (): Feature => ({
  routes: [
    page({
      path: '/core/download/',
      name: 'downloads.page',
      who: { allow: 'user' },
      rows: { none: 'leads to a screen of the console' },
      show: () => ({ to: '/ui/profile/downloads' }),
    }),
  ],
});
