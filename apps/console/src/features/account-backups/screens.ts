import type { Screens } from '../../routes/route-types.ts';

const backupForm = () => import('./BackupForm.tsx').then(({ BackupForm }) => ({ default: BackupForm }));

/** What is drawn on which route. */
export const screens: Screens = {
  AccountBackupList: () => import('./BackupPage.tsx').then(({ BackupPage }) => ({ default: BackupPage })),
  AccountBackupPlanCreate: backupForm,
  AccountBackupPlanUpdate: backupForm,
  AccountBackupPlanDetail: () => import('./BackupDetail.tsx').then(({ BackupDetail }) => ({ default: BackupDetail })),
  AccountBackupPlanExecutionList: () => import('./BackupPage.tsx').then(({ BackupRunsPage }) => ({ default: BackupRunsPage })),
  AccountBackupPlanExecutionDetail: () => import('./BackupRunDetail.tsx').then(({ BackupRunDetail }) => ({ default: BackupRunDetail })),
};
