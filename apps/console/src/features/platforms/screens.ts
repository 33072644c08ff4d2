import type { Screens } from '../../routes/route-types.ts';

const platformForm = () => import('./PlatformForm.tsx').then(({ PlatformForm }) => ({ default: PlatformForm }));

/** What is drawn on which route. */
export const screens: Screens = {
  PlatformList: () => import('./PlatformList.tsx').then(({ PlatformList }) => ({ default: PlatformList })),
  PlatformCreate: platformForm,
  PlatformUpdate: platformForm,
  PlatformDetail: () => import('./PlatformDetail.tsx').then(({ PlatformDetail }) => ({ default: PlatformDetail })),
};
