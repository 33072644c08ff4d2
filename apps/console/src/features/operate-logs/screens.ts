import type { Screens } from '../../routes/route-types.ts';

/** What is drawn on which route. */
export const screens: Screens = {
  OperateLogList: () => import('./OperateLogList.tsx').then(({ OperateLogList }) => ({ default: OperateLogList })),
  OperateLogDetail: () => import('./OperateLogDetail.tsx').then(({ OperateLogDetail }) => ({ default: OperateLogDetail })),
};
