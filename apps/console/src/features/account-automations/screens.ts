import type { Screens } from '../../routes/route-types.ts';

const pushForm = () => import('./PlanForm.tsx').then(({ PushForm }) => ({ default: PushForm }));
const gatherForm = () => import('./PlanForm.tsx').then(({ GatherForm }) => ({ default: GatherForm }));
const changeForm = () => import('./PlanForm.tsx').then(({ ChangeForm }) => ({ default: ChangeForm }));

/** What is drawn on which route. */
export const screens: Screens = {
  AccountPushList: () => import('./PlanPage.tsx').then(({ PushPage }) => ({ default: PushPage })),
  AccountPushCreate: pushForm,
  AccountPushUpdate: pushForm,
  AccountPushDetail: () => import('./PlanDetail.tsx').then(({ PushDetail }) => ({ default: PushDetail })),
  AccountPushExecutionList: () => import('./PlanPage.tsx').then(({ PushRuns }) => ({ default: PushRuns })),
  AccountPushExecutionDetail: () => import('./RunDetail.tsx').then(({ PushRunDetail }) => ({ default: PushRunDetail })),
  AccountGatherList: () => import('./PlanPage.tsx').then(({ GatherPage }) => ({ default: GatherPage })),
  AccountGatherTaskCreate: gatherForm,
  AccountGatherTaskUpdate: gatherForm,
  AccountGatherTaskDetail: () => import('./PlanDetail.tsx').then(({ GatherDetail }) => ({ default: GatherDetail })),
  AccountGatherTaskExecutionList: () => import('./PlanPage.tsx').then(({ GatherRuns }) => ({ default: GatherRuns })),
  AccountGatherTaskExecutionDetail: () => import('./RunDetail.tsx').then(({ GatherRunDetail }) => ({ default: GatherRunDetail })),
  AccountChangeSecretList: () => import('./PlanPage.tsx').then(({ ChangePage }) => ({ default: ChangePage })),
  AccountChangeSecretCreate: changeForm,
  AccountChangeSecretUpdate: changeForm,
  AccountChangeSecretDetail: () => import('./PlanDetail.tsx').then(({ ChangeDetail }) => ({ default: ChangeDetail })),
  AccountChangeSecretExecutionList: () => import('./PlanPage.tsx').then(({ ChangeRuns }) => ({ default: ChangeRuns })),
  AccountChangeSecretExecutionDetail: () => import('./RunDetail.tsx').then(({ ChangeRunDetail }) => ({ default: ChangeRunDetail })),
};
