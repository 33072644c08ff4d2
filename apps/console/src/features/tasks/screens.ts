import type { Screens } from '../../routes/route-types.ts';

/** What is drawn on which route. */
export const screens: Screens = {
  TaskList: () => import('./TaskList.tsx').then(({ TaskList }) => ({ default: TaskList })),
  TaskDetail: () => import('./TaskDetail.tsx').then(({ TaskDetail }) => ({ default: TaskDetail })),
};
