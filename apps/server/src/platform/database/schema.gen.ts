// Printed by `npm run generate` from the resources; do not edit.
import type { Refined } from '@postern/resource/database';
import type { ColumnType, Generated } from 'kysely';

export interface AccessKeysTable {
  id: string;
  ip_group: ColumnType<unknown, string | undefined, string>;
  permissions: ColumnType<unknown, string | undefined, string>;
  last_used_from: Generated<string>;
  is_active: Generated<boolean>;
  is_read_only: Generated<boolean>;
  date_expired: Date | null;
  date_last_used: Date | null;
  date_created: Generated<Date>;
  sealed_secret: string;
  user_id: string;
  signs_body: Generated<boolean>;
  created_by: Generated<string>;
  updated_by: Generated<string>;
  date_updated: Generated<Date>;
}

export interface AccessReviewAssetsTable {
  review_id: string;
  asset_id: string;
}

export interface AccessReviewLinesTable {
  id: string;
  org_id: string;
  review_id: string;
  permission: string;
  side: string;
  subject: string;
  members_amount: Generated<number>;
  assets: ColumnType<unknown, string | undefined, string>;
  assets_amount: Generated<number>;
  nodes: ColumnType<unknown, string | undefined, string>;
  nodes_amount: Generated<number>;
  accounts: ColumnType<unknown, string | undefined, string>;
  actions: Generated<number>;
  decision: Generated<string>;
  decided_by: Generated<string>;
  comment: Generated<string>;
  outcome: Generated<string>;
  permission_id: string;
  subject_id: string;
  by_silence: Generated<boolean>;
  date_start: Date;
  date_expired: Date;
  date_last_used: Date | null;
  date_decided: Date | null;
  date_done: Date | null;
  decided_by_id: string | null;
  grant_digest: string;
  members_digest: Generated<string>;
}

export interface AccessReviewMembersTable {
  review_id: string;
  group_id: string;
  user_id: string;
  display: string;
  date_created: Generated<Date>;
}

export interface AccessReviewNodesTable {
  review_id: string;
  node_id: string;
}

export interface AccessReviewPermissionsTable {
  review_id: string;
  assetpermission_id: string;
}

export interface AccessReviewReviewersTable {
  review_id: string;
  user_id: string;
}

export interface AccessReviewUserGroupsTable {
  review_id: string;
  usergroup_id: string;
}

export interface AccessReviewUsersTable {
  review_id: string;
  user_id: string;
}

export interface AccessReviewsTable {
  id: string;
  org_id: string;
  name: string;
  owner_id: string | null;
  revokes: Generated<string>;
  silence: Generated<string>;
  comment: Generated<string>;
  state: Generated<string>;
  unused_days: number | null;
  task: string | null;
  created_by: Generated<string>;
  date_due: Date;
  date_ended: Date | null;
  date_created: Generated<Date>;
  scope: ColumnType<unknown, string | undefined, string>;
  date_reminds: Date | null;
  updated_by: Generated<string>;
  date_updated: Generated<Date>;
}

export interface AccountBackupExecutionsTable {
  id: string;
  org_id: string;
  plan_id: string;
  trigger: Generated<string>;
  status: Generated<string>;
  is_success: Generated<boolean>;
  failure: ColumnType<unknown, string | null, string | null>;
  plan_snapshot: ColumnType<unknown, string | undefined, string>;
  delivered: Generated<string[]>;
  date_created: Generated<Date>;
  date_start: Date | null;
  date_finished: Date | null;
}

export interface AccountBackupPlanRecipientsTable {
  plan_id: string;
  user_id: string;
}

export interface AccountBackupPlansTable {
  id: string;
  org_id: string;
  name: string;
  crontab: string | null;
  interval: number | null;
  types: ColumnType<unknown, string | undefined, string>;
  comment: Generated<string>;
  created_by: Generated<string>;
  is_periodic: Generated<boolean>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  date_next_run: Date | null;
  schedule_zone: string | null;
  updated_by: Generated<string>;
}

export interface AccountTemplatesTable {
  id: string;
  org_id: string;
  name: string;
  username: Generated<string>;
  secret_type: Generated<string>;
  secret: string | null;
  su_from_id: string | null;
  comment: Generated<string>;
  created_by: Generated<string>;
  privileged: Generated<boolean>;
  is_active: Generated<boolean>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  ssh_fingerprint: string | null;
  updated_by: Generated<string>;
}

export interface AccountsTable {
  id: string;
  org_id: string;
  name: string;
  username: string;
  secret_type: Generated<string>;
  secret: string | null;
  asset_id: string;
  su_from_id: string | null;
  version: Generated<number>;
  source: string | null;
  source_id: string | null;
  connectivity: Generated<string>;
  comment: Generated<string>;
  created_by: Generated<string>;
  privileged: Generated<boolean>;
  is_active: Generated<boolean>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  ssh_fingerprint: string | null;
  date_verified: Date | null;
  destination: ColumnType<unknown, string | null, string | null>;
  destination_vouched: Generated<boolean>;
  updated_by: Generated<string>;
}

export interface AccountsHistoryTable {
  id: Generated<number>;
  account_id: string;
  secret: string | null;
  secret_type: string;
  version: number;
  history_date: Date;
  history_user: string | null;
}

export interface ActivityLogsTable {
  id: string;
  type: string;
  resource_id: string;
  org_id: string;
  detail: Generated<string>;
  detail_id: string | null;
  datetime: Generated<Date>;
}

export interface AdhocsTable {
  id: string;
  org_id: string;
  name: string;
  module: Generated<string>;
  args: Generated<string>;
  comment: Generated<string>;
  is_shared: Generated<boolean>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  creator_id: string;
  created_by: Generated<string>;
  updated_by: Generated<string>;
}

export interface AdmissionGrantsTable {
  user_id: string;
  provider: string;
  role_id: string | null;
  org_id: string | null;
  group_id: string | null;
  grant_key: Generated<string>;
}

export interface AdmissionRuleGroupsTable {
  rule_id: string;
  group_id: string;
}

export interface AdmissionRuleRolesTable {
  rule_id: string;
  role_id: string;
}

export interface AdmissionRulesTable {
  id: string;
  name: string;
  priority: Generated<number>;
  source: Generated<string>;
  provider: Generated<string>;
  attribute: Generated<string>;
  match: Generated<string>;
  texts: ColumnType<unknown, string, string>;
  organization_id: string | null;
  system_role_id: string | null;
  comment: Generated<string>;
  created_by: Generated<string>;
  is_active: Generated<boolean>;
  keep: Generated<boolean>;
  stop: Generated<boolean>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  updated_by: Generated<string>;
}

export interface AppletHostAccountsTable {
  account_id: string;
  host_id: string;
  is_private: boolean;
  user_id: string | null;
}

export interface AppletHostChoicesTable {
  user_id: string;
  host_id: string;
  account_id: string | null;
  date_chosen: Date;
}

export interface AppletHostDeploymentsTable {
  id: string;
  host_id: string;
  applet_id: string | null;
  status: Generated<string>;
  task: string;
  comment: Generated<string>;
  created_by: Generated<string>;
  is_full: Generated<boolean>;
  date_start: Date | null;
  date_finished: Date | null;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  updated_by: Generated<string>;
}

export interface AppletHostsTable {
  asset_id: string;
  deploy_options: ColumnType<unknown, string, string>;
  terminal_id: string | null;
  date_synced: Date | null;
  date_published: Date | null;
}

export interface AppletLeasesTable {
  token_id: string;
  account_id: string;
  user_id: string;
  asset_id: string;
  component_id: string;
  is_shared: boolean;
  date_leased: Date;
  date_expired: Date;
}

export interface AppletPublicationsTable {
  id: string;
  applet_id: string;
  host_id: string;
  status: Generated<string>;
  comment: Generated<string>;
  created_by: Generated<string>;
  updated_by: Generated<string>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
}

export interface AppletsTable {
  id: string;
  name: string;
  display_name: string;
  version: string;
  author: string;
  type: string;
  edition: Generated<string>;
  protocols: ColumnType<unknown, string | undefined, string>;
  tags: ColumnType<unknown, string | undefined, string>;
  comment: Generated<string>;
  created_by: Generated<string>;
  can_concurrent: Generated<boolean>;
  is_active: Generated<boolean>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  package_sha256: string;
  readme_text: Generated<string>;
  updated_by: Generated<string>;
}

export interface AssetLabelsTable {
  label_id: string;
  asset_id: string;
}

export interface AssetNodesTable {
  asset_id: string;
  node_id: string;
}

export interface AssetPermissionAssetsTable {
  permission_id: string;
  asset_id: string;
}

export interface AssetPermissionGroupsTable {
  permission_id: string;
  group_id: string;
}

export interface AssetPermissionNodesTable {
  permission_id: string;
  node_id: string;
}

export interface AssetPermissionUsersTable {
  permission_id: string;
  user_id: string;
}

export interface AssetPermissionsTable {
  id: string;
  org_id: string;
  name: string;
  accounts: ColumnType<unknown, string | undefined, string>;
  actions: Generated<number>;
  forward_to: ColumnType<unknown, string | undefined, string>;
  recording: Generated<string>;
  comment: Generated<string>;
  created_by: Generated<string>;
  is_active: Generated<boolean>;
  from_ticket: Generated<boolean>;
  date_start: Date | null;
  date_expired: Date | null;
  date_created: Generated<Date>;
  updated_by: Generated<string>;
  date_updated: Generated<Date>;
}

export interface AssetsTable {
  id: string;
  org_id: string;
  name: string;
  address: string;
  comment: Generated<string>;
  domain_id: string | null;
  platform_id: number;
  protocols: ColumnType<unknown, string | null, string | null>;
  connectivity: Generated<string>;
  gathered_info: ColumnType<unknown, string | undefined, string>;
  created_by: Generated<string>;
  is_active: Generated<boolean>;
  date_verified: Date | null;
  date_created: Generated<Date>;
  host_keys_forgotten: Generated<number>;
  category: Generated<string>;
  updated_by: Generated<string>;
  date_updated: Generated<Date>;
  db_name: string | null;
  ca_cert: Generated<string>;
  client_cert: Generated<string>;
  client_key: string | null;
  use_ssl: Generated<boolean>;
  allow_invalid_cert: Generated<boolean>;
  autofill: Generated<string>;
  username_selector: Generated<string>;
  password_selector: Generated<string>;
  submit_selector: Generated<string>;
  script: ColumnType<unknown, string | undefined, string>;
  proxy: Generated<string>;
  custom_info: ColumnType<unknown, string | undefined, string>;
}

export interface AuditAnchorTargetsTable {
  target: string;
  last_id: Generated<number>;
  date_sent: Date | null;
  error: Generated<string>;
  date_failed: Date | null;
}

export interface AuditAnchorsTable {
  id: Generated<number>;
  chain: string;
  seq: number;
  hash: string;
  date_made: Date;
  signature: string;
}

export interface AuditChainsTable {
  name: string;
  seq: Generated<number>;
  hash: string;
}

export interface AuditFeedTable {
  id: Generated<number>;
  log: string;
  row_id: string;
  event: Generated<string>;
  seq: number | null;
  date_made: Generated<Date>;
}

export interface AuditFeedHeadsTable {
  log: string;
  seq: Generated<number>;
}

export interface AuditReceiverCursorsTable {
  receiver_id: string;
  log: string;
  seq: number;
}

export interface AuditReceiversTable {
  id: string;
  name: string;
  type: string;
  address: string;
  token: string | null;
  ca: Generated<string>;
  events: Generated<number>;
  error: Generated<string>;
  comment: Generated<string>;
  created_by: Generated<string>;
  updated_by: Generated<string>;
  is_active: Generated<boolean>;
  date_sent: Date | null;
  date_failed: Date | null;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  holder: string | null;
  lease: Date | null;
  failures: Generated<number>;
  date_next: Date | null;
}

export interface AuditSegmentsTable {
  chain: string;
  first_seq: number;
  last_seq: number;
  prev_hash: string;
  hash: string;
  last_at: Date;
  date_sealed: Generated<Date>;
  date_removed: Date | null;
}

export interface AutomationExecutionsTable {
  id: string;
  org_id: string;
  type: string;
  automation_id: string | null;
  trigger: Generated<string>;
  status: Generated<string>;
  snapshot: ColumnType<unknown, string | undefined, string>;
  sealed_secret: string | null;
  date_created: Generated<Date>;
  date_start: Date | null;
  date_finished: Date | null;
}

export interface BackgroundTasksTable {
  id: string;
  name: string;
  date_last_publish: Date | null;
}

export interface BearerTokensTable {
  id: string;
  token_hash: string;
  user_id: string;
  remote_addr: Generated<string>;
  door_addr: Generated<string>;
  user_agent: Generated<string>;
  date_created: Generated<Date>;
  date_seen: Generated<Date>;
  ssh_key_id: string | null;
  expires_at: Date;
}

export interface ChangeSecretAutomationAssetsTable {
  automation_id: string;
  asset_id: string;
}

export interface ChangeSecretAutomationNodesTable {
  automation_id: string;
  node_id: string;
}

export interface ChangeSecretAutomationRecipientsTable {
  automation_id: string;
  user_id: string;
}

export interface ChangeSecretAutomationsTable {
  id: string;
  org_id: string;
  name: string;
  crontab: string | null;
  interval: number | null;
  accounts: ColumnType<unknown, string, string>;
  comment: Generated<string>;
  secret_type: string;
  secret_strategy: string;
  secret: string | null;
  password_rules: ColumnType<unknown, string | undefined, string>;
  ssh_key_change_strategy: Generated<string>;
  params: ColumnType<unknown, string | undefined, string>;
  created_by: Generated<string>;
  is_periodic: Generated<boolean>;
  is_active: Generated<boolean>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  date_next_run: Date | null;
  schedule_zone: string | null;
  updated_by: Generated<string>;
}

export interface ChangeSecretRecordsTable {
  id: string;
  org_id: string;
  type: string;
  execution_id: string;
  asset_id: string;
  account_id: string;
  secret_type: string;
  old_secret: string | null;
  new_secret: string | null;
  status: Generated<string>;
  error: string | null;
  attempts: Generated<number>;
  date_next_attempt: Date | null;
  date_created: Generated<Date>;
  date_started: Date | null;
  date_finished: Date | null;
}

export interface CloudAccountsTable {
  id: string;
  org_id: string;
  name: string;
  provider: string;
  attrs: ColumnType<unknown, string, string>;
  secrets: string | null;
  comment: Generated<string>;
  created_by: Generated<string>;
  validity: boolean | null;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  updated_by: Generated<string>;
}

export interface CommandFilterAclGroupsTable {
  acl_id: string;
  group_id: string;
}

export interface CommandFilterAclReviewersTable {
  acl_id: string;
  user_id: string;
}

export interface CommandFilterAclsTable {
  id: string;
  org_id: string;
  name: string;
  priority: Generated<number>;
  action: Generated<string>;
  users: ColumnType<unknown, string, string>;
  comment: Generated<string>;
  assets: ColumnType<unknown, string, string>;
  accounts: ColumnType<unknown, string, string>;
  created_by: Generated<string>;
  is_active: Generated<boolean>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  updated_by: Generated<string>;
}

export interface CommandGroupsTable {
  id: string;
  org_id: string;
  name: string;
  type: Generated<string>;
  content: string;
  comment: Generated<string>;
  created_by: Generated<string>;
  ignore_case: Generated<boolean>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  updated_by: Generated<string>;
}

export interface CommandRetriesTable {
  command_id: string;
  storage_id: string;
  tries: Generated<number>;
  date_next: Date;
  error: Generated<string>;
}

export interface CommandShippersTable {
  storage_id: string;
  holder: string | null;
  lease: Date | null;
  failures: Generated<number>;
  date_next: Date | null;
  error: Generated<string>;
  date_sent: Date | null;
}

export interface CommandStoragesTable {
  id: string;
  name: string;
  type: string;
  meta: ColumnType<unknown, string | undefined, string>;
  secrets: string | null;
  comment: Generated<string>;
  created_by: Generated<string>;
  is_default: Generated<boolean>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  updated_by: Generated<string>;
}

export interface CommandsTable {
  id: string;
  org_id: string;
  user: string;
  asset: string;
  account: string;
  session: string;
  input: string;
  output: Generated<string>;
  risk_level: Generated<number>;
  cmd_filter_acl: string | null;
  cmd_group: string | null;
  timestamp: number;
  storage_id: string | null;
}

export interface ComponentLoadsTable {
  terminal_id: string;
  moment: Date;
  cpu_load: number;
  memory_used: number;
  disk_used: number;
  session_online: number;
}

export interface ComponentStatusTable {
  terminal_id: string;
  cpu_load: Generated<number>;
  memory_used: Generated<number>;
  disk_used: Generated<number>;
  session_online: Generated<number>;
  date_seen: Generated<Date>;
  address: string | null;
  sealed_pass: string | null;
}

export interface ConnectMethodAclsTable {
  id: string;
  name: string;
  priority: Generated<number>;
  action: Generated<string>;
  users: ColumnType<unknown, string, string>;
  comment: Generated<string>;
  connect_methods: ColumnType<unknown, string | undefined, string>;
  created_by: Generated<string>;
  is_active: Generated<boolean>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  updated_by: Generated<string>;
}

export interface ConnectionTokensTable {
  id: string;
  user_id: string;
  asset_id: string;
  account: string;
  input_username: Generated<string>;
  input_secret: string | null;
  connect_method: string;
  connect_options: ColumnType<unknown, string | undefined, string>;
  protocol: Generated<string>;
  actions: Generated<number>;
  user_display: Generated<string>;
  asset_display: Generated<string>;
  org_id: string;
  created_by: Generated<string>;
  updated_by: Generated<string>;
  is_reusable: Generated<boolean>;
  is_active: Generated<boolean>;
  date_expired: Date;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  sealed_value: string;
  date_used: Date | null;
  from_ticket_id: string | null;
  component_id: string | null;
}

export interface DeliveryFailuresTable {
  way: string;
  failures: number;
  error: string | null;
  date_since: Date | null;
  date_last: Generated<Date>;
  date_told: Date | null;
  date_reported: Date | null;
}

export interface DeviceLoginsTable {
  id: string;
  key_hash: string;
  code_hash: string;
  remote_addr: Generated<string>;
  user_agent: Generated<string>;
  user_id: string | null;
  with_factor: Generated<boolean>;
  refused: Generated<boolean>;
  date_created: Generated<Date>;
  date_asked: Generated<Date>;
  expires_at: Date;
}

export interface DirectoryPeopleTable {
  subject: string;
  username: string;
  name: string;
  email: string;
  phone: string;
  groups: ColumnType<unknown, string, string>;
  attributes: ColumnType<unknown, string | undefined, string>;
  active: boolean;
  seen_in: string;
}

export interface DirectoryStatesTable {
  name: string;
  state: string;
  message: string;
  date: Generated<Date>;
}

export interface DomainsTable {
  id: string;
  org_id: string;
  name: string;
  comment: Generated<string>;
  date_created: Generated<Date>;
  created_by: Generated<string>;
  updated_by: Generated<string>;
  date_updated: Generated<Date>;
}

export interface EndpointRulesTable {
  id: string;
  name: string;
  ip_group: ColumnType<unknown, string | undefined, string>;
  priority: Generated<number>;
  endpoint_id: string | null;
  comment: Generated<string>;
  created_by: Generated<string>;
  is_active: Generated<boolean>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  updated_by: Generated<string>;
}

export interface EndpointsTable {
  id: string;
  name: string;
  host: Generated<string>;
  https_port: Generated<number>;
  http_port: Generated<number>;
  ssh_port: Generated<number>;
  rdp_port: Generated<number>;
  mysql_port: Generated<number>;
  mariadb_port: Generated<number>;
  postgresql_port: Generated<number>;
  redis_port: Generated<number>;
  comment: Generated<string>;
  created_by: Generated<string>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  updated_by: Generated<string>;
}

export interface EvidenceCountsTable {
  log: string;
  org_id: string;
  hour: Date;
  n: number;
  folded: Generated<boolean>;
}

export interface ExternalIdentitiesTable {
  provider: string;
  subject: string;
  user_id: string;
  date_created: Generated<Date>;
  date_last_used: Generated<Date>;
}

export interface ExternalSecretsTable {
  id: string;
  date_created: Generated<Date>;
  date_unused: Date | null;
}

export interface FavouriteAssetsTable {
  id: string;
  asset_id: string;
  user_id: string;
  created_by: Generated<string>;
  updated_by: Generated<string>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
}

export interface FirstStepsAwayTable {
  user_id: string;
  org_id: string;
}

export interface FtpLogsTable {
  id: string;
  org_id: string;
  user: string;
  remote_addr: string | null;
  asset: string;
  account: string;
  operate: string;
  filename: string;
  size: number | null;
  file_sha256: string | null;
  is_success: Generated<boolean>;
  has_file: Generated<boolean>;
  date_start: Date;
  session_id: string;
}

export interface GatherAccountAutomationsTable {
  id: string;
  org_id: string;
  name: string;
  crontab: string | null;
  interval: number | null;
  accounts: ColumnType<unknown, string | undefined, string>;
  comment: Generated<string>;
  created_by: Generated<string>;
  is_periodic: Generated<boolean>;
  is_active: Generated<boolean>;
  is_sync_account: Generated<boolean>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  date_next_run: Date | null;
  schedule_zone: string | null;
  updated_by: Generated<string>;
}

export interface GatherAccountsAutomationAssetsTable {
  automation_id: string;
  asset_id: string;
}

export interface GatherAccountsAutomationNodesTable {
  automation_id: string;
  node_id: string;
}

export interface GatheredAccountsTable {
  id: string;
  org_id: string;
  asset_id: string;
  username: string;
  address_last_login: Generated<string>;
  present: Generated<boolean>;
  date_last_login: Date | null;
  date_updated: Generated<Date>;
  created_by: Generated<string>;
  updated_by: Generated<string>;
  date_created: Generated<Date>;
}

export interface GivenPlatformsTable {
  id: number;
}

export interface HostKeysTable {
  asset_id: string;
  address: string;
  port: number;
  type: string;
  fingerprint: string;
  date_created: Generated<Date>;
}

export interface IdSetsTable {
  id: string;
  user_id: string;
  ids: string[];
  expires_at: Date;
}

export interface ImportKeysTable {
  scope: string;
  key: string;
  n: number;
  date_created: Generated<Date>;
}

export interface ImportRowsTable {
  scope: string;
  n: number;
  print: string;
  object_id: string;
  date_created: Generated<Date>;
}

export interface JobExecutionHostsTable {
  execution_id: string;
  asset_id: string;
  name: string;
  account: Generated<string>;
  status: Generated<string>;
  reason: ColumnType<unknown, string | null, string | null>;
  exit_code: number | null;
  output: Generated<string>;
  is_cut: Generated<boolean>;
  date_start: Date | null;
  date_finished: Date | null;
  date_created: Generated<Date>;
}

export interface JobExecutionsTable {
  id: string;
  org_id: string;
  material: Generated<string>;
  job_type: Generated<string>;
  job_version: Generated<number>;
  parameters: ColumnType<unknown, string | undefined, string>;
  trigger: string | null;
  is_finished: Generated<boolean>;
  is_success: Generated<boolean>;
  date_start: Date | null;
  date_finished: Date | null;
  date_created: Date;
  job_id: string | null;
  job_name: Generated<string>;
  job_named: Generated<boolean>;
  creator_id: string;
  status: Generated<string>;
  ordered: ColumnType<unknown, string, string>;
  playbook_snapshot_id: string | null;
  origin_ip: Generated<string>;
}

export interface JobsTable {
  id: string;
  org_id: string;
  name: Generated<string>;
  type: Generated<string>;
  module: Generated<string>;
  args: Generated<string>;
  playbook_id: string | null;
  assets: ColumnType<unknown, string | undefined, string>;
  nodes: ColumnType<unknown, string | undefined, string>;
  runas: Generated<string>;
  runas_policy: Generated<string>;
  parameters_define: ColumnType<unknown, string | undefined, string>;
  chdir: Generated<string>;
  timeout: Generated<number>;
  parallelism: Generated<number>;
  concurrency: Generated<string>;
  notify: Generated<string>;
  crontab: string | null;
  interval: number | null;
  comment: Generated<string>;
  version: Generated<number>;
  is_named: Generated<boolean>;
  instant: Generated<boolean>;
  use_parameter_define: Generated<boolean>;
  is_repeatable: Generated<boolean>;
  is_periodic: Generated<boolean>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  creator_id: string;
  date_next_run: Date | null;
  schedule_zone: string | null;
  created_by: Generated<string>;
  updated_by: Generated<string>;
}

export interface KeptCountsTable {
  counted: string;
  org_id: string;
  part: number;
  n: number;
  folded: Generated<boolean>;
}

export interface KeptDigestsTable {
  id: string;
  seq: number;
  prev_hash: string;
  hash: string;
  kind: string;
  session_id: string | null;
  org_id: string;
  user: string;
  user_id: string;
  asset: string;
  asset_id: string;
  account: string;
  account_id: string;
  protocol: string;
  date_start: Date | null;
  date_end: Date | null;
  name: string;
  bytes: number | null;
  sha256: string | null;
  chain_links: number | null;
  chain_end: string | null;
  datetime: Date;
}

export interface KnownDevicesTable {
  id: string;
  user_id: string;
  token_hash: string;
  date_created: Generated<Date>;
  expires_at: Date;
  date_trusted: Date | null;
  trusted_network: Generated<string>;
  user_agent: Generated<string>;
}

export interface LabelsTable {
  id: string;
  org_id: string;
  name: string;
  value: string;
  category: Generated<string>;
  color: Generated<string>;
  warning: Generated<string>;
  comment: Generated<string>;
  is_active: Generated<boolean>;
  date_created: Generated<Date>;
  created_by: Generated<string>;
  updated_by: Generated<string>;
  date_updated: Generated<Date>;
}

export interface ListFilePiecesTable {
  file_id: string;
  made: string;
  seq: number;
  sealed: Buffer;
}

export interface ListFilesTable {
  id: string;
  name: Generated<string>;
  state: Generated<string>;
  rows: Generated<number>;
  bytes: Generated<number>;
  date_expired: Date | null;
  date_created: Generated<Date>;
  user_id: string;
  org_id: string;
  resource: string;
  file_format: string;
  query: ColumnType<unknown, string, string>;
  language: string;
  time_zone: string;
  made: string | null;
  sealed_key: string | null;
  created_by: Generated<string>;
  updated_by: Generated<string>;
  date_updated: Generated<Date>;
}

export interface LoginAclReviewersTable {
  acl_id: string;
  user_id: string;
}

export interface LoginAclsTable {
  id: string;
  name: string;
  priority: Generated<number>;
  action: Generated<string>;
  users: ColumnType<unknown, string, string>;
  comment: Generated<string>;
  rules: ColumnType<unknown, string, string>;
  created_by: Generated<string>;
  is_active: Generated<boolean>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  updated_by: Generated<string>;
}

export interface LoginAssetAclReviewersTable {
  acl_id: string;
  user_id: string;
}

export interface LoginAssetAclsTable {
  id: string;
  org_id: string;
  name: string;
  priority: Generated<number>;
  action: Generated<string>;
  users: ColumnType<unknown, string, string>;
  comment: Generated<string>;
  assets: ColumnType<unknown, string, string>;
  accounts: ColumnType<unknown, string, string>;
  rules: ColumnType<unknown, string, string>;
  created_by: Generated<string>;
  is_active: Generated<boolean>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  updated_by: Generated<string>;
}

export interface LoginCountersTable {
  kind: string;
  name: Generated<string>;
  place: Generated<string>;
  count: Generated<number>;
  rounds: Generated<number>;
  open: Generated<boolean>;
  locked_until: Date | null;
  expires_at: Date;
}

export interface LoginLinksTable {
  id: string;
  key_hash: string;
  user_id: string;
  date_created: Generated<Date>;
  expires_at: Date;
}

export interface LoginLogsTable {
  id: string;
  seq: number;
  prev_hash: string;
  hash: string;
  username: string;
  user_id: string | null;
  type: string;
  ip: string;
  city: string | null;
  user_agent: string | null;
  mfa: number;
  reason: Generated<string>;
  backend: Generated<string>;
  status: boolean;
  datetime: Date;
  facts: ColumnType<unknown, string | null, string | null>;
  city_names: ColumnType<unknown, string | null, string | null>;
}

export interface LoginSessionsTable {
  id: string;
  key_hash: string;
  csrf: string;
  user_id: string | null;
  data: ColumnType<unknown, string | undefined, string>;
  public_key: string | null;
  private_key: string | null;
  keep: Generated<boolean>;
  age: number;
  remote_addr: Generated<string>;
  user_agent: Generated<string>;
  date_created: Generated<Date>;
  date_seen: Generated<Date>;
  expires_at: Date;
}

export interface MadeKeysTable {
  token_hash: string;
  user_id: string;
  org_id: string;
  private_key: string;
  date_created: Generated<Date>;
  expires_at: Date;
}

export interface MailsTable {
  id: string;
  way: Generated<string>;
  content: string | null;
  attachment: ColumnType<unknown, string | null, string | null>;
  status: Generated<string>;
  attempts: Generated<number>;
  error: string | null;
  date_created: Generated<Date>;
  date_next: Generated<Date>;
  date_handed: Date | null;
  date_finished: Date | null;
}

export interface MessageTimingsTable {
  user_id: string;
  kinds: ColumnType<unknown, string, string>;
  daily_at: string;
  zone: string;
}

export interface NodeCountMarksTable {
  id: Generated<number>;
  node_id: string;
}

export interface NodeCountsTable {
  node_id: string;
  amount: number;
}

export interface NodesTable {
  id: string;
  org_id: string;
  key: string | null;
  value: string | null;
  full_value: Generated<string>;
  parent_key: Generated<string>;
  child_mark: Generated<number>;
  created_by: Generated<string>;
  updated_by: Generated<string>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
}

export interface OperateLogsTable {
  id: string;
  seq: number;
  prev_hash: string;
  hash: string;
  user_text: string;
  user_id: string;
  action: string;
  resource_type: string;
  resource_id: string;
  resource: string;
  remote_addr: Generated<string>;
  datetime: Date;
  org_id: string;
  diff: ColumnType<unknown, string | undefined, string>;
}

export interface OrganizationsTable {
  id: string;
  name: string;
  comment: Generated<string>;
  created_by: Generated<string>;
  date_created: Generated<Date>;
  builtin: Generated<boolean>;
  updated_by: Generated<string>;
  date_updated: Generated<Date>;
}

export interface PasskeysTable {
  id: string;
  user_id: string;
  name: string;
  credential_id: string;
  public_key: string;
  rp_id: string;
  counter: Generated<number>;
  transports: ColumnType<unknown, string | undefined, string>;
  backed_up: boolean;
  date_created: Generated<Date>;
  date_last_used: Date | null;
}

export interface PasswordHistoryTable {
  id: Generated<number>;
  user_id: string;
  password_hash: string;
  date_created: Generated<Date>;
}

export interface PasswordLinksTable {
  user_id: string;
  token_hash: string;
  state_hash: string;
  date_created: Generated<Date>;
  date_expired: Date;
}

export interface PatternChecksTable {
  dialect: string;
  date_checked: Date;
}

export interface PeriodicTasksTable {
  id: Generated<number>;
  name: string;
  enabled: Generated<boolean>;
  last_run_at: Date | null;
  total_run_count: Generated<number>;
}

export interface PlatformsTable {
  id: Generated<number>;
  name: string;
  category: string;
  type: string;
  charset: Generated<string>;
  protocols: ColumnType<unknown, string | undefined, string>;
  su_method: string | null;
  automation: ColumnType<unknown, string | undefined, string>;
  custom_fields: ColumnType<unknown, string | undefined, string>;
  comment: Generated<string>;
  created_by: Generated<string>;
  updated_by: Generated<string>;
  internal: Generated<boolean>;
  domain_enabled: Generated<boolean>;
  su_enabled: Generated<boolean>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
}

export interface PlaybookFilesTable {
  playbook_id: string;
  path: string;
  content: Buffer | null;
  date_updated: Generated<Date>;
}

export interface PlaybookSnapshotFilesTable {
  snapshot_id: string;
  path: string;
  content: Buffer;
}

export interface PlaybookSnapshotsTable {
  id: string;
  digest: string;
  date_used: Generated<Date>;
}

export interface PlaybooksTable {
  id: string;
  org_id: string;
  name: string;
  create_method: Generated<string>;
  vcs_url: Generated<string>;
  vcs_ref: Generated<string>;
  vcs_username: Generated<string>;
  vcs_token: string | null;
  vcs_commit: Generated<string>;
  comment: Generated<string>;
  is_shared: Generated<boolean>;
  date_synced: Date | null;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  creator_id: string;
  sync_run: string | null;
  created_by: Generated<string>;
  updated_by: Generated<string>;
}

export interface PrivateTokensTable {
  user_id: string;
  token_hash: string;
  date_created: Generated<Date>;
  ip_group: ColumnType<unknown, string | undefined, string>;
  date_expired: Date | null;
  is_read_only: Generated<boolean>;
  permissions: ColumnType<unknown, string | undefined, string>;
}

export interface PushAccountAutomationAssetsTable {
  automation_id: string;
  asset_id: string;
}

export interface PushAccountAutomationNodesTable {
  automation_id: string;
  node_id: string;
}

export interface PushAccountAutomationsTable {
  id: string;
  org_id: string;
  name: string;
  crontab: string | null;
  interval: number | null;
  accounts: ColumnType<unknown, string, string>;
  comment: Generated<string>;
  secret_type: string;
  secret_strategy: string;
  secret: string | null;
  password_rules: ColumnType<unknown, string | undefined, string>;
  ssh_key_change_strategy: Generated<string>;
  params: ColumnType<unknown, string | undefined, string>;
  created_by: Generated<string>;
  is_periodic: Generated<boolean>;
  is_active: Generated<boolean>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  date_next_run: Date | null;
  schedule_zone: string | null;
  updated_by: Generated<string>;
}

export interface ReachChangesTable {
  xid: Generated<string>;
  org_id: string;
  date_noted: Date | null;
}

export interface RecoveryCodesTable {
  user_id: string;
  code_hash: string;
  date_created: Generated<Date>;
  date_used: Date | null;
}

export interface ReplayStoragesTable {
  id: string;
  name: string;
  type: string;
  meta: ColumnType<unknown, string | undefined, string>;
  secrets: string | null;
  comment: Generated<string>;
  created_by: Generated<string>;
  is_default: Generated<boolean>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  updated_by: Generated<string>;
}

export interface RoleBindingsTable {
  id: string;
  user_id: string;
  role_id: string;
  scope: Generated<string>;
  org_id: string | null;
  binding_key: Generated<string | null>;
  created_by: Generated<string>;
  updated_by: Generated<string>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
}

export interface RolesTable {
  id: string;
  name: string;
  scope: string;
  permissions: ColumnType<unknown, string | undefined, string>;
  comment: Generated<string>;
  created_by: Generated<string>;
  updated_by: Generated<string>;
  builtin: Generated<boolean>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
}

export interface SavedViewsTable {
  id: string;
  name: string;
  table_name: string;
  config: ColumnType<unknown, string, string>;
  created_by: Generated<string>;
  is_shared: Generated<boolean>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  user_id: string | null;
  sharer_id: string | null;
  shared_in: string | null;
  list_url: string | null;
  updated_by: Generated<string>;
}

export interface ScreenTextsTable {
  id: string;
  org_id: string;
  session_id: string;
  at: number;
  text: string;
  moment: Date;
}

export interface ServiceAccountsTable {
  id: string;
  org_id: string;
  name: string;
  sponsor_id: string | null;
  comment: Generated<string>;
  created_by: Generated<string>;
  is_active: Generated<boolean>;
  date_expired: Date | null;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  sponsor_loss_told: Generated<boolean>;
  updated_by: Generated<string>;
}

export interface SessionJoinRecordsTable {
  id: string;
  org_id: string;
  joiner_display: Generated<string>;
  remote_addr: Generated<string>;
  login_from: Generated<string>;
  action_permission: Generated<string>;
  reason: Generated<string>;
  created_by: Generated<string>;
  is_success: Generated<boolean>;
  is_finished: Generated<boolean>;
  date_joined: Date;
  date_left: Date | null;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  sharing_id: string;
  session_id: string;
  joiner_id: string | null;
  updated_by: Generated<string>;
}

export interface SessionSharingsTable {
  id: string;
  org_id: string;
  session_display: Generated<string>;
  action_permission: Generated<string>;
  expired_time: Generated<number>;
  created_by: Generated<string>;
  is_active: Generated<boolean>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  session_id: string;
  creator_id: string;
  users: ColumnType<unknown, string | undefined, string>;
  sealed_code: string;
  date_withdrawn: Date | null;
  updated_by: Generated<string>;
}

export interface SessionsTable {
  id: string;
  org_id: string;
  user: string;
  user_id: Generated<string>;
  asset: string;
  asset_id: Generated<string>;
  account: string;
  account_id: string;
  protocol: string;
  type: Generated<string>;
  login_from: Generated<string>;
  remote_addr: string | null;
  comment: string | null;
  terminal_id: string | null;
  end_reason: string | null;
  end_params: ColumnType<unknown, string | undefined, string>;
  unread_lines: Generated<number>;
  is_success: Generated<boolean>;
  is_finished: Generated<boolean>;
  has_replay: Generated<boolean>;
  has_command: Generated<boolean>;
  date_start: Date | null;
  date_end: Date | null;
  date_alive: Date | null;
  replay_path: string | null;
  replay_chain: ColumnType<unknown, string | null, string | null>;
  replay_bytes: number | null;
  replay_sha256: string | null;
  created_by: Generated<string>;
  updated_by: Generated<string>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
}

export interface SettingsTable {
  name: string;
  value: ColumnType<unknown, string, string>;
  encrypted: Generated<boolean>;
  date_updated: Generated<Date>;
}

export interface SettingsMediaTable {
  name: string;
  slot: string;
  content_type: string;
  bytes: Buffer;
  date_created: Generated<Date>;
}

export interface SiteMessageCopiesTable {
  id: string;
  has_read: Generated<boolean>;
  read_at: Date | null;
  date_created: Date;
  user_id: string;
  content_id: string;
}

export interface SiteMessagesTable {
  id: string;
  subject: ColumnType<unknown, string, string>;
  message: ColumnType<unknown, string, string>;
  sender_id: string | null;
  date_created: Generated<Date>;
}

export interface SshKeysTable {
  id: string;
  name: string;
  fingerprint: Generated<string>;
  key_type: Generated<string>;
  last_used_from: Generated<string>;
  comment: Generated<string>;
  is_active: Generated<boolean>;
  date_last_used: Date | null;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  user_id: string;
  line: string;
  of_profile: Generated<boolean>;
  created_by: Generated<string>;
  updated_by: Generated<string>;
}

export interface StorageHealthTable {
  storage_id: string;
  failures: Generated<number>;
  error: Generated<string>;
  date_failed: Date | null;
  date_next: Date | null;
  date_worked: Date | null;
}

export interface StoredObjectsTable {
  kind: string;
  path: string;
  storage_id: string;
  owner_id: string;
  bytes: number;
  sha256: string;
  version: Generated<string>;
  state: Generated<string>;
  failures: Generated<number>;
  error: Generated<string>;
  holder: string | null;
  lease: Date | null;
  date_next: Date | null;
  date_made: Generated<Date>;
  date_kept: Date | null;
}

export interface SyncInstanceDetailsTable {
  id: string;
  org_id: string;
  task_id: string | null;
  instance_id: string;
  name: Generated<string>;
  asset_ip: Generated<string>;
  region: Generated<string>;
  asset_id: string | null;
  status: Generated<number>;
  date_sync: Date | null;
  account_id: string;
  seen_in: string | null;
  made_in: string | null;
}

export interface SyncInstanceTaskExecutionsTable {
  id: string;
  org_id: string;
  task_id: string;
  trigger: Generated<string>;
  summary: ColumnType<unknown, string | undefined, string>;
  status: Generated<number>;
  date_start: Date | null;
  date_sync: Date | null;
  date_created: Generated<Date>;
}

export interface SyncInstanceTasksTable {
  id: string;
  org_id: string;
  name: string;
  account_id: string;
  regions: ColumnType<unknown, string | undefined, string>;
  hostname_strategy: string;
  node_id: string;
  protocols: Generated<string>;
  ip_network_segment_group: ColumnType<unknown, string | undefined, string>;
  sync_ip_type: Generated<string>;
  crontab: string | null;
  interval: number | null;
  comment: Generated<string>;
  created_by: Generated<string>;
  is_always_update: Generated<boolean>;
  is_periodic: Generated<boolean>;
  date_last_sync: Date | null;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  date_next_run: Date | null;
  schedule_zone: string | null;
  updated_by: Generated<string>;
}

export interface SystemMsgSubscriptionsTable {
  message_type: string;
  users: ColumnType<unknown, string | null, string | null>;
  groups: ColumnType<unknown, string | undefined, string>;
  receive_backends: ColumnType<unknown, string, string>;
}

export interface TaskLogsTable {
  run_id: string;
  seq: number;
  text: string;
}

export interface TaskRunsTable {
  id: string;
  name: string;
  args: ColumnType<unknown, string | undefined, string>;
  kwargs: ColumnType<unknown, string | undefined, string>;
  is_finished: Generated<boolean>;
  date_published: Date;
  date_start: Date | null;
  date_finished: Date | null;
  state: Generated<string>;
  user_id: string | null;
  org_id: string;
  language: Generated<string>;
  worker: string | null;
  lease: Date | null;
  attempts: Generated<number>;
  done: Generated<number>;
  total: number | null;
  date_cancelled: Date | null;
}

export interface TempTokensTable {
  id: string;
  username: Generated<string>;
  verified: Generated<boolean>;
  date_verified: Date | null;
  date_expired: Date;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  secret_hash: string;
  user_id: string;
  created_by: Generated<string>;
  updated_by: Generated<string>;
}

export interface TerminalTasksTable {
  id: string;
  name: string;
  args: string;
  kwargs: ColumnType<unknown, string | undefined, string>;
  terminal_id: string;
  created_by: Generated<string>;
  updated_by: Generated<string>;
  is_finished: Generated<boolean>;
  date_finished: Date | null;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
}

export interface TerminalsTable {
  id: string;
  name: string;
  type: string;
  remote_addr: Generated<string>;
  version: Generated<string>;
  command_storage: Generated<string>;
  replay_storage: Generated<string>;
  comment: Generated<string>;
  date_approved: Date | null;
  date_revoked: Date | null;
  date_created: Generated<Date>;
  user_id: string | null;
  methods: ColumnType<unknown, string | null, string | null>;
  approved_by: string | null;
  revoked_by: string | null;
  created_by: Generated<string>;
  updated_by: Generated<string>;
  date_updated: Generated<Date>;
}

export interface TermsAcceptancesTable {
  user_id: string;
  version: string;
  date_accepted: Generated<Date>;
  remote_addr: Generated<string>;
}

export interface TicketAssetsTable {
  ticket_id: string;
  asset_id: string;
}

export interface TicketAssigneesTable {
  ticket_id: string;
  level: number;
  user_id: string;
  display: string;
  state: Generated<string>;
  is_current: boolean;
  date_created: Date;
}

export interface TicketCommentsTable {
  id: string;
  ticket_id: string;
  user_id: string | null;
  user_display: Generated<string>;
  type: Generated<string>;
  state: string | null;
  body: Generated<string>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
}

export interface TicketDelegationsTable {
  id: string;
  user_id: string;
  delegate_id: string;
  date_start: Date;
  date_end: Date;
  date_created: Generated<Date>;
}

export interface TicketFlowsTable {
  id: string;
  type: string;
  approval_level: number;
  rules: ColumnType<unknown, string, string>;
  org_id: string;
  created_by: Generated<string>;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  updated_by: Generated<string>;
}

export interface TicketNodesTable {
  ticket_id: string;
  node_id: string;
}

export interface TicketSessionsTable {
  session_id: string;
  ticket_id: string;
  date_created: Generated<Date>;
}

export interface TicketStepsTable {
  ticket_id: string;
  level: number;
  state: Generated<string>;
  processor_id: string | null;
  processor_display: Generated<string>;
  for_id: string | null;
  for_display: Generated<string>;
  told: Generated<string>;
  date_updated: Generated<Date>;
}

export interface TicketsTable {
  id: string;
  title: string;
  serial_num: string | null;
  type: string;
  state: Generated<string>;
  status: Generated<string>;
  approval_step: Generated<number>;
  applicant_id: string | null;
  rel_snapshot: ColumnType<unknown, string | undefined, string>;
  org_id: string;
  comment: Generated<string>;
  date_lapses: Date;
  date_created: Generated<Date>;
  date_updated: Generated<Date>;
  acl_id: string | null;
  opened_by: string | null;
  date_reminds: Date | null;
  reminded: Generated<number>;
  date_used: Date | null;
  renews_id: string | null;
  end_told: Date | null;
  created_by: Generated<string>;
  updated_by: Generated<string>;
  apply_permission_name: Generated<string>;
  apply_accounts: ColumnType<unknown, string | undefined, string>;
  apply_actions: Generated<number>;
  taken: Generated<boolean>;
  apply_date_start: Date | null;
  apply_date_expired: Date | null;
  apply_login_ip: string | null;
  apply_login_city: string | null;
  apply_login_datetime: Date | null;
  apply_login_user_id: string | null;
  apply_login_asset_id: string | null;
  apply_login_account: Generated<string>;
  apply_run_user_id: string | null;
  apply_run_asset: Generated<string>;
  apply_run_account: Generated<string>;
  apply_run_command: Generated<string>;
  apply_from_session_id: string | null;
  apply_from_cmd_filter_acl_id: string | null;
}

export interface UsedSignaturesTable {
  digest: string;
  date_first: Generated<Date>;
  expires_at: Date;
}

export interface UserGroupMembersTable {
  group_id: string;
  user_id: string;
}

export interface UserGroupsTable {
  id: string;
  org_id: string;
  name: string;
  comment: Generated<string>;
  created_by: Generated<string>;
  date_created: Generated<Date>;
  external_id: string | null;
  updated_by: Generated<string>;
  date_updated: Generated<Date>;
}

export interface UserMsgSubscriptionsTable {
  user_id: string;
  receive_backends: ColumnType<unknown, string, string>;
}

export interface UserPreferencesTable {
  user_id: string;
  chosen: ColumnType<unknown, string, string>;
}

export interface UsersTable {
  id: string;
  name: string;
  username: string;
  email: string;
  wechat: Generated<string>;
  phone: string | null;
  mfa_level: Generated<number>;
  source: Generated<string>;
  created_by: Generated<string>;
  updated_by: Generated<string>;
  comment: Generated<string>;
  sponsor_id: string | null;
  is_service_account: Generated<boolean>;
  is_active: Generated<boolean>;
  need_update_password: Generated<boolean>;
  is_first_login: Generated<boolean>;
  from_outside: boolean;
  date_expired: Date | null;
  date_joined: Date | null;
  last_login: Date | null;
  date_updated: Generated<Date>;
  date_password_last_updated: Date | null;
  password_hash: string | null;
  otp_secret: string | null;
  otp_last_step: Generated<number>;
  secret_key: string | null;
  end_told: Date | null;
  end_accepted: Date | null;
  sponsor_loss_told: Generated<boolean>;
  date_access_ended: Date | null;
  date_waiting: Date | null;
  program: Generated<boolean>;
  date_created: Generated<Date>;
}

export interface VerificationCodesTable {
  user_id: string;
  way: string;
  purpose: string;
  session_id: string;
  code_hash: string;
  tries: Generated<number>;
  date_created: Generated<Date>;
  date_expired: Date;
}

export interface WaitingMessagesTable {
  id: string;
  user_id: string;
  way: string;
  every: string;
  content: string;
  date_created: Generated<Date>;
  date_due: Date;
}

export interface Schema {
  access_keys: AccessKeysTable;
  access_review_assets: AccessReviewAssetsTable;
  access_review_lines: AccessReviewLinesTable;
  access_review_members: AccessReviewMembersTable;
  access_review_nodes: AccessReviewNodesTable;
  access_review_permissions: AccessReviewPermissionsTable;
  access_review_reviewers: AccessReviewReviewersTable;
  access_review_user_groups: AccessReviewUserGroupsTable;
  access_review_users: AccessReviewUsersTable;
  access_reviews: AccessReviewsTable;
  account_backup_executions: AccountBackupExecutionsTable;
  account_backup_plan_recipients: AccountBackupPlanRecipientsTable;
  account_backup_plans: AccountBackupPlansTable;
  account_templates: AccountTemplatesTable;
  accounts: AccountsTable;
  accounts_history: AccountsHistoryTable;
  activity_logs: ActivityLogsTable;
  adhocs: AdhocsTable;
  admission_grants: AdmissionGrantsTable;
  admission_rule_groups: AdmissionRuleGroupsTable;
  admission_rule_roles: AdmissionRuleRolesTable;
  admission_rules: AdmissionRulesTable;
  applet_host_accounts: AppletHostAccountsTable;
  applet_host_choices: AppletHostChoicesTable;
  applet_host_deployments: AppletHostDeploymentsTable;
  applet_hosts: AppletHostsTable;
  applet_leases: AppletLeasesTable;
  applet_publications: AppletPublicationsTable;
  applets: AppletsTable;
  asset_labels: AssetLabelsTable;
  asset_nodes: AssetNodesTable;
  asset_permission_assets: AssetPermissionAssetsTable;
  asset_permission_groups: AssetPermissionGroupsTable;
  asset_permission_nodes: AssetPermissionNodesTable;
  asset_permission_users: AssetPermissionUsersTable;
  asset_permissions: AssetPermissionsTable;
  assets: AssetsTable;
  audit_anchor_targets: AuditAnchorTargetsTable;
  audit_anchors: AuditAnchorsTable;
  audit_chains: AuditChainsTable;
  audit_feed: AuditFeedTable;
  audit_feed_heads: AuditFeedHeadsTable;
  audit_receiver_cursors: AuditReceiverCursorsTable;
  audit_receivers: AuditReceiversTable;
  audit_segments: AuditSegmentsTable;
  automation_executions: AutomationExecutionsTable;
  background_tasks: BackgroundTasksTable;
  bearer_tokens: BearerTokensTable;
  change_secret_automation_assets: ChangeSecretAutomationAssetsTable;
  change_secret_automation_nodes: ChangeSecretAutomationNodesTable;
  change_secret_automation_recipients: ChangeSecretAutomationRecipientsTable;
  change_secret_automations: ChangeSecretAutomationsTable;
  change_secret_records: ChangeSecretRecordsTable;
  cloud_accounts: CloudAccountsTable;
  command_filter_acl_groups: CommandFilterAclGroupsTable;
  command_filter_acl_reviewers: CommandFilterAclReviewersTable;
  command_filter_acls: CommandFilterAclsTable;
  command_groups: CommandGroupsTable;
  command_retries: CommandRetriesTable;
  command_shippers: CommandShippersTable;
  command_storages: CommandStoragesTable;
  commands: CommandsTable;
  component_loads: ComponentLoadsTable;
  component_status: ComponentStatusTable;
  connect_method_acls: ConnectMethodAclsTable;
  connection_tokens: ConnectionTokensTable;
  delivery_failures: DeliveryFailuresTable;
  device_logins: DeviceLoginsTable;
  directory_people: DirectoryPeopleTable;
  directory_states: DirectoryStatesTable;
  domains: DomainsTable;
  endpoint_rules: EndpointRulesTable;
  endpoints: EndpointsTable;
  evidence_counts: EvidenceCountsTable;
  external_identities: ExternalIdentitiesTable;
  external_secrets: ExternalSecretsTable;
  favourite_assets: FavouriteAssetsTable;
  first_steps_away: FirstStepsAwayTable;
  ftp_logs: FtpLogsTable;
  gather_account_automations: GatherAccountAutomationsTable;
  gather_accounts_automation_assets: GatherAccountsAutomationAssetsTable;
  gather_accounts_automation_nodes: GatherAccountsAutomationNodesTable;
  gathered_accounts: GatheredAccountsTable;
  given_platforms: GivenPlatformsTable;
  host_keys: HostKeysTable;
  id_sets: IdSetsTable;
  import_keys: ImportKeysTable;
  import_rows: ImportRowsTable;
  job_execution_hosts: JobExecutionHostsTable;
  job_executions: JobExecutionsTable;
  jobs: JobsTable;
  kept_counts: KeptCountsTable;
  kept_digests: KeptDigestsTable;
  known_devices: KnownDevicesTable;
  labels: LabelsTable;
  list_file_pieces: ListFilePiecesTable;
  list_files: ListFilesTable;
  login_acl_reviewers: LoginAclReviewersTable;
  login_acls: LoginAclsTable;
  login_asset_acl_reviewers: LoginAssetAclReviewersTable;
  login_asset_acls: LoginAssetAclsTable;
  login_counters: LoginCountersTable;
  login_links: LoginLinksTable;
  login_logs: LoginLogsTable;
  login_sessions: LoginSessionsTable;
  made_keys: MadeKeysTable;
  mails: MailsTable;
  message_timings: MessageTimingsTable;
  node_count_marks: NodeCountMarksTable;
  node_counts: NodeCountsTable;
  nodes: NodesTable;
  operate_logs: OperateLogsTable;
  organizations: OrganizationsTable;
  passkeys: PasskeysTable;
  password_history: PasswordHistoryTable;
  password_links: PasswordLinksTable;
  pattern_checks: PatternChecksTable;
  periodic_tasks: PeriodicTasksTable;
  platforms: PlatformsTable;
  playbook_files: PlaybookFilesTable;
  playbook_snapshot_files: PlaybookSnapshotFilesTable;
  playbook_snapshots: PlaybookSnapshotsTable;
  playbooks: PlaybooksTable;
  private_tokens: PrivateTokensTable;
  push_account_automation_assets: PushAccountAutomationAssetsTable;
  push_account_automation_nodes: PushAccountAutomationNodesTable;
  push_account_automations: PushAccountAutomationsTable;
  reach_changes: ReachChangesTable;
  recovery_codes: RecoveryCodesTable;
  replay_storages: ReplayStoragesTable;
  role_bindings: RoleBindingsTable;
  roles: RolesTable;
  saved_views: SavedViewsTable;
  screen_texts: ScreenTextsTable;
  service_accounts: ServiceAccountsTable;
  session_join_records: SessionJoinRecordsTable;
  session_sharings: SessionSharingsTable;
  sessions: SessionsTable;
  settings: SettingsTable;
  settings_media: SettingsMediaTable;
  site_message_copies: SiteMessageCopiesTable;
  site_messages: SiteMessagesTable;
  ssh_keys: SshKeysTable;
  storage_health: StorageHealthTable;
  stored_objects: StoredObjectsTable;
  sync_instance_details: SyncInstanceDetailsTable;
  sync_instance_task_executions: SyncInstanceTaskExecutionsTable;
  sync_instance_tasks: SyncInstanceTasksTable;
  system_msg_subscriptions: SystemMsgSubscriptionsTable;
  task_logs: TaskLogsTable;
  task_runs: TaskRunsTable;
  temp_tokens: TempTokensTable;
  terminal_tasks: TerminalTasksTable;
  terminals: TerminalsTable;
  terms_acceptances: TermsAcceptancesTable;
  ticket_assets: TicketAssetsTable;
  ticket_assignees: TicketAssigneesTable;
  ticket_comments: TicketCommentsTable;
  ticket_delegations: TicketDelegationsTable;
  ticket_flows: TicketFlowsTable;
  ticket_nodes: TicketNodesTable;
  ticket_sessions: TicketSessionsTable;
  ticket_steps: TicketStepsTable;
  tickets: TicketsTable;
  used_signatures: UsedSignaturesTable;
  user_group_members: UserGroupMembersTable;
  user_groups: UserGroupsTable;
  user_msg_subscriptions: UserMsgSubscriptionsTable;
  user_preferences: UserPreferencesTable;
  users: UsersTable;
  verification_codes: VerificationCodesTable;
  waiting_messages: WaitingMessagesTable;
}

declare module '@postern/resource/database' {
  interface Tables extends Refined<Schema> {}
}
