import type { Screens } from '../../routes/route-types.ts';

const permissionForm = () => import('./PermissionForm.tsx').then(({ PermissionForm }) => ({ default: PermissionForm }));

/** What is drawn on which route. */
export const screens: Screens = {
  AssetPermissionList: () => import('./PermissionList.tsx').then(({ PermissionList }) => ({ default: PermissionList })),
  AssetPermissionCreate: permissionForm,
  AssetPermissionUpdate: permissionForm,
  AssetPermissionDetail: () => import('./PermissionDetail.tsx').then(({ PermissionDetail }) => ({ default: PermissionDetail })),
};
