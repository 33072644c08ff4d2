import type { Screens } from '../../routes/route-types.ts';

/** What is drawn on which route. */
export const screens: Screens = {
  ExplainAccess: () => import('./ExplainAccess.tsx').then(({ ExplainAccess }) => ({ default: ExplainAccess })),
};
