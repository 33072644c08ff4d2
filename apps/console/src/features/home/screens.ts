import type { Screens } from '../../routes/route-types.ts';

/** What is drawn on which route. */
export const screens: Screens = {
  MyHome: () => import('./Home.tsx').then(({ Home }) => ({ default: Home })),
};
