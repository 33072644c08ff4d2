import type { ScreenModule } from './route-types.ts';

/** The module of each screen, by route name. A route that is not listed here is not shown. */
export const SCREENS: Readonly<Record<string, (() => Promise<ScreenModule>) | undefined>> = {
  AdminDashboard: () =>
    import('../features/dashboard/ConsoleDashboard.tsx').then(({ ConsoleDashboard }) => ({ default: ConsoleDashboard })),
  AuditDashboard: () => import('../features/dashboard/AuditDashboard.tsx').then(({ AuditDashboard }) => ({ default: AuditDashboard })),
  UserList: () => import('../features/users/UserList.tsx').then(({ UserList }) => ({ default: UserList })),
  UserCreate: () => import('../features/users/UserForm.tsx').then(({ UserForm }) => ({ default: UserForm })),
  UserUpdate: () => import('../features/users/UserForm.tsx').then(({ UserForm }) => ({ default: UserForm })),
  UserDetail: () => import('../features/users/UserDetail.tsx').then(({ UserDetail }) => ({ default: UserDetail })),
  UserGroupList: () => import('../features/groups/GroupList.tsx').then(({ GroupList }) => ({ default: GroupList })),
  UserGroupCreate: () => import('../features/groups/GroupForm.tsx').then(({ GroupForm }) => ({ default: GroupForm })),
  UserGroupUpdate: () => import('../features/groups/GroupForm.tsx').then(({ GroupForm }) => ({ default: GroupForm })),
  UserGroupDetail: () => import('../features/groups/GroupDetail.tsx').then(({ GroupDetail }) => ({ default: GroupDetail })),
  RoleList: () => import('../features/roles/RoleList.tsx').then(({ RoleList }) => ({ default: RoleList })),
  RoleCreate: () => import('../features/roles/RoleForm.tsx').then(({ RoleForm }) => ({ default: RoleForm })),
  RoleUpdate: () => import('../features/roles/RoleForm.tsx').then(({ RoleForm }) => ({ default: RoleForm })),
  RoleDetail: () => import('../features/roles/RoleDetail.tsx').then(({ RoleDetail }) => ({ default: RoleDetail })),
  AssetList: () => import('../features/assets/AssetList.tsx').then(({ AssetList }) => ({ default: AssetList })),
  AssetDetail: () => import('../features/assets/AssetDetail.tsx').then(({ AssetDetail }) => ({ default: AssetDetail })),
  HostCreate: () => import('../features/assets/HostForm.tsx').then(({ HostForm }) => ({ default: HostForm })),
  HostUpdate: () => import('../features/assets/HostForm.tsx').then(({ HostForm }) => ({ default: HostForm })),
  PlatformList: () => import('../features/platforms/PlatformList.tsx').then(({ PlatformList }) => ({ default: PlatformList })),
  PlatformCreate: () => import('../features/platforms/PlatformForm.tsx').then(({ PlatformForm }) => ({ default: PlatformForm })),
  PlatformUpdate: () => import('../features/platforms/PlatformForm.tsx').then(({ PlatformForm }) => ({ default: PlatformForm })),
  PlatformDetail: () => import('../features/platforms/PlatformDetail.tsx').then(({ PlatformDetail }) => ({ default: PlatformDetail })),
  AssetAccountList: () => import('../features/accounts/AccountList.tsx').then(({ AccountList }) => ({ default: AccountList })),
  AssetAccountDetail: () => import('../features/accounts/AccountDetail.tsx').then(({ AccountDetail }) => ({ default: AccountDetail })),
  AssetPermissionList: () =>
    import('../features/permissions/PermissionList.tsx').then(({ PermissionList }) => ({ default: PermissionList })),
  AssetPermissionCreate: () =>
    import('../features/permissions/PermissionForm.tsx').then(({ PermissionForm }) => ({ default: PermissionForm })),
  AssetPermissionUpdate: () =>
    import('../features/permissions/PermissionForm.tsx').then(({ PermissionForm }) => ({ default: PermissionForm })),
  AssetPermissionDetail: () =>
    import('../features/permissions/PermissionDetail.tsx').then(({ PermissionDetail }) => ({ default: PermissionDetail })),
  SessionList: () => import('../features/sessions/SessionList.tsx').then(({ SessionList }) => ({ default: SessionList })),
  SessionDetail: () => import('../features/sessions/SessionDetail.tsx').then(({ SessionDetail }) => ({ default: SessionDetail })),
  CommandList: () => import('../features/commands/CommandList.tsx').then(({ CommandList }) => ({ default: CommandList })),
  LoginLogList: () => import('../features/login-logs/LoginLogList.tsx').then(({ LoginLogList }) => ({ default: LoginLogList })),
  LoginLogDetail: () => import('../features/login-logs/LoginLogDetail.tsx').then(({ LoginLogDetail }) => ({ default: LoginLogDetail })),
  OperateLogList: () => import('../features/operate-logs/OperateLogList.tsx').then(({ OperateLogList }) => ({ default: OperateLogList })),
  OperateLogDetail: () =>
    import('../features/operate-logs/OperateLogDetail.tsx').then(({ OperateLogDetail }) => ({ default: OperateLogDetail })),
  MyHome: () => import('../features/home/Home.tsx').then(({ Home }) => ({ default: Home })),
  MyAssets: () => import('../features/my-assets/MyAssetList.tsx').then(({ MyAssetList }) => ({ default: MyAssetList })),
  OrganizationList: () =>
    import('../features/organizations/OrganizationList.tsx').then(({ OrganizationList }) => ({ default: OrganizationList })),
  OrganizationCreate: () =>
    import('../features/organizations/OrganizationForm.tsx').then(({ OrganizationForm }) => ({ default: OrganizationForm })),
  OrganizationUpdate: () =>
    import('../features/organizations/OrganizationForm.tsx').then(({ OrganizationForm }) => ({ default: OrganizationForm })),
  OrganizationDetail: () =>
    import('../features/organizations/OrganizationDetail.tsx').then(({ OrganizationDetail }) => ({ default: OrganizationDetail })),
  Basic: () => import('../features/settings/pages.tsx').then(({ BasicSettings }) => ({ default: BasicSettings })),
  Security: () => import('../features/settings/pages.tsx').then(({ SecuritySettings }) => ({ default: SecuritySettings })),
  Clean: () => import('../features/settings/pages.tsx').then(({ CleanSettings }) => ({ default: CleanSettings })),
  Other: () => import('../features/settings/pages.tsx').then(({ OtherSettings }) => ({ default: OtherSettings })),
  Interface: () => import('../features/settings/InterfaceSettings.tsx').then(({ InterfaceSettings }) => ({ default: InterfaceSettings })),
  License: () => import('../features/settings/LicenceScreen.tsx').then(({ LicenceScreen }) => ({ default: LicenceScreen })),
  ProfileInfo: () => import('../profile/ProfileInfo.tsx').then(({ ProfileInfo }) => ({ default: ProfileInfo })),
  ProfileSetting: () => import('../profile/ProfileSetting.tsx').then(({ ProfileSetting }) => ({ default: ProfileSetting })),
  ProfileImprovement: () => import('../profile/ProfileImprovement.tsx').then(({ ProfileImprovement }) => ({ default: ProfileImprovement })),
  TaskList: () => import('../features/tasks/TaskList.tsx').then(({ TaskList }) => ({ default: TaskList })),
  TaskDetail: () => import('../features/tasks/TaskDetail.tsx').then(({ TaskDetail }) => ({ default: TaskDetail })),
  Downloads: () => import('../features/downloads/Downloads.tsx').then(({ Downloads }) => ({ default: Downloads })),
  ApiKey: () => import('../profile/ApiKeys.tsx').then(({ ApiKeys }) => ({ default: ApiKeys })),
};
