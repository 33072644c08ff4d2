import type { Screens } from '../../routes/route-types.ts';

const userForm = () => import('./UserForm.tsx').then(({ UserForm }) => ({ default: UserForm }));

/** What is drawn on which route. */
export const screens: Screens = {
  UserList: () => import('./UserList.tsx').then(({ UserList }) => ({ default: UserList })),
  UserCreate: userForm,
  UserUpdate: userForm,
  UserDetail: () => import('./UserDetail.tsx').then(({ UserDetail }) => ({ default: UserDetail })),
};
