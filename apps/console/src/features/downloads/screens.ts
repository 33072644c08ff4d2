import type { Screens } from '../../routes/route-types.ts';

/** What is drawn on which route. */
export const screens: Screens = {
  Downloads: () => import('./Downloads.tsx').then(({ Downloads }) => ({ default: Downloads })),
};
