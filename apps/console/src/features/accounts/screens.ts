import type { Screens } from '../../routes/route-types.ts';

/** What is drawn on which route. */
export const screens: Screens = {
  AssetAccountList: () => import('./AccountList.tsx').then(({ AccountList }) => ({ default: AccountList })),
  AssetAccountDetail: () => import('./AccountDetail.tsx').then(({ AccountDetail }) => ({ default: AccountDetail })),
};
