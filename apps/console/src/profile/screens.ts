import type { Screens } from '../routes/route-types.ts';

/** What is drawn on which route. */
export const screens: Screens = {
  ProfileInfo: () => import('./ProfileInfo.tsx').then(({ ProfileInfo }) => ({ default: ProfileInfo })),
  ProfileSetting: () => import('./ProfileSetting.tsx').then(({ ProfileSetting }) => ({ default: ProfileSetting })),
  ProfileImprovement: () => import('./ProfileImprovement.tsx').then(({ ProfileImprovement }) => ({ default: ProfileImprovement })),
  ApiKey: () => import('./ApiKeys.tsx').then(({ ApiKeys }) => ({ default: ApiKeys })),
};
