import type { Screens } from '../../routes/route-types.ts';

/** What is drawn on which route. */
export const screens: Screens = {
  LoginLogList: () => import('./LoginLogList.tsx').then(({ LoginLogList }) => ({ default: LoginLogList })),
  LoginLogDetail: () => import('./LoginLogDetail.tsx').then(({ LoginLogDetail }) => ({ default: LoginLogDetail })),
};
