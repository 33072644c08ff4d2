import type { Screens } from '../../routes/route-types.ts';

const accountForm = () => import('./AccountForm.tsx').then(({ AccountForm }) => ({ default: AccountForm }));
const taskForm = () => import('./TaskForm.tsx').then(({ TaskForm }) => ({ default: TaskForm }));

/** What is drawn on which route. */
export const screens: Screens = {
  CloudCenter: () => import('./CloudCenter.tsx').then(({ CloudCenter }) => ({ default: CloudCenter })),
  AccountList: () => import('./CloudCenter.tsx').then(({ ToAccounts }) => ({ default: ToAccounts })),
  AccountCreate: accountForm,
  AccountUpdate: accountForm,
  AccountDetail: () => import('./AccountDetail.tsx').then(({ AccountDetail }) => ({ default: AccountDetail })),
  SyncInstanceTaskList: () => import('./CloudCenter.tsx').then(({ ToTasks }) => ({ default: ToTasks })),
  SyncInstanceTaskCreate: taskForm,
  SyncInstanceTaskUpdate: taskForm,
  SyncInstanceTaskDetail: () => import('./TaskDetail.tsx').then(({ TaskDetail }) => ({ default: TaskDetail })),
};
