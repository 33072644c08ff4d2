import type { Screens } from '../../routes/route-types.ts';

/** What is drawn on which route. */
export const screens: Screens = {
  MyAssets: () => import('./MyAssetList.tsx').then(({ MyAssetList }) => ({ default: MyAssetList })),
};
