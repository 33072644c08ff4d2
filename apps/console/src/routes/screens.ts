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
  HostCreate: () => import('../features/assets/AssetForm.tsx').then(({ AssetForm }) => ({ default: AssetForm })),
  HostUpdate: () => import('../features/assets/AssetForm.tsx').then(({ AssetForm }) => ({ default: AssetForm })),
  DeviceCreate: () => import('../features/assets/AssetForm.tsx').then(({ AssetForm }) => ({ default: AssetForm })),
  DeviceUpdate: () => import('../features/assets/AssetForm.tsx').then(({ AssetForm }) => ({ default: AssetForm })),
  DatabaseCreate: () => import('../features/assets/AssetForm.tsx').then(({ AssetForm }) => ({ default: AssetForm })),
  DatabaseUpdate: () => import('../features/assets/AssetForm.tsx').then(({ AssetForm }) => ({ default: AssetForm })),
  CloudCreate: () => import('../features/assets/AssetForm.tsx').then(({ AssetForm }) => ({ default: AssetForm })),
  CloudUpdate: () => import('../features/assets/AssetForm.tsx').then(({ AssetForm }) => ({ default: AssetForm })),
  WebCreate: () => import('../features/assets/AssetForm.tsx').then(({ AssetForm }) => ({ default: AssetForm })),
  WebUpdate: () => import('../features/assets/AssetForm.tsx').then(({ AssetForm }) => ({ default: AssetForm })),
  GptCreate: () => import('../features/assets/AssetForm.tsx').then(({ AssetForm }) => ({ default: AssetForm })),
  GptUpdate: () => import('../features/assets/AssetForm.tsx').then(({ AssetForm }) => ({ default: AssetForm })),
  CustomCreate: () => import('../features/assets/AssetForm.tsx').then(({ AssetForm }) => ({ default: AssetForm })),
  CustomUpdate: () => import('../features/assets/AssetForm.tsx').then(({ AssetForm }) => ({ default: AssetForm })),
  GatewayCreate: () => import('../features/assets/AssetForm.tsx').then(({ GatewayForm }) => ({ default: GatewayForm })),
  GatewayUpdate: () => import('../features/assets/AssetForm.tsx').then(({ GatewayForm }) => ({ default: GatewayForm })),
  DomainList: () => import('../features/domains/DomainList.tsx').then(({ DomainList }) => ({ default: DomainList })),
  DomainCreate: () => import('../features/domains/DomainForm.tsx').then(({ DomainForm }) => ({ default: DomainForm })),
  DomainUpdate: () => import('../features/domains/DomainForm.tsx').then(({ DomainForm }) => ({ default: DomainForm })),
  DomainDetail: () => import('../features/domains/DomainDetail.tsx').then(({ DomainDetail }) => ({ default: DomainDetail })),
  LabelList: () => import('../features/labels/LabelList.tsx').then(({ LabelList }) => ({ default: LabelList })),
  LabelCreate: () => import('../features/labels/LabelForm.tsx').then(({ LabelForm }) => ({ default: LabelForm })),
  LabelUpdate: () => import('../features/labels/LabelForm.tsx').then(({ LabelForm }) => ({ default: LabelForm })),
  AssetMoreInformationEdit: () => import('../features/assets/HardwareForm.tsx').then(({ HardwareForm }) => ({ default: HardwareForm })),
  PlatformList: () => import('../features/platforms/PlatformList.tsx').then(({ PlatformList }) => ({ default: PlatformList })),
  PlatformCreate: () => import('../features/platforms/PlatformForm.tsx').then(({ PlatformForm }) => ({ default: PlatformForm })),
  PlatformUpdate: () => import('../features/platforms/PlatformForm.tsx').then(({ PlatformForm }) => ({ default: PlatformForm })),
  PlatformDetail: () => import('../features/platforms/PlatformDetail.tsx').then(({ PlatformDetail }) => ({ default: PlatformDetail })),
  CloudCenter: () => import('../features/cloud/CloudCenter.tsx').then(({ CloudCenter }) => ({ default: CloudCenter })),
  AccountList: () => import('../features/cloud/CloudCenter.tsx').then(({ ToAccounts }) => ({ default: ToAccounts })),
  AccountCreate: () => import('../features/cloud/AccountForm.tsx').then(({ AccountForm }) => ({ default: AccountForm })),
  AccountUpdate: () => import('../features/cloud/AccountForm.tsx').then(({ AccountForm }) => ({ default: AccountForm })),
  AccountDetail: () => import('../features/cloud/AccountDetail.tsx').then(({ AccountDetail }) => ({ default: AccountDetail })),
  SyncInstanceTaskList: () => import('../features/cloud/CloudCenter.tsx').then(({ ToTasks }) => ({ default: ToTasks })),
  SyncInstanceTaskCreate: () => import('../features/cloud/TaskForm.tsx').then(({ TaskForm }) => ({ default: TaskForm })),
  SyncInstanceTaskUpdate: () => import('../features/cloud/TaskForm.tsx').then(({ TaskForm }) => ({ default: TaskForm })),
  SyncInstanceTaskDetail: () => import('../features/cloud/TaskDetail.tsx').then(({ TaskDetail }) => ({ default: TaskDetail })),
  AssetAccountList: () => import('../features/accounts/AccountList.tsx').then(({ AccountList }) => ({ default: AccountList })),
  AssetAccountDetail: () => import('../features/accounts/AccountDetail.tsx').then(({ AccountDetail }) => ({ default: AccountDetail })),
  AccountTemplateList: () =>
    import('../features/account-templates/TemplateList.tsx').then(({ TemplateList }) => ({ default: TemplateList })),
  AccountTemplateCreate: () =>
    import('../features/account-templates/TemplateForm.tsx').then(({ TemplateForm }) => ({ default: TemplateForm })),
  AccountTemplateUpdate: () =>
    import('../features/account-templates/TemplateForm.tsx').then(({ TemplateForm }) => ({ default: TemplateForm })),
  AccountTemplateDetail: () =>
    import('../features/account-templates/TemplateDetail.tsx').then(({ TemplateDetail }) => ({ default: TemplateDetail })),
  AccountPushList: () => import('../features/account-automations/PlanPage.tsx').then(({ PushPage }) => ({ default: PushPage })),
  AccountPushCreate: () => import('../features/account-automations/PlanForm.tsx').then(({ PushForm }) => ({ default: PushForm })),
  AccountPushUpdate: () => import('../features/account-automations/PlanForm.tsx').then(({ PushForm }) => ({ default: PushForm })),
  AccountPushDetail: () => import('../features/account-automations/PlanDetail.tsx').then(({ PushDetail }) => ({ default: PushDetail })),
  AccountPushExecutionList: () => import('../features/account-automations/PlanPage.tsx').then(({ PushRuns }) => ({ default: PushRuns })),
  AccountPushExecutionDetail: () =>
    import('../features/account-automations/RunDetail.tsx').then(({ PushRunDetail }) => ({ default: PushRunDetail })),
  AccountGatherList: () => import('../features/account-automations/PlanPage.tsx').then(({ GatherPage }) => ({ default: GatherPage })),
  AccountGatherTaskCreate: () => import('../features/account-automations/PlanForm.tsx').then(({ GatherForm }) => ({ default: GatherForm })),
  AccountGatherTaskUpdate: () => import('../features/account-automations/PlanForm.tsx').then(({ GatherForm }) => ({ default: GatherForm })),
  AccountGatherTaskDetail: () =>
    import('../features/account-automations/PlanDetail.tsx').then(({ GatherDetail }) => ({ default: GatherDetail })),
  AccountGatherTaskExecutionList: () =>
    import('../features/account-automations/PlanPage.tsx').then(({ GatherRuns }) => ({ default: GatherRuns })),
  AccountGatherTaskExecutionDetail: () =>
    import('../features/account-automations/RunDetail.tsx').then(({ GatherRunDetail }) => ({ default: GatherRunDetail })),
  AccountBackupList: () => import('../features/account-backups/BackupPage.tsx').then(({ BackupPage }) => ({ default: BackupPage })),
  AccountBackupPlanCreate: () => import('../features/account-backups/BackupForm.tsx').then(({ BackupForm }) => ({ default: BackupForm })),
  AccountBackupPlanUpdate: () => import('../features/account-backups/BackupForm.tsx').then(({ BackupForm }) => ({ default: BackupForm })),
  AccountBackupPlanDetail: () =>
    import('../features/account-backups/BackupDetail.tsx').then(({ BackupDetail }) => ({ default: BackupDetail })),
  AccountBackupPlanExecutionList: () =>
    import('../features/account-backups/BackupPage.tsx').then(({ BackupRunsPage }) => ({ default: BackupRunsPage })),
  AccountBackupPlanExecutionDetail: () =>
    import('../features/account-backups/BackupRunDetail.tsx').then(({ BackupRunDetail }) => ({ default: BackupRunDetail })),
  AccountChangeSecretList: () => import('../features/account-automations/PlanPage.tsx').then(({ ChangePage }) => ({ default: ChangePage })),
  AccountChangeSecretCreate: () =>
    import('../features/account-automations/PlanForm.tsx').then(({ ChangeForm }) => ({ default: ChangeForm })),
  AccountChangeSecretUpdate: () =>
    import('../features/account-automations/PlanForm.tsx').then(({ ChangeForm }) => ({ default: ChangeForm })),
  AccountChangeSecretDetail: () =>
    import('../features/account-automations/PlanDetail.tsx').then(({ ChangeDetail }) => ({ default: ChangeDetail })),
  AccountChangeSecretExecutionList: () =>
    import('../features/account-automations/PlanPage.tsx').then(({ ChangeRuns }) => ({ default: ChangeRuns })),
  AccountChangeSecretExecutionDetail: () =>
    import('../features/account-automations/RunDetail.tsx').then(({ ChangeRunDetail }) => ({ default: ChangeRunDetail })),
  AssetPermissionList: () =>
    import('../features/permissions/PermissionList.tsx').then(({ PermissionList }) => ({ default: PermissionList })),
  AssetPermissionCreate: () =>
    import('../features/permissions/PermissionForm.tsx').then(({ PermissionForm }) => ({ default: PermissionForm })),
  AssetPermissionUpdate: () =>
    import('../features/permissions/PermissionForm.tsx').then(({ PermissionForm }) => ({ default: PermissionForm })),
  AssetPermissionDetail: () =>
    import('../features/permissions/PermissionDetail.tsx').then(({ PermissionDetail }) => ({ default: PermissionDetail })),
  ExplainAccess: () => import('../features/access/ExplainAccess.tsx').then(({ ExplainAccess }) => ({ default: ExplainAccess })),
  UserLoginAclList: () => import('../features/acls/AclList.tsx').then(({ LoginAclList }) => ({ default: LoginAclList })),
  UserLoginAclCreate: () => import('../features/acls/AclForm.tsx').then(({ LoginAclForm }) => ({ default: LoginAclForm })),
  UserLoginAclUpdate: () => import('../features/acls/AclForm.tsx').then(({ LoginAclForm }) => ({ default: LoginAclForm })),
  UserLoginAclDetail: () => import('../features/acls/AclDetail.tsx').then(({ LoginAclDetail }) => ({ default: LoginAclDetail })),
  CommandFilterAclList: () => import('../features/acls/CommandAcls.tsx').then(({ CommandAcls }) => ({ default: CommandAcls })),
  CommandFilterAclCreate: () => import('../features/acls/AclForm.tsx').then(({ CommandAclForm }) => ({ default: CommandAclForm })),
  CommandFilterAclUpdate: () => import('../features/acls/AclForm.tsx').then(({ CommandAclForm }) => ({ default: CommandAclForm })),
  CommandFilterAclDetail: () => import('../features/acls/AclDetail.tsx').then(({ CommandAclDetail }) => ({ default: CommandAclDetail })),
  CommandGroupList: () => import('../features/acls/CommandAcls.tsx').then(({ CommandAcls }) => ({ default: CommandAcls })),
  CommandGroupCreate: () => import('../features/acls/CommandGroupForm.tsx').then(({ CommandGroupForm }) => ({ default: CommandGroupForm })),
  CommandGroupUpdate: () => import('../features/acls/CommandGroupForm.tsx').then(({ CommandGroupForm }) => ({ default: CommandGroupForm })),
  CommandGroupDetail: () => import('../features/acls/AclDetail.tsx').then(({ CommandGroupDetail }) => ({ default: CommandGroupDetail })),
  AssetAclList: () => import('../features/acls/AclList.tsx').then(({ AssetAclList }) => ({ default: AssetAclList })),
  AssetAclCreate: () => import('../features/acls/AclForm.tsx').then(({ AssetAclForm }) => ({ default: AssetAclForm })),
  AssetAclUpdate: () => import('../features/acls/AclForm.tsx').then(({ AssetAclForm }) => ({ default: AssetAclForm })),
  AssetAclDetail: () => import('../features/acls/AclDetail.tsx').then(({ AssetAclDetail }) => ({ default: AssetAclDetail })),
  ConnectMethodAclList: () => import('../features/acls/AclList.tsx').then(({ ConnectAclList }) => ({ default: ConnectAclList })),
  ConnectMethodAclCreate: () => import('../features/acls/AclForm.tsx').then(({ ConnectAclForm }) => ({ default: ConnectAclForm })),
  ConnectMethodAclUpdate: () => import('../features/acls/AclForm.tsx').then(({ ConnectAclForm }) => ({ default: ConnectAclForm })),
  ConnectMethodAclDetail: () => import('../features/acls/AclDetail.tsx').then(({ ConnectAclDetail }) => ({ default: ConnectAclDetail })),
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
  Email: () => import('../features/settings/EmailSettings.tsx').then(({ EmailSettings }) => ({ default: EmailSettings })),
  Security: () => import('../features/settings/pages.tsx').then(({ SecuritySettings }) => ({ default: SecuritySettings })),
  Clean: () => import('../features/settings/pages.tsx').then(({ CleanSettings }) => ({ default: CleanSettings })),
  Evidence: () => import('../features/settings/pages.tsx').then(({ EvidenceSettings }) => ({ default: EvidenceSettings })),
  Other: () => import('../features/settings/pages.tsx').then(({ OtherSettings }) => ({ default: OtherSettings })),
  Interface: () => import('../features/settings/InterfaceSettings.tsx').then(({ InterfaceSettings }) => ({ default: InterfaceSettings })),
  TerminalSetting: () =>
    import('../features/settings/TerminalSettings.tsx').then(({ TerminalSettings }) => ({ default: TerminalSettings })),
  License: () => import('../features/settings/LicenceScreen.tsx').then(({ LicenceScreen }) => ({ default: LicenceScreen })),
  ProfileInfo: () => import('../profile/ProfileInfo.tsx').then(({ ProfileInfo }) => ({ default: ProfileInfo })),
  ProfileSetting: () => import('../profile/ProfileSetting.tsx').then(({ ProfileSetting }) => ({ default: ProfileSetting })),
  ProfileImprovement: () => import('../profile/ProfileImprovement.tsx').then(({ ProfileImprovement }) => ({ default: ProfileImprovement })),
  TaskList: () => import('../features/tasks/TaskList.tsx').then(({ TaskList }) => ({ default: TaskList })),
  TaskDetail: () => import('../features/tasks/TaskDetail.tsx').then(({ TaskDetail }) => ({ default: TaskDetail })),
  MyTicketList: () => import('../features/tickets/TicketLists.tsx').then(({ MyTicketList }) => ({ default: MyTicketList })),
  AssignedTicketList: () =>
    import('../features/tickets/TicketLists.tsx').then(({ AssignedTicketList }) => ({ default: AssignedTicketList })),
  LoginAssetTicketDetail: () =>
    import('../features/tickets/TicketDetail.tsx').then(({ AssetTicketDetail }) => ({ default: AssetTicketDetail })),
  LoginTicketDetail: () => import('../features/tickets/TicketDetail.tsx').then(({ LoginTicketDetail }) => ({ default: LoginTicketDetail })),
  CommandConfirmDetail: () =>
    import('../features/tickets/TicketDetail.tsx').then(({ CommandTicketDetail }) => ({ default: CommandTicketDetail })),
  TicketDetail: () => import('../features/tickets/TicketDetail.tsx').then(({ AnyTicketDetail }) => ({ default: AnyTicketDetail })),
  Downloads: () => import('../features/downloads/Downloads.tsx').then(({ Downloads }) => ({ default: Downloads })),
  ApiKey: () => import('../profile/ApiKeys.tsx').then(({ ApiKeys }) => ({ default: ApiKeys })),
};
