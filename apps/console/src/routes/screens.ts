import type { ScreenModule } from './route-types.ts';

/** The module of each screen, by route name. A route that is not listed here is not shown. */
export const SCREENS: Readonly<Record<string, (() => Promise<ScreenModule>) | undefined>> = {
  ProfileInfo: () => import('../profile/ProfileInfo.tsx'),
  ProfileSetting: () => import('../profile/ProfileSetting.tsx'),
  ProfileImprovement: () => import('../profile/ProfileImprovement.tsx'),
  ApiKey: () => import('../profile/ApiKeys.tsx'),
};
