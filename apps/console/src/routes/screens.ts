import type { Screen } from './route-types.ts';

/** The form that makes an object and that changes it: the same on two routes. */
const form = (names: string, screen: Screen): Record<string, Screen> =>
  Object.fromEntries(
    names.split(' ').flatMap((name) => [
      [`${name}Create`, screen],
      [`${name}Update`, screen],
    ]),
  );

/** What is drawn on which route, by its name; a screen is a line. What is not listed is drawn from the metadata, or is not shown. */
export const SCREENS: Readonly<Record<string, Screen | undefined>> = {
  ExplainAccess: async () => (await import('../features/access/ExplainAccess.tsx')).ExplainAccess,

  AccountPushList: async () => (await import('../features/account-automations/PlanPage.tsx')).PushPage,
  ...form('AccountPush', async () => (await import('../features/account-automations/PlanForm.tsx')).PushForm),
  AccountPushDetail: async () => (await import('../features/account-automations/PlanDetail.tsx')).PushDetail,
  AccountPushExecutionList: async () => (await import('../features/account-automations/PlanPage.tsx')).PushRuns,
  AccountPushExecutionDetail: async () => (await import('../features/account-automations/RunDetail.tsx')).PushRunDetail,
  AccountGatherList: async () => (await import('../features/account-automations/PlanPage.tsx')).GatherPage,
  ...form('AccountGatherTask', async () => (await import('../features/account-automations/PlanForm.tsx')).GatherForm),
  AccountGatherTaskDetail: async () => (await import('../features/account-automations/PlanDetail.tsx')).GatherDetail,
  AccountGatherTaskExecutionList: async () => (await import('../features/account-automations/PlanPage.tsx')).GatherRuns,
  AccountGatherTaskExecutionDetail: async () => (await import('../features/account-automations/RunDetail.tsx')).GatherRunDetail,
  AccountChangeSecretList: async () => (await import('../features/account-automations/PlanPage.tsx')).ChangePage,
  ...form('AccountChangeSecret', async () => (await import('../features/account-automations/PlanForm.tsx')).ChangeForm),
  AccountChangeSecretDetail: async () => (await import('../features/account-automations/PlanDetail.tsx')).ChangeDetail,
  AccountChangeSecretExecutionList: async () => (await import('../features/account-automations/PlanPage.tsx')).ChangeRuns,
  AccountChangeSecretExecutionDetail: async () => (await import('../features/account-automations/RunDetail.tsx')).ChangeRunDetail,

  AccountBackupList: async () => (await import('../features/account-backups/BackupPage.tsx')).BackupPage,
  ...form('AccountBackupPlan', async () => (await import('../features/account-backups/BackupForm.tsx')).BackupForm),
  AccountBackupPlanDetail: async () => (await import('../features/account-backups/BackupDetail.tsx')).BackupDetail,
  AccountBackupPlanExecutionList: async () => (await import('../features/account-backups/BackupPage.tsx')).BackupRunsPage,
  AccountBackupPlanExecutionDetail: async () => (await import('../features/account-backups/BackupRunDetail.tsx')).BackupRunDetail,

  AccountTemplateList: async () => (await import('../features/account-templates/TemplateList.tsx')).TemplateList,
  ...form('AccountTemplate', async () => (await import('../features/account-templates/TemplateForm.tsx')).TemplateForm),
  AccountTemplateDetail: async () => (await import('../features/account-templates/TemplateDetail.tsx')).TemplateDetail,

  AssetAccountList: async () => (await import('../features/accounts/AccountList.tsx')).AccountList,
  AssetAccountDetail: async () => (await import('../features/accounts/AccountDetail.tsx')).AccountDetail,

  UserLoginAclList: async () => (await import('../features/acls/AclList.tsx')).LoginAclList,
  ...form('UserLoginAcl', async () => (await import('../features/acls/AclForm.tsx')).LoginAclForm),
  UserLoginAclDetail: async () => (await import('../features/acls/AclDetail.tsx')).LoginAclDetail,
  CommandFilterAclList: async () => (await import('../features/acls/CommandAcls.tsx')).CommandAcls,
  ...form('CommandFilterAcl', async () => (await import('../features/acls/AclForm.tsx')).CommandAclForm),
  CommandFilterAclDetail: async () => (await import('../features/acls/AclDetail.tsx')).CommandAclDetail,
  CommandGroupList: async () => (await import('../features/acls/CommandAcls.tsx')).CommandAcls,
  ...form('CommandGroup', async () => (await import('../features/acls/CommandGroupForm.tsx')).CommandGroupForm),
  CommandGroupDetail: async () => (await import('../features/acls/AclDetail.tsx')).CommandGroupDetail,
  AssetAclList: async () => (await import('../features/acls/AclList.tsx')).AssetAclList,
  ...form('AssetAcl', async () => (await import('../features/acls/AclForm.tsx')).AssetAclForm),
  AssetAclDetail: async () => (await import('../features/acls/AclDetail.tsx')).AssetAclDetail,
  ConnectMethodAclList: async () => (await import('../features/acls/AclList.tsx')).ConnectAclList,
  ...form('ConnectMethodAcl', async () => (await import('../features/acls/AclForm.tsx')).ConnectAclForm),
  ConnectMethodAclDetail: async () => (await import('../features/acls/AclDetail.tsx')).ConnectAclDetail,

  AssetList: async () => (await import('../features/assets/AssetList.tsx')).AssetList,
  AssetDetail: async () => (await import('../features/assets/AssetDetail.tsx')).AssetDetail,
  ...form('Host Device Database Cloud Web Gpt Custom', async () => (await import('../features/assets/AssetForm.tsx')).AssetForm),
  ...form('Gateway', async () => (await import('../features/assets/AssetForm.tsx')).GatewayForm),
  MachineAdd: async () => (await import('../features/add-machine/AddMachine.tsx')).AddMachine,
  AssetMoreInformationEdit: async () => (await import('../features/assets/HardwareForm.tsx')).HardwareForm,

  CloudCenter: async () => (await import('../features/cloud/CloudCenter.tsx')).CloudCenter,
  AccountList: async () => (await import('../features/cloud/CloudCenter.tsx')).ToAccounts,
  ...form('Account', async () => (await import('../features/cloud/AccountForm.tsx')).AccountForm),
  AccountDetail: async () => (await import('../features/cloud/AccountDetail.tsx')).AccountDetail,
  SyncInstanceTaskList: async () => (await import('../features/cloud/CloudCenter.tsx')).ToTasks,
  ...form('SyncInstanceTask', async () => (await import('../features/cloud/TaskForm.tsx')).TaskForm),
  SyncInstanceTaskDetail: async () => (await import('../features/cloud/TaskDetail.tsx')).TaskDetail,

  CommandList: async () => (await import('../features/commands/CommandList.tsx')).CommandList,

  QuickJob: async () => (await import('../features/jobs/QuickJob.tsx')).QuickJob,
  JobList: async () => (await import('../features/jobs/JobList.tsx')).JobList,
  ...form('Job', async () => (await import('../features/jobs/JobForm.tsx')).JobForm),
  JobDetail: async () => (await import('../features/jobs/JobDetail.tsx')).JobDetail,
  Execution: async () => (await import('../features/jobs/RunPage.tsx')).RunPage,
  ExecutionDetail: async () => (await import('../features/jobs/RunDetail.tsx')).RunDetail,
  Template: async () => (await import('../features/jobs/Templates.tsx')).Templates,
  ...form('Adhoc', async () => (await import('../features/jobs/Templates.tsx')).TemplateForm),
  ...form('Playbook', async () => (await import('../features/playbooks/PlaybookForm.tsx')).PlaybookForm),
  PlaybookDetail: async () => (await import('../features/playbooks/PlaybookDetail.tsx')).PlaybookDetail,
  AdhocDetail: async () => (await import('../features/jobs/Templates.tsx')).TemplateDetail,

  AdminDashboard: async () => (await import('../features/dashboard/ConsoleDashboard.tsx')).ConsoleDashboard,
  AuditDashboard: async () => (await import('../features/dashboard/AuditDashboard.tsx')).AuditDashboard,

  DomainList: async () => (await import('../features/domains/DomainList.tsx')).DomainList,
  ...form('Domain', async () => (await import('../features/domains/DomainForm.tsx')).DomainForm),
  DomainDetail: async () => (await import('../features/domains/DomainDetail.tsx')).DomainDetail,

  Downloads: async () => (await import('../features/downloads/Downloads.tsx')).Downloads,

  FtpLog: async () => (await import('../features/ftp-logs/FtpLogList.tsx')).FtpLogList,

  ServiceAccountList: async () => (await import('../features/service-accounts/ServiceAccountList.tsx')).ServiceAccountList,
  ...form('ServiceAccount', async () => (await import('../features/service-accounts/ServiceAccountForm.tsx')).ServiceAccountForm),
  ServiceAccountDetail: async () => (await import('../features/service-accounts/ServiceAccountDetail.tsx')).ServiceAccountDetail,

  UserGroupList: async () => (await import('../features/groups/GroupList.tsx')).GroupList,
  ...form('UserGroup', async () => (await import('../features/groups/GroupForm.tsx')).GroupForm),
  UserGroupDetail: async () => (await import('../features/groups/GroupDetail.tsx')).GroupDetail,

  MyHome: async () => (await import('../features/home/Home.tsx')).Home,

  LabelList: async () => (await import('../features/labels/LabelList.tsx')).LabelList,
  ...form('Label', async () => (await import('../features/labels/LabelForm.tsx')).LabelForm),

  LoginLogList: async () => (await import('../features/login-logs/LoginLogList.tsx')).LoginLogList,
  LoginLogDetail: async () => (await import('../features/login-logs/LoginLogDetail.tsx')).LoginLogDetail,

  MyAssets: async () => (await import('../features/my-assets/MyAssetList.tsx')).MyAssetList,

  OperateLogList: async () => (await import('../features/operate-logs/OperateLogList.tsx')).OperateLogList,
  OperateLogDetail: async () => (await import('../features/operate-logs/OperateLogDetail.tsx')).OperateLogDetail,

  AuditReceiverList: async () => (await import('../features/audit-receivers/ReceiverList.tsx')).ReceiverList,
  ...form('AuditReceiver', async () => (await import('../features/audit-receivers/ReceiverForm.tsx')).ReceiverForm),
  AuditReceiverDetail: async () => (await import('../features/audit-receivers/ReceiverDetail.tsx')).ReceiverDetail,

  OrganizationList: async () => (await import('../features/organizations/OrganizationList.tsx')).OrganizationList,
  ...form('Organization', async () => (await import('../features/organizations/OrganizationForm.tsx')).OrganizationForm),
  OrganizationDetail: async () => (await import('../features/organizations/OrganizationDetail.tsx')).OrganizationDetail,

  Applets: async () => (await import('../features/applets/AppletsPage.tsx')).AppletsPage,
  AppletDetail: async () => (await import('../features/applets/AppletDetail.tsx')).AppletDetail,
  ...form('AppletHost', async () => (await import('../features/applets/HostForm.tsx')).HostForm),
  AppletHostDetail: async () => (await import('../features/applets/HostDetail.tsx')).HostDetail,

  AccessReviewList: async () => (await import('../features/access-reviews/ReviewList.tsx')).ReviewList,
  ...form('AccessReview', async () => (await import('../features/access-reviews/ReviewForm.tsx')).ReviewForm),
  AccessReviewDetail: async () => (await import('../features/access-reviews/ReviewDetail.tsx')).ReviewDetail,
  OwnReviewList: async () => (await import('../features/access-reviews/OwnReviews.tsx')).OwnReviews,
  OwnReviewDetail: async () => (await import('../features/access-reviews/OwnReview.tsx')).OwnReview,

  AssetPermissionList: async () => (await import('../features/permissions/PermissionList.tsx')).PermissionList,
  ...form('AssetPermission', async () => (await import('../features/permissions/PermissionForm.tsx')).PermissionForm),
  AssetPermissionDetail: async () => (await import('../features/permissions/PermissionDetail.tsx')).PermissionDetail,

  JobExecutionLog: async () => (await import('../features/jobs/JobLogList.tsx')).JobLogList,
  PasswordChangeLog: async () => (await import('../features/password-changes/PasswordChangeList.tsx')).PasswordChangeList,

  PlatformList: async () => (await import('../features/platforms/PlatformList.tsx')).PlatformList,
  ...form('Platform', async () => (await import('../features/platforms/PlatformForm.tsx')).PlatformForm),
  PlatformDetail: async () => (await import('../features/platforms/PlatformDetail.tsx')).PlatformDetail,

  RoleList: async () => (await import('../features/roles/RoleList.tsx')).RoleList,
  ...form('Role', async () => (await import('../features/roles/RoleForm.tsx')).RoleForm),
  RoleDetail: async () => (await import('../features/roles/RoleDetail.tsx')).RoleDetail,

  SessionList: async () => (await import('../features/sessions/SessionList.tsx')).SessionList,
  SessionDetail: async () => (await import('../features/sessions/SessionDetail.tsx')).SessionDetail,

  Basic: async () => (await import('../features/settings/pages.tsx')).BasicSettings,
  Email: async () => (await import('../features/settings/EmailSettings.tsx')).EmailSettings,
  Tools: async () => (await import('../features/settings/Tools.tsx')).Tools,
  SysMessageSub: async () => (await import('../features/settings/MessageSettings.tsx')).MessageSettings,
  Security: async () => (await import('../features/settings/pages.tsx')).SecuritySettings,
  Clean: async () => (await import('../features/settings/pages.tsx')).CleanSettings,
  SMS: async () => (await import('../features/settings/sms/SmsSettings.tsx')).SmsSettings,
  Vault: async () => (await import('../features/settings/vault/VaultSettings.tsx')).VaultSettings,
  Evidence: async () => (await import('../features/settings/pages.tsx')).EvidenceSettings,
  Other: async () => (await import('../features/settings/pages.tsx')).OtherSettings,
  SettingsFile: async () => (await import('../features/settings/SettingsFile.tsx')).SettingsFileScreen,
  Interface: async () => (await import('../features/settings/InterfaceSettings.tsx')).InterfaceSettings,
  TerminalDetail: async () => (await import('../features/components/ComponentPages.tsx')).ComponentDetail,
  TerminalUpdate: async () => (await import('../features/components/ComponentPages.tsx')).ComponentForm,
  ...form('ReplayStorage', async () => (await import('../features/storages/StorageForms.tsx')).ReplayStorageForm),
  ...form('CommandStorage', async () => (await import('../features/storages/StorageForms.tsx')).CommandStorageForm),
  ...form('Endpoint', async () => (await import('../features/endpoints/EndpointForms.tsx')).EndpointForm),
  ...form('EndpointRule', async () => (await import('../features/endpoints/EndpointForms.tsx')).EndpointRuleForm),
  Auth: async () => (await import('../features/settings/auth/AuthSettings.tsx')).AuthSettings,
  ...form('AdmissionRule', async () => (await import('../features/settings/auth/AdmissionRuleForm.tsx')).AdmissionRuleForm),
  TerminalSetting: async () => (await import('../features/settings/TerminalSettings.tsx')).TerminalSettings,
  License: async () => (await import('../features/settings/LicenceScreen.tsx')).LicenceScreen,

  TaskList: async () => (await import('../features/tasks/TaskList.tsx')).TaskList,
  TaskDetail: async () => (await import('../features/tasks/TaskDetail.tsx')).TaskDetail,

  MyTicketList: async () => (await import('../features/tickets/TicketLists.tsx')).MyTicketList,
  AssignedTicketList: async () => (await import('../features/tickets/TicketLists.tsx')).AssignedTicketList,
  LoginAssetTicketDetail: async () => (await import('../features/tickets/TicketDetail.tsx')).AssetTicketDetail,
  LoginTicketDetail: async () => (await import('../features/tickets/TicketDetail.tsx')).LoginTicketDetail,
  CommandConfirmDetail: async () => (await import('../features/tickets/TicketDetail.tsx')).CommandTicketDetail,
  BreakGlassCreate: async () => (await import('../features/tickets/BreakGlassForm.tsx')).BreakGlassForm,
  RequestAssetPermTicketCreateUpdate: async () => (await import('../features/tickets/RequestForm.tsx')).RequestForm,
  AssetsTicketDetail: async () => (await import('../features/tickets/TicketDetail.tsx')).RequestDetail,
  TicketFlow: async () => (await import('../features/tickets/Flows.tsx')).FlowList,
  FlowDetail: async () => (await import('../features/tickets/Flows.tsx')).FlowDetail,
  TicketFlowUpdate: async () => (await import('../features/tickets/Flows.tsx')).FlowForm,
  TicketDetail: async () => (await import('../features/tickets/TicketDetail.tsx')).AnyTicketDetail,

  UserList: async () => (await import('../features/users/UserList.tsx')).UserList,
  ...form('User', async () => (await import('../features/users/UserForm.tsx')).UserForm),
  UserDetail: async () => (await import('../features/users/UserDetail.tsx')).UserDetail,

  ProfileInfo: async () => (await import('../profile/ProfileInfo.tsx')).ProfileInfo,
  ProfileSetting: async () => (await import('../profile/ProfileSetting.tsx')).ProfileSetting,
  ProgramLogin: async () => (await import('../profile/ProgramLogin.tsx')).ProgramLogin,
  TempPassword: async () => (await import('../profile/TempPasswords.tsx')).TempPasswords,
  Preferences: async () => (await import('../profile/PreferencesPage.tsx')).PreferencesPage,
  Sponsored: async () => (await import('../profile/Sponsored.tsx')).SponsoredPeople,
  ConnectionToken: async () => (await import('../profile/ConnectionTokens.tsx')).ConnectionTokens,
  ApiKey: async () => (await import('../profile/ApiKeys.tsx')).ApiKeys,
};
