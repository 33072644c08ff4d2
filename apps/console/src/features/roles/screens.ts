import type { Screens } from '../../routes/route-types.ts';

const roleForm = () => import('./RoleForm.tsx').then(({ RoleForm }) => ({ default: RoleForm }));

/** What is drawn on which route. */
export const screens: Screens = {
  RoleList: () => import('./RoleList.tsx').then(({ RoleList }) => ({ default: RoleList })),
  RoleCreate: roleForm,
  RoleUpdate: roleForm,
  RoleDetail: () => import('./RoleDetail.tsx').then(({ RoleDetail }) => ({ default: RoleDetail })),
};
