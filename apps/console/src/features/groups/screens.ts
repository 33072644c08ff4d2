import type { Screens } from '../../routes/route-types.ts';

const groupForm = () => import('./GroupForm.tsx').then(({ GroupForm }) => ({ default: GroupForm }));

/** What is drawn on which route. */
export const screens: Screens = {
  UserGroupList: () => import('./GroupList.tsx').then(({ GroupList }) => ({ default: GroupList })),
  UserGroupCreate: groupForm,
  UserGroupUpdate: groupForm,
  UserGroupDetail: () => import('./GroupDetail.tsx').then(({ GroupDetail }) => ({ default: GroupDetail })),
};
