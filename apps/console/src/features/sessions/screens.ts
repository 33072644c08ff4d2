import type { Screens } from '../../routes/route-types.ts';

/** What is drawn on which route. */
export const screens: Screens = {
  SessionList: () => import('./SessionList.tsx').then(({ SessionList }) => ({ default: SessionList })),
  SessionDetail: () => import('./SessionDetail.tsx').then(({ SessionDetail }) => ({ default: SessionDetail })),
};
