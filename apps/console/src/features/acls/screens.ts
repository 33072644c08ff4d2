import type { Screens } from '../../routes/route-types.ts';

const loginAclForm = () => import('./AclForm.tsx').then(({ LoginAclForm }) => ({ default: LoginAclForm }));
const commandAcls = () => import('./CommandAcls.tsx').then(({ CommandAcls }) => ({ default: CommandAcls }));
const commandAclForm = () => import('./AclForm.tsx').then(({ CommandAclForm }) => ({ default: CommandAclForm }));
const commandGroupForm = () => import('./CommandGroupForm.tsx').then(({ CommandGroupForm }) => ({ default: CommandGroupForm }));
const assetAclForm = () => import('./AclForm.tsx').then(({ AssetAclForm }) => ({ default: AssetAclForm }));
const connectAclForm = () => import('./AclForm.tsx').then(({ ConnectAclForm }) => ({ default: ConnectAclForm }));

/** What is drawn on which route. */
export const screens: Screens = {
  UserLoginAclList: () => import('./AclList.tsx').then(({ LoginAclList }) => ({ default: LoginAclList })),
  UserLoginAclCreate: loginAclForm,
  UserLoginAclUpdate: loginAclForm,
  UserLoginAclDetail: () => import('./AclDetail.tsx').then(({ LoginAclDetail }) => ({ default: LoginAclDetail })),
  CommandFilterAclList: commandAcls,
  CommandFilterAclCreate: commandAclForm,
  CommandFilterAclUpdate: commandAclForm,
  CommandFilterAclDetail: () => import('./AclDetail.tsx').then(({ CommandAclDetail }) => ({ default: CommandAclDetail })),
  CommandGroupList: commandAcls,
  CommandGroupCreate: commandGroupForm,
  CommandGroupUpdate: commandGroupForm,
  CommandGroupDetail: () => import('./AclDetail.tsx').then(({ CommandGroupDetail }) => ({ default: CommandGroupDetail })),
  AssetAclList: () => import('./AclList.tsx').then(({ AssetAclList }) => ({ default: AssetAclList })),
  AssetAclCreate: assetAclForm,
  AssetAclUpdate: assetAclForm,
  AssetAclDetail: () => import('./AclDetail.tsx').then(({ AssetAclDetail }) => ({ default: AssetAclDetail })),
  ConnectMethodAclList: () => import('./AclList.tsx').then(({ ConnectAclList }) => ({ default: ConnectAclList })),
  ConnectMethodAclCreate: connectAclForm,
  ConnectMethodAclUpdate: connectAclForm,
  ConnectMethodAclDetail: () => import('./AclDetail.tsx').then(({ ConnectAclDetail }) => ({ default: ConnectAclDetail })),
};
