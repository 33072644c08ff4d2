import type { Screens } from '../../routes/route-types.ts';

/** What is drawn on which route. */
export const screens: Screens = {
  CommandList: () => import('./CommandList.tsx').then(({ CommandList }) => ({ default: CommandList })),
};
