// Printed by `npm run generate` from the definitions of resources and routes (decision 0088).
import type { AnyQuery, Create, Group, List, Needs, QueryValue, Read, Write } from './operation.ts';

export interface AccessEffect {
  gains: number;
  loses: number;
  changes: number;
  complete: boolean;
  page: number;
  pages: number;
  people: { looked: number; total: number };
  assets: { looked: number; total: number };
  rows: ({ change: "gains" | "loses" | "changes"; user: { id: string; name: string; username: string }; asset: { id: string; name: string; address: string } | null; before: { verdict: "allowed" | "refused" | "review"; reason: "user_valid" | "user_inactive" | "user_expired" | "user_is_service" | "member" | "not_member" | "right_held" | "right_missing" | "login_unlocked" | "login_locked" | "login_free" | "login_accept" | "login_mfa" | "login_reject" | "login_review" | "login_review_impossible" | "asset_active" | "asset_inactive" | "permission" | "permission_inactive" | "permission_not_started" | "permission_ended" | "permission_none" | "account_usable" | "account_refused" | "account_ended" | "account_unconfirmed" | "account_none" | "account_not_here" | "action_granted" | "action_missing" | "protocol_offered" | "protocol_missing" | "method_free" | "method_refused" | "asset_login_free" | "asset_login_accept" | "asset_login_mfa" | "asset_login_mfa_missing" | "asset_login_reject" | "asset_login_review" | "asset_login_review_impossible" | "command_filter" | null; accounts: ({ alias: string; name: string; username: string; actions: string[]; outcome: "pass" | "fail" | "review" })[]; methods: string[]; filters: string[] }; after: { verdict: "allowed" | "refused" | "review"; reason: "user_valid" | "user_inactive" | "user_expired" | "user_is_service" | "member" | "not_member" | "right_held" | "right_missing" | "login_unlocked" | "login_locked" | "login_free" | "login_accept" | "login_mfa" | "login_reject" | "login_review" | "login_review_impossible" | "asset_active" | "asset_inactive" | "permission" | "permission_inactive" | "permission_not_started" | "permission_ended" | "permission_none" | "account_usable" | "account_refused" | "account_ended" | "account_unconfirmed" | "account_none" | "account_not_here" | "action_granted" | "action_missing" | "protocol_offered" | "protocol_missing" | "method_free" | "method_refused" | "asset_login_free" | "asset_login_accept" | "asset_login_mfa" | "asset_login_mfa_missing" | "asset_login_reject" | "asset_login_review" | "asset_login_review_impossible" | "command_filter" | null; accounts: ({ alias: string; name: string; username: string; actions: string[]; outcome: "pass" | "fail" | "review" })[]; methods: string[]; filters: string[] } })[];
}
export interface AccessExplanation {
  verdict: "allowed" | "refused" | "review";
  user: { id: string; name: string; username: string };
  asset: { id: string; name: string; address: string };
  account: string | null;
  address: string;
  accounts: ({ alias: string; name: string; username: string; actions: string[]; outcome: "pass" | "fail" | "review" })[];
  steps: ({ code: "user_valid" | "user_inactive" | "user_expired" | "user_is_service" | "member" | "not_member" | "right_held" | "right_missing" | "login_unlocked" | "login_locked" | "login_free" | "login_accept" | "login_mfa" | "login_reject" | "login_review" | "login_review_impossible" | "asset_active" | "asset_inactive" | "permission" | "permission_inactive" | "permission_not_started" | "permission_ended" | "permission_none" | "account_usable" | "account_refused" | "account_ended" | "account_unconfirmed" | "account_none" | "account_not_here" | "action_granted" | "action_missing" | "protocol_offered" | "protocol_missing" | "method_free" | "method_refused" | "asset_login_free" | "asset_login_accept" | "asset_login_mfa" | "asset_login_mfa_missing" | "asset_login_reject" | "asset_login_review" | "asset_login_review_impossible" | "command_filter"; outcome: "pass" | "fail" | "review" | "note"; params: Record<string, string>; rule: { type: "user" | "usergroup" | "asset" | "node" | "assetpermission" | "loginacl" | "loginassetacl" | "commandfilteracl" | "connectmethodacl"; id: string | null; name: string | null } | null })[];
  missing: ({ code: "activate_user" | "extend_user" | "unlock_user" | "give_role" | "change_rule" | "activate_asset" | "activate_permission" | "extend_permission" | "start_permission" | "add_user" | "add_to_group" | "add_asset" | "add_to_node" | "add_account" | "create_account" | "add_action" | "add_protocol" | "create_permission"; params: Record<string, string>; target: { type: "user" | "usergroup" | "asset" | "node" | "assetpermission" | "loginacl" | "loginassetacl" | "commandfilteracl" | "connectmethodacl"; id: string | null; name: string | null } | null; rule: { type: "user" | "usergroup" | "asset" | "node" | "assetpermission" | "loginacl" | "loginassetacl" | "commandfilteracl" | "connectmethodacl"; id: string | null; name: string | null } | null })[];
}
export interface AccountsAccount {
  id: string;
  name: string;
  username: string;
  secret_type: { value: "password" | "ssh_key" | "access_key" | "token" | "api_key"; label: string };
  spec_info: { ssh_key_fingerprint?: string };
  asset: { id: string; name: string; address: string; type: { value: string; label: string }; category: { value: string; label: string }; platform: { id: number; name: string }; auto_config: { su_enabled?: boolean; domain_enabled?: boolean; platform?: number; id?: number | null; ansible_enabled?: boolean; ansible_config?: Record<string, unknown>; ping_enabled?: boolean; ping_method?: string | null; ping_params?: Record<string, unknown>; gather_facts_enabled?: boolean; gather_facts_method?: string | null; gather_facts_params?: Record<string, unknown>; gather_accounts_enabled?: boolean; gather_accounts_method?: string | null; gather_accounts_params?: Record<string, unknown>; verify_account_enabled?: boolean; verify_account_method?: string | null; verify_account_params?: Record<string, unknown>; change_secret_enabled?: boolean; change_secret_method?: string | null; change_secret_params?: Record<string, unknown>; push_account_enabled?: boolean; push_account_method?: string | null; push_account_params?: Record<string, unknown> } };
  su_from: { id: string; name: string; username: string } | null;
  version: number;
  source: { value: "local" | "collected" | "template"; label: string } | null;
  source_id: string | null;
  connectivity: { value: "-" | "ok" | "err"; label: string };
  comment: string;
  created_by: string;
  org_id: string;
  org_name: string;
  has_secret: boolean;
  destination_confirmed: boolean;
  privileged: boolean;
  is_active: boolean;
  date_created: string;
  date_updated: string;
}
export interface AccountsAccountBody {
  id?: string;
  name?: string;
  username?: string;
  secret_type?: "password" | "ssh_key" | "access_key" | "token" | "api_key" | { value: "password" | "ssh_key" | "access_key" | "token" | "api_key" };
  secret?: string | null;
  passphrase?: string | null;
  asset?: Related;
  su_from?: Related | null;
  source?: "local" | "collected" | "template" | { value: "local" | "collected" | "template" } | null;
  source_id?: string | null;
  template?: string | null;
  on_invalid?: "error" | "skip" | "update";
  params?: object | null;
  comment?: string;
  privileged?: boolean;
  is_active?: boolean;
  push_now?: boolean;
}
export interface AccountsAccountBulkBody {
  name?: string;
  username?: string;
  secret_type?: "password" | "ssh_key" | "access_key" | "token" | "api_key" | { value: "password" | "ssh_key" | "access_key" | "token" | "api_key" };
  secret?: string | null;
  passphrase?: string | null;
  su_from?: Related | null;
  source?: "local" | "collected" | "template" | { value: "local" | "collected" | "template" } | null;
  source_id?: string | null;
  template?: string | null;
  on_invalid?: "error" | "skip" | "update" | null;
  params?: object | null;
  comment?: string;
  privileged?: boolean;
  is_active?: boolean;
  push_now?: boolean;
  assets: readonly string[];
}
export interface AccountsAccountClearSecretBody {
  account_ids: readonly string[];
}
export interface AccountsAccountTasksBody {
  action: "push" | "verify" | "test";
  accounts: readonly Related[];
  params?: object | null;
}
export interface AccountsAccountbackupautomation {
  id: string;
  name: string;
  crontab: string | null;
  interval: number | null;
  periodic_display: string;
  executed_amount: number;
  types: string[];
  recipients: { id: string; name: string }[];
  comment: string;
  created_by: string;
  org_id: string;
  org_name: string;
  is_periodic: boolean;
  date_created: string;
  date_updated: string;
}
export interface AccountsAccountbackupautomationBody {
  id?: string;
  name?: string;
  crontab?: string | null;
  interval?: number | null;
  types?: readonly string[];
  recipients?: readonly Related[];
  comment?: string;
  is_periodic?: boolean;
}
export interface AccountsAccountbackupexecution {
  id: string;
  plan: string;
  timedelta: number | null;
  plan_snapshot: { name?: string; is_periodic?: boolean; interval?: number | null; crontab?: string | null; org_id?: string; created_by?: string; types?: string[]; recipients?: Record<string, (string | boolean)[]> };
  trigger: { value: "manual" | "timing"; label: string };
  reason: string | null;
  status: string;
  recipients: ((string | boolean)[])[];
  org_id: string;
  org_name: string;
  is_success: boolean;
  date_start: string | null;
}
export interface AccountsAccountbackupexecutionBody {
  id?: string;
}
export interface AccountsAccountbackupexecutionCreateBody {
  plan: Related;
}
export interface AccountsAccounttemplate {
  id: string;
  name: string;
  username: string;
  secret_type: { value: "password" | "ssh_key" | "access_key" | "token" | "api_key"; label: string };
  spec_info: { ssh_key_fingerprint?: string };
  su_from: { id: string; name: string; username: string } | null;
  comment: string;
  created_by: string;
  org_id: string;
  org_name: string;
  has_secret: boolean;
  privileged: boolean;
  is_active: boolean;
  date_created: string;
  date_updated: string;
}
export interface AccountsAccounttemplateBody {
  id?: string;
  name?: string;
  username?: string;
  secret_type?: "password" | "ssh_key" | "access_key" | "token" | "api_key" | { value: "password" | "ssh_key" | "access_key" | "token" | "api_key" };
  secret?: string | null;
  passphrase?: string | null;
  su_from?: Related | null;
  comment?: string;
  privileged?: boolean;
  is_active?: boolean;
  is_sync_account?: boolean;
}
export interface AccountsChangesecretautomation {
  id: string;
  name: string;
  crontab: string | null;
  interval: number | null;
  periodic_display: string;
  type: string;
  accounts: string[];
  nodes: { id: string; name: string }[];
  assets: { id: string; name: string }[];
  executed_amount: number;
  comment: string;
  secret_type: { value: "password" | "ssh_key"; label: string };
  secret_strategy: { value: "specific" | "random"; label: string };
  password_rules: { length?: number; symbol_set?: string };
  ssh_key_change_strategy: { value: "add" | "set" | "set_jms"; label: string };
  params: Record<string, unknown>;
  recipients: { id: string; name: string }[];
  created_by: string;
  org_id: string;
  org_name: string;
  is_periodic: boolean;
  is_active: boolean;
  date_created: string;
  date_updated: string;
}
export interface AccountsChangesecretautomationAddAssetsBody {
  assets?: readonly Related[] | null;
}
export interface AccountsChangesecretautomationAssets {
  id: string;
  name: string;
  address: string;
}
export interface AccountsChangesecretautomationBody {
  id?: string;
  name?: string;
  crontab?: string | null;
  interval?: number | null;
  accounts?: readonly string[];
  nodes?: readonly Related[];
  assets?: readonly Related[];
  comment?: string;
  secret_type?: "password" | "ssh_key" | { value: "password" | "ssh_key" };
  secret_strategy?: "specific" | "random" | { value: "specific" | "random" };
  secret?: string | null;
  passphrase?: string | null;
  password_rules?: { length?: number; symbol_set?: string };
  ssh_key_change_strategy?: "add" | "set" | "set_jms" | { value: "add" | "set" | "set_jms" };
  params?: object;
  recipients?: readonly Related[];
  is_periodic?: boolean;
  is_active?: boolean;
}
export interface AccountsChangesecretautomationNodesBody {
  nodes?: readonly Related[] | null;
}
export interface AccountsChangesecretexecution {
  id: string;
  automation: string | null;
  trigger: { value: "manual" | "timing"; label: string };
  status: string;
  snapshot: { type: { value: string; label: string }; name: string; comment: string; accounts: string[]; node_amount: number; asset_amount: number; recipients?: ((string | boolean)[])[] };
  org_id: string;
  org_name: string;
  date_start: string | null;
  date_finished: string | null;
}
export type AccountsChangesecretexecutionBody = AccountsAccountbackupexecutionBody;
export interface AccountsChangesecretexecutionCreateBody {
  automation: Related;
  failed_of?: string | null;
}
export interface AccountsChangesecretrecord {
  id: string;
  asset: { id: string; name: string; address: string };
  account: { id: string; name: string; username: string };
  timedelta: string | null;
  status: string;
  error: string | null;
  execution: { id: string };
  org_id: string;
  org_name: string;
  is_success: boolean;
  date_started: string | null;
  date_finished: string | null;
  date_created: string;
}
export type AccountsChangesecretrecordBody = AccountsAccountbackupexecutionBody;
export interface AccountsGatheraccountsautomation {
  id: string;
  name: string;
  crontab: string | null;
  interval: number | null;
  periodic_display: string;
  type: string;
  accounts: string[];
  nodes: { id: string; name: string }[];
  assets: { id: string; name: string }[];
  executed_amount: number;
  comment: string;
  created_by: string;
  org_id: string;
  org_name: string;
  is_periodic: boolean;
  is_active: boolean;
  is_sync_account: boolean;
  date_created: string;
  date_updated: string;
}
export interface AccountsGatheraccountsautomationBody {
  id?: string;
  name?: string;
  crontab?: string | null;
  interval?: number | null;
  accounts?: readonly string[];
  nodes?: readonly Related[];
  assets?: readonly Related[];
  comment?: string;
  is_periodic?: boolean;
  is_active?: boolean;
  is_sync_account?: boolean;
}
export type AccountsGatheraccountsexecution = AccountsChangesecretexecution;
export type AccountsGatheraccountsexecutionBody = AccountsAccountbackupexecutionBody;
export type AccountsGatheraccountsexecutionCreateBody = AccountsChangesecretexecutionCreateBody;
export interface AccountsGatheredaccount {
  id: string;
  asset: { id: string; name: string; address: string; type: { value: string; label: string }; category: { value: string; label: string }; platform: { id: number; name: string }; auto_config: { su_enabled?: boolean; domain_enabled?: boolean; platform?: number; id?: number | null; ansible_enabled?: boolean; ansible_config?: Record<string, unknown>; ping_enabled?: boolean; ping_method?: string | null; ping_params?: Record<string, unknown>; gather_facts_enabled?: boolean; gather_facts_method?: string | null; gather_facts_params?: Record<string, unknown>; gather_accounts_enabled?: boolean; gather_accounts_method?: string | null; gather_accounts_params?: Record<string, unknown>; verify_account_enabled?: boolean; verify_account_method?: string | null; verify_account_params?: Record<string, unknown>; change_secret_enabled?: boolean; change_secret_method?: string | null; change_secret_params?: Record<string, unknown>; push_account_enabled?: boolean; push_account_method?: string | null; push_account_params?: Record<string, unknown> } };
  username: string;
  address_last_login: string;
  org_id: string;
  org_name: string;
  present: boolean;
  date_last_login: string | null;
  date_updated: string;
}
export interface AccountsGatheredaccountBody {
  id?: string;
  asset?: Related;
  username?: string;
  address_last_login?: string;
  present?: boolean;
  date_last_login?: string | null;
}
export interface AccountsGatheredaccountSyncBody {
  gathered_account_ids: readonly string[];
}
export interface AccountsPushaccountautomation {
  id: string;
  name: string;
  crontab: string | null;
  interval: number | null;
  periodic_display: string;
  type: string;
  accounts: string[];
  nodes: { id: string; name: string }[];
  assets: { id: string; name: string }[];
  executed_amount: number;
  comment: string;
  secret_type: { value: "password" | "ssh_key"; label: string };
  secret_strategy: { value: "specific" | "random"; label: string };
  password_rules: { length?: number; symbol_set?: string };
  ssh_key_change_strategy: { value: "add" | "set" | "set_jms"; label: string };
  params: Record<string, unknown>;
  created_by: string;
  org_id: string;
  org_name: string;
  is_periodic: boolean;
  is_active: boolean;
  date_created: string;
  date_updated: string;
}
export interface AccountsPushaccountautomationBody {
  id?: string;
  name?: string;
  crontab?: string | null;
  interval?: number | null;
  accounts?: readonly string[];
  nodes?: readonly Related[];
  assets?: readonly Related[];
  comment?: string;
  secret_type?: "password" | "ssh_key" | { value: "password" | "ssh_key" };
  secret_strategy?: "specific" | "random" | { value: "specific" | "random" };
  secret?: string | null;
  passphrase?: string | null;
  password_rules?: { length?: number; symbol_set?: string };
  ssh_key_change_strategy?: "add" | "set" | "set_jms" | { value: "add" | "set" | "set_jms" };
  params?: object;
  is_periodic?: boolean;
  is_active?: boolean;
}
export type AccountsPushaccountexecution = AccountsChangesecretexecution;
export type AccountsPushaccountexecutionBody = AccountsAccountbackupexecutionBody;
export type AccountsPushaccountexecutionCreateBody = AccountsChangesecretexecutionCreateBody;
export type AccountsPushaccountrecord = AccountsChangesecretrecord;
export type AccountsPushaccountrecordBody = AccountsAccountbackupexecutionBody;
export interface AccountsSecretHistories {
  id: number;
  secret: string;
  secret_type: { value: "password" | "ssh_key" | "access_key" | "token" | "api_key"; label: string };
  version: number;
  history_user: string;
  history_date: string;
}
export interface AccountsSecretList {
  id: string;
  name: string;
  username: string;
  secret_type: { value: "password" | "ssh_key" | "access_key" | "token" | "api_key"; label: string };
  spec_info: { ssh_key_fingerprint?: string };
  asset: { id: string; name: string; address: string; type: { value: string; label: string }; category: { value: string; label: string }; platform: { id: number; name: string }; auto_config: { su_enabled?: boolean; domain_enabled?: boolean; platform?: number; id?: number | null; ansible_enabled?: boolean; ansible_config?: Record<string, unknown>; ping_enabled?: boolean; ping_method?: string | null; ping_params?: Record<string, unknown>; gather_facts_enabled?: boolean; gather_facts_method?: string | null; gather_facts_params?: Record<string, unknown>; gather_accounts_enabled?: boolean; gather_accounts_method?: string | null; gather_accounts_params?: Record<string, unknown>; verify_account_enabled?: boolean; verify_account_method?: string | null; verify_account_params?: Record<string, unknown>; change_secret_enabled?: boolean; change_secret_method?: string | null; change_secret_params?: Record<string, unknown>; push_account_enabled?: boolean; push_account_method?: string | null; push_account_params?: Record<string, unknown> } };
  su_from: { id: string; name: string; username: string } | null;
  version: number;
  source: { value: "local" | "collected" | "template"; label: string } | null;
  source_id: string | null;
  connectivity: { value: "-" | "ok" | "err"; label: string };
  comment: string;
  created_by: string;
  org_id: string;
  org_name: string;
  has_secret: boolean;
  destination_confirmed: boolean;
  privileged: boolean;
  is_active: boolean;
  date_created: string;
  date_updated: string;
  secret: string;
}
export interface AccountsTemplatesecretList {
  id: string;
  name: string;
  username: string;
  secret_type: { value: "password" | "ssh_key" | "access_key" | "token" | "api_key"; label: string };
  spec_info: { ssh_key_fingerprint?: string };
  su_from: { id: string; name: string; username: string } | null;
  comment: string;
  created_by: string;
  org_id: string;
  org_name: string;
  has_secret: boolean;
  privileged: boolean;
  is_active: boolean;
  date_created: string;
  date_updated: string;
  secret: string;
}
export interface AclsCommandfilteracl {
  id: string;
  name: string;
  priority: number;
  action: { value: "reject" | "accept" | "review" | "warning"; label: string };
  users: { type: "all" } | { type: "ids"; ids: string[] } | { type: "attrs"; attrs: ({ name: string; value: string | number | boolean | null | (string | number | boolean)[]; match?: string })[] };
  comment: string;
  assets: { type: "all" } | { type: "ids"; ids: string[] } | { type: "attrs"; attrs: ({ name: string; value: string | number | boolean | null | (string | number | boolean)[]; match?: string })[] };
  accounts: string[];
  command_groups: { id: string; name: string }[];
  reviewers: { id: string; name: string }[];
  created_by: string;
  org_id: string;
  org_name: string;
  is_active: boolean;
  date_created: string;
  date_updated: string;
}
export interface AclsCommandfilteraclBody {
  id?: string;
  name?: string;
  priority?: number;
  action?: "reject" | "accept" | "review" | "warning" | { value: "reject" | "accept" | "review" | "warning" };
  users?: { type: "all" } | { type: "ids"; ids: readonly string[] } | { type: "attrs"; attrs: readonly ({ name: string; value: string | number | boolean | null | readonly (string | number | boolean)[]; match?: string })[] };
  comment?: string;
  assets?: { type: "all" } | { type: "ids"; ids: readonly string[] } | { type: "attrs"; attrs: readonly ({ name: string; value: string | number | boolean | null | readonly (string | number | boolean)[]; match?: string })[] };
  accounts?: readonly string[];
  command_groups?: readonly Related[];
  reviewers?: readonly Related[];
  is_active?: boolean;
}
export interface AclsCommandfilteraclReviewBody {
  session_id: Related;
  cmd_filter_acl_id: Related;
  run_command: string;
}
export interface AclsCommandgroup {
  id: string;
  name: string;
  type: { value: "command" | "regex"; label: string };
  content: string;
  comment: string;
  created_by: string;
  org_id: string;
  org_name: string;
  ignore_case: boolean;
  date_created: string;
  date_updated: string;
}
export interface AclsCommandgroupBody {
  id?: string;
  name?: string;
  type?: "command" | "regex" | { value: "command" | "regex" };
  content?: string;
  comment?: string;
  ignore_case?: boolean;
}
export interface AclsConnectmethodacl {
  id: string;
  name: string;
  priority: number;
  action: { value: "reject"; label: string };
  users: { type: "all" } | { type: "ids"; ids: string[] } | { type: "attrs"; attrs: ({ name: string; value: string | number | boolean | null | (string | number | boolean)[]; match?: string })[] };
  comment: string;
  connect_methods: string[];
  org_id: string;
  created_by: string;
  is_active: boolean;
  date_created: string;
  date_updated: string;
}
export interface AclsConnectmethodaclBody {
  id?: string;
  name?: string;
  priority?: number;
  action?: "reject" | { value: "reject" };
  users?: { type: "all" } | { type: "ids"; ids: readonly string[] } | { type: "attrs"; attrs: readonly ({ name: string; value: string | number | boolean | null | readonly (string | number | boolean)[]; match?: string })[] };
  comment?: string;
  connect_methods?: readonly string[];
  is_active?: boolean;
}
export interface AclsLoginacl {
  id: string;
  name: string;
  priority: number;
  action: { value: "reject" | "accept" | "review" | "mfa"; label: string };
  users: { type: "all" } | { type: "ids"; ids: string[] } | { type: "attrs"; attrs: ({ name: string; value: string | number | boolean | null | (string | number | boolean)[]; match?: string })[] };
  comment: string;
  reviewers: { id: string; name: string }[];
  rules: { ip_group: string[]; time_period: { id: number; value: string }[] };
  org_id: string;
  created_by: string;
  is_active: boolean;
  date_created: string;
  date_updated: string;
}
export interface AclsLoginaclBody {
  id?: string;
  name?: string;
  priority?: number;
  action?: "reject" | "accept" | "review" | "mfa" | { value: "reject" | "accept" | "review" | "mfa" };
  users?: { type: "all" } | { type: "ids"; ids: readonly string[] } | { type: "attrs"; attrs: readonly ({ name: string; value: string | number | boolean | null | readonly (string | number | boolean)[]; match?: string })[] };
  comment?: string;
  reviewers?: readonly Related[];
  rules?: { ip_group?: readonly string[]; time_period?: readonly { id: number; value: string }[] };
  is_active?: boolean;
}
export interface AclsLoginassetacl {
  id: string;
  name: string;
  priority: number;
  action: { value: "reject" | "accept" | "review" | "mfa"; label: string };
  users: { type: "all" } | { type: "ids"; ids: string[] } | { type: "attrs"; attrs: ({ name: string; value: string | number | boolean | null | (string | number | boolean)[]; match?: string })[] };
  comment: string;
  assets: { type: "all" } | { type: "ids"; ids: string[] } | { type: "attrs"; attrs: ({ name: string; value: string | number | boolean | null | (string | number | boolean)[]; match?: string })[] };
  accounts: string[];
  reviewers: { id: string; name: string }[];
  rules: { ip_group: string[]; time_period: { id: number; value: string }[] };
  created_by: string;
  org_id: string;
  org_name: string;
  is_active: boolean;
  date_created: string;
  date_updated: string;
}
export interface AclsLoginassetaclBody {
  id?: string;
  name?: string;
  priority?: number;
  action?: "reject" | "accept" | "review" | "mfa" | { value: "reject" | "accept" | "review" | "mfa" };
  users?: { type: "all" } | { type: "ids"; ids: readonly string[] } | { type: "attrs"; attrs: readonly ({ name: string; value: string | number | boolean | null | readonly (string | number | boolean)[]; match?: string })[] };
  comment?: string;
  assets?: { type: "all" } | { type: "ids"; ids: readonly string[] } | { type: "attrs"; attrs: readonly ({ name: string; value: string | number | boolean | null | readonly (string | number | boolean)[]; match?: string })[] };
  accounts?: readonly string[];
  reviewers?: readonly Related[];
  rules?: { ip_group?: readonly string[]; time_period?: readonly { id: number; value: string }[] };
  is_active?: boolean;
}
export interface AclsLoginassetaclCheckBody {
  user_id: Related;
  asset_id: Related;
  account_username?: string;
}
export interface AclsUnreadableRules {
  resource: string;
  id: string;
  name: string;
  problem: string;
}
export interface AdmissionRulesTried {
  attributes: Record<string, string[]>;
  rules: { id: string; name: string }[];
  system_roles: string[];
  org_roles: string[];
  groups: string[];
}
export interface AdmissionRulesTryBody {
  source?: "ldap" | "radius" | "openid" | "oauth2" | "saml2" | "cas" | "wecom" | "dingtalk" | "feishu" | "slack" | { value: "ldap" | "radius" | "openid" | "oauth2" | "saml2" | "cas" | "wecom" | "dingtalk" | "feishu" | "slack" };
  username?: string;
  provider?: string;
  attributes?: Record<string, readonly string[]>;
}
export interface AppletHostsLeases {
  id: string;
  account: { id: string; name: string };
  user: { id: string; name: string; username: string } | null;
  is_private: boolean;
  is_shared: boolean;
  date_leased: string;
  date_expired: string;
}
export interface AppletsUnderstood {
  name: string;
  display_name: string;
  comment: string;
  version: string;
  author: string;
  type: { value: "general" | "web"; label: string };
  edition: { value: "community" | "enterprise"; label: string };
  can_concurrent: boolean;
  protocols: string[];
  tags: string[];
  icon: string;
  readme: string;
  files: number;
  bytes: number;
  replaces: { id: string; version: string; display_name: string; sha256: string; same: boolean; changed: string[] } | null;
}
export interface AssetpermissionReach {
  gaps: { value: string; label: string }[];
  people: number | null;
  assets: number | null;
  whole: boolean;
  wide: boolean;
}
export interface AssetsAsset {
  id: string;
  name: string;
  address: string;
  comment: string;
  domain: { id: string; name: string } | null;
  platform: { id: number; name: string };
  nodes: { id: string; name: string }[];
  labels: ({ id: string; name: string; value: string; color: "" | "red" | "amber" | "green" | "blue" | "grey"; warning: string })[];
  protocols: ({ name: string; port: number | null })[];
  nodes_display: string[];
  accounts?: ({ id: string; name: string; username: string; secret_type: { value: string; label: string }; su_from: { id: string; name: string; username: string } | null; version: number; source: { value: string; label: string } | null; source_id: string | null; connectivity: { value: string; label: string }; comment: string; created_by: string; has_secret: boolean; privileged: boolean; is_active: boolean; date_created: string; date_updated: string; destination_confirmed?: boolean })[];
  category: { value: string; label: string };
  type: { value: string; label: string };
  connectivity: { value: "-" | "ok" | "err"; label: string };
  auto_config: { su_enabled?: boolean; domain_enabled?: boolean; platform?: number; id?: number | null; ansible_enabled?: boolean; ansible_config?: Record<string, unknown>; ping_enabled?: boolean; ping_method?: string | null; ping_params?: Record<string, unknown>; gather_facts_enabled?: boolean; gather_facts_method?: string | null; gather_facts_params?: Record<string, unknown>; gather_accounts_enabled?: boolean; gather_accounts_method?: string | null; gather_accounts_params?: Record<string, unknown>; verify_account_enabled?: boolean; verify_account_method?: string | null; verify_account_params?: Record<string, unknown>; change_secret_enabled?: boolean; change_secret_method?: string | null; change_secret_params?: Record<string, unknown>; push_account_enabled?: boolean; push_account_method?: string | null; push_account_params?: Record<string, unknown> };
  spec_info: { db_name?: string; use_ssl?: boolean; allow_invalid_cert?: boolean; autofill?: { value: string; label: string }; username_selector?: string; password_selector?: string; submit_selector?: string; script?: unknown[]; proxy?: string | null };
  gathered_info: Record<string, unknown>;
  created_by: string;
  org_id: string;
  org_name: string;
  destination_confirmed: boolean;
  is_active: boolean;
  date_verified: string | null;
  date_created: string;
}
export interface AssetsAssetBody {
  id?: string;
  name?: string;
  address?: string;
  comment?: string;
  domain?: Related | null;
  platform?: Related;
  nodes?: readonly Related[];
  labels?: readonly Related[];
  protocols?: readonly ({ name: string; port?: number | null })[];
  nodes_display?: readonly string[];
  accounts?: readonly object[] | null;
  is_active?: boolean;
}
export interface AssetsAssetConfirmDestinationBody {
  seen?: string | null;
}
export interface AssetsAssetConfirmDestinationsBody {
  assets: readonly { id: string; seen: string }[];
}
export interface AssetsAssetDestination {
  confirmed: boolean;
  seen: string;
  changes: { field: string; label: string; before: string; after: string }[];
  accounts: { id: string; name: string; username: string }[];
}
export interface AssetsAssetDestinationsBody {
  assets: readonly Related[];
}
export interface AssetsAssetTaskBody {
  action: "test" | "refresh";
}
export interface AssetsAssetTasksBody {
  action: "test" | "refresh";
  assets: readonly Related[];
}
export interface AssetsCategoryList {
  label: string;
  value: string;
  types: { label: string; value: string; category: string; constraints: { charset_enabled: boolean; domain_enabled: boolean; su_enabled: boolean; protocols: { name: string; port: number; secret_types: string[]; setting: Record<string, unknown>; required?: boolean; port_from_addr?: boolean; default?: boolean }[]; automation: { ansible_enabled: boolean; ping_enabled: boolean; gather_facts_enabled: boolean; gather_accounts_enabled: boolean; verify_account_enabled: boolean; change_secret_enabled: boolean; push_account_enabled: boolean; ansible_config?: Record<string, unknown>; ping_methods?: { id: string; name: string }[]; gather_facts_methods?: { id: string; name: string }[]; gather_accounts_methods?: { id: string; name: string }[]; verify_account_methods?: { id: string; name: string }[]; change_secret_methods?: { id: string; name: string }[]; push_account_methods?: { id: string; name: string }[] }; charset?: string; su_methods?: string[] } }[];
}
export interface AssetsCategoryTypes {
  label: string;
  value: string;
  category: string;
  constraints: { charset_enabled: boolean; domain_enabled: boolean; su_enabled: boolean; protocols: { name: string; port: number; secret_types: string[]; setting: Record<string, unknown>; required?: boolean; port_from_addr?: boolean; default?: boolean }[]; automation: { ansible_enabled: boolean; ping_enabled: boolean; gather_facts_enabled: boolean; gather_accounts_enabled: boolean; verify_account_enabled: boolean; change_secret_enabled: boolean; push_account_enabled: boolean; ansible_config?: Record<string, unknown>; ping_methods?: { id: string; name: string }[]; gather_facts_methods?: { id: string; name: string }[]; gather_accounts_methods?: { id: string; name: string }[]; verify_account_methods?: { id: string; name: string }[]; change_secret_methods?: { id: string; name: string }[]; push_account_methods?: { id: string; name: string }[] }; charset?: string; su_methods?: string[] };
}
export type AssetsCloud = AssetsAsset;
export type AssetsCloudBody = AssetsAssetBody;
export interface AssetsCustom {
  id: string;
  name: string;
  address: string;
  comment: string;
  domain: { id: string; name: string } | null;
  platform: { id: number; name: string };
  nodes: { id: string; name: string }[];
  labels: ({ id: string; name: string; value: string; color: "" | "red" | "amber" | "green" | "blue" | "grey"; warning: string })[];
  protocols: ({ name: string; port: number | null })[];
  nodes_display: string[];
  accounts?: ({ id: string; name: string; username: string; secret_type: { value: string; label: string }; su_from: { id: string; name: string; username: string } | null; version: number; source: { value: string; label: string } | null; source_id: string | null; connectivity: { value: string; label: string }; comment: string; created_by: string; has_secret: boolean; privileged: boolean; is_active: boolean; date_created: string; date_updated: string; destination_confirmed?: boolean })[];
  category: { value: string; label: string };
  type: { value: string; label: string };
  connectivity: { value: "-" | "ok" | "err"; label: string };
  auto_config: { su_enabled?: boolean; domain_enabled?: boolean; platform?: number; id?: number | null; ansible_enabled?: boolean; ansible_config?: Record<string, unknown>; ping_enabled?: boolean; ping_method?: string | null; ping_params?: Record<string, unknown>; gather_facts_enabled?: boolean; gather_facts_method?: string | null; gather_facts_params?: Record<string, unknown>; gather_accounts_enabled?: boolean; gather_accounts_method?: string | null; gather_accounts_params?: Record<string, unknown>; verify_account_enabled?: boolean; verify_account_method?: string | null; verify_account_params?: Record<string, unknown>; change_secret_enabled?: boolean; change_secret_method?: string | null; change_secret_params?: Record<string, unknown>; push_account_enabled?: boolean; push_account_method?: string | null; push_account_params?: Record<string, unknown> };
  spec_info: { db_name?: string; use_ssl?: boolean; allow_invalid_cert?: boolean; autofill?: { value: string; label: string }; username_selector?: string; password_selector?: string; submit_selector?: string; script?: unknown[]; proxy?: string | null };
  gathered_info: Record<string, unknown>;
  custom_info: Record<string, unknown>;
  created_by: string;
  org_id: string;
  org_name: string;
  destination_confirmed: boolean;
  is_active: boolean;
  date_verified: string | null;
  date_created: string;
}
export interface AssetsCustomBody {
  id?: string;
  name?: string;
  address?: string;
  comment?: string;
  domain?: Related | null;
  platform?: Related;
  nodes?: readonly Related[];
  labels?: readonly Related[];
  protocols?: readonly ({ name: string; port?: number | null })[];
  nodes_display?: readonly string[];
  accounts?: readonly object[] | null;
  custom_info?: object;
  is_active?: boolean;
}
export interface AssetsDatabase {
  id: string;
  name: string;
  address: string;
  comment: string;
  domain: { id: string; name: string } | null;
  platform: { id: number; name: string };
  nodes: { id: string; name: string }[];
  labels: ({ id: string; name: string; value: string; color: "" | "red" | "amber" | "green" | "blue" | "grey"; warning: string })[];
  protocols: ({ name: string; port: number | null })[];
  nodes_display: string[];
  accounts?: ({ id: string; name: string; username: string; secret_type: { value: string; label: string }; su_from: { id: string; name: string; username: string } | null; version: number; source: { value: string; label: string } | null; source_id: string | null; connectivity: { value: string; label: string }; comment: string; created_by: string; has_secret: boolean; privileged: boolean; is_active: boolean; date_created: string; date_updated: string; destination_confirmed?: boolean })[];
  category: { value: string; label: string };
  type: { value: string; label: string };
  connectivity: { value: "-" | "ok" | "err"; label: string };
  auto_config: { su_enabled?: boolean; domain_enabled?: boolean; platform?: number; id?: number | null; ansible_enabled?: boolean; ansible_config?: Record<string, unknown>; ping_enabled?: boolean; ping_method?: string | null; ping_params?: Record<string, unknown>; gather_facts_enabled?: boolean; gather_facts_method?: string | null; gather_facts_params?: Record<string, unknown>; gather_accounts_enabled?: boolean; gather_accounts_method?: string | null; gather_accounts_params?: Record<string, unknown>; verify_account_enabled?: boolean; verify_account_method?: string | null; verify_account_params?: Record<string, unknown>; change_secret_enabled?: boolean; change_secret_method?: string | null; change_secret_params?: Record<string, unknown>; push_account_enabled?: boolean; push_account_method?: string | null; push_account_params?: Record<string, unknown> };
  spec_info: { db_name?: string; use_ssl?: boolean; allow_invalid_cert?: boolean; autofill?: { value: string; label: string }; username_selector?: string; password_selector?: string; submit_selector?: string; script?: unknown[]; proxy?: string | null };
  gathered_info: Record<string, unknown>;
  db_name: string | null;
  ca_cert: string;
  client_cert: string;
  created_by: string;
  org_id: string;
  org_name: string;
  destination_confirmed: boolean;
  is_active: boolean;
  use_ssl: boolean;
  allow_invalid_cert: boolean;
  date_verified: string | null;
  date_created: string;
}
export interface AssetsDatabaseBody {
  id?: string;
  name?: string;
  address?: string;
  comment?: string;
  domain?: Related | null;
  platform?: Related;
  nodes?: readonly Related[];
  labels?: readonly Related[];
  protocols?: readonly ({ name: string; port?: number | null })[];
  nodes_display?: readonly string[];
  accounts?: readonly object[] | null;
  db_name?: string | null;
  ca_cert?: string;
  client_cert?: string;
  client_key?: string | null;
  is_active?: boolean;
  use_ssl?: boolean;
  allow_invalid_cert?: boolean;
}
export type AssetsDevice = AssetsAsset;
export type AssetsDeviceBody = AssetsAssetBody;
export interface AssetsDomain {
  id: string;
  name: string;
  comment: string;
  assets: { id: string; name?: string }[];
  gateways: { id: string; name?: string }[];
  org_id: string;
  org_name: string;
  date_created: string;
}
export interface AssetsDomainBody {
  id?: string;
  name?: string;
  comment?: string;
  assets?: readonly Related[];
}
export interface AssetsFavoriteasset {
  id: string;
  asset: string;
  user: string;
}
export interface AssetsFavoriteassetBody {
  id?: string;
  asset?: Related;
}
export type AssetsGateway = AssetsAsset;
export interface AssetsGatewayBody {
  id?: string;
  name?: string;
  address?: string;
  comment?: string;
  domain?: Related | null;
  platform?: Related;
  nodes?: readonly Related[];
  labels?: readonly Related[];
  protocols?: readonly ({ name: string; port?: number | null })[];
  nodes_display?: readonly string[];
  accounts?: readonly object[] | null;
  gathered_info?: object;
  is_active?: boolean;
}
export interface AssetsGatewayTestBody {
  port?: number | null;
}
export interface AssetsGpt {
  id: string;
  name: string;
  address: string;
  comment: string;
  domain: { id: string; name: string } | null;
  platform: { id: number; name: string };
  nodes: { id: string; name: string }[];
  labels: ({ id: string; name: string; value: string; color: "" | "red" | "amber" | "green" | "blue" | "grey"; warning: string })[];
  protocols: ({ name: string; port: number | null })[];
  nodes_display: string[];
  accounts?: ({ id: string; name: string; username: string; secret_type: { value: string; label: string }; su_from: { id: string; name: string; username: string } | null; version: number; source: { value: string; label: string } | null; source_id: string | null; connectivity: { value: string; label: string }; comment: string; created_by: string; has_secret: boolean; privileged: boolean; is_active: boolean; date_created: string; date_updated: string; destination_confirmed?: boolean })[];
  category: { value: string; label: string };
  type: { value: string; label: string };
  connectivity: { value: "-" | "ok" | "err"; label: string };
  auto_config: { su_enabled?: boolean; domain_enabled?: boolean; platform?: number; id?: number | null; ansible_enabled?: boolean; ansible_config?: Record<string, unknown>; ping_enabled?: boolean; ping_method?: string | null; ping_params?: Record<string, unknown>; gather_facts_enabled?: boolean; gather_facts_method?: string | null; gather_facts_params?: Record<string, unknown>; gather_accounts_enabled?: boolean; gather_accounts_method?: string | null; gather_accounts_params?: Record<string, unknown>; verify_account_enabled?: boolean; verify_account_method?: string | null; verify_account_params?: Record<string, unknown>; change_secret_enabled?: boolean; change_secret_method?: string | null; change_secret_params?: Record<string, unknown>; push_account_enabled?: boolean; push_account_method?: string | null; push_account_params?: Record<string, unknown> };
  spec_info: { db_name?: string; use_ssl?: boolean; allow_invalid_cert?: boolean; autofill?: { value: string; label: string }; username_selector?: string; password_selector?: string; submit_selector?: string; script?: unknown[]; proxy?: string | null };
  gathered_info: Record<string, unknown>;
  proxy: string;
  created_by: string;
  org_id: string;
  org_name: string;
  destination_confirmed: boolean;
  is_active: boolean;
  date_verified: string | null;
  date_created: string;
}
export interface AssetsGptBody {
  id?: string;
  name?: string;
  address?: string;
  comment?: string;
  domain?: Related | null;
  platform?: Related;
  nodes?: readonly Related[];
  labels?: readonly Related[];
  protocols?: readonly ({ name: string; port?: number | null })[];
  nodes_display?: readonly string[];
  accounts?: readonly object[] | null;
  proxy?: string;
  is_active?: boolean;
}
export type AssetsHost = AssetsAsset;
export type AssetsHostBody = AssetsGatewayBody;
export interface AssetsHostGuidedBody {
  name: string;
  platform: Related;
  address: string;
  port?: number;
  username: string;
  secret_type?: "password" | "ssh_key" | { value: "password" | "ssh_key" };
  secret?: string;
  passphrase?: string | null;
  made_key?: string;
  keep_key?: boolean;
  users?: readonly Related[];
  user_groups?: readonly Related[];
  host_key_type?: string;
  host_key?: string;
}
export interface AssetsHostReadListBody {
  text: string;
  file_name?: string;
}
export interface AssetsHostTryLoginBody {
  address: string;
  port?: number;
  username: string;
  secret_type?: "password" | "ssh_key" | { value: "password" | "ssh_key" };
  secret?: string;
  passphrase?: string | null;
  made_key?: string;
}
export interface AssetsLabel {
  id: string;
  name: string;
  value: string;
  category: { value: "S" | "U"; label: string };
  asset_count: number;
  assets: { id: string; name: string }[];
  color: "" | "red" | "amber" | "green" | "blue" | "grey";
  warning: string;
  comment: string;
  org_id: string;
  org_name: string;
  is_active: boolean;
  date_created: string;
}
export interface AssetsLabelBody {
  id?: string;
  name?: string;
  value?: string;
  assets?: readonly Related[];
  color?: "" | "red" | "amber" | "green" | "blue" | "grey";
  warning?: string;
  comment?: string;
  is_active?: boolean;
}
export interface AssetsNode {
  id: string;
  key: string | null;
  value: string | null;
  full_value: string;
  name: string;
  org_id: string;
  org_name: string;
}
export type AssetsNodeAddAssetsBody = AssetsAssetDestinationsBody;
export interface AssetsNodeAddChildBody {
  id?: string | null;
  value?: string | null;
}
export interface AssetsNodeBody {
  id?: string;
  value?: string | null;
  full_value?: string;
}
export interface AssetsNodeMoveHereBody {
  nodes: readonly Related[];
}
export interface AssetsPlatform {
  id: number;
  name: string;
  category: { value: "host" | "device" | "database" | "cloud" | "web" | "gpt" | "custom"; label: string };
  type: { value: string; label: string };
  charset: { value: "utf-8" | "gbk"; label: string };
  protocols: ({ id: number | null; name: string; port: number; primary: boolean; required: boolean; default: boolean; public: boolean; secret_types: string[]; port_from_addr: boolean; setting: Record<string, unknown> })[];
  su_method: { value: "sudo" | "su" | "enable" | "super" | "super_level"; label: string } | null;
  automation: { id: number | null; ansible_enabled: boolean; ansible_config: Record<string, unknown>; ping_enabled: boolean; ping_method: string | null; ping_params: Record<string, unknown>; gather_facts_enabled: boolean; gather_facts_method: string | null; gather_facts_params: Record<string, unknown>; gather_accounts_enabled: boolean; gather_accounts_method: string | null; gather_accounts_params: Record<string, unknown>; verify_account_enabled: boolean; verify_account_method: string | null; verify_account_params: Record<string, unknown>; change_secret_enabled: boolean; change_secret_method: string | null; change_secret_params: Record<string, unknown>; push_account_enabled: boolean; push_account_method: string | null; push_account_params: Record<string, unknown> };
  custom_fields: ({ name: string; label: string; type: string; default: string | null; help_text: string; choices: unknown[] })[];
  comment: string;
  created_by: string;
  updated_by: string;
  internal: boolean;
  domain_enabled: boolean;
  su_enabled: boolean;
  date_created: string;
  date_updated: string;
}
export interface AssetsPlatformBody {
  name?: string;
  category?: "host" | "device" | "database" | "cloud" | "web" | "gpt" | "custom" | { value: "host" | "device" | "database" | "cloud" | "web" | "gpt" | "custom" };
  type?: string | { value: string };
  charset?: "utf-8" | "gbk" | { value: "utf-8" | "gbk" };
  protocols?: readonly ({ id?: number | null; name: string; port: number; primary?: boolean; required?: boolean; default?: boolean; public?: boolean; secret_types?: readonly string[]; port_from_addr?: boolean; setting?: object })[];
  su_method?: "sudo" | "su" | "enable" | "super" | "super_level" | { value: "sudo" | "su" | "enable" | "super" | "super_level" } | null;
  automation?: { id?: number | null; ansible_enabled?: boolean; ansible_config?: object; ping_enabled?: boolean; ping_method?: string | null; ping_params?: object; gather_facts_enabled?: boolean; gather_facts_method?: string | null; gather_facts_params?: object; gather_accounts_enabled?: boolean; gather_accounts_method?: string | null; gather_accounts_params?: object; verify_account_enabled?: boolean; verify_account_method?: string | null; verify_account_params?: object; change_secret_enabled?: boolean; change_secret_method?: string | null; change_secret_params?: object; push_account_enabled?: boolean; push_account_method?: string | null; push_account_params?: object };
  custom_fields?: readonly ({ name: string; label: string; type?: string; default?: string | null; help_text?: string; choices?: readonly unknown[] })[];
  comment?: string;
  domain_enabled?: boolean;
  su_enabled?: boolean;
}
export interface AssetsPlatformUsedBody {
  asset_ids?: readonly string[];
  node_ids?: readonly string[];
}
export interface AssetsWeb {
  id: string;
  name: string;
  address: string;
  comment: string;
  domain: { id: string; name: string } | null;
  platform: { id: number; name: string };
  nodes: { id: string; name: string }[];
  labels: ({ id: string; name: string; value: string; color: "" | "red" | "amber" | "green" | "blue" | "grey"; warning: string })[];
  protocols: ({ name: string; port: number | null })[];
  nodes_display: string[];
  accounts?: ({ id: string; name: string; username: string; secret_type: { value: string; label: string }; su_from: { id: string; name: string; username: string } | null; version: number; source: { value: string; label: string } | null; source_id: string | null; connectivity: { value: string; label: string }; comment: string; created_by: string; has_secret: boolean; privileged: boolean; is_active: boolean; date_created: string; date_updated: string; destination_confirmed?: boolean })[];
  category: { value: string; label: string };
  type: { value: string; label: string };
  connectivity: { value: "-" | "ok" | "err"; label: string };
  auto_config: { su_enabled?: boolean; domain_enabled?: boolean; platform?: number; id?: number | null; ansible_enabled?: boolean; ansible_config?: Record<string, unknown>; ping_enabled?: boolean; ping_method?: string | null; ping_params?: Record<string, unknown>; gather_facts_enabled?: boolean; gather_facts_method?: string | null; gather_facts_params?: Record<string, unknown>; gather_accounts_enabled?: boolean; gather_accounts_method?: string | null; gather_accounts_params?: Record<string, unknown>; verify_account_enabled?: boolean; verify_account_method?: string | null; verify_account_params?: Record<string, unknown>; change_secret_enabled?: boolean; change_secret_method?: string | null; change_secret_params?: Record<string, unknown>; push_account_enabled?: boolean; push_account_method?: string | null; push_account_params?: Record<string, unknown> };
  spec_info: { db_name?: string; use_ssl?: boolean; allow_invalid_cert?: boolean; autofill?: { value: string; label: string }; username_selector?: string; password_selector?: string; submit_selector?: string; script?: unknown[]; proxy?: string | null };
  gathered_info: Record<string, unknown>;
  autofill: { value: "no" | "basic" | "script"; label: string };
  username_selector: string;
  password_selector: string;
  submit_selector: string;
  script: unknown[];
  created_by: string;
  org_id: string;
  org_name: string;
  destination_confirmed: boolean;
  is_active: boolean;
  date_verified: string | null;
  date_created: string;
}
export interface AssetsWebBody {
  id?: string;
  name?: string;
  address?: string;
  comment?: string;
  domain?: Related | null;
  platform?: Related;
  nodes?: readonly Related[];
  labels?: readonly Related[];
  protocols?: readonly ({ name: string; port?: number | null })[];
  nodes_display?: readonly string[];
  accounts?: readonly object[] | null;
  autofill?: "no" | "basic" | "script" | { value: "no" | "basic" | "script" };
  username_selector?: string;
  password_selector?: string;
  submit_selector?: string;
  script?: readonly unknown[];
  is_active?: boolean;
}
export interface AuditsActivityList {
  id: string;
  timestamp: string;
  content: string;
  r_type: string;
  detail_url: string;
}
export interface AuditsFtplog {
  id: string;
  user: string;
  remote_addr: string | null;
  asset: string;
  account: string;
  operate: { value: "mkdir" | "rmdir" | "delete" | "upload" | "rename" | "symlink" | "download" | "rename_dir"; label: string };
  filename: string;
  size: number | null;
  file_sha256: string | null;
  org_id: string;
  org_name: string;
  is_success: boolean;
  has_file: boolean;
  date_start: string;
}
export interface AuditsFtplogBody {
  id?: string;
  user?: string;
  remote_addr?: string | null;
  asset?: string;
  account?: string;
  operate?: "mkdir" | "rmdir" | "delete" | "upload" | "rename" | "symlink" | "download" | "rename_dir" | { value: "mkdir" | "rmdir" | "delete" | "upload" | "rename" | "symlink" | "download" | "rename_dir" };
  filename?: string;
  is_success?: boolean;
  has_file?: boolean;
}
export interface AuditsFtplogCreateBody {
  id?: string;
  session: Related;
  operate: "mkdir" | "rmdir" | "delete" | "upload" | "rename" | "symlink" | "download" | "rename_dir" | { value: "mkdir" | "rmdir" | "delete" | "upload" | "rename" | "symlink" | "download" | "rename_dir" };
  filename: string;
  is_success?: boolean;
  size?: number | null;
}
export interface AuditsFtplogPatchBody {
  has_file?: boolean;
}
export interface AuditsJoblog {
  id: string;
  task_id: string;
  job: { id: string; name: string; is_named: boolean } | null;
  material: string;
  job_type: { value: "adhoc" | "playbook"; label: string };
  job_version: number;
  parameters: Record<string, unknown>;
  trigger: { value: "manual" | "timing"; label: string } | null;
  state: { value: unknown; label: string };
  summary: Record<string, unknown>;
  counts: Record<string, unknown>;
  time_cost: number;
  timedelta: string | null;
  creator: string;
  created_by: string;
  org_id: string;
  org_name: string;
  is_finished: boolean;
  is_success: boolean;
  date_start: string | null;
  date_finished: string | null;
  date_created: string;
}
export type AuditsJoblogBody = AccountsAccountbackupexecutionBody;
export interface AuditsOperatelog {
  id: string;
  user: string;
  action: { value: "view" | "update" | "delete" | "create" | "connect" | "login" | "change_password"; label: string };
  resource_type: string;
  resource: string;
  remote_addr: string;
  org_id: string;
  org_name: string;
  datetime: string;
}
export interface AuditsOperatelogBody {
  id?: string;
  user?: string;
  action?: "view" | "update" | "delete" | "create" | "connect" | "login" | "change_password" | { value: "view" | "update" | "delete" | "create" | "connect" | "login" | "change_password" };
  resource?: string;
  remote_addr?: string;
  datetime?: string;
}
export interface AuditsPasswordchangelog {
  id: string;
  user: string;
  change_by: string;
  remote_addr: string;
  datetime: string;
}
export interface AuditsPasswordchangelogBody {
  id?: string;
  user?: string;
  change_by?: string;
  remote_addr?: string;
  datetime?: string;
}
export interface AuditsUserloginlog {
  id: string;
  username: string;
  type: { value: "W" | "T" | "U"; label: string };
  ip: string;
  city: string | null;
  user_agent: string | null;
  mfa: { value: 0 | 1 | 2; label: string };
  reason: string;
  reason_display: string;
  backend: string;
  backend_display: string;
  factor: string;
  provider: string;
  assurance: string;
  login_id: string;
  status: { value: true | false; label: string };
  is_known: boolean | null;
  datetime: string;
}
export interface AuditsUserloginlogBody {
  id?: string;
  username?: string;
  type?: "W" | "T" | "U" | { value: "W" | "T" | "U" };
  ip?: string;
  city?: string | null;
  user_agent?: string | null;
  mfa?: 0 | 1 | 2 | { value: 0 | 1 | 2 };
  reason?: string;
  backend?: string;
  status?: true | false | { value: true | false };
  datetime?: string;
}
export interface AuthenticationAccesskey {
  id: string;
  ip_group: string[];
  permissions: string[];
  last_used_from: string;
  is_active: boolean;
  is_read_only: boolean;
  date_expired: string | null;
  date_last_used: string | null;
  date_created: string;
}
export interface AuthenticationAccesskeyBody {
  ip_group?: readonly string[];
  permissions?: readonly string[];
  is_active?: boolean;
  is_read_only?: boolean;
  date_expired?: string | null;
}
export interface AuthenticationAccesskeyCreateBody {
  ip_group?: readonly string[];
  date_expired?: string | null;
  is_read_only?: boolean;
  permissions?: readonly string[];
}
export interface AuthenticationAuthBody {
  username?: string;
  password?: string;
  public_key?: string;
  remote_addr?: string;
  code?: string;
  mfa_type?: string;
}
export interface AuthenticationBoundaccountList {
  provider: string;
  name: string;
  where: string;
  subject: string;
  date_created: string;
  date_last_used: string;
  only_way_in: boolean;
}
export interface AuthenticationBoundaccountUnbindBody {
  provider: string;
}
export interface AuthenticationConfirmProveBody {
  confirm_type: "mfa" | "password" | "relogin";
  mfa_type?: string;
  secret_key?: string | null;
  credential?: object | null;
}
export interface AuthenticationConnectiontoken {
  id: string;
  value: string;
  user: { id: string; name: string };
  asset: { id: string; name: string };
  account: string;
  input_username: string;
  connect_method: string;
  connect_options: Record<string, unknown>;
  protocol: string;
  actions: ({ value: "connect" | "upload" | "download" | "delete" | "copy" | "paste" | "forward" | "agent"; label: string })[];
  from_ticket: { id: string; name?: string } | null;
  from_ticket_info: { check_ticket_api?: { method: string; url: string }; close_ticket_api?: { method: string; url: string }; ticket_detail_page_url?: string; assignees?: string[]; date_lapses?: string };
  expire_time: number;
  user_display: string;
  asset_display: string;
  org_id: string;
  org_name: string;
  created_by: string;
  updated_by: string;
  is_reusable: boolean;
  is_active: boolean;
  is_expired: boolean;
  date_expired: string;
  date_created: string;
  date_updated: string;
}
export interface AuthenticationConnectiontokenBody {
  asset?: Related;
  account?: string;
  input_username?: string;
  input_secret?: string | null;
  connect_method?: string;
  connect_options?: object;
  protocol?: string;
}
export interface AuthenticationConnectiontokenClientUrl {
  url: string;
}
export type AuthenticationConnectiontokenExchangeBody = AccountsAccountbackupexecutionBody;
export interface AuthenticationConnectiontokenReuseBody {
  is_reusable?: boolean;
}
export interface AuthenticationDeviceloginLook {
  address: string;
  city: string | null;
  user_agent: string;
  date_created: string;
  date_expired: string;
}
export interface AuthenticationDeviceloginStartBody {
  remote_addr?: string;
  program?: string;
}
export interface AuthenticationDeviceloginTokenBody {
  key?: string;
  username?: string;
  remote_addr?: string;
}
export interface AuthenticationMfaSelectBody {
  type?: string;
  username?: string;
}
export interface AuthenticationMfaVerifyBody {
  type?: string;
  code: string;
  remote_addr?: string;
}
export interface AuthenticationOwnloginList {
  id: string;
  kind: string;
  address: string;
  city: string | null;
  user_agent: string;
  date_created: string;
  date_seen: string;
  date_expired: string;
  is_current: boolean;
}
export interface AuthenticationPasswordVerifyBody {
  password: string;
}
export interface AuthenticationPublickeysKnownBody {
  username?: string;
  public_key: string;
}
export interface AuthenticationSshkey {
  id: string;
  name: string;
  fingerprint: string;
  key_type: string;
  public_key_comment: string;
  public_key_hash_md5: string;
  last_used_from: string;
  comment: string;
  is_active: boolean;
  date_last_used: string | null;
  date_created: string;
  date_updated: string;
}
export interface AuthenticationSshkeyBody {
  name?: string;
  public_key?: string;
  comment?: string;
  is_active?: boolean;
}
export interface AuthenticationSsoLoginurlBody {
  username: string;
  next?: string;
}
export interface AuthenticationStep {
  token?: string;
  keyword?: "Bearer";
  date_expired?: string;
  login?: string;
  user?: UsersProfileRetrieve;
  error?: string;
  msg?: string;
  data?: { choices?: string[]; url?: string; ticket_id?: string; assignees?: string[] };
}
export interface AuthenticationSuperconnectiontokenCreateBody {
  asset: Related;
  account: string;
  input_username?: string;
  input_secret?: string | null;
  connect_method: string;
  connect_options?: object;
  protocol?: string;
  user: Related;
  remote_addr?: string;
  factor?: string;
}
export interface AuthenticationSuperconnectiontokenSecretBody {
  id?: string | null;
  expire_now?: boolean | null;
  value?: string | null;
  user?: string | null;
}
export interface AuthenticationTemptoken {
  id: string;
  username: string;
  verified: boolean;
  is_valid: boolean;
  date_verified: string | null;
  date_expired: string;
  date_created: string;
  date_updated: string;
}
export interface AuthenticationTerminalloginStandingBody {
  logins: readonly { id: string }[];
}
export interface AuthenticationTrusteddeviceList {
  id: string;
  network: string;
  user_agent: string;
  date_created: string;
  date_expired: string;
  is_current: boolean;
}
export type AutomationRelinked = { msg: "ok" } | { error: Record<string, string[]> };
export interface CommonObjects {
  type: string;
  type_label: string;
  id: string;
  name: string;
  detail: string;
}
export interface CommonResourcesCacheBody {
  resources: readonly (string | number)[];
}
export interface ConnectionSecret {
  id: string;
  value: string;
  protocol: string;
  user: { id: string; name: string; username: string; email: string };
  asset: { id: string; name: string; address: string; protocols: { name: string; port: number; [more: string]: unknown }[]; category: string; type: string; org_id: string; info: Record<string, unknown>; secret_info: Record<string, unknown>; spec_info: Record<string, unknown> };
  account: { name: string; username: string; secret_type: { value: string; label: string }; secret: string; su_from: { name: string; username: string; secret_type: { value: string; label: string }; secret: string } | null; id?: string; privileged?: boolean };
  platform: { id: number; name: string; category: { value: string; label: string }; type: { value: string; label: string }; charset: { value: string; label: string }; protocols: { id: number; name: string; port: number; primary: boolean; default: boolean; required: boolean; public: boolean; secret_types: string[]; setting: Record<string, unknown>; port_from_addr?: boolean }[]; su_enabled: boolean; su_method: { value: string; label: string } | null; domain_enabled: boolean };
  command_filter_acls: ({ id: string; name: string; command_groups: { id: string; name: string; type: string; content: string; ignore_case: boolean; pattern: string }[]; action: "accept" | "reject" | "review" | "warning"; reviewers: { id: string; name: string }[]; priority: number; is_active: boolean })[];
  domain: { id: string; name: string } | null;
  gateway: { id: string; name: string; address: string; protocols: { name: string; port: number; [more: string]: unknown }[]; account: { name: string; username: string; secret_type: { value: string; label: string }; secret: string; su_from: { name: string; username: string; secret_type: { value: string; label: string }; secret: string } | null; id?: string; privileged?: boolean }; host_keys: { type: string; fingerprint: string }[] } | null;
  more_gateways: ({ id: string; name: string; address: string; protocols: { name: string; port: number; [more: string]: unknown }[]; account: { name: string; username: string; secret_type: { value: string; label: string }; secret: string; su_from: { name: string; username: string; secret_type: { value: string; label: string }; secret: string } | null; id?: string; privileged?: boolean }; host_keys: { type: string; fingerprint: string }[] })[];
  actions: { value: string; label: string }[];
  expire_at: number;
  from_ticket: { id: string } | null;
  connect_method: { label: string; value: string; type: string; component: string };
  connect_options: Record<string, unknown>;
  org_id: string;
  org_name: string;
  recording: "strict" | "best_effort";
  forward_to: string[];
  account_alias: string;
  mark: { color: "red" | "amber" | "green" | "blue" | "grey"; text: string; warning: string } | null;
  host_keys: { type: string; fingerprint: string }[];
}
export interface DashboardFirstStepsPatchBody {
  put_away: boolean;
}
export type IdsBody = readonly string[];
export interface KeyMade {
  made_key: string;
  public_key: string;
}
export interface LdapPerson {
  id: string;
  username: string;
  name: string;
  email: string;
  groups: string[];
  existing: boolean;
}
export interface LoginTried {
  ok: boolean;
  reason: "" | "no_such_name" | "closed_port" | "no_route" | "no_answer" | "unreachable" | "host_key" | "wrong_password" | "key_refused" | "unreadable_key" | "no_login_answer" | "no_ssh" | "algorithms";
  host_key_type: string;
  host_key: string;
  kind: string;
  ours: string;
  theirs: string;
}
export interface MachineAdded {
  id: string;
  name: string;
  org_id: string;
}
export interface MachinesListed {
  format: string;
  machines: { line: number; name: string; address: string; port: number; username: string; platform: { id: number; name: string }; known: boolean }[];
  unread: { line: number; text: string; reason: string }[];
  more: number;
}
export interface NodeAssets {
  assets: string[];
  org_id: string;
  org_name: string;
}
export interface NotificationsBackendList {
  name: string;
  name_display: string;
}
export interface NotificationsFailingbackendList {
  name: string;
  name_display: string;
  since: string;
  last: string;
  failures: number;
  error: string;
}
export interface NotificationsMessagetimingPatchBody {
  waiting?: readonly { kind: string; way: string; every: string }[];
  daily_at?: string;
  zone?: string;
}
export interface NotificationsMessagetimingRetrieve {
  waiting: { kind: string; way: string; every: string }[];
  daily_at: string;
  zone: string;
  kinds: { name: string; label: string }[];
}
export interface NotificationsSitemessage {
  id: string;
  content: { id: string; subject: string; message: string; sender: string; date_created: string; date_updated: string };
  has_read: boolean;
  read_at: string | null;
  date_created: string;
}
export type NotificationsSitemessageBody = AccountsAccountbackupexecutionBody;
export interface NotificationsSitemessageReadBody {
  ids?: readonly string[];
}
export interface NotificationsSitemessageSendBody {
  subject: string;
  message: string;
  user_ids?: readonly string[];
  group_ids?: readonly string[];
  is_broadcast?: boolean;
}
export interface NotificationsSitemessageUnread {
  total: number;
}
export interface NotificationsSystemsubscription {
  message_type: string;
  message_type_label: string;
  users: string[];
  groups: string[];
  receive_backends: string[];
  receivers: { id: string; name: string; email?: boolean; wecom?: boolean; dingtalk?: boolean; site_msg?: boolean; feishu?: boolean; slack?: boolean; sms?: boolean }[];
}
export interface NotificationsSystemsubscriptionList {
  category: string;
  category_label: string;
  children: { message_type: string; message_type_label: string; users: string[]; groups: string[]; receive_backends: string[]; receivers: { id: string; name: string; email?: boolean; wecom?: boolean; dingtalk?: boolean; site_msg?: boolean; feishu?: boolean; slack?: boolean; sms?: boolean }[] }[];
}
export interface NotificationsSystemsubscriptionPutBody {
  users?: readonly Related[];
  groups?: readonly Related[];
  receive_backends?: readonly string[];
}
export interface NotificationsUsersubscriptionList {
  user_id: string;
  receive_backends: string[];
}
export interface NotificationsUsersubscriptionPutBody {
  receive_backends: readonly string[];
}
export interface OpsAdhoc {
  id: string;
  name: string;
  module: { value: "shell" | "win_shell" | "python" | "sql"; label: string };
  args: string;
  comment: string;
  creator: string;
  org_id: string;
  org_name: string;
  is_shared: boolean;
  date_created: string;
  date_updated: string;
}
export interface OpsAdhocBody {
  id?: string;
  name?: string;
  module?: "shell" | "win_shell" | "python" | "sql" | { value: "shell" | "win_shell" | "python" | "sql" };
  args?: string;
  comment?: string;
  is_shared?: boolean;
}
export interface OpsCelerytask {
  id: string;
  name: string;
  meta: { comment: string; queue: string };
  summary: { total: number; success: number };
  state: string;
  schedule: { id: number; enabled: boolean } | null;
  date_last_publish: string | null;
}
export type OpsCelerytaskBody = AccountsAccountbackupexecutionBody;
export interface OpsCelerytaskexecution {
  id: string;
  name: string;
  task_name: string;
  args: unknown[];
  kwargs: Record<string, unknown>;
  time_cost: number | null;
  timedelta: string | null;
  is_success: boolean;
  is_finished: boolean;
  date_published: string;
  date_start: string | null;
  date_finished: string | null;
}
export type OpsCelerytaskexecutionBody = AccountsAccountbackupexecutionBody;
export interface OpsJob {
  id: string;
  name: string;
  type: { value: "adhoc" | "playbook"; label: string };
  module: { value: "shell" | "win_shell" | "python" | "sql"; label: string };
  args: string;
  playbook: { id: string; name: string } | null;
  assets: string[];
  nodes: string[];
  runas: string;
  runas_policy: { value: "skip" | "privileged_first" | "privileged_only"; label: string };
  parameters_define: Record<string, unknown>;
  chdir: string;
  timeout: number;
  parallelism: number;
  concurrency: { value: "skip" | "parallel"; label: string };
  notify: { value: "always" | "failed" | "never"; label: string };
  crontab: string | null;
  interval: number | null;
  periodic_display: string;
  comment: string;
  version: number;
  creator: string;
  summary: { total: number; success: number };
  average_time_cost: number;
  task_id: string | null;
  org_id: string;
  org_name: string;
  is_named: boolean;
  instant: boolean;
  use_parameter_define: boolean;
  is_repeatable: boolean;
  is_periodic: boolean;
  date_last_run: string | null;
  date_created: string;
  date_updated: string;
}
export interface OpsJobBody {
  id?: string;
  name?: string;
  type?: "adhoc" | "playbook" | { value: "adhoc" | "playbook" };
  module?: "shell" | "win_shell" | "python" | "sql" | { value: "shell" | "win_shell" | "python" | "sql" };
  args?: string;
  playbook?: Related | null;
  assets?: readonly string[];
  nodes?: readonly string[];
  runas?: string;
  runas_policy?: "skip" | "privileged_first" | "privileged_only" | { value: "skip" | "privileged_first" | "privileged_only" };
  parameters_define?: object;
  chdir?: string;
  timeout?: number;
  parallelism?: number;
  concurrency?: "skip" | "parallel" | { value: "skip" | "parallel" };
  notify?: "always" | "failed" | "never" | { value: "always" | "failed" | "never" };
  crontab?: string | null;
  interval?: number | null;
  parameters?: unknown;
  comment?: string;
  instant?: boolean;
  use_parameter_define?: boolean;
  is_repeatable?: boolean;
  is_periodic?: boolean;
  run_after_save?: boolean;
}
export interface OpsJobPreviewBody {
  assets?: readonly string[];
  nodes?: unknown;
  module?: "shell" | "win_shell" | "python" | "sql" | { value: "shell" | "win_shell" | "python" | "sql" };
  args?: string;
  chdir?: string;
  runas?: string;
  runas_policy?: "skip" | "privileged_first" | "privileged_only" | { value: "skip" | "privileged_first" | "privileged_only" };
  parameters_define?: object;
  parameters?: unknown;
}
export interface OpsJobVersions {
  version: number;
  date_first: string;
  date_last: string;
  runs: number;
  playbook: { id: string; name?: string } | null;
  module: string;
  args: string;
  chdir: string;
  runas: string;
  runas_policy: string;
}
export interface OpsJobexecution {
  id: string;
  task_id: string;
  job: { id: string; name: string; is_named: boolean } | null;
  material: string;
  job_type: { value: "adhoc" | "playbook"; label: string };
  job_version: number;
  parameters: Record<string, unknown>;
  trigger: { value: "manual" | "timing"; label: string } | null;
  state: { value: unknown; label: string };
  summary: Record<string, unknown>;
  counts: Record<string, unknown>;
  time_cost: number;
  timedelta: string | null;
  creator: string;
  org_id: string;
  org_name: string;
  is_finished: boolean;
  is_success: boolean;
  date_start: string | null;
  date_finished: string | null;
  date_created: string;
}
export type OpsJobexecutionBody = AccountsAccountbackupexecutionBody;
export interface OpsJobexecutionCreateBody {
  job: Related;
  parameters?: unknown;
  failed_of?: string | null;
}
export interface OpsJobexecutionHosts {
  asset: { id: string; name?: string };
  account: string;
  status: { value: unknown; label: string };
  reason: string;
  exit_code: number | null;
  output: string;
  output_digest: string;
  is_cut: boolean;
  date_start: string | null;
  date_finished: string | null;
}
export interface OpsJobexecutionTaskDetail {
  status: string;
  is_finished: boolean;
  is_success: boolean;
  time_cost: number;
  job_id: string | null;
}
export interface OpsListfile {
  id: string;
  name: string;
  state: { value: "waiting" | "running" | "ready" | "failed" | "expired"; label: string };
  rows: number;
  progress: number | null;
  bytes: number;
  date_expired: string | null;
  date_created: string;
}
export interface OpsListfileCreateBody {
  list: string;
  format: "csv" | "xlsx" | { value: "csv" | "xlsx" };
  query?: object;
}
export interface OpsPeriodtaskList {
  name: string;
  task: string;
  description: string;
  total_run_count: number;
  enabled: boolean;
  last_run_at: string | null;
}
export interface OpsPeriodtaskUpdateBody {
  enabled: boolean;
}
export interface OpsPlaybook {
  id: string;
  name: string;
  path: string | null;
  create_method: { value: "blank" | "vcs"; label: string };
  vcs_url: string;
  vcs_ref: string;
  vcs_username: string;
  vcs_commit: string;
  comment: string;
  creator: string;
  task_id: string | null;
  org_id: string;
  org_name: string;
  is_shared: boolean;
  date_synced: string | null;
  date_created: string;
  date_updated: string;
}
export interface OpsPlaybookBody {
  id?: string;
  name?: string;
  create_method?: "blank" | "vcs" | { value: "blank" | "vcs" };
  vcs_url?: string;
  vcs_ref?: string;
  vcs_username?: string;
  vcs_token?: string | null;
  comment?: string;
  is_shared?: boolean;
}
export interface OpsPlaybookCheck {
  path: string;
  line: number;
  severity: string;
  code: string;
  text: string;
}
export interface OpsPlaybookFileCreateBody {
  key?: string;
  name?: string;
  is_directory?: boolean;
  content?: string;
}
export interface OpsPlaybookFileUpdateBody {
  key?: string;
  new_name?: string;
  content?: string;
  is_directory?: boolean;
  seen?: string;
}
export interface OpsTaskLog {
  data: string;
  mark?: string;
  end?: boolean;
}
export interface OpsTaskResult {
  id: string;
  result: null;
  state: string;
}
export interface OpsUsernameHintsBody {
  assets?: readonly string[];
  nodes?: unknown;
  query?: string;
}
export interface OrgsOrganization {
  id: string;
  name: string;
  resource_statistics: Record<string, number>;
  comment: string;
  created_by: string;
  is_default: boolean;
  is_root: boolean;
  date_created: string;
}
export interface OrgsOrganizationBody {
  id?: string;
  name?: string;
  comment?: string;
}
export interface OrgsOrganizationCurrent {
  id: string;
  name: string;
  comment: string;
  is_default: boolean;
  is_root: boolean;
}
export interface PermsAccessEffectBody {
  draft: { resource: "assetpermission" | "loginacl" | "loginassetacl" | "commandfilteracl" | "connectmethodacl"; id?: string; body?: object };
  users?: readonly string[];
  assets?: readonly string[];
  page?: number;
  address?: string;
  at?: string;
}
export interface PermsAccessExplainBody {
  user: string;
  asset: string;
  account?: string;
  protocol?: string;
  connect_method?: string;
  action?: "connect" | "upload" | "download" | "copy" | "paste" | "delete";
  address?: string;
  at?: string;
}
export interface PermsAccessreview {
  id: string;
  name: string;
  owner: { id: string; name: string } | null;
  revokes: { value: "end" | "once"; label: string };
  silence: { value: "keep" | "revoke"; label: string };
  comment: string;
  state: { value: "preparing" | "open" | "ended" | "called_off" | "failed"; label: string };
  progress: { all: number; undecided: number; keep: number; revoke: number; revoked: number; gone: number };
  reviewers: { id: string; name: string }[];
  permissions?: { id: string; name: string }[];
  users?: { id: string; name: string }[];
  user_groups?: { id: string; name: string }[];
  assets?: { id: string; name: string }[];
  nodes?: { id: string; name: string }[];
  unused_days: number | null;
  task: string | null;
  created_by: string;
  org_id: string;
  org_name: string;
  date_due: string;
  date_ended: string | null;
  date_created: string;
}
export interface PermsAccessreviewBody {
  id?: string;
  name?: string;
  owner?: Related | null;
  revokes?: "end" | "once" | { value: "end" | "once" };
  silence?: "keep" | "revoke" | { value: "keep" | "revoke" };
  comment?: string;
  reviewers?: readonly Related[];
  permissions?: readonly Related[];
  users?: readonly Related[];
  user_groups?: readonly Related[];
  assets?: readonly Related[];
  nodes?: readonly Related[];
  unused_days?: number | null;
  date_due?: string;
}
export interface PermsAccessreviewEndBody {
  call_off?: boolean;
}
export interface PermsAccessreviewline {
  id: string;
  review: { id: string; name: string };
  permission: string;
  side: { value: "user" | "group"; label: string };
  subject: string;
  members: string[];
  members_amount: number;
  assets: string[];
  assets_amount: number;
  nodes: string[];
  nodes_amount: number;
  accounts: string[];
  actions: ({ value: "connect" | "upload" | "download" | "delete" | "copy" | "paste" | "forward" | "agent"; label: string })[];
  since: { value: unknown; label: string };
  decision: { value: "undecided" | "keep" | "revoke"; label: string };
  decided_by: string;
  comment: string;
  outcome: { value: "none" | "kept" | "revoked" | "gone"; label: string };
  permission_id: string;
  subject_id: string;
  org_id: string;
  org_name: string;
  by_silence: boolean;
  date_start: string;
  date_expired: string;
  date_last_used: string | null;
  date_decided: string | null;
  date_done: string | null;
}
export type PermsAccessreviewlineBody = AccountsAccountbackupexecutionBody;
export interface PermsAssetpermission {
  id: string;
  name: string;
  users: { id: string; name: string }[];
  user_groups: { id: string; name: string }[];
  assets: { id: string; name: string }[];
  nodes: { id: string; name: string }[];
  accounts: string[];
  actions: ({ value: "connect" | "upload" | "download" | "delete" | "copy" | "paste" | "forward" | "agent"; label: string })[];
  forward_to: string[];
  recording: { value: "strict" | "best_effort"; label: string };
  comment: string;
  gaps: ({ value: "no_people" | "no_assets" | "no_accounts" | "no_actions" | "switched_off" | "not_started" | "ended"; label: string })[];
  created_by: string;
  org_id: string;
  org_name: string;
  is_active: boolean;
  is_expired: boolean;
  is_valid: boolean;
  from_ticket: boolean;
  date_start: string;
  date_expired: string;
  date_created: string;
}
export interface PermsAssetpermissionAssets {
  asset: string;
  asset_display: string;
}
export interface PermsAssetpermissionBody {
  id?: string;
  name?: string;
  users?: readonly Related[];
  user_groups?: readonly Related[];
  assets?: readonly Related[];
  nodes?: readonly Related[];
  accounts?: readonly string[];
  actions?: readonly ("all" | "connect" | "upload" | "download" | "delete" | "copy" | "paste" | "forward" | "agent" | { value: "all" | "connect" | "upload" | "download" | "delete" | "copy" | "paste" | "forward" | "agent" })[];
  forward_to?: readonly string[];
  recording?: "strict" | "best_effort" | { value: "strict" | "best_effort" };
  comment?: string;
  is_active?: boolean;
  date_start?: string;
  date_expired?: string;
}
export interface PermsAssetpermissionReachBody {
  users?: readonly Related[];
  user_groups?: readonly Related[];
  assets?: readonly Related[];
  nodes?: readonly Related[];
  accounts?: readonly string[];
  actions?: readonly ("all" | "connect" | "upload" | "download" | "delete" | "copy" | "paste" | "forward" | "agent" | { value: "all" | "connect" | "upload" | "download" | "delete" | "copy" | "paste" | "forward" | "agent" })[];
  is_active?: boolean;
  date_start?: string;
  date_expired?: string;
}
export interface PermsAssetpermissionUsers {
  user: string;
  user_display: string;
}
export interface PermsOwnaccessreview {
  id: string;
  name: string;
  owner: { id: string; name: string } | null;
  revokes: { value: "end" | "once"; label: string };
  silence: { value: "keep" | "revoke"; label: string };
  comment: string;
  state: { value: "preparing" | "open" | "ended" | "called_off" | "failed"; label: string };
  progress: { all: number; undecided: number; keep: number; revoke: number; revoked: number; gone: number };
  created_by: string;
  org_id: string;
  org_name: string;
  date_due: string;
  date_ended: string | null;
  date_created: string;
}
export interface PermsOwnaccessreviewBody {
  id?: string;
  name?: string;
  owner?: Related | null;
  revokes?: "end" | "once" | { value: "end" | "once" };
  silence?: "keep" | "revoke" | { value: "keep" | "revoke" };
  comment?: string;
  date_due?: string;
}
export interface PermsOwnaccessreviewDecideBody {
  lines: readonly Related[];
  decision: "undecided" | "keep" | "revoke" | { value: "undecided" | "keep" | "revoke" };
  comment?: string;
  overrule?: boolean;
}
export type PermsOwnaccessreviewline = PermsAccessreviewline;
export type PermsOwnaccessreviewlineBody = AccountsAccountbackupexecutionBody;
export interface PermsRelationAssetCreateBody {
  assetpermission: Related;
  asset: Related;
}
export interface PermsRelationAssetList {
  id: number;
  assetpermission: string;
  assetpermission_display: string;
  asset: string;
  asset_display: string;
}
export interface PermsRelationNodeCreateBody {
  assetpermission: Related;
  node: Related;
}
export interface PermsRelationNodeList {
  id: number;
  assetpermission: string;
  assetpermission_display: string;
  node: string;
  node_display: string;
}
export interface PermsRelationUserCreateBody {
  assetpermission: Related;
  user: Related;
}
export interface PermsRelationUserList {
  id: number;
  assetpermission: string;
  assetpermission_display: string;
  user: string;
  user_display: string;
}
export interface PermsRelationUsergroupCreateBody {
  assetpermission: Related;
  usergroup: Related;
}
export interface PermsRelationUsergroupList {
  id: number;
  assetpermission: string;
  assetpermission_display: string;
  usergroup: string;
  usergroup_display: string;
}
export interface PermsUserAccounts {
  alias: string;
  name: string;
  username: string;
  secret_type: string;
  actions: ({ value: "connect" | "upload" | "download" | "delete" | "copy" | "paste" | "forward" | "agent"; label: string })[];
  has_username: boolean;
  has_secret: boolean;
}
export interface PermsUserAssets {
  id: string;
  name: string;
  address: string;
  comment: string;
  domain: { id: string; name: string } | null;
  platform: { id: number; name: string };
  nodes: { id: string; name: string }[];
  labels: ({ id: string; name: string; value: string; color: "" | "red" | "amber" | "green" | "blue" | "grey"; warning: string })[];
  protocols: { name: string; port: number; public: boolean; setting: Record<string, unknown> }[];
  category: { value: string; label: string };
  type: { value: string; label: string };
  connectivity: { value: "-" | "ok" | "err"; label: string };
  spec_info?: { db_name?: string; use_ssl?: boolean; allow_invalid_cert?: boolean; autofill?: { value: string; label: string }; username_selector?: string; password_selector?: string; submit_selector?: string; script?: unknown[]; proxy?: string | null };
  created_by: string;
  org_id: string;
  org_name: string;
  is_active: boolean;
  date_verified: string | null;
  date_created: string;
}
export interface PermsUserFavorites {
  asset: string;
}
export interface PermsUserMarkFavoriteBody {
  asset: string;
  marked: boolean;
}
export interface PermsUserNodes {
  id: string;
  name: string;
  key: string;
  value: string;
  org_id: string;
  assets_amount: number;
}
export interface PermsUserRecent {
  asset: string;
  asset_display: string;
  address: string;
  account: string;
  protocol: string;
  type: string;
  date_start: string;
}
export type PlaybooksFiles = { id: string; name: string; title: string; pId: string; isParent: boolean; open: boolean; temp: boolean; iconSkin?: string }[] | { content: string; seen: string; is_binary: boolean };
export interface RadiusTested {
  ok: boolean;
  steps: { step: string; ok: boolean; detail: string }[];
}
export interface RbacOrgrole {
  id: string;
  name: string;
  display_name: string;
  scope: { value: "org"; label: string };
  users_amount: number;
  comment: string;
  created_by: string;
  updated_by: string;
  builtin: boolean;
  date_created: string;
  date_updated: string;
}
export interface RbacOrgroleBody {
  id?: string;
  name?: string;
  scope?: "org" | { value: "org" };
  permissions?: readonly string[];
  comment?: string;
}
export interface RbacOrgrolebinding {
  id: string;
  user: string;
  user_display: string;
  role: string;
  role_display: string;
  scope: { value: "system" | "org"; label: string };
  org: string | null;
  org_name: string;
}
export interface RbacOrgrolebindingBody {
  id?: string;
  user?: Related;
  role?: Related;
}
export interface RbacPermissionList {
  id: number;
  name: string;
  content_type: { id: number; app_label: string; model: string };
  codename: string;
}
export interface RbacRole {
  id: string;
  name: string;
  display_name: string;
  scope: { value: "system" | "org"; label: string };
  users_amount: number;
  comment: string;
  created_by: string;
  updated_by: string;
  builtin: boolean;
  date_created: string;
  date_updated: string;
}
export interface RbacRoleBody {
  id?: string;
  name?: string;
  scope?: "system" | "org" | { value: "system" | "org" };
  permissions?: readonly string[];
  comment?: string;
}
export type RbacRolebinding = RbacOrgrolebinding;
export type RbacRolebindingBody = RbacOrgrolebindingBody;
export interface RbacSystemrole {
  id: string;
  name: string;
  display_name: string;
  scope: { value: "system"; label: string };
  users_amount: number;
  comment: string;
  created_by: string;
  updated_by: string;
  builtin: boolean;
  date_created: string;
  date_updated: string;
}
export interface RbacSystemroleBody {
  id?: string;
  name?: string;
  scope?: "system" | { value: "system" };
  permissions?: readonly string[];
  comment?: string;
}
export type RbacSystemrolebinding = RbacOrgrolebinding;
export type RbacSystemrolebindingBody = RbacOrgrolebindingBody;
export type Related = string | number | { id?: string | number; pk?: string | number; name?: string };
export interface SettingsAdmissionrule {
  id: string;
  name: string;
  priority: number;
  source: { value: "any" | "ldap" | "radius" | "openid" | "oauth2" | "saml2" | "cas" | "wecom" | "dingtalk" | "feishu" | "slack"; label: string };
  provider: string;
  attribute: string;
  match: { value: "exact" | "in" | "regex"; label: string };
  values: string[];
  organization: { id: string; name: string } | null;
  org_roles: unknown;
  groups: { id: string; name: string }[];
  system_role: unknown;
  comment: string;
  created_by: string;
  is_active: boolean;
  keep: boolean;
  stop: boolean;
  date_created: string;
  date_updated: string;
}
export interface SettingsAdmissionruleBody {
  id?: string;
  name?: string;
  priority?: number;
  source?: "any" | "ldap" | "radius" | "openid" | "oauth2" | "saml2" | "cas" | "wecom" | "dingtalk" | "feishu" | "slack" | { value: "any" | "ldap" | "radius" | "openid" | "oauth2" | "saml2" | "cas" | "wecom" | "dingtalk" | "feishu" | "slack" };
  provider?: string;
  attribute?: string;
  match?: "exact" | "in" | "regex" | { value: "exact" | "in" | "regex" };
  values?: readonly string[];
  organization?: Related | null;
  org_roles?: readonly Related[];
  groups?: readonly Related[];
  system_role?: Related | null;
  comment?: string;
  is_active?: boolean;
  keep?: boolean;
  stop?: boolean;
}
export interface SettingsAuditreceiver {
  id: string;
  name: string;
  type: { value: "syslog" | "https" | "file"; label: string };
  address: string;
  ca: string;
  events: ({ value: "login" | "operate" | "password" | "session" | "command" | "file" | "job"; label: string })[];
  backlog: number;
  error: string;
  comment: string;
  created_by: string;
  updated_by: string;
  is_active: boolean;
  date_sent: string | null;
  date_failed: string | null;
  date_created: string;
  date_updated: string;
}
export interface SettingsAuditreceiverBody {
  id?: string;
  name?: string;
  type?: "syslog" | "https" | "file" | { value: "syslog" | "https" | "file" };
  address?: string;
  token?: string | null;
  ca?: string;
  events?: readonly ("all" | "login" | "operate" | "password" | "session" | "command" | "file" | "job" | { value: "all" | "login" | "operate" | "password" | "session" | "command" | "file" | "job" })[];
  comment?: string;
  is_active?: boolean;
}
export interface SettingsAuditreceiverTest {
  is_valid: boolean;
  msg: string;
  steps: { step: string; ok: boolean; detail: string; ms: number }[];
}
export interface SettingsChangesList {
  id: string;
  user: string;
  remote_addr: string;
  datetime: string;
  changes: ({ key: string; label: string; before: string; after: string; now: string; secret: boolean; can_revert: boolean; reason: string; value: unknown; forgets: string[]; changed_since: boolean; changed_by: { user: string; datetime: string } | null; seen: string })[];
}
export interface SettingsChangesRevertBody {
  key: string;
  seen: string;
  anyway?: boolean;
}
export interface SettingsDingtalkTestingBody {
  AUTH_DINGTALK?: boolean | null;
  DINGTALK_AGENTID?: string;
  DINGTALK_APPKEY?: string;
  DINGTALK_APPSECRET?: string | null;
}
export interface SettingsFeishuTestingBody {
  AUTH_FEISHU?: boolean | null;
  FEISHU_APP_ID?: string;
  FEISHU_APP_SECRET?: string | null;
  FEISHU_VERSION?: string;
}
export interface SettingsLdapImportBody {
  org_ids?: readonly string[];
  username_list: readonly string[];
}
export interface SettingsLdapSyncBody {
  force?: boolean;
}
export interface SettingsLdapTestBody {
  AUTH_LDAP_SERVER_URI?: string | null;
  AUTH_LDAP_BIND_DN?: string | null;
  AUTH_LDAP_BIND_PASSWORD?: string | null;
  AUTH_LDAP_SEARCH_OU?: string | null;
  AUTH_LDAP_SEARCH_FILTER?: string | null;
  AUTH_LDAP_USER_ATTR_MAP?: unknown;
  AUTH_LDAP_START_TLS?: boolean | null;
  AUTH_LDAP_CA?: string | null;
  AUTH_LDAP?: boolean | null;
}
export interface SettingsLdapTestloginBody {
  username: string;
  password: string;
}
export interface SettingsMailPreviewBody {
  EMAIL_CUSTOM_USER_CREATED_SUBJECT?: string;
  EMAIL_CUSTOM_USER_CREATED_HONORIFIC?: string;
  EMAIL_CUSTOM_USER_CREATED_BODY?: string;
  EMAIL_CUSTOM_USER_CREATED_SIGNATURE?: string;
}
export interface SettingsMailTestingBody {
  EMAIL_FROM?: string;
  EMAIL_RECIPIENT?: string;
}
export interface SettingsProvidersCreateBody {
  name: string;
  category: "oidc" | "oauth2" | "saml2" | "cas";
  label: string;
}
export interface SettingsProvidersRenameBody {
  label: string;
}
export interface SettingsRadiusTestingBody {
  username?: string;
  password?: string | null;
}
export interface SettingsSavedview {
  id: string;
  name: string;
  table_name: string;
  config: Record<string, unknown>;
  user: string | null;
  created_by: string;
  is_shared: boolean;
  date_created: string;
  date_updated: string;
}
export interface SettingsSavedviewBody {
  id?: string;
  name?: string;
  table_name?: string;
  config?: object;
  is_shared?: boolean;
}
export interface SettingsSettingPutBody {
  SECURITY_INSECURE_COMMAND?: boolean;
  SECURITY_INSECURE_COMMAND_EMAIL_RECEIVER?: string;
  SECURITY_COMMAND_BLACKLIST?: readonly string[];
  LOGIN_REDIRECT_MSG_ENABLED?: boolean;
  AUTH_OPENID_USE_STATE?: boolean;
  AUTH_OPENID_USE_NONCE?: boolean;
  AUTH_OPENID_CODE_CHALLENGE_METHOD?: "S256";
  AUTH_OPENID_IGNORE_SSL_VERIFICATION?: boolean;
  TERMINAL_MAGNUS_ENABLED?: boolean;
  TERMINAL_RAZOR_ENABLED?: boolean;
  TERMINAL_GRAPHICAL_RESOLUTION?: "Auto";
  PERM_SINGLE_ASSET_TO_UNGROUP_NODE?: boolean;
  TICKET_AUTHORIZE_DEFAULT_TIME?: number;
  TICKET_AUTHORIZE_DEFAULT_TIME_UNIT?: "day";
  AUTH_LDAP?: boolean;
  AUTH_LDAP_SERVER_URI?: string;
  AUTH_LDAP_START_TLS?: boolean;
  AUTH_LDAP_CA?: string;
  AUTH_LDAP_BIND_DN?: string;
  AUTH_LDAP_BIND_PASSWORD?: string | null;
  AUTH_LDAP_SEARCH_OU?: string;
  AUTH_LDAP_SEARCH_FILTER?: string;
  AUTH_LDAP_USER_ATTR_MAP?: Record<string, string>;
  AUTH_LDAP_NESTED_GROUPS?: boolean;
  AUTH_LDAP_CONNECT_TIMEOUT?: number;
  AUTH_LDAP_SEARCH_PAGED_SIZE?: number;
  AUTH_LDAP_SYNC_ORG_IDS?: readonly string[];
  AUTH_LDAP_SYNC_IS_PERIODIC?: boolean;
  AUTH_LDAP_SYNC_CRONTAB?: string;
  AUTH_LDAP_SYNC_INTERVAL?: number;
  AUTH_RADIUS?: boolean;
  RADIUS_SERVER?: string;
  RADIUS_PORT?: number;
  RADIUS_SECRET?: string | null;
  RADIUS_PROTOCOL?: "pap" | "chap" | "mschapv2";
  RADIUS_TIMEOUT?: number;
  RADIUS_RETRIES?: number;
  RADIUS_NAS_IDENTIFIER?: string;
  OTP_IN_RADIUS?: boolean;
  AUTH_OPENID?: boolean;
  AUTH_OPENID_NAME?: string;
  AUTH_OPENID_LOGO?: string;
  BASE_SITE_URL?: string;
  AUTH_OPENID_CLIENT_ID?: string;
  AUTH_OPENID_CLIENT_SECRET?: string | null;
  AUTH_OPENID_CLIENT_AUTH_METHOD?: "client_secret_basic" | "client_secret_post";
  AUTH_OPENID_KEYCLOAK?: boolean;
  AUTH_OPENID_SERVER_URL?: string;
  AUTH_OPENID_REALM_NAME?: string;
  AUTH_OPENID_PROVIDER_ENDPOINT?: string;
  AUTH_OPENID_PROVIDER_AUTHORIZATION_ENDPOINT?: string;
  AUTH_OPENID_PROVIDER_TOKEN_ENDPOINT?: string;
  AUTH_OPENID_PROVIDER_JWKS_ENDPOINT?: string;
  AUTH_OPENID_PROVIDER_USERINFO_ENDPOINT?: string;
  AUTH_OPENID_PROVIDER_END_SESSION_ENDPOINT?: string;
  AUTH_OPENID_PROVIDER_SIGNATURE_ALG?: "RS256" | "RS384" | "RS512" | "PS256" | "PS384" | "PS512" | "ES256" | "ES384" | "ES512" | "EdDSA" | "HS256";
  AUTH_OPENID_PROVIDER_SIGNATURE_KEY?: string;
  AUTH_OPENID_CA?: string;
  AUTH_OPENID_PKCE?: boolean;
  AUTH_OPENID_SCOPES?: string;
  AUTH_OPENID_ID_TOKEN_MAX_AGE?: number;
  AUTH_OPENID_ID_TOKEN_INCLUDE_CLAIMS?: boolean;
  AUTH_OPENID_USER_ATTR_MAP?: Record<string, string>;
  AUTH_OPENID_ALWAYS_UPDATE_USER?: boolean;
  AUTH_OPENID_SHARE_SESSION?: boolean;
  AUTH_OPENID_ACR_VALUES?: string;
  AUTH_OPENID_ACR_REQUIRED?: boolean;
  AUTH_OPENID_MFA_VALUES?: string;
  AUTH_OAUTH2?: boolean;
  AUTH_OAUTH2_PROVIDER?: string;
  AUTH_OAUTH2_LOGO_PATH?: string;
  AUTH_OAUTH2_CLIENT_ID?: string;
  AUTH_OAUTH2_CLIENT_SECRET?: string | null;
  AUTH_OAUTH2_SCOPE?: string;
  AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT?: string;
  AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT?: string;
  AUTH_OAUTH2_ACCESS_TOKEN_METHOD?: "GET" | "POST";
  AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT?: string;
  AUTH_OAUTH2_PROVIDER_END_SESSION_ENDPOINT?: string;
  AUTH_OAUTH2_LOGOUT_COMPLETELY?: boolean;
  AUTH_OAUTH2_USER_ATTR_MAP?: Record<string, string>;
  AUTH_OAUTH2_ALWAYS_UPDATE_USER?: boolean;
  AUTH_CAS?: boolean;
  CAS_NAME?: string;
  CAS_LOGO?: string;
  CAS_SERVER_URL?: string;
  CAS_ROOT_PROXIED_AS?: string;
  CAS_VERSION?: number;
  CAS_LOGOUT_COMPLETELY?: boolean;
  CAS_USERNAME_ATTRIBUTE?: string;
  CAS_APPLY_ATTRIBUTES_TO_USER?: boolean;
  CAS_RENAME_ATTRIBUTES?: Record<string, string>;
  CAS_CREATE_USER?: boolean;
  AUTH_SAML2?: boolean;
  SAML2_NAME?: string;
  SAML2_LOGO?: string;
  SAML2_IDP_METADATA_URL?: string;
  SAML2_IDP_METADATA_XML?: string;
  SAML2_SP_KEY_CONTENT?: string | null;
  SAML2_SP_CERT_CONTENT?: string;
  SAML2_RENAME_ATTRIBUTES?: Record<string, string>;
  SAML2_LOGOUT_COMPLETELY?: boolean;
  AUTH_SAML2_ALWAYS_UPDATE_USER?: boolean;
  SAML2_IDP_INITIATED?: boolean;
  AUTH_WECOM?: boolean;
  WECOM_CORPID?: string;
  WECOM_AGENTID?: string;
  WECOM_SECRET?: string | null;
  AUTH_DINGTALK?: boolean;
  DINGTALK_AGENTID?: string;
  DINGTALK_APPKEY?: string;
  DINGTALK_APPSECRET?: string | null;
  AUTH_FEISHU?: boolean;
  FEISHU_APP_ID?: string;
  FEISHU_APP_SECRET?: string | null;
  FEISHU_VERSION?: "feishu" | "lark";
  AUTH_SLACK?: boolean;
  SLACK_TEAM_ID?: string;
  SLACK_CLIENT_ID?: string;
  SLACK_CLIENT_SECRET?: string | null;
  SLACK_BOT_TOKEN?: string | null;
  VAULT_ENABLED?: boolean;
  VAULT_BACKEND?: "hcp" | "aws";
  VAULT_PREFIX?: string;
  VAULT_HCP_HOST?: string;
  VAULT_HCP_MOUNT_POINT?: string;
  VAULT_HCP_NAMESPACE?: string;
  VAULT_HCP_CA?: string;
  VAULT_HCP_AUTH?: "token" | "approle";
  VAULT_HCP_TOKEN?: string | null;
  VAULT_HCP_ROLE_ID?: string;
  VAULT_HCP_SECRET_ID?: string | null;
  VAULT_AWS_REGION_NAME?: string;
  VAULT_AWS_ENDPOINT?: string;
  VAULT_AWS_ACCESS_KEY_ID?: string;
  VAULT_AWS_ACCESS_SECRET_KEY?: string | null;
  SMS_ENABLED?: boolean;
  SMS_BACKEND?: "alibaba" | "tencent" | "huawei" | "cmpp2" | "smpp" | "custom";
  SMS_TEST_PHONE?: { code: string; phone: string } | string | null;
  ALIBABA_ACCESS_KEY_ID?: string;
  ALIBABA_ACCESS_KEY_SECRET?: string | null;
  ALIBABA_VERIFY_SIGN_NAME?: string;
  ALIBABA_VERIFY_TEMPLATE_CODE?: string;
  ALIBABA_NOTICE_TEMPLATE_CODE?: string;
  ALIBABA_SMS_ENDPOINT?: string;
  TENCENT_SECRET_ID?: string;
  TENCENT_SECRET_KEY?: string | null;
  TENCENT_SDKAPPID?: string;
  TENCENT_VERIFY_SIGN_NAME?: string;
  TENCENT_VERIFY_TEMPLATE_CODE?: string;
  TENCENT_NOTICE_TEMPLATE_CODE?: string;
  TENCENT_SMS_ENDPOINT?: string;
  TENCENT_SMS_REGION?: string;
  HUAWEI_APP_KEY?: string;
  HUAWEI_APP_SECRET?: string | null;
  HUAWEI_SMS_ENDPOINT?: string;
  HUAWEI_SIGN_CHANNEL_NUM?: string;
  HUAWEI_VERIFY_SIGN_NAME?: string;
  HUAWEI_VERIFY_TEMPLATE_CODE?: string;
  HUAWEI_NOTICE_TEMPLATE_CODE?: string;
  CMPP2_HOST?: string;
  CMPP2_PORT?: number;
  CMPP2_SP_ID?: string;
  CMPP2_SP_SECRET?: string | null;
  CMPP2_SRC_ID?: string;
  CMPP2_SERVICE_ID?: string;
  CMPP2_VERIFY_SIGN_NAME?: string;
  CMPP2_VERIFY_TEMPLATE_CODE?: string;
  SMPP_HOST?: string;
  SMPP_PORT?: number;
  SMPP_USE_TLS?: boolean;
  SMPP_CA?: string;
  SMPP_SYSTEM_ID?: string;
  SMPP_PASSWORD?: string | null;
  SMPP_SYSTEM_TYPE?: string;
  SMPP_SOURCE_ADDR?: string;
  SMPP_SOURCE_TON?: number;
  SMPP_SOURCE_NPI?: number;
  SMPP_DEST_TON?: number;
  SMPP_DEST_NPI?: number;
  SMPP_VERIFY_TEMPLATE?: string;
  CUSTOM_SMS_URL?: string;
  CUSTOM_SMS_REQUEST_METHOD?: "get" | "post";
  CUSTOM_SMS_API_PARAMS?: Record<string, string>;
  CUSTOM_SMS_NOTICE_PARAMS?: Record<string, string>;
  TICKET_OFFERED?: "all" | "nodes" | "nothing";
  TICKET_OFFERED_NODES?: readonly string[];
  TICKET_BREAK_GLASS?: boolean;
  TICKET_BREAK_GLASS_MINUTES?: number;
  SITE_URL?: string;
  USER_GUIDE_URL?: string;
  FORGOT_PASSWORD_URL?: string;
  GLOBAL_ORG_DISPLAY_NAME?: string;
  ANNOUNCEMENT_ENABLED?: boolean;
  ANNOUNCEMENT?: { ID?: string; SUBJECT?: string; CONTENT?: string; LINK?: string };
  ANNOUNCEMENT_AT_LOGIN?: boolean;
  TERMS_OF_USE_ENABLED?: boolean;
  TERMS_OF_USE_VERSION?: string;
  TERMS_OF_USE_EN?: string;
  TERMS_OF_USE_ZH?: string;
  TERMS_OF_USE_JA?: string;
  TICKETS_ENABLED?: boolean;
  SECURITY_PASSWORD_MIN_LENGTH?: number;
  SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH?: number;
  SECURITY_PASSWORD_UPPER_CASE?: boolean;
  SECURITY_PASSWORD_LOWER_CASE?: boolean;
  SECURITY_PASSWORD_NUMBER?: boolean;
  SECURITY_PASSWORD_SPECIAL_CHAR?: boolean;
  SECURITY_PASSWORD_REFUSE_KNOWN?: boolean;
  SECURITY_MFA_AUTH?: 0 | 1 | 2;
  SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY?: boolean;
  ONLY_ALLOW_EXIST_USER_AUTH?: boolean;
  ONLY_ALLOW_AUTH_FROM_SOURCE?: boolean;
  SCIM_ENABLED?: boolean;
  SCIM_USER_SOURCE?: "local" | "ldap" | "openid" | "oauth2" | "saml2" | "cas" | "radius";
  SECURITY_NEW_PEOPLE_APPROVAL?: boolean;
  SECURITY_LOGIN_LIMIT_COUNT?: number;
  SECURITY_LOGIN_LIMIT_TIME?: number;
  SECURITY_LOGIN_IP_LIMIT_COUNT?: number;
  SECURITY_LOGIN_IP_LIMIT_TIME?: number;
  SECURITY_LOGIN_IP_WHITE_LIST?: readonly string[];
  SECURITY_LOGIN_IP_BLACK_LIST?: readonly string[];
  SECURITY_PASSWORD_EXPIRATION_TIME?: number;
  OLD_PASSWORD_HISTORY_LIMIT_COUNT?: number;
  USER_LOGIN_SINGLE_MACHINE_ENABLED?: boolean;
  SECURITY_LOGIN_IDLE_MINUTES?: number;
  SECURITY_LOGIN_MAX_HOURS?: number;
  SECURITY_MFA_VERIFY_TTL?: number;
  VERIFY_CODE_TTL?: number;
  SECURITY_MFA_BY_EMAIL?: boolean;
  SECURITY_MFA_TRUST_DAYS?: number;
  SECURITY_CHECK_DIFFERENT_CITY_LOGIN?: boolean;
  SECURITY_OUTSIDE_MAX_DAYS?: number;
  SECURITY_OUTSIDE_REVIEW_DAYS?: number;
  SECURITY_SERVICE_ACCOUNT_REGISTRATION?: boolean;
  SECURITY_COMPONENT_APPROVAL?: boolean;
  SECURITY_WATERMARK_ENABLED?: boolean;
  SECURITY_MAX_IDLE_TIME?: number;
  SECURITY_MAX_SESSION_TIME?: number;
  SECURITY_MAX_SESSION_COUNT?: number;
  SECURITY_INSECURE_COMMAND_LEVEL?: 4 | 5;
  SECURITY_LUNA_REMEMBER_AUTH?: boolean;
  SECURITY_COMMAND_EXECUTION?: boolean;
  SECURITY_SESSION_SHARE?: boolean;
  TERMINAL_PASSWORD_AUTH?: boolean;
  TERMINAL_BROWSER_AUTH?: boolean;
  TERMINAL_PUBLIC_KEY_AUTH?: boolean;
  TERMINAL_ASSET_LIST_SORT_BY?: "name" | "ip";
  TERMINAL_ASSET_LIST_PAGE_SIZE?: "all" | "auto" | "10" | "15" | "25" | "50";
  TERMINAL_TELNET_REGEX?: string;
  TERMINAL_KOKO_SSH_ENABLED?: boolean;
  TERMINAL_RECONNECT_SECONDS?: number;
  TERMINAL_WATCH_NOTICE?: boolean;
  EMAIL_HOST?: string;
  EMAIL_PORT?: string;
  EMAIL_HOST_USER?: string;
  EMAIL_HOST_PASSWORD?: string | null;
  EMAIL_FROM?: string;
  EMAIL_RECIPIENT?: string;
  EMAIL_USE_SSL?: boolean;
  EMAIL_USE_TLS?: boolean;
  EMAIL_SUBJECT_PREFIX?: string;
  EMAIL_CUSTOM_USER_CREATED_SUBJECT?: string;
  EMAIL_CUSTOM_USER_CREATED_HONORIFIC?: string;
  EMAIL_CUSTOM_USER_CREATED_BODY?: string;
  EMAIL_CUSTOM_USER_CREATED_SIGNATURE?: string;
  LOGIN_LOG_KEEP_DAYS?: number;
  TASK_LOG_KEEP_DAYS?: number;
  OPERATE_LOG_KEEP_DAYS?: number;
  FTP_LOG_KEEP_DAYS?: number;
  ACTIVITY_LOG_KEEP_DAYS?: number;
  CLOUD_SYNC_TASK_EXECUTION_KEEP_DAYS?: number;
  EXPORT_FILE_KEEP_DAYS?: number;
  TERMINAL_SESSION_KEEP_DURATION?: number;
  AUDIT_ANCHOR_INTERVAL?: number;
  AUDIT_ANCHOR_S3_ENDPOINT?: string;
  AUDIT_ANCHOR_S3_BUCKET?: string;
  AUDIT_ANCHOR_S3_REGION?: string;
  AUDIT_ANCHOR_S3_ACCESS_KEY?: string;
  AUDIT_ANCHOR_S3_SECRET_KEY?: string | null;
  AUDIT_ANCHOR_S3_LOCK?: "COMPLIANCE" | "GOVERNANCE";
  AUDIT_ANCHOR_SYSLOG?: string;
  EMAIL_SUFFIX?: string;
  OTP_ISSUER_NAME?: string;
  OTP_VALID_WINDOW?: number;
  HELP_DOCUMENT_URL?: string;
  HELP_SUPPORT_URL?: string;
  SECURITY_LOGIN_CHALLENGE_ENABLED?: boolean;
  SECURITY_MFA_IN_LOGIN_PAGE?: boolean;
  SECURITY_LOGIN_CAPTCHA_ENABLED?: boolean;
  AUTH_PASSKEY?: boolean;
  AUTH_SSO?: boolean;
  AUTH_SSO_AUTHKEY_TTL?: number;
  SECURITY_VIEW_AUTH_NEED_MFA?: boolean;
  TOKEN_EXPIRATION?: number;
  SESSION_EXPIRE_AT_BROWSER_CLOSE_FORCE?: boolean;
  AUTH_TEMP_TOKEN?: boolean;
  CONNECTION_TOKEN_REUSABLE?: boolean;
  CONNECTION_TOKEN_ONETIME_EXPIRATION?: number;
  CONNECTION_TOKEN_REUSABLE_EXPIRATION?: number;
  TERMINAL_OMNIDB_ENABLED?: boolean;
  TERMINAL_HEADER_TITLE?: string;
  TERMINAL_HEARTBEAT_INTERVAL?: number;
  TERMINAL_ACCOUNTS_AMOUNT?: number;
  WINDOWS_SKIP_ALL_MANUAL_PASSWORD?: boolean;
  FTP_FILE_MAX_STORE?: number;
}
export interface SettingsSettingsfileImportBody {
  file: object;
  seen: string;
}
export interface SettingsSettingsfilePreviewBody {
  file: object;
}
export interface SettingsSlackTestingBody {
  AUTH_SLACK?: boolean | null;
  SLACK_TEAM_ID?: string;
  SLACK_CLIENT_ID?: string;
  SLACK_CLIENT_SECRET?: string | null;
  SLACK_BOT_TOKEN?: string | null;
}
export interface SettingsSmsTestingBody {
  SMS_ENABLED?: boolean;
  SMS_BACKEND?: "alibaba" | "tencent" | "huawei" | "cmpp2" | "smpp" | "custom";
  SMS_TEST_PHONE?: { code: string; phone: string } | string | null;
  ALIBABA_ACCESS_KEY_ID?: string;
  ALIBABA_ACCESS_KEY_SECRET?: string;
  ALIBABA_VERIFY_SIGN_NAME?: string;
  ALIBABA_VERIFY_TEMPLATE_CODE?: string;
  ALIBABA_NOTICE_TEMPLATE_CODE?: string;
  ALIBABA_SMS_ENDPOINT?: string;
  TENCENT_SECRET_ID?: string;
  TENCENT_SECRET_KEY?: string;
  TENCENT_SDKAPPID?: string;
  TENCENT_VERIFY_SIGN_NAME?: string;
  TENCENT_VERIFY_TEMPLATE_CODE?: string;
  TENCENT_NOTICE_TEMPLATE_CODE?: string;
  TENCENT_SMS_ENDPOINT?: string;
  TENCENT_SMS_REGION?: string;
  HUAWEI_APP_KEY?: string;
  HUAWEI_APP_SECRET?: string;
  HUAWEI_SMS_ENDPOINT?: string;
  HUAWEI_SIGN_CHANNEL_NUM?: string;
  HUAWEI_VERIFY_SIGN_NAME?: string;
  HUAWEI_VERIFY_TEMPLATE_CODE?: string;
  HUAWEI_NOTICE_TEMPLATE_CODE?: string;
  CMPP2_HOST?: string;
  CMPP2_PORT?: number;
  CMPP2_SP_ID?: string;
  CMPP2_SP_SECRET?: string;
  CMPP2_SRC_ID?: string;
  CMPP2_SERVICE_ID?: string;
  CMPP2_VERIFY_SIGN_NAME?: string;
  CMPP2_VERIFY_TEMPLATE_CODE?: string;
  SMPP_HOST?: string;
  SMPP_PORT?: number;
  SMPP_USE_TLS?: boolean;
  SMPP_CA?: string;
  SMPP_SYSTEM_ID?: string;
  SMPP_PASSWORD?: string;
  SMPP_SYSTEM_TYPE?: string;
  SMPP_SOURCE_ADDR?: string;
  SMPP_SOURCE_TON?: number;
  SMPP_SOURCE_NPI?: number;
  SMPP_DEST_TON?: number;
  SMPP_DEST_NPI?: number;
  SMPP_VERIFY_TEMPLATE?: string;
  CUSTOM_SMS_URL?: string;
  CUSTOM_SMS_REQUEST_METHOD?: "get" | "post";
  CUSTOM_SMS_API_PARAMS?: Record<string, string>;
  CUSTOM_SMS_NOTICE_PARAMS?: Record<string, string>;
}
export interface SettingsVaultStatus {
  enabled: boolean;
  store: string | null;
  away: string | null;
  here: number;
  there: number;
  kinds: { name: string; label: string; here: number; there: number }[];
  task: string | null;
}
export interface SettingsVaultTestingBody {
  VAULT_BACKEND?: string | null;
  VAULT_PREFIX?: string | null;
  VAULT_HCP_HOST?: string | null;
  VAULT_HCP_MOUNT_POINT?: string | null;
  VAULT_HCP_NAMESPACE?: string | null;
  VAULT_HCP_CA?: string | null;
  VAULT_HCP_AUTH?: string | null;
  VAULT_HCP_TOKEN?: string | null;
  VAULT_HCP_ROLE_ID?: string | null;
  VAULT_HCP_SECRET_ID?: string | null;
  VAULT_AWS_REGION_NAME?: string | null;
  VAULT_AWS_ENDPOINT?: string | null;
  VAULT_AWS_ACCESS_KEY_ID?: string | null;
  VAULT_AWS_ACCESS_SECRET_KEY?: string | null;
}
export interface SettingsWecomTestingBody {
  AUTH_WECOM?: boolean | null;
  WECOM_CORPID?: string;
  WECOM_AGENTID?: string;
  WECOM_SECRET?: string | null;
}
export interface SingleSignOnChatTested {
  msg: string;
  ok: boolean;
  steps: { step: string; ok: boolean; detail: string }[];
}
export interface TerminalApplet {
  id: string;
  name: string;
  display_name: string;
  version: string;
  author: string;
  type: { value: "general" | "web"; label: string };
  edition: { value: "community" | "enterprise"; label: string };
  protocols: string[];
  tags: string[];
  icon: string;
  readme?: string;
  comment: string;
  created_by: string;
  can_concurrent: boolean;
  is_active: boolean;
  date_created: string;
  date_updated: string;
}
export interface TerminalAppletBody {
  id?: string;
  display_name?: string;
  tags?: readonly string[];
  comment?: string;
  can_concurrent?: boolean;
  is_active?: boolean;
}
export interface TerminalApplethost {
  id: string;
  name: string;
  address: string;
  comment: string;
  domain: { id: string; name: string } | null;
  platform: { id: number; name: string };
  nodes: { id: string; name: string }[];
  labels: ({ id: string; name: string; value: string; color: "" | "red" | "amber" | "green" | "blue" | "grey"; warning: string })[];
  protocols: ({ name: string; port: number | null })[];
  nodes_display: string[];
  accounts?: ({ id: string; name: string; username: string; secret_type: { value: string; label: string }; su_from: { id: string; name: string; username: string } | null; version: number; source: { value: string; label: string } | null; source_id: string | null; connectivity: { value: string; label: string }; comment: string; created_by: string; has_secret: boolean; privileged: boolean; is_active: boolean; date_created: string; date_updated: string; destination_confirmed?: boolean })[];
  category: { value: string; label: string };
  type: { value: string; label: string };
  connectivity: { value: "-" | "ok" | "err"; label: string };
  auto_config: { su_enabled?: boolean; domain_enabled?: boolean; platform?: number; id?: number | null; ansible_enabled?: boolean; ansible_config?: Record<string, unknown>; ping_enabled?: boolean; ping_method?: string | null; ping_params?: Record<string, unknown>; gather_facts_enabled?: boolean; gather_facts_method?: string | null; gather_facts_params?: Record<string, unknown>; gather_accounts_enabled?: boolean; gather_accounts_method?: string | null; gather_accounts_params?: Record<string, unknown>; verify_account_enabled?: boolean; verify_account_method?: string | null; verify_account_params?: Record<string, unknown>; change_secret_enabled?: boolean; change_secret_method?: string | null; change_secret_params?: Record<string, unknown>; push_account_enabled?: boolean; push_account_method?: string | null; push_account_params?: Record<string, unknown> };
  spec_info: { db_name?: string; use_ssl?: boolean; allow_invalid_cert?: boolean; autofill?: { value: string; label: string }; username_selector?: string; password_selector?: string; submit_selector?: string; script?: unknown[]; proxy?: string | null };
  gathered_info: Record<string, unknown>;
  load: { value: "normal" | "high" | "critical" | "offline"; label: string };
  deploy_options: { CORE_HOST: string; IGNORE_VERIFY_CERTS: boolean; RDS_Licensing: boolean; RDS_LicenseServer: string; RDS_LicensingMode: 4 | 2; RDS_fSingleSessionPerUser: 1 | 0; RDS_MaxDisconnectionTime: number; RDS_RemoteAppLogoffTimeLimit: number };
  created_by: string;
  org_id: string;
  org_name: string;
  destination_confirmed: boolean;
  is_active: boolean;
  date_verified: string | null;
  date_synced: string | null;
  date_created: string;
}
export interface TerminalApplethostBody {
  id?: string;
  name?: string;
  address?: string;
  comment?: string;
  domain?: Related | null;
  labels?: readonly Related[];
  protocols?: readonly ({ name: string; port?: number | null })[];
  accounts?: readonly object[] | null;
  gathered_info?: object;
  deploy_options?: { CORE_HOST?: string; IGNORE_VERIFY_CERTS?: boolean; RDS_Licensing?: boolean; RDS_LicenseServer?: string; RDS_LicensingMode?: 4 | 2; RDS_fSingleSessionPerUser?: 1 | 0; RDS_MaxDisconnectionTime?: number; RDS_RemoteAppLogoffTimeLimit?: number };
  is_active?: boolean;
}
export interface TerminalApplethostdeployment {
  id: string;
  host: { id: string; name: string };
  applet: { id: string; name: string } | null;
  status: { value: "ready" | "pending" | "running" | "success" | "failed" | "error" | "canceled"; label: string };
  task: string;
  comment: string;
  created_by: string;
  is_full: boolean;
  date_start: string | null;
  date_finished: string | null;
  date_created: string;
  date_updated: string;
}
export interface TerminalApplethostdeploymentAppletsBody {
  host: Related;
  applet_id?: Related | null;
}
export interface TerminalApplethostdeploymentBody {
  id?: string;
  comment?: string;
}
export interface TerminalApplethostdeploymentCreateBody {
  host: Related;
}
export interface TerminalAppletpublication {
  id: string;
  applet: { id: string; name: string; display_name: string; icon: string; version: string };
  host: { id: string; name: string };
  status: { value: "pending" | "success" | "failed" | "mismatch"; label: string };
  comment: string;
  created_by: string;
  updated_by: string;
  date_created: string;
  date_updated: string;
}
export interface TerminalAppletpublicationBody {
  id?: string;
  applet?: Related;
  host?: Related;
  status?: "pending" | "success" | "failed" | "mismatch" | { value: "pending" | "success" | "failed" | "mismatch" };
  comment?: string;
}
export interface TerminalCommand {
  id: string;
  user: string;
  asset: string;
  account: string;
  session: string;
  input: string;
  output: string;
  remote_addr: string;
  risk_level: { value: 0 | 4 | 5 | 6 | 7 | 8; label: string };
  cmd_filter_acl: string | null;
  cmd_group: string | null;
  timestamp: number;
  org_id: string;
  org_name: string;
  timestamp_display: string;
}
export type TerminalCommandAlertBody = readonly ({ session: string; user: string; asset: string; account?: string; input: string; risk_level: number; cmd_filter_acl: string; cmd_group?: string | null })[];
export interface TerminalCommandBody {
  id?: string;
  user?: string;
  asset?: string;
  account?: string;
  session?: string;
  input?: string;
  output?: string;
  risk_level?: 0 | 4 | 5 | 6 | 7 | 8 | { value: 0 | 4 | 5 | 6 | 7 | 8 };
  timestamp?: number;
}
export type TerminalCommandCreateBody = readonly ({ id?: string; session: string; user: string; asset: string; account: string; input: string; output?: string; timestamp: number; risk_level?: number; org_id?: string; cmd_filter_acl?: string | null; cmd_group?: string | null })[];
export interface TerminalCommandstorage {
  id: string;
  name: string;
  type: { value: "null" | "server" | "es"; label: string };
  meta: Record<string, unknown>;
  comment: string;
  created_by: string;
  is_default: boolean;
  date_created: string;
  date_updated: string;
}
export interface TerminalCommandstorageBody {
  id?: string;
  name?: string;
  type?: "null" | "server" | "es" | { value: "null" | "server" | "es" };
  meta?: object;
  comment?: string;
  is_default?: boolean;
}
export interface TerminalCommandstorageTest {
  is_valid: boolean;
  msg: string;
}
export interface TerminalComponentLoads {
  id: string;
  name: string;
  type: string;
  step: number;
  points: { at: number; cpu_load: number; memory_used: number; disk_used: number; session_online: number }[];
}
export interface TerminalComponentMetrics {
  type: string;
  normal: number;
  high: number;
  critical: number;
  offline: number;
  total: number;
  session_active: number;
}
export interface TerminalEndpoint {
  id: string;
  name: string;
  host: string;
  https_port: number;
  http_port: number;
  ssh_port: number;
  rdp_port: number;
  mysql_port: number;
  mariadb_port: number;
  postgresql_port: number;
  redis_port: number;
  oracle_port: number;
  oracle_port_range: string;
  comment: string;
  created_by: string;
  date_created: string;
  date_updated: string;
}
export interface TerminalEndpointBody {
  id?: string;
  name?: string;
  host?: string;
  https_port?: number;
  http_port?: number;
  ssh_port?: number;
  rdp_port?: number;
  mysql_port?: number;
  mariadb_port?: number;
  postgresql_port?: number;
  redis_port?: number;
  comment?: string;
}
export interface TerminalEndpointSmart {
  id: string;
  name: string;
  host: string;
  https_port: number;
  http_port: number;
  ssh_port: number;
  rdp_port: number;
  mysql_port: number;
  mariadb_port: number;
  postgresql_port: number;
  redis_port: number;
  oracle_port_range: string;
  comment: string;
  created_by: string;
  date_created: string;
  date_updated: string;
  oracle_port: number;
}
export interface TerminalEndpointrule {
  id: string;
  name: string;
  ip_group: string[];
  priority: number;
  endpoint: { id: string; name: string } | null;
  comment: string;
  created_by: string;
  is_active: boolean;
  date_created: string;
  date_updated: string;
}
export interface TerminalEndpointruleBody {
  id?: string;
  name?: string;
  ip_group?: readonly string[];
  priority?: number;
  endpoint?: Related | null;
  comment?: string;
  is_active?: boolean;
}
export interface TerminalHostKeyPinBody {
  asset?: string;
  address?: string;
  port?: number;
  type?: string;
  fingerprint?: string;
}
export interface TerminalHostLogin {
  id: string;
  username: string;
  secret: string;
  is_active: boolean;
  date_updated: string | null;
}
export interface TerminalHostaccountUpdateBody {
  is_active?: boolean | null;
  secret?: string;
}
export type TerminalHostappletReportsBody = readonly ({ name: string; version: string | number })[];
export interface TerminalHostappletUpdateBody {
  status: "pending" | "success" | "failed" | "mismatch" | { value: "pending" | "success" | "failed" | "mismatch" };
}
export type TerminalOrders = ({ id: string; name: "kill_session" | "lock_session" | "unlock_session"; args: string; kwargs: { terminated_by?: string; reason?: string; note?: string }; is_finished: boolean })[];
export interface TerminalRegistered {
  name: string;
  type: string;
  comment: string;
  remote_addr: string;
  service_account: { id: string; name: string; comment: string; access_key: { id: string; secret: string; is_active: boolean; date_created: string | null } };
}
export interface TerminalReplaystorage {
  id: string;
  name: string;
  type: { value: "null" | "server" | "s3" | "ceph" | "oss" | "obs" | "cos" | "azure" | "sftp"; label: string };
  meta: Record<string, unknown>;
  comment: string;
  waiting: number;
  last_error: string;
  created_by: string;
  is_default: boolean;
  date_created: string;
  date_updated: string;
}
export interface TerminalReplaystorageBody {
  id?: string;
  name?: string;
  type?: "null" | "server" | "s3" | "ceph" | "oss" | "obs" | "cos" | "azure" | "sftp" | { value: "null" | "server" | "s3" | "ceph" | "oss" | "obs" | "cos" | "azure" | "sftp" };
  meta?: object;
  comment?: string;
  is_default?: boolean;
}
export interface TerminalScreentext {
  id: string;
  session: { id: string; user: string; asset: string; account: string; date_start: string };
  at: number;
  text: string;
  org_id: string;
  org_name: string;
  moment: string;
}
export interface TerminalScreentextBody {
  id?: string;
  session?: Related;
  at?: number;
  text?: string;
  moment?: string;
}
export interface TerminalSession {
  id: string;
  user: string;
  user_id: string;
  asset: string;
  asset_id: string;
  account: string;
  account_id: string;
  protocol: string;
  type: { value: "normal" | "tunnel" | "command" | "sftp"; label: string };
  login_from: { value: "ST" | "RT" | "WT" | "DT"; label: string };
  remote_addr: string | null;
  comment: string | null;
  terminal: { id: string; name: string; type: string } | null;
  terminal_display: string;
  command_amount: number;
  org_id: string;
  end_reason: { value: "user_closed" | "terminated" | "component_revoked" | "login_ended" | "rule_refused" | "recording_failed" | "permission_expired" | "permission_removed" | "user_disabled" | "user_expired" | "asset_disabled" | "account_disabled" | "upload_refused" | "download_refused" | "files_disabled" | "mosh_refused" | "token_refused" | "join_refused" | "share_removed" | "idle" | "time_limit" | "session_limit" | "target_closed" | "target_unreachable" | "target_refused_login" | "target_algorithms" | "host_key_changed" | "protocol_error" | "target_lost" | "client_lost" | "gateway_unreachable" | "carried_elsewhere" | "carrier_silent" | "core_unavailable" | "gateway_stopping" | "gateway_lost" | "component_lost"; label: string } | null;
  end_params: unknown;
  end_reason_display: string;
  unread_lines: number;
  replay_proof: { value: "chained" | "not_chained"; label: string } | null;
  org_name: string;
  is_success: boolean;
  is_finished: boolean;
  has_replay: boolean;
  has_command: boolean;
  can_replay: boolean;
  can_join: boolean;
  can_terminate: boolean;
  date_start: string;
  date_end: string | null;
}
export interface TerminalSessionBody {
  id?: string;
  user?: string;
  user_id?: string;
  asset?: string;
  asset_id?: string;
  account?: string;
  account_id?: string;
  protocol?: string;
  type?: "normal" | "tunnel" | "command" | "sftp" | { value: "normal" | "tunnel" | "command" | "sftp" };
  login_from?: "ST" | "RT" | "WT" | "DT" | { value: "ST" | "RT" | "WT" | "DT" };
  remote_addr?: string | null;
  comment?: string | null;
  org_id?: string;
  end_reason?: "user_closed" | "terminated" | "component_revoked" | "login_ended" | "rule_refused" | "recording_failed" | "permission_expired" | "permission_removed" | "user_disabled" | "user_expired" | "asset_disabled" | "account_disabled" | "upload_refused" | "download_refused" | "files_disabled" | "mosh_refused" | "token_refused" | "join_refused" | "share_removed" | "idle" | "time_limit" | "session_limit" | "target_closed" | "target_unreachable" | "target_refused_login" | "target_algorithms" | "host_key_changed" | "protocol_error" | "target_lost" | "client_lost" | "gateway_unreachable" | "carried_elsewhere" | "carrier_silent" | "core_unavailable" | "gateway_stopping" | "gateway_lost" | "component_lost" | { value: "user_closed" | "terminated" | "component_revoked" | "login_ended" | "rule_refused" | "recording_failed" | "permission_expired" | "permission_removed" | "user_disabled" | "user_expired" | "asset_disabled" | "account_disabled" | "upload_refused" | "download_refused" | "files_disabled" | "mosh_refused" | "token_refused" | "join_refused" | "share_removed" | "idle" | "time_limit" | "session_limit" | "target_closed" | "target_unreachable" | "target_refused_login" | "target_algorithms" | "host_key_changed" | "protocol_error" | "target_lost" | "client_lost" | "gateway_unreachable" | "carried_elsewhere" | "carrier_silent" | "core_unavailable" | "gateway_stopping" | "gateway_lost" | "component_lost" } | null;
  end_params?: unknown;
  unread_lines?: number;
  is_success?: boolean;
  is_finished?: boolean;
  has_replay?: boolean;
  has_command?: boolean;
  date_start?: string;
  date_end?: string | null;
}
export interface TerminalSessionJoinEndedBody {
  user_id: string;
  session_id: string;
  seconds: number;
}
export interface TerminalSessionJoinValidateBody {
  user_id: string;
  session_id: string;
  again?: boolean;
}
export interface TerminalSessionOrderBody {
  order: "lock" | "unlock" | "terminate";
  reason?: string;
}
export interface TerminalSessionReplay {
  type?: string;
  src?: string;
  status?: string;
  start_time?: number;
  key?: string;
  user?: string;
  asset?: string;
  account?: string;
  system_user?: string;
  date_start?: string;
  date_end?: string | null;
  download_url?: string;
}
export interface TerminalSessionReviews {
  type: { value: "apply_asset" | "login_confirm" | "login_asset_confirm" | "command_confirm"; label: string };
  state: { value: "pending" | "approved" | "rejected" | "closed"; label: string };
  command: string;
  processor: string;
  date_created: string;
  date_decided: string | null;
}
export interface TerminalSessionRulesBody {
  sessions: readonly { id: string; account?: string; method?: string }[];
}
export interface TerminalSessionjoinrecord {
  id: string;
  sharing: { id: string; name?: string };
  session: { id: string; name?: string };
  joiner: { id: string; name?: string } | null;
  joiner_display: string;
  remote_addr: string;
  login_from: { value: "ST" | "RT" | "WT" | "DT"; label: string };
  action_permission: { value: "readonly" | "writable"; label: string };
  verify_code: string;
  reason: string;
  org_name: string;
  created_by: string;
  org_id: string;
  is_success: boolean;
  is_finished: boolean;
  date_joined: string;
  date_left: string | null;
  date_created: string;
  date_updated: string;
}
export type TerminalSessionjoinrecordBody = AccountsAccountbackupexecutionBody;
export interface TerminalSessionjoinrecordCreateBody {
  sharing: Related;
  joiner: Related;
  verify_code: string;
  remote_addr?: string;
  login_from?: string;
}
export interface TerminalSessionjoinrecordStandingBody {
  records: readonly { id: string }[];
}
export interface TerminalSessionsharing {
  id: string;
  session: { id: string; name?: string };
  session_display: string;
  creator: { id: string; name?: string };
  users_display: string[];
  action_permission: { value: "readonly" | "writable"; label: string };
  expired_time: number;
  verify_code: string;
  org_name: string;
  created_by: string;
  org_id: string;
  is_active: boolean;
  date_created: string;
  date_updated: string;
}
export type TerminalSessionsharingBody = AccountsAccountbackupexecutionBody;
export interface TerminalSessionsharingCreateBody {
  session: Related;
  expired_time?: number;
  users?: readonly Related[];
  action_permission?: "readonly" | "writable" | { value: "readonly" | "writable" };
}
export interface TerminalStatusCreateBody {
  sessions?: readonly string[];
  session_online?: number;
  cpu_load?: number;
  memory_used?: number;
  disk_used?: number;
  address?: string;
  pass?: string;
}
export interface TerminalTask {
  id: string;
  name: "kill_session" | "lock_session" | "unlock_session";
  args: string;
  kwargs: Record<string, unknown>;
  terminal: string;
  created_by: string;
  updated_by: string;
  is_finished: boolean;
  date_finished: string | null;
  date_created: string;
  date_updated: string;
}
export interface TerminalTaskBody {
  id?: string;
  is_finished?: boolean;
}
export type TerminalTaskKillSessionBody = readonly string[] | { sessions: readonly string[]; reason: string };
export interface TerminalTerminal {
  id: string;
  name: string;
  type: string;
  remote_addr: string;
  version: string;
  standing: { value: "waiting" | "approved" | "revoked"; label: string };
  session_online: number;
  command_storage: string;
  replay_storage: string;
  load: { value: "normal" | "high" | "critical" | "offline"; label: string };
  stat: { cpu_load: number; memory_used: number; disk_used: number; session_online: number; date_created: string } | null;
  comment: string;
  is_active: boolean;
  is_alive: boolean;
  date_approved: string | null;
  date_revoked: string | null;
  date_created: string;
}
export interface TerminalTerminalBody {
  id?: string;
  name?: string;
  remote_addr?: string;
  command_storage?: string;
  replay_storage?: string;
  comment?: string;
}
export interface TerminalTerminalRegisterBody {
  name: string;
  type: "koko" | "guacamole" | "omnidb" | "xrdp" | "lion" | "core" | "celery" | "magnus" | "razor" | "tinker" | "video_worker" | "chen" | "kael";
  comment?: string;
  version?: string;
  methods?: readonly string[];
}
export interface TicketsApplyassetticket {
  id: string;
  title: string;
  serial_num: string | null;
  type: { value: "apply_asset" | "login_confirm" | "login_asset_confirm" | "command_confirm"; label: string };
  state: { value: "pending" | "approved" | "rejected" | "closed"; label: string };
  status: { value: "open" | "closed"; label: string };
  approval_step: { value: 1 | 2; label: string };
  applicant: string;
  process_map: { state: string; assignees: string[]; assignees_display: string[]; processor: string; processor_display: string; approval_level: number; approval_date: string }[];
  rel_snapshot: Record<string, string>;
  org_id: string;
  org_name: string;
  comment: string;
  apply_permission_name: string;
  apply_nodes: { id: string; name: string }[];
  apply_assets: { id: string; name: string }[];
  apply_accounts: string[];
  apply_actions: ({ value: "connect" | "upload" | "download" | "delete" | "copy" | "paste" | "forward" | "agent"; label: string })[];
  taken: boolean;
  date_lapses: string;
  apply_date_start: string | null;
  apply_date_expired: string | null;
  date_created: string;
  date_updated: string;
}
export interface TicketsApplyassetticketApproveBody {
  apply_nodes?: readonly string[];
  apply_assets?: readonly string[];
  apply_accounts?: readonly string[];
  apply_actions?: readonly ("all" | "connect" | "upload" | "download" | "delete" | "copy" | "paste" | "forward" | "agent" | { value: "all" | "connect" | "upload" | "download" | "delete" | "copy" | "paste" | "forward" | "agent" })[];
  apply_date_start: string;
  apply_date_expired: string;
}
export interface TicketsApplyassetticketBreakGlassBody {
  org_id: string;
  comment: string;
  apply_nodes?: readonly string[];
  apply_assets?: readonly string[];
  apply_accounts?: readonly string[];
  apply_actions?: readonly ("all" | "connect" | "upload" | "download" | "delete" | "copy" | "paste" | "forward" | "agent" | { value: "all" | "connect" | "upload" | "download" | "delete" | "copy" | "paste" | "forward" | "agent" })[];
}
export interface TicketsApplyassetticketOpenBody {
  title: string;
  org_id: string;
  comment?: string;
  renews?: Related | null;
  apply_nodes?: readonly string[];
  apply_assets?: readonly string[];
  apply_accounts?: readonly string[];
  apply_actions?: readonly ("all" | "connect" | "upload" | "download" | "delete" | "copy" | "paste" | "forward" | "agent" | { value: "all" | "connect" | "upload" | "download" | "delete" | "copy" | "paste" | "forward" | "agent" })[];
  apply_date_start: string;
  apply_date_expired: string;
}
export interface TicketsApplycommandticket {
  id: string;
  title: string;
  serial_num: string | null;
  type: { value: "apply_asset" | "login_confirm" | "login_asset_confirm" | "command_confirm"; label: string };
  state: { value: "pending" | "approved" | "rejected" | "closed"; label: string };
  status: { value: "open" | "closed"; label: string };
  approval_step: { value: 1 | 2; label: string };
  applicant: string;
  process_map: { state: string; assignees: string[]; assignees_display: string[]; processor: string; processor_display: string; approval_level: number; approval_date: string }[];
  rel_snapshot: Record<string, string>;
  org_id: string;
  org_name: string;
  comment: string;
  apply_run_user: { id: string; name: string } | null;
  apply_run_asset: string;
  apply_run_account: string;
  apply_run_command: string;
  apply_from_session: { id: string } | null;
  apply_from_cmd_filter_acl: { id: string; name: string } | null;
  date_lapses: string;
  date_created: string;
  date_updated: string;
}
export interface TicketsApplyloginassetticket {
  id: string;
  title: string;
  serial_num: string | null;
  type: { value: "apply_asset" | "login_confirm" | "login_asset_confirm" | "command_confirm"; label: string };
  state: { value: "pending" | "approved" | "rejected" | "closed"; label: string };
  status: { value: "open" | "closed"; label: string };
  approval_step: { value: 1 | 2; label: string };
  applicant: string;
  process_map: { state: string; assignees: string[]; assignees_display: string[]; processor: string; processor_display: string; approval_level: number; approval_date: string }[];
  rel_snapshot: Record<string, string>;
  org_id: string;
  org_name: string;
  comment: string;
  apply_login_user: { id: string; name: string } | null;
  apply_login_asset: { id: string; name: string } | null;
  apply_login_account: string;
  date_lapses: string;
  date_created: string;
  date_updated: string;
}
export interface TicketsApplyloginticket {
  id: string;
  title: string;
  serial_num: string | null;
  type: { value: "apply_asset" | "login_confirm" | "login_asset_confirm" | "command_confirm"; label: string };
  state: { value: "pending" | "approved" | "rejected" | "closed"; label: string };
  status: { value: "open" | "closed"; label: string };
  approval_step: { value: 1 | 2; label: string };
  applicant: string;
  process_map: { state: string; assignees: string[]; assignees_display: string[]; processor: string; processor_display: string; approval_level: number; approval_date: string }[];
  rel_snapshot: Record<string, string>;
  org_id: string;
  org_name: string;
  comment: string;
  apply_login_ip: string | null;
  apply_login_city: string | null;
  date_lapses: string;
  apply_login_datetime: string | null;
  date_created: string;
  date_updated: string;
}
export interface TicketsCommentCreateBody {
  body: string;
}
export interface TicketsCommentList {
  id: string;
  body: string;
  user_display: string;
  ticket: string;
  user: string | null;
  type: string;
  state: string | null;
  date_created: string;
  date_updated: string;
}
export interface TicketsCommentMentionable {
  id: string;
  name: string;
  username: string;
}
export interface TicketsDelegationCreateBody {
  delegate: string;
  date_start: string;
  date_end: string;
}
export interface TicketsDelegationList {
  id: string;
  user: string;
  delegate: string;
  date_start: string;
  date_end: string;
  is_mine: boolean;
  may_end: boolean;
}
export interface TicketsDelegationOffered {
  id: string;
  name: string;
}
export interface TicketsSuperticketStatus {
  id: string;
  status: { value: "open" | "closed"; label: string };
  state: { value: "pending" | "approved" | "rejected" | "closed"; label: string };
  processor: string;
}
export interface TicketsTicket {
  id: string;
  title: string;
  serial_num: string | null;
  type: { value: "apply_asset" | "login_confirm" | "login_asset_confirm" | "command_confirm"; label: string };
  state: { value: "pending" | "approved" | "rejected" | "closed"; label: string };
  status: { value: "open" | "closed"; label: string };
  approval_step: { value: 1 | 2; label: string };
  applicant: { id: string; name: string } | null;
  process_map: { state: string; assignees: string[]; assignees_display: string[]; processor: string; processor_display: string; approval_level: number; approval_date: string }[];
  rel_snapshot: Record<string, string>;
  org_id: string;
  org_name: string;
  comment: string;
  date_lapses: string;
  date_created: string;
  date_updated: string;
}
export interface TicketsTicketflow {
  id: string;
  type: { value: "apply_asset"; label: string };
  approval_level: { value: 1 | 2; label: string };
  rules: { level: number; strategy: { value: string; label: string }; assignees_read_only: string[]; assignees_display: string[] }[];
  org_id: string;
  org_name: string;
  created_by: string;
  date_created: string;
  date_updated: string;
}
export interface TicketsTicketflowBody {
  id?: string;
  type?: "apply_asset" | { value: "apply_asset" };
  approval_level?: 1 | 2 | { value: 1 | 2 };
  rules?: readonly ({ strategy: "super_admin" | "org_admin" | "super_org_admin" | "custom_user" | { value: "super_admin" | "org_admin" | "super_org_admin" | "custom_user" }; assignees?: readonly string[] })[];
}
export interface TicketsTicketsessionCreateBody {
  ticket: string;
  session: string;
}
export interface TransferImported {
  results: ({ n: number; status: "ok" | "kept"; id: string | number } | { n: number; status: "checked" } | { n: number; status: "error"; errors: Record<string, unknown> })[];
}
export interface TransferPortionBody {
  mode: "create" | "update";
  dry_run?: boolean;
  source: string;
  rows: readonly { n: number; values: object }[];
}
export interface TransferRendered {
  title: string[][];
  data: Record<string, unknown>[];
  source: string;
  format: string;
  columns: ({ title: string; field: string | null; samples: string[] })[];
  fields: string[][];
  ignored: string[];
  unread: { line: number; text: string; reason: string }[];
  missed: number;
}
export interface TreeNode {
  id: string;
  name: string;
  title: string;
  pId: string;
  iconSkin?: string;
  type?: string;
  meta: { type: string; data?: Record<string, unknown>; [more: string]: unknown };
  isParent: boolean;
  open: boolean;
  nocheck?: boolean;
  checked?: boolean | null;
  halfCheck?: boolean;
  chkDisabled?: boolean;
}
export interface TreeNode2 {
  id: string;
  name: string;
  title: string;
  pId: string;
  iconSkin?: string;
  type?: string;
  meta: { type: string; data?: Record<string, unknown>; [more: string]: unknown };
  isParent: boolean;
  open: boolean;
  nocheck?: boolean;
  checked?: boolean | null;
  halfCheck?: boolean;
  chkDisabled?: boolean;
  valid?: boolean;
}
export interface UsersPreferencesPatchBody {
  language?: "en" | "zh" | "ja" | null;
  theme?: "system" | "light" | "dark" | null;
  page_size?: 15 | 30 | 50 | 100 | null;
  palette?: "harbour" | "ink" | "moss" | "ember" | "paper" | "contrast" | null;
  font_family?: string | null;
  font_size?: number | null;
  line_height?: number | null;
  bell?: "off" | "visual" | "sound" | null;
  copy_on_select?: boolean | null;
  quick_paste?: boolean | null;
  backspace_as_ctrl_h?: boolean | null;
  screen_reader?: boolean | null;
  lazy_tree?: boolean | null;
}
export interface UsersPreferencesRetrieve {
  language: "en" | "zh" | "ja" | null;
  theme: "system" | "light" | "dark" | null;
  page_size: 15 | 30 | 50 | 100 | null;
  palette: "harbour" | "ink" | "moss" | "ember" | "paper" | "contrast" | null;
  font_family: string | null;
  font_size: number | null;
  line_height: number | null;
  bell: "off" | "visual" | "sound" | null;
  copy_on_select: boolean | null;
  quick_paste: boolean | null;
  backspace_as_ctrl_h: boolean | null;
  screen_reader: boolean | null;
  lazy_tree: boolean | null;
}
export interface UsersProfileOtpBindBody {
  code: string;
}
export interface UsersProfilePasskeyAddBody {
  name: string;
  response?: object | null;
}
export interface UsersProfilePasskeyRenameBody {
  name: string;
}
export interface UsersProfilePasswordUpdateBody {
  old_password: string | null;
  new_password: string | null;
  new_password_again: string | null;
}
export interface UsersProfilePrivatetoken {
  date_created: string | null;
  ip_group: string[];
  date_expired: string | null;
  is_read_only: boolean;
  permissions: string[];
}
export interface UsersProfilePublickey {
  public_key_comment: string;
  public_key_hash_md5: string;
}
export interface UsersProfilePublickeyUpdateBody {
  public_key: string;
}
export interface UsersProfileRetrieve {
  id: string;
  name: string;
  username: string;
  email: string;
  wechat: string;
  phone: { code: string; phone: string } | null;
  mfa_level: { value: 0 | 1 | 2; label: string };
  source: { value: "local" | "ldap" | "openid" | "radius" | "cas" | "saml2" | "oauth2" | "wecom" | "dingtalk" | "feishu" | "slack" | "custom"; label: string };
  wecom_id: string | null;
  dingtalk_id: string | null;
  feishu_id: string | null;
  slack_id: string | null;
  created_by: string;
  updated_by: string;
  comment: string;
  is_superuser: boolean;
  is_org_admin: boolean;
  avatar_url: string;
  groups: { id: string; name: string }[];
  system_roles: { id: string; display_name: string }[];
  org_roles: { id: string; display_name: string; name: string }[];
  password_strategy: { value: "email" | "slack" | "custom"; label: string };
  sponsor: { id: string; name: string; username: string } | null;
  is_service_account: boolean;
  is_valid: boolean;
  is_expired: boolean;
  is_waiting: boolean;
  is_active: boolean;
  is_otp_secret_key_bound: boolean;
  can_public_key_auth: boolean;
  mfa_enabled: boolean;
  is_manageable: boolean;
  need_update_password: boolean;
  mfa_force_enabled: boolean;
  is_first_login: boolean;
  login_blocked: boolean;
  from_outside: boolean;
  date_expired: string | null;
  date_joined: string | null;
  last_login: string | null;
  date_updated: string;
  date_password_last_updated: string | null;
  public_key_comment: string;
  public_key_hash_md5: string;
  guide_url: string;
  missing: string[];
  receive_backends: string[];
  console_orgs: { id: string; name: string; is_default: boolean; is_root: boolean }[];
  audit_orgs: { id: string; name: string; is_default: boolean; is_root: boolean }[];
  workbench_orgs: { id: string; name: string; is_default: boolean; is_root: boolean }[];
  preferences: { language: "en" | "zh" | "ja" | null; theme: "system" | "light" | "dark" | null; page_size: 15 | 30 | 50 | 100 | null; palette: "harbour" | "ink" | "moss" | "ember" | "paper" | "contrast" | null; font_family: string | null; font_size: number | null; line_height: number | null; bell: "off" | "visual" | "sound" | null; copy_on_select: boolean | null; quick_paste: boolean | null; backspace_as_ctrl_h: boolean | null; screen_reader: boolean | null; lazy_tree: boolean | null };
  perms: string[];
}
export interface UsersProfileSecretkey {
  has_secret_key: boolean | null;
}
export interface UsersProfileSecretkeyUpdateBody {
  new_secret_key: string | null;
  new_secret_key_again: string | null;
}
export interface UsersProfileUpdateBody {
  name?: string;
  public_key?: string | null;
  email?: string;
  wechat?: string;
  phone?: string | { code: string; phone: string } | null;
  mfa_level?: 0 | 1 | 2 | { value: 0 | 1 | 2 };
  comment?: string;
  need_update_password?: boolean;
  is_first_login?: boolean;
}
export interface UsersServiceaccountRegister {
  id: string;
  name: string;
  comment: string;
  access_key: { id: string; secret: string; is_active: boolean; date_created: string | null };
}
export interface UsersServiceaccountRegisterBody {
  name: string;
  comment?: string;
}
export interface UsersSponsoredList {
  id: string;
  name: string;
  username: string;
  email: string;
  sponsor: string | null;
  last_login: string | null;
  date_expired: string;
  latest_end: string;
  is_due: boolean;
  is_let_end: boolean;
}
export interface UsersSponsoredRenewBody {
  date_expired: string;
}
export interface UsersUser {
  id: string;
  name: string;
  username: string;
  email: string;
  wechat: string;
  phone: { code: string; phone: string } | null;
  mfa_level: { value: 0 | 1 | 2; label: string };
  source: { value: "local" | "ldap" | "openid" | "radius" | "cas" | "saml2" | "oauth2" | "wecom" | "dingtalk" | "feishu" | "slack" | "custom"; label: string };
  wecom_id: string | null;
  dingtalk_id: string | null;
  feishu_id: string | null;
  slack_id: string | null;
  created_by: string;
  updated_by: string;
  comment: string;
  is_superuser: boolean;
  is_org_admin: boolean;
  avatar_url: string;
  groups: { id: string; name: string }[];
  system_roles?: { id: string; display_name: string }[];
  org_roles?: { id: string; display_name: string; name: string }[];
  password_strategy: { value: "email" | "slack" | "custom"; label: string };
  sponsor: { id: string; name: string; username: string } | null;
  is_service_account: boolean;
  is_valid: boolean;
  is_expired: boolean;
  is_waiting: boolean;
  is_active: boolean;
  is_otp_secret_key_bound: boolean;
  can_public_key_auth: boolean;
  mfa_enabled: boolean;
  is_manageable: boolean;
  need_update_password: boolean;
  mfa_force_enabled: boolean;
  is_first_login: boolean;
  login_blocked: boolean;
  from_outside: boolean;
  date_expired: string | null;
  date_joined: string | null;
  last_login: string | null;
  date_updated: string;
  date_password_last_updated: string | null;
}
export interface UsersUserBody {
  id?: string;
  name?: string;
  username?: string;
  password?: string | null;
  public_key?: string | null;
  email?: string;
  wechat?: string;
  phone?: string | { code: string; phone: string } | null;
  mfa_level?: 0 | 1 | 2 | { value: 0 | 1 | 2 };
  source?: "local" | "ldap" | "openid" | "radius" | "cas" | "saml2" | "oauth2" | "wecom" | "dingtalk" | "feishu" | "slack" | "custom" | { value: "local" | "ldap" | "openid" | "radius" | "cas" | "saml2" | "oauth2" | "wecom" | "dingtalk" | "feishu" | "slack" | "custom" };
  comment?: string;
  groups?: readonly Related[];
  system_roles?: readonly Related[];
  org_roles?: readonly Related[];
  password_strategy?: "email" | "slack" | "custom" | { value: "email" | "slack" | "custom" };
  sponsor?: Related | null;
  is_active?: boolean;
  need_update_password?: boolean;
  from_outside?: boolean;
  date_expired?: string | null;
}
export interface UsersUserInviteBody {
  users: readonly Related[];
  org_roles?: readonly Related[];
}
export interface UsersUserPasswordBody {
  password: string | null;
}
export interface UsersUserSuggested {
  id: string;
  name?: string;
  username: string;
  email?: string;
  wechat?: string;
  phone?: { code: string; phone: string } | null;
  mfa_level?: { value: 0 | 1 | 2; label: string };
  source?: { value: "local" | "ldap" | "openid" | "radius" | "cas" | "saml2" | "oauth2" | "wecom" | "dingtalk" | "feishu" | "slack" | "custom"; label: string };
  wecom_id?: string | null;
  dingtalk_id?: string | null;
  feishu_id?: string | null;
  slack_id?: string | null;
  created_by?: string;
  updated_by?: string;
  comment?: string;
  is_superuser?: boolean;
  is_org_admin?: boolean;
  avatar_url?: string;
  groups?: { id: string; name: string }[];
  system_roles?: { id: string; display_name: string }[];
  org_roles?: { id: string; display_name: string; name: string }[];
  password_strategy?: { value: "email" | "slack" | "custom"; label: string };
  sponsor?: { id: string; name: string; username: string } | null;
  is_service_account?: boolean;
  is_valid?: boolean;
  is_expired?: boolean;
  is_waiting?: boolean;
  is_active?: boolean;
  is_otp_secret_key_bound?: boolean;
  can_public_key_auth?: boolean;
  mfa_enabled?: boolean;
  is_manageable?: boolean;
  need_update_password?: boolean;
  mfa_force_enabled?: boolean;
  is_first_login?: boolean;
  login_blocked?: boolean;
  from_outside?: boolean;
  date_expired?: string | null;
  date_joined?: string;
  last_login?: string | null;
  date_updated?: string;
  date_password_last_updated?: string | null;
}
export interface UsersUsergroup {
  id: string;
  name: string;
  comment: string;
  users: { id: string; name: string }[];
  created_by: string;
  org_id: string;
  org_name: string;
  date_created: string;
}
export interface UsersUsergroupBody {
  id?: string;
  name?: string;
  comment?: string;
  users?: readonly Related[];
}
export interface UsersUsergrouprelationCreateBody {
  usergroup: Related;
  user: Related;
}
export interface UsersUsergrouprelationList {
  id: number;
  user: string;
  user_display: string;
  usergroup: string;
  usergroup_display: string;
}
export interface XpackCloudaccount {
  id: string;
  name: string;
  provider: { value: "aliyun" | "qcloud" | "qcloud_lighthouse" | "huaweicloud" | "baiducloud" | "jdcloud" | "aws_china" | "aws_international" | "azure" | "azure_international" | "gcp" | "ucloud" | "vmware" | "openstack" | "nutanix" | "lan"; label: string };
  attrs: Record<string, unknown>;
  comment: string;
  created_by: string;
  org_id: string;
  org_name: string;
  validity: boolean | null;
  date_created: string;
  date_updated: string;
}
export interface XpackCloudaccountBody {
  id?: string;
  name?: string;
  provider?: "aliyun" | "qcloud" | "qcloud_lighthouse" | "huaweicloud" | "baiducloud" | "jdcloud" | "aws_china" | "aws_international" | "azure" | "azure_international" | "gcp" | "ucloud" | "vmware" | "openstack" | "nutanix" | "lan" | { value: "aliyun" | "qcloud" | "qcloud_lighthouse" | "huaweicloud" | "baiducloud" | "jdcloud" | "aws_china" | "aws_international" | "azure" | "azure_international" | "gcp" | "ucloud" | "vmware" | "openstack" | "nutanix" | "lan" };
  attrs?: object;
  comment?: string;
}
export interface XpackInterfaceThemes {
  name: string;
  label: string;
  colors: { "--color-primary"?: string; "--color-success"?: string; "--color-info"?: string; "--color-warning"?: string; "--color-danger"?: string };
}
export interface XpackLicenseDetailBare {
  subscription_id: string | null;
  corporation: string | null;
  asset_count: number | null;
  current_asset_count: number;
  edition: string | null;
  serial_no: string | null;
  remark: string | null;
  standing: "none" | "valid" | "expiring" | "grace" | "expired";
  test: boolean;
  own: boolean;
  date_expired: string | null;
  date_issued: string | null;
  date_grace: string | null;
}
export interface XpackSyncinstancedetail {
  id: string;
  task: { id: string; name: string } | null;
  instance_id: string;
  name: string;
  asset_ip: string;
  region: string;
  asset: { id: string; name: string } | null;
  status: 0 | 1 | 2 | 3;
  org_id: string;
  org_name: string;
  date_sync: string | null;
}
export type XpackSyncinstancedetailBody = AccountsAccountbackupexecutionBody;
export interface XpackSyncinstancetask {
  id: string;
  name: string;
  account: { id: string; name: string; provider: { value: "aliyun" | "qcloud" | "qcloud_lighthouse" | "huaweicloud" | "baiducloud" | "jdcloud" | "aws_china" | "aws_international" | "azure" | "azure_international" | "gcp" | "ucloud" | "vmware" | "openstack" | "nutanix" | "lan"; label: string } };
  regions: string[];
  hostname_strategy: { value: "instance_name_partial_ip" | "instance_name_and_ip" | "instance_name"; label: string };
  node: { id: string; name: string; full_value: string };
  protocols: string;
  ip_network_segment_group: string[];
  sync_ip_type: { value: "private" | "public"; label: string };
  crontab: string | null;
  interval: number | null;
  periodic_display: string;
  history_count: number;
  instance_count: number;
  comment: string;
  created_by: string;
  org_id: string;
  org_name: string;
  is_always_update: boolean;
  is_periodic: boolean;
  date_last_sync: string | null;
  date_created: string;
  date_updated: string;
}
export interface XpackSyncinstancetaskBody {
  id?: string;
  name?: string;
  account?: Related;
  regions?: readonly string[];
  hostname_strategy?: "instance_name_partial_ip" | "instance_name_and_ip" | "instance_name" | { value: "instance_name_partial_ip" | "instance_name_and_ip" | "instance_name" };
  node?: Related;
  protocols?: string;
  ip_network_segment_group?: readonly string[];
  sync_ip_type?: "private" | "public" | { value: "private" | "public" };
  crontab?: string | null;
  interval?: number | null;
  comment?: string;
  is_always_update?: boolean;
  is_periodic?: boolean;
}
export interface XpackSyncinstancetaskexecution {
  id: string;
  task: { id: string; name: string };
  trigger: { value: "manual" | "timing"; label: string };
  summary: Record<string, number>;
  status: 0 | 1 | 2;
  org_id: string;
  org_name: string;
  date_start: string | null;
  date_sync: string | null;
}
export type XpackSyncinstancetaskexecutionBody = AccountsAccountbackupexecutionBody;
export interface AccountsAccountQuery {
  id?: string;
  username?: string | number;
  secret_type?: "password" | "ssh_key" | "access_key" | "token" | "api_key" | readonly ("password" | "ssh_key" | "access_key" | "token" | "api_key")[];
  source_id?: string | number;
  has_secret?: boolean | 0 | 1;
  destination_confirmed?: boolean | 0 | 1;
  privileged?: boolean | 0 | 1;
  is_active?: boolean | 0 | 1;
  search?: QueryValue;
  asset?: QueryValue;
  assets?: QueryValue;
  asset_id?: QueryValue;
  address?: QueryValue;
  platform?: QueryValue;
  category?: QueryValue;
  type?: QueryValue;
  node_id?: QueryValue;
  nodes?: QueryValue;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface AccountsAccountbackupautomationQuery {
  id?: string;
  name?: string | number;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface AccountsAccountbackupexecutionQuery {
  id?: string;
  trigger?: "manual" | "timing" | readonly ("manual" | "timing")[];
  plan_id?: QueryValue;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface AccountsAccounttemplateQuery {
  id?: string;
  name?: string | number;
  username?: string | number;
  protocols?: QueryValue;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface AccountsChangesecretautomationQuery {
  id?: string;
  name?: string | number;
  secret_type?: "password" | "ssh_key" | readonly ("password" | "ssh_key")[];
  secret_strategy?: "specific" | "random" | readonly ("specific" | "random")[];
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface AccountsChangesecretexecutionQuery {
  id?: string;
  trigger?: "manual" | "timing" | readonly ("manual" | "timing")[];
  automation_id?: QueryValue;
  search?: QueryValue;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface AccountsChangesecretrecordQuery {
  id?: string;
  asset?: string | number;
  execution_id?: QueryValue;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export type AccountsGatheraccountsautomationQuery = AccountsAccountbackupautomationQuery;
export type AccountsGatheraccountsexecutionQuery = AccountsChangesecretexecutionQuery;
export interface AccountsGatheredaccountQuery {
  id?: string;
  asset_id?: QueryValue;
  node_id?: QueryValue;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export type AccountsPushaccountautomationQuery = AccountsChangesecretautomationQuery;
export type AccountsPushaccountexecutionQuery = AccountsChangesecretexecutionQuery;
export type AccountsPushaccountrecordQuery = AccountsChangesecretrecordQuery;
export interface AclsCommandfilteraclQuery {
  id?: string;
  name?: string | number;
  action?: "reject" | "accept" | "review" | "warning" | readonly ("reject" | "accept" | "review" | "warning")[];
  users?: QueryValue;
  assets?: QueryValue;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export type AclsCommandgroupQuery = AccountsAccountbackupautomationQuery;
export interface AclsConnectmethodaclQuery {
  id?: string;
  name?: string | number;
  action?: "reject" | readonly ("reject")[];
  users?: QueryValue;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface AclsLoginaclQuery {
  id?: string;
  name?: string | number;
  action?: "reject" | "accept" | "review" | "mfa" | readonly ("reject" | "accept" | "review" | "mfa")[];
  users?: QueryValue;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface AclsLoginassetaclQuery {
  id?: string;
  name?: string | number;
  action?: "reject" | "accept" | "review" | "mfa" | readonly ("reject" | "accept" | "review" | "mfa")[];
  users?: QueryValue;
  assets?: QueryValue;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface AssetsAssetQuery {
  id?: string;
  name?: string | number;
  address?: string | number;
  destination_confirmed?: boolean | 0 | 1;
  is_active?: boolean | 0 | 1;
  category?: QueryValue | readonly (QueryValue)[];
  type?: QueryValue | readonly (QueryValue)[];
  platform?: QueryValue;
  domain?: QueryValue;
  protocols?: QueryValue;
  labels?: QueryValue;
  label?: QueryValue;
  node?: QueryValue;
  node_id?: QueryValue;
  ips?: QueryValue;
  domain_enabled?: QueryValue;
  ping_enabled?: QueryValue;
  gather_facts_enabled?: QueryValue;
  gather_accounts_enabled?: QueryValue;
  change_secret_enabled?: QueryValue;
  push_account_enabled?: QueryValue;
  verify_account_enabled?: QueryValue;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
  attr_rules?: string;
}
export type AssetsCloudQuery = AssetsAssetQuery;
export type AssetsCustomQuery = AssetsAssetQuery;
export type AssetsDatabaseQuery = AssetsAssetQuery;
export type AssetsDeviceQuery = AssetsAssetQuery;
export type AssetsDomainQuery = AccountsAccountbackupautomationQuery;
export interface AssetsFavoriteassetQuery {
  id?: string;
  asset?: string | number;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export type AssetsGatewayQuery = AssetsAssetQuery;
export type AssetsGptQuery = AssetsAssetQuery;
export type AssetsHostQuery = AssetsAssetQuery;
export interface AssetsLabelQuery {
  id?: string;
  name?: string | number;
  value?: string | number;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface AssetsNodeQuery {
  key?: string | number;
  value?: string | number;
  id?: QueryValue;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface AssetsPlatformQuery {
  id?: number | string;
  name?: string | number;
  category?: "host" | "device" | "database" | "cloud" | "web" | "gpt" | "custom" | readonly ("host" | "device" | "database" | "cloud" | "web" | "gpt" | "custom")[];
  type?: string | number | readonly (string | number)[];
  protocol?: QueryValue;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export type AssetsWebQuery = AssetsAssetQuery;
export interface AuditsFtplogQuery {
  id?: string;
  user?: string | number;
  asset?: string | number;
  account?: string | number;
  operate?: "mkdir" | "rmdir" | "delete" | "upload" | "rename" | "symlink" | "download" | "rename_dir" | readonly ("mkdir" | "rmdir" | "delete" | "upload" | "rename" | "symlink" | "download" | "rename_dir")[];
  filename?: string | number;
  session_id?: QueryValue;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
  date_from?: string;
  date_to?: string;
  count?: 'capped';
}
export interface AuditsJoblogQuery {
  id?: string;
  trigger?: "manual" | "timing" | readonly ("manual" | "timing")[];
  creator__name?: QueryValue;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
  date_from?: string;
  date_to?: string;
}
export interface AuditsOperatelogQuery {
  id?: string;
  user?: string | number;
  action?: "view" | "update" | "delete" | "create" | "connect" | "login" | "change_password" | readonly ("view" | "update" | "delete" | "create" | "connect" | "login" | "change_password")[];
  resource?: string | number;
  remote_addr?: string | number;
  resource_type?: QueryValue;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
  date_from?: string;
  date_to?: string;
  count?: 'capped';
}
export interface AuditsPasswordchangelogQuery {
  id?: string;
  user?: string | number;
  change_by?: string | number;
  remote_addr?: string | number;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
  date_from?: string;
  date_to?: string;
  count?: 'capped';
}
export interface AuditsUserloginlogQuery {
  id?: string;
  username?: string | number;
  type?: "W" | "T" | "U" | readonly ("W" | "T" | "U")[];
  ip?: string | number;
  mfa?: 0 | 1 | 2 | readonly (0 | 1 | 2)[];
  status?: true | false | readonly (true | false)[];
  city?: QueryValue;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
  date_from?: string;
  date_to?: string;
  count?: 'capped';
}
export interface AuthenticationAccesskeyQuery {
  id?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface AuthenticationConnectiontokenQuery {
  id?: string;
  user_display?: string | number;
  asset_display?: string | number;
  search?: QueryValue;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export type AuthenticationSshkeyQuery = AuthenticationAccesskeyQuery;
export type AuthenticationTemptokenQuery = AuthenticationAccesskeyQuery;
export interface NotificationsSitemessageQuery {
  id?: string;
  has_read?: boolean | 0 | 1;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export type OpsAdhocQuery = AccountsAccountbackupautomationQuery;
export type OpsCelerytaskQuery = AccountsAccountbackupautomationQuery;
export interface OpsCelerytaskexecutionQuery {
  id?: string;
  is_finished?: boolean | 0 | 1;
  task_id?: QueryValue;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
  date_from?: string;
  date_to?: string;
}
export type OpsJobQuery = AccountsAccountbackupautomationQuery;
export interface OpsJobexecutionQuery {
  id?: string;
  trigger?: "manual" | "timing" | readonly ("manual" | "timing")[];
  status?: QueryValue;
  job_id?: QueryValue;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export type OpsListfileQuery = AuthenticationAccesskeyQuery;
export type OpsPlaybookQuery = AccountsAccountbackupautomationQuery;
export type OrgsOrganizationQuery = AccountsAccountbackupautomationQuery;
export interface PermsAccessreviewQuery {
  id?: string;
  name?: string | number;
  state?: "preparing" | "open" | "ended" | "called_off" | "failed" | readonly ("preparing" | "open" | "ended" | "called_off" | "failed")[];
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
  date_from?: string;
  date_to?: string;
}
export interface PermsAccessreviewlineQuery {
  id?: string;
  review?: string | number;
  side?: "user" | "group" | readonly ("user" | "group")[];
  decision?: "undecided" | "keep" | "revoke" | readonly ("undecided" | "keep" | "revoke")[];
  outcome?: "none" | "kept" | "revoked" | "gone" | readonly ("none" | "kept" | "revoked" | "gone")[];
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface PermsAssetpermissionQuery {
  id?: string;
  name?: string | number;
  is_valid?: boolean | 0 | 1;
  from_ticket?: boolean | 0 | 1;
  grants_nothing?: QueryValue;
  is_effective?: QueryValue;
  user_id?: QueryValue;
  username?: QueryValue;
  user_group_id?: QueryValue;
  user_group?: QueryValue;
  asset_id?: QueryValue;
  asset_name?: QueryValue;
  address?: QueryValue;
  node_id?: QueryValue;
  node_name?: QueryValue;
  accounts?: QueryValue;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface PermsOwnaccessreviewQuery {
  id?: string;
  name?: string | number;
  state?: "preparing" | "open" | "ended" | "called_off" | "failed" | readonly ("preparing" | "open" | "ended" | "called_off" | "failed")[];
  waiting?: QueryValue;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
  date_from?: string;
  date_to?: string;
}
export type PermsOwnaccessreviewlineQuery = PermsAccessreviewlineQuery;
export interface RbacOrgroleQuery {
  id?: string;
  scope?: "org" | readonly ("org")[];
  builtin?: boolean | 0 | 1;
  name?: QueryValue;
  search?: QueryValue;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface RbacOrgrolebindingQuery {
  id?: string;
  user?: string | number;
  role?: string | number;
  scope?: "system" | "org" | readonly ("system" | "org")[];
  org?: string | number;
  user__name?: QueryValue;
  user__username?: QueryValue;
  role__name?: QueryValue;
  search?: QueryValue;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface RbacRoleQuery {
  id?: string;
  scope?: "system" | "org" | readonly ("system" | "org")[];
  builtin?: boolean | 0 | 1;
  name?: QueryValue;
  search?: QueryValue;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export type RbacRolebindingQuery = RbacOrgrolebindingQuery;
export interface RbacSystemroleQuery {
  id?: string;
  scope?: "system" | readonly ("system")[];
  builtin?: boolean | 0 | 1;
  name?: QueryValue;
  search?: QueryValue;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export type RbacSystemrolebindingQuery = RbacOrgrolebindingQuery;
export interface SettingsAdmissionruleQuery {
  id?: string;
  name?: string | number;
  source?: "any" | "ldap" | "radius" | "openid" | "oauth2" | "saml2" | "cas" | "wecom" | "dingtalk" | "feishu" | "slack" | readonly ("any" | "ldap" | "radius" | "openid" | "oauth2" | "saml2" | "cas" | "wecom" | "dingtalk" | "feishu" | "slack")[];
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface SettingsAuditreceiverQuery {
  id?: string;
  name?: string | number;
  type?: "syslog" | "https" | "file" | readonly ("syslog" | "https" | "file")[];
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface SettingsSavedviewQuery {
  id?: string;
  table_name?: string | number;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface TerminalAppletQuery {
  id?: string;
  name?: string | number;
  version?: string | number;
  is_active?: boolean | 0 | 1;
  builtin?: QueryValue;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export type TerminalApplethostQuery = AssetsAssetQuery;
export interface TerminalApplethostdeploymentQuery {
  id?: string;
  host?: string | number;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface TerminalAppletpublicationQuery {
  id?: string;
  applet?: string | number;
  host?: string | number;
  status?: "pending" | "success" | "failed" | "mismatch" | readonly ("pending" | "success" | "failed" | "mismatch")[];
  search?: QueryValue;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface TerminalCommandQuery {
  id?: string;
  asset?: string | number;
  account?: string | number;
  session?: string | number;
  risk_level?: 0 | 4 | 5 | 6 | 7 | 8 | readonly (0 | 4 | 5 | 6 | 7 | 8)[];
  command_storage_id?: QueryValue;
  session_id?: QueryValue;
  user?: QueryValue;
  input?: QueryValue;
  date_from?: QueryValue;
  date_to?: QueryValue;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
  count?: 'capped';
}
export interface TerminalCommandstorageQuery {
  id?: string;
  name?: string | number;
  type?: "null" | "server" | "es" | readonly ("null" | "server" | "es")[];
  is_default?: boolean | 0 | 1;
  real?: QueryValue;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface TerminalEndpointQuery {
  id?: string;
  name?: string | number;
  host?: string | number;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export type TerminalEndpointruleQuery = AccountsAccountbackupautomationQuery;
export interface TerminalReplaystorageQuery {
  id?: string;
  name?: string | number;
  type?: "null" | "server" | "s3" | "ceph" | "oss" | "obs" | "cos" | "azure" | "sftp" | readonly ("null" | "server" | "s3" | "ceph" | "oss" | "obs" | "cos" | "azure" | "sftp")[];
  is_default?: boolean | 0 | 1;
  real?: QueryValue;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface TerminalScreentextQuery {
  id?: string;
  session?: string | number;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
  date_from?: string;
  date_to?: string;
}
export interface TerminalSessionQuery {
  id?: string;
  user?: string | number;
  asset?: string | number;
  account?: string | number;
  protocol?: string | number;
  login_from?: "ST" | "RT" | "WT" | "DT" | readonly ("ST" | "RT" | "WT" | "DT")[];
  remote_addr?: string | number;
  end_reason?: "user_closed" | "terminated" | "component_revoked" | "login_ended" | "rule_refused" | "recording_failed" | "permission_expired" | "permission_removed" | "user_disabled" | "user_expired" | "asset_disabled" | "account_disabled" | "upload_refused" | "download_refused" | "files_disabled" | "mosh_refused" | "token_refused" | "join_refused" | "share_removed" | "idle" | "time_limit" | "session_limit" | "target_closed" | "target_unreachable" | "target_refused_login" | "target_algorithms" | "host_key_changed" | "protocol_error" | "target_lost" | "client_lost" | "gateway_unreachable" | "carried_elsewhere" | "carrier_silent" | "core_unavailable" | "gateway_stopping" | "gateway_lost" | "component_lost" | readonly ("user_closed" | "terminated" | "component_revoked" | "login_ended" | "rule_refused" | "recording_failed" | "permission_expired" | "permission_removed" | "user_disabled" | "user_expired" | "asset_disabled" | "account_disabled" | "upload_refused" | "download_refused" | "files_disabled" | "mosh_refused" | "token_refused" | "join_refused" | "share_removed" | "idle" | "time_limit" | "session_limit" | "target_closed" | "target_unreachable" | "target_refused_login" | "target_algorithms" | "host_key_changed" | "protocol_error" | "target_lost" | "client_lost" | "gateway_unreachable" | "carried_elsewhere" | "carrier_silent" | "core_unavailable" | "gateway_stopping" | "gateway_lost" | "component_lost")[];
  is_finished?: boolean | 0 | 1;
  terminal?: QueryValue;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
  date_from?: string;
  date_to?: string;
  count?: 'capped';
}
export interface TerminalSessionjoinrecordQuery {
  id?: string;
  login_from?: "ST" | "RT" | "WT" | "DT" | readonly ("ST" | "RT" | "WT" | "DT")[];
  is_success?: boolean | 0 | 1;
  is_finished?: boolean | 0 | 1;
  sharing?: QueryValue;
  session?: QueryValue;
  joiner?: QueryValue;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
  date_from?: string;
  date_to?: string;
}
export interface TerminalSessionsharingQuery {
  id?: string;
  expired_time?: number | string;
  is_active?: boolean | 0 | 1;
  session?: QueryValue;
  creator?: QueryValue;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface TerminalTaskQuery {
  id?: string;
  is_finished?: boolean | 0 | 1;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface TerminalTerminalQuery {
  id?: string;
  type?: string | number;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface TicketsApplyassetticketQuery {
  id?: string;
  title?: string | number;
  type?: "apply_asset" | "login_confirm" | "login_asset_confirm" | "command_confirm" | readonly ("apply_asset" | "login_confirm" | "login_asset_confirm" | "command_confirm")[];
  state?: "pending" | "approved" | "rejected" | "closed" | readonly ("pending" | "approved" | "rejected" | "closed")[];
  status?: "open" | "closed" | readonly ("open" | "closed")[];
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export type TicketsApplycommandticketQuery = TicketsApplyassetticketQuery;
export type TicketsApplyloginassetticketQuery = TicketsApplyassetticketQuery;
export type TicketsApplyloginticketQuery = TicketsApplyassetticketQuery;
export interface TicketsTicketQuery {
  id?: string;
  title?: string | number;
  type?: "apply_asset" | "login_confirm" | "login_asset_confirm" | "command_confirm" | readonly ("apply_asset" | "login_confirm" | "login_asset_confirm" | "command_confirm")[];
  state?: "pending" | "approved" | "rejected" | "closed" | readonly ("pending" | "approved" | "rejected" | "closed")[];
  status?: "open" | "closed" | readonly ("open" | "closed")[];
  applicant?: string | number;
  assignees__id?: QueryValue;
  relevant_asset?: QueryValue;
  relevant_command?: QueryValue;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface TicketsTicketflowQuery {
  id?: string;
  type?: "apply_asset" | readonly ("apply_asset")[];
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface UsersUserQuery {
  id?: string;
  name?: string | number;
  username?: string | number;
  email?: string | number;
  source?: "local" | "ldap" | "openid" | "radius" | "cas" | "saml2" | "oauth2" | "wecom" | "dingtalk" | "feishu" | "slack" | "custom" | readonly ("local" | "ldap" | "openid" | "radius" | "cas" | "saml2" | "oauth2" | "wecom" | "dingtalk" | "feishu" | "slack" | "custom")[];
  sponsor?: string | number;
  is_waiting?: boolean | 0 | 1;
  is_active?: boolean | 0 | 1;
  from_outside?: boolean | 0 | 1;
  group_id?: QueryValue;
  exclude_group_id?: QueryValue;
  groups?: QueryValue;
  system_roles?: QueryValue;
  org_roles?: QueryValue;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
  attr_rules?: string;
}
export type UsersUsergroupQuery = AccountsAccountbackupautomationQuery;
export interface XpackCloudaccountQuery {
  id?: string;
  name?: string | number;
  provider?: "aliyun" | "qcloud" | "qcloud_lighthouse" | "huaweicloud" | "baiducloud" | "jdcloud" | "aws_china" | "aws_international" | "azure" | "azure_international" | "gcp" | "ucloud" | "vmware" | "openstack" | "nutanix" | "lan" | readonly ("aliyun" | "qcloud" | "qcloud_lighthouse" | "huaweicloud" | "baiducloud" | "jdcloud" | "aws_china" | "aws_international" | "azure" | "azure_international" | "gcp" | "ucloud" | "vmware" | "openstack" | "nutanix" | "lan")[];
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface XpackSyncinstancedetailQuery {
  id?: string;
  task?: string | number;
  status?: 0 | 1 | 2 | 3 | readonly (0 | 1 | 2 | 3)[];
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface XpackSyncinstancetaskQuery {
  id?: string;
  name?: string | number;
  account?: string | number;
  search?: string;
  ids?: string | readonly (string | number)[];
  spm?: string;
}
export interface XpackSyncinstancetaskexecutionQuery {
  id?: string;
  task?: string | number;
  status?: 0 | 1 | 2 | readonly (0 | 1 | 2)[];
  ids?: string | readonly (string | number)[];
  spm?: string;
}
/** Everything the API does, by what it is about. */
export interface Api {
  access: {
    explain: Write<AccessExplanation, PermsAccessExplainBody, []>;
    effect: Write<AccessEffect, PermsAccessEffectBody, []>;
  };
  accessKeys: {
    create: Write<{ id: string; secret: string; is_active: boolean; date_created: string }, AuthenticationAccesskeyCreateBody, []>;
    list: List<AuthenticationAccesskey, AuthenticationAccesskeyQuery, []>;
    retrieve: Read<AuthenticationAccesskey, AnyQuery, [id: string]>;
    update: Write<AuthenticationAccesskey, AuthenticationAccesskeyBody, [id: string]>;
    partialUpdate: Write<AuthenticationAccesskey, AuthenticationAccesskeyBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  accessReviewLines: {
    list: List<PermsAccessreviewline, PermsAccessreviewlineQuery, []>;
    retrieve: Read<PermsAccessreviewline, AnyQuery, [id: string]>;
  };
  accessReviews: {
    end: Write<void, PermsAccessreviewEndBody, [id: string]>;
    evidence: Read<Record<string, unknown>, AnyQuery, [id: string]>;
    list: List<PermsAccessreview, PermsAccessreviewQuery, []>;
    create: Create<PermsAccessreview, Needs<PermsAccessreviewBody, "name" | "reviewers" | "date_due">>;
    retrieve: Read<PermsAccessreview, AnyQuery, [id: string]>;
    update: Write<PermsAccessreview, Needs<PermsAccessreviewBody, "name" | "reviewers" | "date_due">, [id: string]>;
    partialUpdate: Write<PermsAccessreview, PermsAccessreviewBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  accountBackupPlanExecutions: {
    create: Write<{ task: string }, AccountsAccountbackupexecutionCreateBody, []>;
    list: List<AccountsAccountbackupexecution, AccountsAccountbackupexecutionQuery, []>;
    retrieve: Read<AccountsAccountbackupexecution, AnyQuery, [id: string]>;
  };
  accountBackupPlans: {
    list: List<AccountsAccountbackupautomation, AccountsAccountbackupautomationQuery, []>;
    create: Create<AccountsAccountbackupautomation, Needs<AccountsAccountbackupautomationBody, "name">>;
    bulkUpdate: Write<AccountsAccountbackupautomation[], readonly (Needs<AccountsAccountbackupautomationBody & { id: string }, "name">)[], []>;
    partialBulkUpdate: Write<AccountsAccountbackupautomation[], readonly (AccountsAccountbackupautomationBody & { id: string })[], []>;
    bulkDestroy: Read<void, AccountsAccountbackupautomationQuery, []>;
    retrieve: Read<AccountsAccountbackupautomation, AnyQuery, [id: string]>;
    update: Write<AccountsAccountbackupautomation, Needs<AccountsAccountbackupautomationBody, "name">, [id: string]>;
    partialUpdate: Write<AccountsAccountbackupautomation, AccountsAccountbackupautomationBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  accountSecrets: {
    list: List<AccountsSecretList, AccountsAccountQuery, []>;
    retrieve: Read<AccountsSecretList, AnyQuery, [id: string]>;
    histories: List<AccountsSecretHistories, AnyQuery, [id: string]>;
  };
  accountTemplateSecrets: {
    list: List<AccountsTemplatesecretList, AccountsAccounttemplateQuery, []>;
    retrieve: Read<AccountsTemplatesecretList, AnyQuery, [id: string]>;
  };
  accountTemplates: {
    suFrom: List<AccountsAccounttemplate, AccountsAccounttemplateQuery & { template_id?: string | number }, []>;
    list: List<AccountsAccounttemplate, AccountsAccounttemplateQuery, []>;
    create: Create<AccountsAccounttemplate, Needs<AccountsAccounttemplateBody, "name">>;
    bulkUpdate: Write<AccountsAccounttemplate[], readonly (Needs<AccountsAccounttemplateBody & { id: string }, "name">)[], []>;
    partialBulkUpdate: Write<AccountsAccounttemplate[], readonly (AccountsAccounttemplateBody & { id: string })[], []>;
    bulkDestroy: Read<void, AccountsAccounttemplateQuery, []>;
    retrieve: Read<AccountsAccounttemplate, AnyQuery, [id: string]>;
    update: Write<AccountsAccounttemplate, Needs<AccountsAccounttemplateBody, "name">, [id: string]>;
    partialUpdate: Write<AccountsAccounttemplate, AccountsAccounttemplateBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  accounts: {
    suFrom: List<AccountsAccount, AccountsAccountQuery & { account?: string | number; asset?: string | number }, []>;
    usernames: Read<string[], { assets?: string | number; keys?: string | number; nodes?: string | number; username?: string | number }, []>;
    clearSecret: Write<Record<never, never>, AccountsAccountClearSecretBody, []>;
    bulk: Write<({ asset: string; asset_id: string; state: "error" | "skipped" | "updated" | "created"; error?: string; changed?: boolean })[], AccountsAccountBulkBody, []>;
    tasks: Write<{ task: string }, AccountsAccountTasksBody, []>;
    list: List<AccountsAccount, AccountsAccountQuery, []>;
    create: Create<AccountsAccount, Needs<AccountsAccountBody, "username" | "asset">>;
    bulkUpdate: Write<AccountsAccount[], readonly (AccountsAccountBody & { id: string })[], []>;
    partialBulkUpdate: Write<AccountsAccount[], readonly (AccountsAccountBody & { id: string })[], []>;
    bulkDestroy: Read<void, AccountsAccountQuery, []>;
    retrieve: Read<AccountsAccount, AnyQuery, [id: string]>;
    update: Write<AccountsAccount, AccountsAccountBody, [id: string]>;
    partialUpdate: Write<AccountsAccount, AccountsAccountBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  acls: {
    unreadableRules: List<AclsUnreadableRules, AnyQuery, []>;
  };
  activities: {
    list: List<AuditsActivityList, { resource_id?: string | number }, []>;
  };
  adhocs: {
    list: List<OpsAdhoc, OpsAdhocQuery, []>;
    create: Create<OpsAdhoc, Needs<OpsAdhocBody, "name">>;
    bulkUpdate: Write<OpsAdhoc[], readonly (Needs<OpsAdhocBody & { id: string }, "name">)[], []>;
    partialBulkUpdate: Write<OpsAdhoc[], readonly (OpsAdhocBody & { id: string })[], []>;
    bulkDestroy: Read<void, OpsAdhocQuery, []>;
    retrieve: Read<OpsAdhoc, AnyQuery, [id: string]>;
    update: Write<OpsAdhoc, Needs<OpsAdhocBody, "name">, [id: string]>;
    partialUpdate: Write<OpsAdhoc, OpsAdhocBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  admissionRules: {
    try: Write<AdmissionRulesTried, AdmissionRulesTryBody, []>;
    list: List<SettingsAdmissionrule, SettingsAdmissionruleQuery, []>;
    create: Create<SettingsAdmissionrule, Needs<SettingsAdmissionruleBody, "name" | "values">>;
    bulkUpdate: Write<SettingsAdmissionrule[], readonly (Needs<SettingsAdmissionruleBody & { id: string }, "name" | "values">)[], []>;
    partialBulkUpdate: Write<SettingsAdmissionrule[], readonly (SettingsAdmissionruleBody & { id: string })[], []>;
    bulkDestroy: Read<void, SettingsAdmissionruleQuery, []>;
    retrieve: Read<SettingsAdmissionrule, AnyQuery, [id: string]>;
    update: Write<SettingsAdmissionrule, Needs<SettingsAdmissionruleBody, "name" | "values">, [id: string]>;
    partialUpdate: Write<SettingsAdmissionrule, SettingsAdmissionruleBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
  };
  appletHostDeployments: {
    create: Write<{ task: string }, TerminalApplethostdeploymentCreateBody, []>;
    list: List<TerminalApplethostdeployment, TerminalApplethostdeploymentQuery, []>;
    applets: Write<{ task: string }, TerminalApplethostdeploymentAppletsBody, []>;
    retrieve: Read<TerminalApplethostdeployment, AnyQuery, [id: string]>;
  };
  appletHosts: {
    startup: Write<{ msg: string }, undefined, [id: string]>;
    leases: List<AppletHostsLeases, AnyQuery, [host: string]>;
    list: List<TerminalApplethost, TerminalApplethostQuery, []>;
    create: Create<TerminalApplethost, Needs<TerminalApplethostBody, "name" | "address">>;
    bulkUpdate: Write<TerminalApplethost[], readonly (Needs<TerminalApplethostBody & { id: string }, "name" | "address">)[], []>;
    partialBulkUpdate: Write<TerminalApplethost[], readonly (TerminalApplethostBody & { id: string })[], []>;
    bulkDestroy: Read<void, TerminalApplethostQuery, []>;
    retrieve: Read<TerminalApplethost, AnyQuery, [id: string]>;
    update: Write<TerminalApplethost, Needs<TerminalApplethostBody, "name" | "address">, [id: string]>;
    partialUpdate: Write<TerminalApplethost, TerminalApplethostBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
    generate: Write<{ msg: string }, undefined, [id: string]>;
  };
  appletHostsAccounts: {
    list: List<TerminalHostLogin, AnyQuery, []>;
    retrieve: Read<TerminalHostLogin, AnyQuery, [account: string]>;
    update: Write<TerminalHostLogin, TerminalHostaccountUpdateBody, [account: string]>;
  };
  appletHostsApplets: {
    list: List<TerminalAppletpublication, TerminalAppletpublicationQuery, []>;
    retrieve: Read<TerminalAppletpublication, AnyQuery, [applet: string]>;
    update: Write<TerminalAppletpublication, TerminalHostappletUpdateBody, [applet: string]>;
    reports: Write<TerminalAppletpublication[], TerminalHostappletReportsBody, []>;
  };
  appletPublications: {
    list: List<TerminalAppletpublication, TerminalAppletpublicationQuery, []>;
    create: Create<TerminalAppletpublication, Needs<TerminalAppletpublicationBody, "applet" | "host">>;
    retrieve: Read<TerminalAppletpublication, AnyQuery, [id: string]>;
    update: Write<TerminalAppletpublication, Needs<TerminalAppletpublicationBody, "applet" | "host">, [id: string]>;
    partialUpdate: Write<TerminalAppletpublication, TerminalAppletpublicationBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  applets: {
    upload: Write<TerminalApplet, FormData, []>;
    preview: Write<AppletsUnderstood, FormData, []>;
    create: Write<never, undefined, []>;
    list: List<TerminalApplet, TerminalAppletQuery, []>;
    bulkUpdate: Write<TerminalApplet[], readonly (Needs<TerminalAppletBody & { id: string }, "display_name">)[], []>;
    partialBulkUpdate: Write<TerminalApplet[], readonly (TerminalAppletBody & { id: string })[], []>;
    bulkDestroy: Read<void, TerminalAppletQuery, []>;
    retrieve: Read<TerminalApplet, AnyQuery, [id: string]>;
    update: Write<TerminalApplet, Needs<TerminalAppletBody, "display_name">, [id: string]>;
    partialUpdate: Write<TerminalApplet, TerminalAppletBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
    download: Read<string, AnyQuery, [id: string]>;
  };
  applyAssetTickets: {
    open: Write<TicketsApplyassetticket, TicketsApplyassetticketOpenBody, []>;
    approve: Write<"ok", TicketsApplyassetticketApproveBody, [id: string]>;
    partialApprove: Write<"ok", TicketsApplyassetticketApproveBody, [id: string]>;
    assets: Read<{ id: string; name: string }[], { org_id: string | number; search?: string | number }, []>;
    nodes: Read<{ id: string; name: string }[], { org_id: string | number; search?: string | number }, []>;
    deciders: Read<{ level: number; people: string[] }[], { org_id: string | number }, []>;
    again: Read<{ nodes: { id: string; name: string }[]; assets: { id: string; name: string }[]; gone: string[]; date_expired: string | null }, AnyQuery, [id: string]>;
    breakGlass: Write<TicketsApplyassetticket, TicketsApplyassetticketBreakGlassBody, []>;
    end: Write<"ok", undefined, [id: string]>;
    list: List<TicketsApplyassetticket, TicketsApplyassetticketQuery, []>;
    retrieve: Read<TicketsApplyassetticket, AnyQuery, [id: string]>;
    reject: Write<"ok", undefined, [id: string]>;
    close: Write<"ok", undefined, [id: string]>;
  };
  applyCommandTickets: {
    list: List<TicketsApplycommandticket, TicketsApplycommandticketQuery, []>;
    retrieve: Read<TicketsApplycommandticket, AnyQuery, [id: string]>;
    approve: Write<"ok", undefined, [id: string]>;
    reject: Write<"ok", undefined, [id: string]>;
    close: Write<"ok", undefined, [id: string]>;
  };
  applyLoginAssetTickets: {
    list: List<TicketsApplyloginassetticket, TicketsApplyloginassetticketQuery, []>;
    retrieve: Read<TicketsApplyloginassetticket, AnyQuery, [id: string]>;
    approve: Write<"ok", undefined, [id: string]>;
    reject: Write<"ok", undefined, [id: string]>;
    close: Write<"ok", undefined, [id: string]>;
  };
  applyLoginTickets: {
    list: List<TicketsApplyloginticket, TicketsApplyloginticketQuery, []>;
    retrieve: Read<TicketsApplyloginticket, AnyQuery, [id: string]>;
    approve: Write<"ok", undefined, [id: string]>;
    reject: Write<"ok", undefined, [id: string]>;
    close: Write<"ok", undefined, [id: string]>;
  };
  assetPermissions: {
    reach: Write<AssetpermissionReach, PermsAssetpermissionReachBody, []>;
    users: List<PermsAssetpermissionUsers, { username?: string | number; name?: string | number; search?: string | number }, [id: string]>;
    assets: List<PermsAssetpermissionAssets, { name?: string | number; address?: string | number; search?: string | number }, [id: string]>;
    accounts: List<AccountsAccount, AccountsAccountQuery, [id: string]>;
    list: List<PermsAssetpermission, PermsAssetpermissionQuery, []>;
    create: Create<PermsAssetpermission, Needs<PermsAssetpermissionBody, "name">>;
    bulkUpdate: Write<PermsAssetpermission[], readonly (Needs<PermsAssetpermissionBody & { id: string }, "name">)[], []>;
    partialBulkUpdate: Write<PermsAssetpermission[], readonly (PermsAssetpermissionBody & { id: string })[], []>;
    bulkDestroy: Read<void, PermsAssetpermissionQuery, []>;
    retrieve: Read<PermsAssetpermission, AnyQuery, [id: string]>;
    update: Write<PermsAssetpermission, Needs<PermsAssetpermissionBody, "name">, [id: string]>;
    partialUpdate: Write<PermsAssetpermission, PermsAssetpermissionBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  assets: {
    destinations: Write<{ id: string; name: string; confirmed: boolean; seen: string; changes: { field: string; label: string; before: string; after: string }[]; accounts: { id: string; name: string; username: string }[] }[], AssetsAssetDestinationsBody, []>;
    confirmDestinations: Write<{ id: string; name: string; confirmed: boolean }[], AssetsAssetConfirmDestinationsBody, []>;
    destination: Read<AssetsAssetDestination, AnyQuery, [id: string]>;
    confirmDestination: Write<AssetsAssetDestination, AssetsAssetConfirmDestinationBody, [id: string]>;
    task: Write<{ task: string }, AssetsAssetTaskBody, [id: string]>;
    tasks: Write<{ task: string }, AssetsAssetTasksBody, []>;
    create: Write<never, undefined, []>;
    list: List<AssetsAsset, AssetsAssetQuery, []>;
    bulkUpdate: Write<AssetsAsset[], readonly (Needs<AssetsAssetBody & { id: string }, "name" | "address" | "platform">)[], []>;
    partialBulkUpdate: Write<AssetsAsset[], readonly (AssetsAssetBody & { id: string })[], []>;
    bulkDestroy: Read<void, AssetsAssetQuery, []>;
    platform: Read<AssetsPlatform, AnyQuery, [id: string]>;
    gateways: List<AssetsGateway, AssetsGatewayQuery, [id: string]>;
    permUsers: List<UsersUser, UsersUserQuery, [id: string]>;
    permGroups: List<UsersUsergroup, UsersUsergroupQuery, [id: string]>;
    permUserPermissions: List<PermsAssetpermission, PermsAssetpermissionQuery, [id: string, user: string]>;
    permGroupPermissions: List<PermsAssetpermission, PermsAssetpermissionQuery, [id: string, group: string]>;
    forgetHostKeys: Read<void, AnyQuery, [id: string]>;
    retrieve: Read<AssetsAsset, AnyQuery, [id: string]>;
    update: Write<AssetsAsset, Needs<AssetsAssetBody, "name" | "address" | "platform">, [id: string]>;
    partialUpdate: Write<AssetsAsset, AssetsAssetBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
    suggestions: List<AssetsAsset, AssetsAssetQuery, []>;
  };
  auditReceivers: {
    list: List<SettingsAuditreceiver, SettingsAuditreceiverQuery, []>;
    create: Create<SettingsAuditreceiver, Needs<SettingsAuditreceiverBody, "name" | "type" | "address">>;
    retrieve: Read<SettingsAuditreceiver, AnyQuery, [id: string]>;
    update: Write<SettingsAuditreceiver, Needs<SettingsAuditreceiverBody, "name" | "address">, [id: string]>;
    partialUpdate: Write<SettingsAuditreceiver, SettingsAuditreceiverBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
    test: Read<SettingsAuditreceiverTest, AnyQuery, [id: string]>;
  };
  authentication: {
    auth: Write<AuthenticationStep, AuthenticationAuthBody, []>;
    tokens: Write<AuthenticationStep, AuthenticationAuthBody, []>;
  };
  backends: {
    list: List<NotificationsBackendList, AnyQuery, []>;
  };
  boundAccounts: {
    list: List<AuthenticationBoundaccountList, AnyQuery, []>;
    unbind: Write<void, AuthenticationBoundaccountUnbindBody, []>;
  };
  cas: {
    testing: Write<RadiusTested, undefined, []>;
  };
  categories: {
    list: List<AssetsCategoryList, AnyQuery, []>;
    types: List<AssetsCategoryTypes, AnyQuery, []>;
    constraints: Read<{ charset_enabled?: boolean; domain_enabled?: boolean; su_enabled?: boolean; protocols?: { name: string; port: number; secret_types: string[]; setting: Record<string, unknown>; required?: boolean; port_from_addr?: boolean; default?: boolean }[]; automation?: { ansible_enabled: boolean; ping_enabled: boolean; gather_facts_enabled: boolean; gather_accounts_enabled: boolean; verify_account_enabled: boolean; change_secret_enabled: boolean; push_account_enabled: boolean; ansible_config?: Record<string, unknown>; ping_methods?: { id: string; name: string }[]; gather_facts_methods?: { id: string; name: string }[]; gather_accounts_methods?: { id: string; name: string }[]; verify_account_methods?: { id: string; name: string }[]; change_secret_methods?: { id: string; name: string }[]; push_account_methods?: { id: string; name: string }[] }; charset?: string; su_methods?: string[] }, { category?: string | number; type?: string | number }, []>;
  };
  celeryPeriodTasks: {
    list: List<OpsPeriodtaskList, AnyQuery, []>;
    retrieve: Read<OpsPeriodtaskList, AnyQuery, [pk: number | string]>;
    update: Write<OpsPeriodtaskList, OpsPeriodtaskUpdateBody, [pk: number | string]>;
  };
  celeryTask: {
    log: Read<OpsTaskLog, { mark?: number | string }, [name: string, id: string]>;
    result: Read<OpsTaskResult, AnyQuery, [name: string, id: string]>;
  };
  changeSecretAutomations: {
    assets: List<AccountsChangesecretautomationAssets, { name?: string | number; address?: string | number; search?: string | number }, [id: string]>;
    addAssets: Write<AutomationRelinked, AccountsChangesecretautomationAddAssetsBody, [id: string]>;
    removeAssets: Write<AutomationRelinked, AccountsChangesecretautomationAddAssetsBody, [id: string]>;
    nodes: Write<AutomationRelinked, AccountsChangesecretautomationNodesBody, [id: string]>;
    list: List<AccountsChangesecretautomation, AccountsChangesecretautomationQuery, []>;
    create: Create<AccountsChangesecretautomation, Needs<AccountsChangesecretautomationBody, "name" | "accounts" | "secret_type" | "secret_strategy">>;
    bulkUpdate: Write<AccountsChangesecretautomation[], readonly (Needs<AccountsChangesecretautomationBody & { id: string }, "name" | "accounts" | "secret_type" | "secret_strategy">)[], []>;
    partialBulkUpdate: Write<AccountsChangesecretautomation[], readonly (AccountsChangesecretautomationBody & { id: string })[], []>;
    bulkDestroy: Read<void, AccountsChangesecretautomationQuery, []>;
    retrieve: Read<AccountsChangesecretautomation, AnyQuery, [id: string]>;
    update: Write<AccountsChangesecretautomation, Needs<AccountsChangesecretautomationBody, "name" | "accounts" | "secret_type" | "secret_strategy">, [id: string]>;
    partialUpdate: Write<AccountsChangesecretautomation, AccountsChangesecretautomationBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  changeSecretExecutions: {
    create: Write<{ task: string }, AccountsChangesecretexecutionCreateBody, []>;
    list: List<AccountsChangesecretexecution, AccountsChangesecretexecutionQuery, []>;
    retrieve: Read<AccountsChangesecretexecution, AnyQuery, [id: string]>;
  };
  changeSecretRecords: {
    list: List<AccountsChangesecretrecord, AccountsChangesecretrecordQuery, []>;
  };
  changes: {
    list: List<SettingsChangesList, { category?: string | number; provider?: string | number }, []>;
    revert: Write<{ key: string; now: string }, SettingsChangesRevertBody, [change: string]>;
  };
  cloudAccounts: {
    list: List<XpackCloudaccount, XpackCloudaccountQuery, []>;
    create: Create<XpackCloudaccount, Needs<XpackCloudaccountBody, "name" | "provider" | "attrs">>;
    retrieve: Read<XpackCloudaccount, AnyQuery, [id: string]>;
    update: Write<XpackCloudaccount, Needs<XpackCloudaccountBody, "name" | "attrs">, [id: string]>;
    partialUpdate: Write<XpackCloudaccount, XpackCloudaccountBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
    test: Read<{ msg: string }, AnyQuery, [id: string]>;
  };
  cloudRegions: {
    list: Read<{ regions: { id: string; name: string }[]; count: number; next: null }, { account_id?: QueryValue }, []>;
  };
  cloudSyncInstanceDetails: {
    list: List<XpackSyncinstancedetail, XpackSyncinstancedetailQuery, []>;
    retrieve: Read<XpackSyncinstancedetail, AnyQuery, [id: string]>;
  };
  cloudSyncInstanceTaskExecutions: {
    list: List<XpackSyncinstancetaskexecution, XpackSyncinstancetaskexecutionQuery, []>;
    retrieve: Read<XpackSyncinstancetaskexecution, AnyQuery, [id: string]>;
  };
  cloudSyncInstanceTasks: {
    list: List<XpackSyncinstancetask, XpackSyncinstancetaskQuery, []>;
    create: Create<XpackSyncinstancetask, Needs<XpackSyncinstancetaskBody, "name" | "account" | "hostname_strategy" | "node">>;
    retrieve: Read<XpackSyncinstancetask, AnyQuery, [id: string]>;
    update: Write<XpackSyncinstancetask, Needs<XpackSyncinstancetaskBody, "name" | "account" | "hostname_strategy" | "node">, [id: string]>;
    partialUpdate: Write<XpackSyncinstancetask, XpackSyncinstancetaskBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
    run: Read<{ task: string }, AnyQuery, [id: string]>;
    history: List<XpackSyncinstancetaskexecution, XpackSyncinstancetaskexecutionQuery, [id: string]>;
    instances: List<XpackSyncinstancedetail, XpackSyncinstancedetailQuery, [id: string]>;
    released: Read<void, AnyQuery, [id: string]>;
  };
  clouds: {
    list: List<AssetsCloud, AssetsCloudQuery, []>;
    create: Create<AssetsCloud, Needs<AssetsCloudBody, "name" | "address" | "platform">>;
    bulkUpdate: Write<AssetsCloud[], readonly (Needs<AssetsCloudBody & { id: string }, "name" | "address" | "platform">)[], []>;
    partialBulkUpdate: Write<AssetsCloud[], readonly (AssetsCloudBody & { id: string })[], []>;
    bulkDestroy: Read<void, AssetsCloudQuery, []>;
    retrieve: Read<AssetsCloud, AnyQuery, [id: string]>;
    update: Write<AssetsCloud, Needs<AssetsCloudBody, "name" | "address" | "platform">, [id: string]>;
    partialUpdate: Write<AssetsCloud, AssetsCloudBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
    suggestions: List<AssetsCloud, AssetsCloudQuery, []>;
  };
  commandFilterAcls: {
    review: Write<{ check_ticket_api: { method: string; url: string }; close_ticket_api: { method: string; url: string }; ticket_detail_page_url: string; assignees: string[]; date_lapses: string }, AclsCommandfilteraclReviewBody, []>;
    list: List<AclsCommandfilteracl, AclsCommandfilteraclQuery, []>;
    create: Create<AclsCommandfilteracl, Needs<AclsCommandfilteraclBody, "name" | "users" | "assets" | "accounts">>;
    bulkUpdate: Write<AclsCommandfilteracl[], readonly (Needs<AclsCommandfilteraclBody & { id: string }, "name" | "users" | "assets" | "accounts">)[], []>;
    partialBulkUpdate: Write<AclsCommandfilteracl[], readonly (AclsCommandfilteraclBody & { id: string })[], []>;
    bulkDestroy: Read<void, AclsCommandfilteraclQuery, []>;
    retrieve: Read<AclsCommandfilteracl, AnyQuery, [id: string]>;
    update: Write<AclsCommandfilteracl, Needs<AclsCommandfilteraclBody, "name" | "users" | "assets" | "accounts">, [id: string]>;
    partialUpdate: Write<AclsCommandfilteracl, AclsCommandfilteraclBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  commandGroups: {
    list: List<AclsCommandgroup, AclsCommandgroupQuery, []>;
    create: Create<AclsCommandgroup, Needs<AclsCommandgroupBody, "name" | "content">>;
    bulkUpdate: Write<AclsCommandgroup[], readonly (Needs<AclsCommandgroupBody & { id: string }, "name" | "content">)[], []>;
    partialBulkUpdate: Write<AclsCommandgroup[], readonly (AclsCommandgroupBody & { id: string })[], []>;
    bulkDestroy: Read<void, AclsCommandgroupQuery, []>;
    retrieve: Read<AclsCommandgroup, AnyQuery, [id: string]>;
    update: Write<AclsCommandgroup, Needs<AclsCommandgroupBody, "name" | "content">, [id: string]>;
    partialUpdate: Write<AclsCommandgroup, AclsCommandgroupBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  commandStorages: {
    tree: List<TreeNode2, AnyQuery, []>;
    list: List<TerminalCommandstorage, TerminalCommandstorageQuery, []>;
    create: Create<TerminalCommandstorage, Needs<TerminalCommandstorageBody, "name" | "type">>;
    retrieve: Read<TerminalCommandstorage, AnyQuery, [id: string]>;
    update: Write<TerminalCommandstorage, Needs<TerminalCommandstorageBody, "name">, [id: string]>;
    partialUpdate: Write<TerminalCommandstorage, TerminalCommandstorageBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
    test: Read<TerminalCommandstorageTest, AnyQuery, [id: string]>;
  };
  commands: {
    alert: Write<{ msg: string }, TerminalCommandAlertBody, []>;
    create: Write<"ok", TerminalCommandCreateBody, []>;
    list: List<TerminalCommand, TerminalCommandQuery, []>;
    retrieve: Read<TerminalCommand, AnyQuery, [id: string]>;
  };
  comments: {
    list: List<TicketsCommentList, { ticket_id: QueryValue }, []>;
    create: Write<TicketsCommentList, TicketsCommentCreateBody, []>;
    mentionable: List<TicketsCommentMentionable, { ticket_id: QueryValue }, []>;
  };
  common: {
    objects: List<CommonObjects, { search?: string | number }, []>;
  };
  components: {
    metrics: List<TerminalComponentMetrics, AnyQuery, []>;
    loads: List<TerminalComponentLoads, { hours?: number | string }, []>;
    connectMethods: Read<Record<string, ({ component: string; type: "web" | "native" | "applet"; value: string; label: string; endpoint_protocol?: string; listen?: string; icon?: string; disabled?: boolean })[]> | ({ component: string; type: "web" | "native" | "applet"; value: string; label: string; endpoint_protocol?: string; listen?: string; icon?: string; disabled?: boolean })[], { flat?: string | number; asset_id?: string | number; os?: string | number }, []>;
  };
  confirm: {
    ways: Read<{ confirm_type: "mfa" | "password" | "relogin"; content: "" | { name: string; disabled: boolean; display_name: string; placeholder: string }[] }, { confirm_type?: string | number }, []>;
    prove: Write<"ok", AuthenticationConfirmProveBody, []>;
    passkey: Write<{ challenge: string; rpId: string; allowCredentials: { id: string; type: string; transports?: string[] }[]; timeout: number; userVerification: string; [more: string]: unknown }, undefined, []>;
    oauth: Read<"ok", AnyQuery, []>;
  };
  connectMethodAcls: {
    list: List<AclsConnectmethodacl, AclsConnectmethodaclQuery, []>;
    create: Create<AclsConnectmethodacl, Needs<AclsConnectmethodaclBody, "name" | "users">>;
    bulkUpdate: Write<AclsConnectmethodacl[], readonly (Needs<AclsConnectmethodaclBody & { id: string }, "name" | "users">)[], []>;
    partialBulkUpdate: Write<AclsConnectmethodacl[], readonly (AclsConnectmethodaclBody & { id: string })[], []>;
    bulkDestroy: Read<void, AclsConnectmethodaclQuery, []>;
    retrieve: Read<AclsConnectmethodacl, AnyQuery, [id: string]>;
    update: Write<AclsConnectmethodacl, Needs<AclsConnectmethodaclBody, "name" | "users">, [id: string]>;
    partialUpdate: Write<AclsConnectmethodacl, AclsConnectmethodaclBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  connectionToken: {
    exchange: Write<AuthenticationConnectiontoken, AuthenticationConnectiontokenExchangeBody, []>;
    reuse: Write<{ id: string; date_expired: string; is_reusable: boolean }, AuthenticationConnectiontokenReuseBody, [id: string]>;
    clientUrl: Read<AuthenticationConnectiontokenClientUrl, { full_screen?: string | number; width?: string | number; height?: string | number; drives_redirect?: string | number }, [id: string]>;
    rdpFile: Read<string, { full_screen?: string | number; width?: string | number; height?: string | number; drives_redirect?: string | number }, [id: string]>;
    list: List<AuthenticationConnectiontoken, AuthenticationConnectiontokenQuery, []>;
    create: Create<AuthenticationConnectiontoken, Needs<AuthenticationConnectiontokenBody, "asset" | "account" | "connect_method">>;
    retrieve: Read<AuthenticationConnectiontoken, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
    expire: Write<void, undefined, [id: string]>;
  };
  customs: {
    list: List<AssetsCustom, AssetsCustomQuery, []>;
    create: Create<AssetsCustom, Needs<AssetsCustomBody, "name" | "address" | "platform">>;
    bulkUpdate: Write<AssetsCustom[], readonly (Needs<AssetsCustomBody & { id: string }, "name" | "address" | "platform">)[], []>;
    partialBulkUpdate: Write<AssetsCustom[], readonly (AssetsCustomBody & { id: string })[], []>;
    bulkDestroy: Read<void, AssetsCustomQuery, []>;
    retrieve: Read<AssetsCustom, AnyQuery, [id: string]>;
    update: Write<AssetsCustom, Needs<AssetsCustomBody, "name" | "address" | "platform">, [id: string]>;
    partialUpdate: Write<AssetsCustom, AssetsCustomBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
    suggestions: List<AssetsCustom, AssetsCustomQuery, []>;
  };
  dashboard: {
    index: Read<{ total_count_users?: number; total_count_assets?: number; total_count_users_this_week?: number; total_count_login_users?: number; total_count_today_active_assets?: number; total_count_online_users?: number; total_count_online_sessions?: number; total_count_today_failed_sessions?: number; total_count_user_login_logs?: number; total_count_user_login_success_logs?: number; total_count_operate_logs?: number; total_count_change_password_logs?: number; total_count_commands?: number; total_count_commands_danger?: number; total_count_history_sessions?: number; total_count_job_logs?: number; total_count_job_logs_running?: number; total_count_job_logs_failed?: number; total_count_ftp_logs?: number; total_count_assets_this_week?: number; total_count_type_to_assets_amount?: { type: string; label: string; total: number }[]; dates_metrics_date?: string[]; dates_metrics_total_count_session?: number[]; dates_metrics_total_count_login?: number[]; dates_metrics_total_count_active_users?: number[]; dates_metrics_total_count_active_assets?: number[]; dates_login_times_top10_assets?: { asset: string; total: number; last: string }[]; dates_login_times_top10_users?: { user_id: string; user: string; total: number; last: string }[]; dates_login_record_top10_sessions?: { id: string; user: string; asset: string; is_finished: boolean; date_start: string; timesince: string }[] }, AnyQuery, []>;
  };
  databases: {
    list: List<AssetsDatabase, AssetsDatabaseQuery, []>;
    create: Create<AssetsDatabase, Needs<AssetsDatabaseBody, "name" | "address" | "platform" | "db_name">>;
    bulkUpdate: Write<AssetsDatabase[], readonly (Needs<AssetsDatabaseBody & { id: string }, "name" | "address" | "platform" | "db_name">)[], []>;
    partialBulkUpdate: Write<AssetsDatabase[], readonly (AssetsDatabaseBody & { id: string })[], []>;
    bulkDestroy: Read<void, AssetsDatabaseQuery, []>;
    retrieve: Read<AssetsDatabase, AnyQuery, [id: string]>;
    update: Write<AssetsDatabase, Needs<AssetsDatabaseBody, "name" | "address" | "platform" | "db_name">, [id: string]>;
    partialUpdate: Write<AssetsDatabase, AssetsDatabaseBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
    suggestions: List<AssetsDatabase, AssetsDatabaseQuery, []>;
  };
  delegations: {
    offered: List<TicketsDelegationOffered, { search?: string | number }, []>;
    list: List<TicketsDelegationList, AnyQuery, []>;
    create: Write<TicketsDelegationList, TicketsDelegationCreateBody, []>;
    destroy: Read<void, AnyQuery, [delegation: string]>;
  };
  deviceLogins: {
    start: Write<{ key: string; code: string; url: string; expires_in: number; interval: number }, AuthenticationDeviceloginStartBody, []>;
    token: Write<AuthenticationStep, AuthenticationDeviceloginTokenBody, []>;
    look: Read<AuthenticationDeviceloginLook, AnyQuery, [code: string]>;
    approve: Write<void, undefined, [code: string]>;
    refuse: Write<void, undefined, [code: string]>;
  };
  devices: {
    list: List<AssetsDevice, AssetsDeviceQuery, []>;
    create: Create<AssetsDevice, Needs<AssetsDeviceBody, "name" | "address" | "platform">>;
    bulkUpdate: Write<AssetsDevice[], readonly (Needs<AssetsDeviceBody & { id: string }, "name" | "address" | "platform">)[], []>;
    partialBulkUpdate: Write<AssetsDevice[], readonly (AssetsDeviceBody & { id: string })[], []>;
    bulkDestroy: Read<void, AssetsDeviceQuery, []>;
    retrieve: Read<AssetsDevice, AnyQuery, [id: string]>;
    update: Write<AssetsDevice, Needs<AssetsDeviceBody, "name" | "address" | "platform">, [id: string]>;
    partialUpdate: Write<AssetsDevice, AssetsDeviceBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
    suggestions: List<AssetsDevice, AssetsDeviceQuery, []>;
  };
  dingtalk: {
    testing: Write<SingleSignOnChatTested, SettingsDingtalkTestingBody, []>;
  };
  dingtalkQrUnbind: {
    unbind: Write<void, undefined, []>;
    unbindof: Write<void, undefined, [id: string]>;
  };
  domains: {
    list: List<AssetsDomain, AssetsDomainQuery, []>;
    create: Create<AssetsDomain, Needs<AssetsDomainBody, "name">>;
    bulkUpdate: Write<AssetsDomain[], readonly (Needs<AssetsDomainBody & { id: string }, "name">)[], []>;
    partialBulkUpdate: Write<AssetsDomain[], readonly (AssetsDomainBody & { id: string })[], []>;
    bulkDestroy: Read<void, AssetsDomainQuery, []>;
    retrieve: Read<AssetsDomain, AnyQuery, [id: string]>;
    update: Write<AssetsDomain, Needs<AssetsDomainBody, "name">, [id: string]>;
    partialUpdate: Write<AssetsDomain, AssetsDomainBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  endpointRules: {
    list: List<TerminalEndpointrule, TerminalEndpointruleQuery, []>;
    create: Create<TerminalEndpointrule, Needs<TerminalEndpointruleBody, "name">>;
    bulkUpdate: Write<TerminalEndpointrule[], readonly (Needs<TerminalEndpointruleBody & { id: string }, "name">)[], []>;
    partialBulkUpdate: Write<TerminalEndpointrule[], readonly (TerminalEndpointruleBody & { id: string })[], []>;
    bulkDestroy: Read<void, TerminalEndpointruleQuery, []>;
    retrieve: Read<TerminalEndpointrule, AnyQuery, [id: string]>;
    update: Write<TerminalEndpointrule, Needs<TerminalEndpointruleBody, "name">, [id: string]>;
    partialUpdate: Write<TerminalEndpointrule, TerminalEndpointruleBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  endpoints: {
    smart: Read<TerminalEndpointSmart, { protocol?: string | number; token?: string | number; asset_id?: string | number; session_id?: string | number; target_ip?: string | number }, []>;
    list: List<TerminalEndpoint, TerminalEndpointQuery, []>;
    create: Create<TerminalEndpoint, Needs<TerminalEndpointBody, "name">>;
    bulkUpdate: Write<TerminalEndpoint[], readonly (Needs<TerminalEndpointBody & { id: string }, "name">)[], []>;
    partialBulkUpdate: Write<TerminalEndpoint[], readonly (TerminalEndpointBody & { id: string })[], []>;
    bulkDestroy: Read<void, TerminalEndpointQuery, []>;
    retrieve: Read<TerminalEndpoint, AnyQuery, [id: string]>;
    update: Write<TerminalEndpoint, Needs<TerminalEndpointBody, "name">, [id: string]>;
    partialUpdate: Write<TerminalEndpoint, TerminalEndpointBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  failingBackends: {
    list: List<NotificationsFailingbackendList, AnyQuery, []>;
  };
  favoriteAssets: {
    list: List<AssetsFavoriteasset, AssetsFavoriteassetQuery, []>;
    create: Create<AssetsFavoriteasset, Needs<AssetsFavoriteassetBody, "asset">>;
    bulkDestroy: Read<void, AssetsFavoriteassetQuery, []>;
    destroy: Read<void, AnyQuery, [id: string]>;
  };
  feishu: {
    testing: Write<SingleSignOnChatTested, SettingsFeishuTestingBody, []>;
  };
  feishuQrUnbind: {
    unbind: Write<void, undefined, []>;
    unbindof: Write<void, undefined, [id: string]>;
  };
  file: {
    export: Write<Record<string, unknown>, undefined, []>;
    preview: Write<{ changes: { category: string; provider: string; key: string; label: string; title: string; before: string; after: string }[]; problems: { category: string; provider: string; key: string; label: string; message: string }[]; left_out: { category: string; provider: string; key: string; label: string; message: string }[]; secrets: { category: string; provider: string; key: string; label: string; message: string }[]; providers: ({ name: string; label: string; action: "create" | "rename" })[]; seen: string }, SettingsSettingsfilePreviewBody, []>;
    import: Write<{ changed: number }, SettingsSettingsfileImportBody, []>;
  };
  firstSteps: {
    retrieve: Read<{ steps: ({ name: "machine" | "person" | "session" | "watch"; done: boolean; settled: boolean })[]; put_away: boolean }, AnyQuery, []>;
    patch: Write<{ steps: ({ name: "machine" | "person" | "session" | "watch"; done: boolean; settled: boolean })[]; put_away: boolean }, DashboardFirstStepsPatchBody, []>;
  };
  flows: {
    list: List<TicketsTicketflow, TicketsTicketflowQuery, []>;
    bulkUpdate: Write<TicketsTicketflow[], readonly (Needs<TicketsTicketflowBody & { id: string }, "approval_level" | "rules">)[], []>;
    partialBulkUpdate: Write<TicketsTicketflow[], readonly (TicketsTicketflowBody & { id: string })[], []>;
    retrieve: Read<TicketsTicketflow, AnyQuery, [id: string]>;
    update: Write<TicketsTicketflow, Needs<TicketsTicketflowBody, "approval_level" | "rules">, [id: string]>;
    partialUpdate: Write<TicketsTicketflow, TicketsTicketflowBody, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  ftpLogs: {
    create: Write<AuditsFtplog, AuditsFtplogCreateBody, []>;
    list: List<AuditsFtplog, AuditsFtplogQuery, []>;
    patch: Write<AuditsFtplog, AuditsFtplogPatchBody, [id: string]>;
    retrieve: Read<AuditsFtplog, AnyQuery, [id: string]>;
    upload: Write<{ url: string }, FormData, [id: string]>;
    download: Read<string, AnyQuery, [id: string]>;
  };
  gateways: {
    test: Write<{ task: string }, AssetsGatewayTestBody, [id: string]>;
    list: List<AssetsGateway, AssetsGatewayQuery, []>;
    create: Create<AssetsGateway, Needs<AssetsGatewayBody, "name" | "address" | "platform">>;
    bulkUpdate: Write<AssetsGateway[], readonly (Needs<AssetsGatewayBody & { id: string }, "name" | "address" | "platform">)[], []>;
    partialBulkUpdate: Write<AssetsGateway[], readonly (AssetsGatewayBody & { id: string })[], []>;
    bulkDestroy: Read<void, AssetsGatewayQuery, []>;
    retrieve: Read<AssetsGateway, AnyQuery, [id: string]>;
    update: Write<AssetsGateway, Needs<AssetsGatewayBody, "name" | "address" | "platform">, [id: string]>;
    partialUpdate: Write<AssetsGateway, AssetsGatewayBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
    suggestions: List<AssetsGateway, AssetsGatewayQuery, []>;
  };
  gatherAccountAutomations: {
    list: List<AccountsGatheraccountsautomation, AccountsGatheraccountsautomationQuery, []>;
    create: Create<AccountsGatheraccountsautomation, Needs<AccountsGatheraccountsautomationBody, "name">>;
    bulkUpdate: Write<AccountsGatheraccountsautomation[], readonly (Needs<AccountsGatheraccountsautomationBody & { id: string }, "name">)[], []>;
    partialBulkUpdate: Write<AccountsGatheraccountsautomation[], readonly (AccountsGatheraccountsautomationBody & { id: string })[], []>;
    bulkDestroy: Read<void, AccountsGatheraccountsautomationQuery, []>;
    retrieve: Read<AccountsGatheraccountsautomation, AnyQuery, [id: string]>;
    update: Write<AccountsGatheraccountsautomation, Needs<AccountsGatheraccountsautomationBody, "name">, [id: string]>;
    partialUpdate: Write<AccountsGatheraccountsautomation, AccountsGatheraccountsautomationBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  gatherAccountExecutions: {
    create: Write<{ task: string }, AccountsGatheraccountsexecutionCreateBody, []>;
    list: List<AccountsGatheraccountsexecution, AccountsGatheraccountsexecutionQuery, []>;
    retrieve: Read<AccountsGatheraccountsexecution, AnyQuery, [id: string]>;
  };
  gatheredAccounts: {
    sync: Write<void, AccountsGatheredaccountSyncBody, []>;
    list: List<AccountsGatheredaccount, AccountsGatheredaccountQuery, []>;
    create: Create<AccountsGatheredaccount, Needs<AccountsGatheredaccountBody, "asset" | "username">>;
    bulkUpdate: Write<AccountsGatheredaccount[], readonly (Needs<AccountsGatheredaccountBody & { id: string }, "username">)[], []>;
    partialBulkUpdate: Write<AccountsGatheredaccount[], readonly (AccountsGatheredaccountBody & { id: string })[], []>;
    bulkDestroy: Read<void, AccountsGatheredaccountQuery, []>;
    retrieve: Read<AccountsGatheredaccount, AnyQuery, [id: string]>;
    update: Write<AccountsGatheredaccount, Needs<AccountsGatheredaccountBody, "username">, [id: string]>;
    partialUpdate: Write<AccountsGatheredaccount, AccountsGatheredaccountBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  gpts: {
    list: List<AssetsGpt, AssetsGptQuery, []>;
    create: Create<AssetsGpt, Needs<AssetsGptBody, "name" | "address" | "platform">>;
    bulkUpdate: Write<AssetsGpt[], readonly (Needs<AssetsGptBody & { id: string }, "name" | "address" | "platform">)[], []>;
    partialBulkUpdate: Write<AssetsGpt[], readonly (AssetsGptBody & { id: string })[], []>;
    bulkDestroy: Read<void, AssetsGptQuery, []>;
    retrieve: Read<AssetsGpt, AnyQuery, [id: string]>;
    update: Write<AssetsGpt, Needs<AssetsGptBody, "name" | "address" | "platform">, [id: string]>;
    partialUpdate: Write<AssetsGpt, AssetsGptBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
    suggestions: List<AssetsGpt, AssetsGptQuery, []>;
  };
  groups: {
    list: List<UsersUsergroup, UsersUsergroupQuery, []>;
    create: Create<UsersUsergroup, Needs<UsersUsergroupBody, "name">>;
    bulkUpdate: Write<UsersUsergroup[], readonly (Needs<UsersUsergroupBody & { id: string }, "name">)[], []>;
    partialBulkUpdate: Write<UsersUsergroup[], readonly (UsersUsergroupBody & { id: string })[], []>;
    bulkDestroy: Read<void, UsersUsergroupQuery, []>;
    retrieve: Read<UsersUsergroup, AnyQuery, [id: string]>;
    update: Write<UsersUsergroup, Needs<UsersUsergroupBody, "name">, [id: string]>;
    partialUpdate: Write<UsersUsergroup, UsersUsergroupBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
    addAllUsers: Write<void, undefined, [id: string]>;
  };
  health: {
    v1: Read<{ status: boolean; db_status: boolean; db_time: number | string; redis_status: boolean; redis_time: number | string; time: number }, AnyQuery, []>;
  };
  hostKeys: {
    pin: Write<{ pinned: boolean }, TerminalHostKeyPinBody, []>;
    changed: Write<{ ok: boolean }, TerminalHostKeyPinBody, []>;
  };
  hosts: {
    tryLogin: Write<LoginTried, AssetsHostTryLoginBody, []>;
    guided: Write<MachineAdded, AssetsHostGuidedBody, []>;
    makeKey: Write<KeyMade, undefined, []>;
    readList: Write<MachinesListed, AssetsHostReadListBody, []>;
    list: List<AssetsHost, AssetsHostQuery, []>;
    create: Create<AssetsHost, Needs<AssetsHostBody, "name" | "address" | "platform">>;
    bulkUpdate: Write<AssetsHost[], readonly (Needs<AssetsHostBody & { id: string }, "name" | "address" | "platform">)[], []>;
    partialBulkUpdate: Write<AssetsHost[], readonly (AssetsHostBody & { id: string })[], []>;
    bulkDestroy: Read<void, AssetsHostQuery, []>;
    retrieve: Read<AssetsHost, AnyQuery, [id: string]>;
    update: Write<AssetsHost, Needs<AssetsHostBody, "name" | "address" | "platform">, [id: string]>;
    partialUpdate: Write<AssetsHost, AssetsHostBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
    suggestions: List<AssetsHost, AssetsHostQuery, []>;
  };
  interfaceSetting: {
    get: Read<{ logo_logout: string; logo_index: string; login_image: string; favicon: string; login_title: string; theme: string; colors: { "--color-primary"?: string; "--color-success"?: string; "--color-info"?: string; "--color-warning"?: string; "--color-danger"?: string } }, AnyQuery, []>;
    put: Write<{ logo_logout: string; logo_index: string; login_image: string; favicon: string; login_title: string; theme: string; colors: { "--color-primary"?: string; "--color-success"?: string; "--color-info"?: string; "--color-warning"?: string; "--color-danger"?: string } }, FormData, []>;
    restore: Write<{ success: string }, undefined, []>;
    themes: List<XpackInterfaceThemes, AnyQuery, []>;
  };
  jobExecutions: {
    create: Write<{ task_id: string }, OpsJobexecutionCreateBody, []>;
    list: List<OpsJobexecution, OpsJobexecutionQuery, []>;
    stop: Write<void, undefined, [id: string]>;
    taskDetail: Read<OpsJobexecutionTaskDetail, AnyQuery, [task_id: string]>;
    hosts: List<OpsJobexecutionHosts, { status?: string | number; search?: string | number }, [id: string]>;
    assetDetail: Read<{ detail: Record<string, unknown>[]; summary: Record<string, unknown> } | null, { execution_id: string }, []>;
    retrieve: Read<OpsJobexecution, AnyQuery, [id: string]>;
  };
  jobLogs: {
    hosts: List<OpsJobexecutionHosts, { status?: string | number; search?: string | number }, [id: string]>;
    list: List<AuditsJoblog, AuditsJoblogQuery, []>;
    retrieve: Read<AuditsJoblog, AnyQuery, [id: string]>;
  };
  jobs: {
    preview: Write<{ total: number; hosts: { id: string; name: string; account: string; reason: string; command: string }[] }, OpsJobPreviewBody, []>;
    versions: List<OpsJobVersions, AnyQuery, [id: string]>;
    list: List<OpsJob, OpsJobQuery, []>;
    create: Create<OpsJob, OpsJobBody>;
    bulkUpdate: Write<OpsJob[], readonly (OpsJobBody & { id: string })[], []>;
    partialBulkUpdate: Write<OpsJob[], readonly (OpsJobBody & { id: string })[], []>;
    bulkDestroy: Read<void, OpsJobQuery, []>;
    retrieve: Read<OpsJob, AnyQuery, [id: string]>;
    update: Write<OpsJob, OpsJobBody, [id: string]>;
    partialUpdate: Write<OpsJob, OpsJobBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  labels: {
    list: List<AssetsLabel, AssetsLabelQuery, []>;
    create: Create<AssetsLabel, Needs<AssetsLabelBody, "name" | "value">>;
    bulkUpdate: Write<AssetsLabel[], readonly (Needs<AssetsLabelBody & { id: string }, "name" | "value">)[], []>;
    partialBulkUpdate: Write<AssetsLabel[], readonly (AssetsLabelBody & { id: string })[], []>;
    bulkDestroy: Read<void, AssetsLabelQuery, []>;
    retrieve: Read<AssetsLabel, AnyQuery, [id: string]>;
    update: Write<AssetsLabel, Needs<AssetsLabelBody, "name" | "value">, [id: string]>;
    partialUpdate: Write<AssetsLabel, AssetsLabelBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  ldap: {
    test: Write<string | { status: "running" }, SettingsLdapTestBody, []>;
    testlogin: Write<string, SettingsLdapTestloginBody, []>;
    users: List<LdapPerson, { search?: string | number; order?: string | number; cache_police?: string | number }, []>;
    refresh: Read<{ msg: string }, AnyQuery, []>;
    import: Write<{ msg: string; task: string }, SettingsLdapImportBody, []>;
    preview: Read<{ create: { count: number; names: string[] }; update: { count: number; names: string[] }; disable: { count: number; names: string[] }; too_many: boolean }, AnyQuery, []>;
    sync: Write<{ task: string }, SettingsLdapSyncBody, []>;
  };
  license: {
    detailBare: Read<XpackLicenseDetailBare, AnyQuery, []>;
    importBare: Write<{ status: boolean; msg: string; code?: "missing" | "unreadable" | "unknown_key" | "forged" | "expired" | "not_yet" | "older" }, FormData, []>;
    detail: Read<XpackLicenseDetailBare, AnyQuery, []>;
    import: Write<{ status: boolean; msg: string; code?: "missing" | "unreadable" | "unknown_key" | "forged" | "expired" | "not_yet" | "older" }, FormData, []>;
    delete: Read<void, AnyQuery, [serial: string]>;
  };
  listFiles: {
    create: Write<{ task: string }, OpsListfileCreateBody, []>;
    list: List<OpsListfile, OpsListfileQuery, []>;
    content: Read<string, AnyQuery, [id: string]>;
    retrieve: Read<OpsListfile, AnyQuery, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
  };
  loginAcls: {
    list: List<AclsLoginacl, AclsLoginaclQuery, []>;
    create: Create<AclsLoginacl, Needs<AclsLoginaclBody, "name" | "users" | "rules">>;
    bulkUpdate: Write<AclsLoginacl[], readonly (Needs<AclsLoginaclBody & { id: string }, "name" | "users" | "rules">)[], []>;
    partialBulkUpdate: Write<AclsLoginacl[], readonly (AclsLoginaclBody & { id: string })[], []>;
    bulkDestroy: Read<void, AclsLoginaclQuery, []>;
    retrieve: Read<AclsLoginacl, AnyQuery, [id: string]>;
    update: Write<AclsLoginacl, Needs<AclsLoginaclBody, "name" | "users" | "rules">, [id: string]>;
    partialUpdate: Write<AclsLoginacl, AclsLoginaclBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  loginAssetAcls: {
    check: Write<{ need_review: false } | { need_review: true; ticket_id: string; check_review_status: { method: string; url: string }; close_review: { method: string; url: string }; ticket_detail_url: string; reviewers: string[] }, AclsLoginassetaclCheckBody, []>;
    list: List<AclsLoginassetacl, AclsLoginassetaclQuery, []>;
    create: Create<AclsLoginassetacl, Needs<AclsLoginassetaclBody, "name" | "users" | "assets" | "accounts" | "rules">>;
    bulkUpdate: Write<AclsLoginassetacl[], readonly (Needs<AclsLoginassetaclBody & { id: string }, "name" | "users" | "assets" | "accounts" | "rules">)[], []>;
    partialBulkUpdate: Write<AclsLoginassetacl[], readonly (AclsLoginassetaclBody & { id: string })[], []>;
    bulkDestroy: Read<void, AclsLoginassetaclQuery, []>;
    retrieve: Read<AclsLoginassetacl, AnyQuery, [id: string]>;
    update: Write<AclsLoginassetacl, Needs<AclsLoginassetaclBody, "name" | "users" | "assets" | "accounts" | "rules">, [id: string]>;
    partialUpdate: Write<AclsLoginassetacl, AclsLoginassetaclBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  loginConfirmTicketStatus: {
    status: Read<{ msg: string; error?: string; data?: { ticket_id: string; username?: string } }, AnyQuery, []>;
    close: Read<"", AnyQuery, []>;
  };
  loginLogs: {
    mine: List<AuditsUserloginlog, AuditsUserloginlogQuery, []>;
    list: List<AuditsUserloginlog, AuditsUserloginlogQuery, []>;
    retrieve: Read<AuditsUserloginlog, AnyQuery, [id: string]>;
  };
  mail: {
    testing: Write<{ msg: string }, SettingsMailTestingBody, []>;
    preview: Write<{ from: string; to: string; subject: string; text: string; html: string }, SettingsMailPreviewBody, []>;
    sample: Write<{ msg: string }, SettingsMailPreviewBody, []>;
  };
  messageTiming: {
    retrieve: Read<NotificationsMessagetimingRetrieve, AnyQuery, []>;
    patch: Write<NotificationsMessagetimingRetrieve, NotificationsMessagetimingPatchBody, []>;
  };
  mfa: {
    verify: Write<{ msg: string }, AuthenticationMfaVerifyBody, []>;
    challenge: Write<{ msg: string }, AuthenticationMfaVerifyBody, []>;
    select: Write<{ type: string; username?: string; target?: string; seconds?: number }, AuthenticationMfaSelectBody, []>;
    sendcode: Write<{ type: string; username?: string; target?: string; seconds?: number }, AuthenticationMfaSelectBody, []>;
  };
  nodes: {
    childrenOf: List<AssetsNode, AssetsNodeQuery & { key?: string | number; id?: string | number; all?: string | number; search?: string | number }, []>;
    children: List<AssetsNode, AssetsNodeQuery & { all?: string | number; search?: string | number }, [id: string]>;
    addChild: Write<AssetsNode, AssetsNodeAddChildBody, [id: string]>;
    moveHere: Write<"OK", AssetsNodeMoveHereBody, [id: string]>;
    recount: Write<{ task: string }, undefined, []>;
    tree: List<TreeNode, { key?: string | number; id?: string | number; search?: string | number; assets?: string | number; all?: string | number }, []>;
    categoryTree: List<TreeNode, { key?: string | number; assets?: string | number; count_resource?: string | number }, []>;
    tasks: Write<{ task: string }, AssetsAssetTaskBody, [id: string]>;
    assets: List<AssetsAsset, AssetsAssetQuery & { all?: string | number }, [id: string]>;
    addAssets: Write<NodeAssets, AssetsNodeAddAssetsBody, [id: string]>;
    removeAssets: Write<NodeAssets, AssetsNodeAddAssetsBody, [id: string]>;
    replaceAssets: Write<NodeAssets, AssetsNodeAddAssetsBody, [id: string]>;
    list: List<AssetsNode, AssetsNodeQuery, []>;
    create: Create<AssetsNode, AssetsNodeBody>;
    bulkUpdate: Write<AssetsNode[], readonly (AssetsNodeBody & { id: string })[], []>;
    partialBulkUpdate: Write<AssetsNode[], readonly (AssetsNodeBody & { id: string })[], []>;
    bulkDestroy: Read<void, AssetsNodeQuery, []>;
    retrieve: Read<AssetsNode, AnyQuery, [id: string]>;
    update: Write<AssetsNode, AssetsNodeBody, [id: string]>;
    partialUpdate: Write<AssetsNode, AssetsNodeBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
    suggestions: List<AssetsNode, AssetsNodeQuery, []>;
  };
  oauth2: {
    testing: Write<RadiusTested, undefined, []>;
  };
  oidc: {
    testing: Write<RadiusTested, undefined, []>;
  };
  operateLogs: {
    retrieve: Read<AuditsOperatelog | { diff: { field: string; before: string; after: string }[] }, { type?: string | number }, [id: string]>;
    list: List<AuditsOperatelog, AuditsOperatelogQuery, []>;
  };
  ops: {
    usernameHints: Write<{ username: string; total: number }[], OpsUsernameHintsBody, []>;
  };
  opsTasks: {
    list: List<OpsCelerytask, OpsCelerytaskQuery, []>;
    retrieve: Read<OpsCelerytask, AnyQuery, [id: string]>;
  };
  orgRoleBindings: {
    list: List<RbacOrgrolebinding, RbacOrgrolebindingQuery, []>;
    create: Create<RbacOrgrolebinding, Needs<RbacOrgrolebindingBody, "user" | "role">>;
    bulkDestroy: Read<void, RbacOrgrolebindingQuery, []>;
    retrieve: Read<RbacOrgrolebinding, AnyQuery, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  orgRoles: {
    list: List<RbacOrgrole, RbacOrgroleQuery, []>;
    create: Create<RbacOrgrole, Needs<RbacOrgroleBody, "name" | "scope">>;
    retrieve: Read<RbacOrgrole, AnyQuery, [id: string]>;
    update: Write<RbacOrgrole, Needs<RbacOrgroleBody, "name">, [id: string]>;
    partialUpdate: Write<RbacOrgrole, RbacOrgroleBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
    users: List<TicketsCommentMentionable, AnyQuery, [id: string]>;
    permissions: List<RbacPermissionList, AnyQuery, [id: string]>;
    tree: List<TreeNode, AnyQuery, [id: string]>;
  };
  orgs: {
    current: Read<OrgsOrganizationCurrent, AnyQuery, []>;
    list: List<OrgsOrganization, OrgsOrganizationQuery, []>;
    create: Create<OrgsOrganization, Needs<OrgsOrganizationBody, "name">>;
    bulkUpdate: Write<OrgsOrganization[], readonly (Needs<OrgsOrganizationBody & { id: string }, "name">)[], []>;
    partialBulkUpdate: Write<OrgsOrganization[], readonly (OrgsOrganizationBody & { id: string })[], []>;
    bulkDestroy: Read<void, OrgsOrganizationQuery, []>;
    retrieve: Read<OrgsOrganization, AnyQuery, [id: string]>;
    update: Write<OrgsOrganization, Needs<OrgsOrganizationBody, "name">, [id: string]>;
    partialUpdate: Write<OrgsOrganization, OrgsOrganizationBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  ownAccessReviewLines: {
    list: List<PermsOwnaccessreviewline, PermsOwnaccessreviewlineQuery, []>;
    retrieve: Read<PermsOwnaccessreviewline, AnyQuery, [id: string]>;
  };
  ownAccessReviews: {
    decide: Write<{ decided: number }, PermsOwnaccessreviewDecideBody, [id: string]>;
    list: List<PermsOwnaccessreview, PermsOwnaccessreviewQuery, []>;
    retrieve: Read<PermsOwnaccessreview, AnyQuery, [id: string]>;
  };
  ownLogins: {
    list: List<AuthenticationOwnloginList, AnyQuery, []>;
    end: Read<void, AnyQuery, [login: string]>;
    endothers: Write<{ ended: number }, undefined, []>;
  };
  password: {
    verify: Write<void, AuthenticationPasswordVerifyBody, []>;
  };
  passwordChangeLogs: {
    list: List<AuditsPasswordchangelog, AuditsPasswordchangelogQuery, []>;
  };
  permissions: {
    list: List<RbacPermissionList, { scope?: string | number; role?: string | number; codename?: string | number }, []>;
    tree: List<TreeNode, { scope?: string | number }, []>;
  };
  permsUsers: {
    assets: List<PermsUserAssets, AssetsAssetQuery & { node_id?: string | number }, [user: string]>;
    assetTree: List<TreeNode, { search?: string | number; id?: string | number }, [user: string]>;
    accounts: List<PermsUserAccounts, AnyQuery, [user: string, asset: string]>;
    recent: List<PermsUserRecent, AnyQuery, [user: string]>;
    nodes: List<PermsUserNodes, AnyQuery, [user: string]>;
    nodeChildren: List<PermsUserNodes, { key?: string | number; id?: string | number }, [user: string]>;
    nodeTree: List<TreeNode, AnyQuery, [user: string]>;
    nodeChildrenTree: List<TreeNode, { key?: string | number; id?: string | number }, [user: string]>;
    ungroupedAssets: List<PermsUserAssets, AssetsAssetQuery, [user: string]>;
    favoriteAssets: List<PermsUserAssets, AssetsAssetQuery, [user: string]>;
    nodeAssets: List<PermsUserAssets, AssetsAssetQuery, [user: string, node: string]>;
    stepWithAssets: List<TreeNode, { key?: string | number; id?: string | number }, [user: string]>;
    wholeTree: List<TreeNode, AnyQuery, [user: string]>;
    categoryTree: List<TreeNode, { type?: string | number; sync?: string | number }, [user: string]>;
    ungroupedTree: List<TreeNode, AnyQuery, [user: string]>;
    favorites: List<PermsUserFavorites, AnyQuery, [user: string]>;
    markFavorite: Write<void, PermsUserMarkFavoriteBody, [user: string]>;
  };
  platforms: {
    methods: Read<Record<string, Record<string, string | string[]>>, AnyQuery, []>;
    used: Write<AssetsPlatform[], AssetsPlatformUsedBody, []>;
    list: List<AssetsPlatform, AssetsPlatformQuery, []>;
    create: Create<AssetsPlatform, Needs<AssetsPlatformBody, "name" | "category" | "type">>;
    retrieve: Read<AssetsPlatform, AnyQuery, [id: number | string]>;
    update: Write<AssetsPlatform, Needs<AssetsPlatformBody, "name" | "category" | "type">, [id: number | string]>;
    partialUpdate: Write<AssetsPlatform, AssetsPlatformBody, [id: number | string]>;
    destroy: Read<void, AnyQuery, [id: number | string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  playbooks: {
    sync: Write<{ task_id: string }, undefined, [id: string]>;
    check: List<OpsPlaybookCheck, AnyQuery, [id: string]>;
    download: Read<string, AnyQuery, [id: string]>;
    fileRead: Read<PlaybooksFiles, { key?: string | number }, [id: string]>;
    fileCreate: Write<{ id: string; name: string; title: string; pId: string; isParent: boolean; open: boolean; temp: boolean; iconSkin?: string }, OpsPlaybookFileCreateBody, [id: string]>;
    fileUpdate: Write<{ seen?: string }, OpsPlaybookFileUpdateBody, [id: string]>;
    fileDestroy: Read<{ msg: string }, { key?: string | number }, [id: string]>;
    list: List<OpsPlaybook, OpsPlaybookQuery, []>;
    create: Create<OpsPlaybook, Needs<OpsPlaybookBody, "name">>;
    bulkUpdate: Write<OpsPlaybook[], readonly (Needs<OpsPlaybookBody & { id: string }, "name">)[], []>;
    partialBulkUpdate: Write<OpsPlaybook[], readonly (OpsPlaybookBody & { id: string })[], []>;
    bulkDestroy: Read<void, OpsPlaybookQuery, []>;
    retrieve: Read<OpsPlaybook, AnyQuery, [id: string]>;
    update: Write<OpsPlaybook, Needs<OpsPlaybookBody, "name">, [id: string]>;
    partialUpdate: Write<OpsPlaybook, OpsPlaybookBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  preferences: {
    retrieve: Read<UsersPreferencesRetrieve, AnyQuery, []>;
    patch: Write<UsersPreferencesRetrieve, UsersPreferencesPatchBody, []>;
  };
  profile: {
    mfa: Read<{ forced: boolean; otp: boolean; recovery_codes: { left: number; total: number }; passkeys_possible: boolean; passkeys: ({ id: string; name: string; domain: string; backed_up: boolean; date_created: string; date_last_used: string | null })[] }, AnyQuery, []>;
    otpStart: Write<{ secret: string; uri: string }, undefined, []>;
    otpBind: Write<{ recovery_codes: string[] }, UsersProfileOtpBindBody, []>;
    otpUnbind: Read<void, AnyQuery, []>;
    recovery: Write<{ recovery_codes: string[] }, undefined, []>;
    passkeyStart: Write<{ challenge: string; rp: { name: string; id: string }; user: { id: string; name: string; displayName: string }; pubKeyCredParams: { alg: number; type: string }[]; timeout: number; excludeCredentials: { id: string; type: string; transports?: string[] }[]; [more: string]: unknown }, undefined, []>;
    passkeyAdd: Write<{ id: string; name: string; recovery_codes: string[] }, UsersProfilePasskeyAddBody, []>;
    passkeyRename: Write<{ id: string; name: string }, UsersProfilePasskeyRenameBody, [passkey: string]>;
    passkeyRemove: Read<void, AnyQuery, [passkey: string]>;
    retrieve: Read<UsersProfileRetrieve, AnyQuery, []>;
    update: Write<UsersProfileRetrieve, UsersProfileUpdateBody, []>;
    partialUpdate: Write<UsersProfileRetrieve, UsersProfileUpdateBody, []>;
    password: Read<Record<never, never>, AnyQuery, []>;
    passwordUpdate: Write<Record<never, never>, UsersProfilePasswordUpdateBody, []>;
    passwordPartialUpdate: Write<Record<never, never>, UsersProfilePasswordUpdateBody, []>;
    publickey: Read<UsersProfilePublickey, AnyQuery, []>;
    publickeyUpdate: Write<UsersProfilePublickey, UsersProfilePublickeyUpdateBody, []>;
    publickeyPartialUpdate: Write<UsersProfilePublickey, UsersProfilePublickeyUpdateBody, []>;
    secretkey: Read<UsersProfileSecretkey, AnyQuery, []>;
    secretkeyUpdate: Write<UsersProfileSecretkey, UsersProfileSecretkeyUpdateBody, []>;
    secretkeyPartialUpdate: Write<UsersProfileSecretkey, UsersProfileSecretkeyUpdateBody, []>;
    mfareset: Read<never, AnyQuery, []>;
    privatetoken: Read<UsersProfilePrivatetoken, AnyQuery, []>;
    privatetokenCreate: Write<{ token: string }, AuthenticationAccesskeyCreateBody, []>;
    privatetokenRemove: Read<void, AnyQuery, []>;
    data: Write<{ made: string; profile: Record<string, unknown>; log_ins: Record<string, unknown>[]; live_log_ins: Record<string, unknown>[]; access_keys: Record<string, unknown>[]; ssh_keys: Record<string, unknown>[]; passkeys: Record<string, unknown>[]; sessions: Record<string, unknown>[]; operations: Record<string, unknown>[]; tickets: Record<string, unknown>[] }, undefined, []>;
  };
  prometheus: {
    metrics: Read<string, AnyQuery, []>;
  };
  providers: {
    beside: Read<{ providers: { name: string; category: string; label: string }[] }, AnyQuery, []>;
    create: Write<{ name: string; category: string; label: string }, SettingsProvidersCreateBody, []>;
    rename: Write<{ name: string; category: string; label: string }, SettingsProvidersRenameBody, [provider: string]>;
    delete: Read<void, AnyQuery, [provider: string]>;
  };
  public: {
    open: Read<{ XPACK_ENABLED: boolean; INTERFACE: { logo_logout: string; logo_index: string; login_image: string; favicon: string; login_title: string; theme: string; theme_info: { colors?: { "--color-primary"?: string; "--color-success"?: string; "--color-info"?: string; "--color-warning"?: string; "--color-danger"?: string } } }; FORGOT_PASSWORD_URL: string; MAIL_SET_UP: boolean; AUTH_PASSKEY: boolean; SECURITY_LOGIN_CHALLENGE_ENABLED: boolean; SECURITY_MFA_IN_LOGIN_PAGE: boolean; ANNOUNCEMENT: { ID?: string; SUBJECT?: string; CONTENT?: string; LINK?: string }; LOGIN_METHODS: ({ source: string; name: string; icon: string | null; url: string })[]; DEMO_PEOPLE?: { id: string; name: string; username: string; part: string }[]; DEMO_SSH?: string }, AnyQuery, []>;
  };
  publicKeys: {
    known: Write<{ known: boolean }, AuthenticationPublickeysKnownBody, []>;
  };
  pushAccountAutomations: {
    assets: List<AccountsChangesecretautomationAssets, { name?: string | number; address?: string | number; search?: string | number }, [id: string]>;
    addAssets: Write<AutomationRelinked, AccountsChangesecretautomationAddAssetsBody, [id: string]>;
    removeAssets: Write<AutomationRelinked, AccountsChangesecretautomationAddAssetsBody, [id: string]>;
    nodes: Write<AutomationRelinked, AccountsChangesecretautomationNodesBody, [id: string]>;
    list: List<AccountsPushaccountautomation, AccountsPushaccountautomationQuery, []>;
    create: Create<AccountsPushaccountautomation, Needs<AccountsPushaccountautomationBody, "name" | "accounts" | "secret_type" | "secret_strategy">>;
    bulkUpdate: Write<AccountsPushaccountautomation[], readonly (Needs<AccountsPushaccountautomationBody & { id: string }, "name" | "accounts" | "secret_type" | "secret_strategy">)[], []>;
    partialBulkUpdate: Write<AccountsPushaccountautomation[], readonly (AccountsPushaccountautomationBody & { id: string })[], []>;
    bulkDestroy: Read<void, AccountsPushaccountautomationQuery, []>;
    retrieve: Read<AccountsPushaccountautomation, AnyQuery, [id: string]>;
    update: Write<AccountsPushaccountautomation, Needs<AccountsPushaccountautomationBody, "name" | "accounts" | "secret_type" | "secret_strategy">, [id: string]>;
    partialUpdate: Write<AccountsPushaccountautomation, AccountsPushaccountautomationBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  pushAccountExecutions: {
    create: Write<{ task: string }, AccountsPushaccountexecutionCreateBody, []>;
    list: List<AccountsPushaccountexecution, AccountsPushaccountexecutionQuery, []>;
    retrieve: Read<AccountsPushaccountexecution, AnyQuery, [id: string]>;
  };
  pushAccountRecords: {
    list: List<AccountsPushaccountrecord, AccountsPushaccountrecordQuery, []>;
  };
  radius: {
    testing: Write<RadiusTested, SettingsRadiusTestingBody, []>;
  };
  registrations: {
    own: Read<{ id: string; name: string; type: string; approved: boolean }, AnyQuery, []>;
  };
  relation: {
    userList: List<PermsRelationUserList, { assetpermission?: string | number; user?: string | number; id?: string | number; search?: string | number }, []>;
    userCreate: Create<PermsRelationUserList, PermsRelationUserCreateBody>;
    userDestroy: Read<void, { assetpermission?: string | number; user?: string | number; id?: string | number; search?: string | number }, []>;
    usergroupList: List<PermsRelationUsergroupList, { assetpermission?: string | number; usergroup?: string | number; id?: string | number; search?: string | number }, []>;
    usergroupCreate: Create<PermsRelationUsergroupList, PermsRelationUsergroupCreateBody>;
    usergroupDestroy: Read<void, { assetpermission?: string | number; usergroup?: string | number; id?: string | number; search?: string | number }, []>;
    assetList: List<PermsRelationAssetList, { assetpermission?: string | number; asset?: string | number; id?: string | number; search?: string | number }, []>;
    assetCreate: Create<PermsRelationAssetList, PermsRelationAssetCreateBody>;
    assetDestroy: Read<void, { assetpermission?: string | number; asset?: string | number; id?: string | number; search?: string | number }, []>;
    nodeList: List<PermsRelationNodeList, { assetpermission?: string | number; node?: string | number; id?: string | number; search?: string | number }, []>;
    nodeCreate: Create<PermsRelationNodeList, PermsRelationNodeCreateBody>;
    nodeDestroy: Read<void, { assetpermission?: string | number; node?: string | number; id?: string | number; search?: string | number }, []>;
  };
  replayStorages: {
    list: List<TerminalReplaystorage, TerminalReplaystorageQuery, []>;
    create: Create<TerminalReplaystorage, Needs<TerminalReplaystorageBody, "name" | "type">>;
    retrieve: Read<TerminalReplaystorage, AnyQuery, [id: string]>;
    update: Write<TerminalReplaystorage, Needs<TerminalReplaystorageBody, "name">, [id: string]>;
    partialUpdate: Write<TerminalReplaystorage, TerminalReplaystorageBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
    test: Read<TerminalCommandstorageTest, AnyQuery, [id: string]>;
  };
  resources: {
    cache: Write<{ spm: string }, CommonResourcesCacheBody, []>;
  };
  roleBindings: {
    list: List<RbacRolebinding, RbacRolebindingQuery, []>;
    create: Create<RbacRolebinding, Needs<RbacRolebindingBody, "user" | "role">>;
    bulkDestroy: Read<void, RbacRolebindingQuery, []>;
    retrieve: Read<RbacRolebinding, AnyQuery, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  roles: {
    list: List<RbacRole, RbacRoleQuery, []>;
    create: Create<RbacRole, Needs<RbacRoleBody, "name" | "scope">>;
    retrieve: Read<RbacRole, AnyQuery, [id: string]>;
    update: Write<RbacRole, Needs<RbacRoleBody, "name">, [id: string]>;
    partialUpdate: Write<RbacRole, RbacRoleBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
    users: List<TicketsCommentMentionable, AnyQuery, [id: string]>;
    permissions: List<RbacPermissionList, AnyQuery, [id: string]>;
    tree: List<TreeNode, AnyQuery, [id: string]>;
  };
  saml2: {
    testing: Write<RadiusTested, undefined, []>;
  };
  savedViews: {
    list: List<SettingsSavedview, SettingsSavedviewQuery, []>;
    create: Create<SettingsSavedview, Needs<SettingsSavedviewBody, "name" | "table_name" | "config">>;
    retrieve: Read<SettingsSavedview, AnyQuery, [id: string]>;
    update: Write<SettingsSavedview, Needs<SettingsSavedviewBody, "name" | "table_name" | "config">, [id: string]>;
    partialUpdate: Write<SettingsSavedview, SettingsSavedviewBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
  };
  screenTexts: {
    list: List<TerminalScreentext, TerminalScreentextQuery, []>;
  };
  serviceAccountRegistrations: {
    register: Write<UsersServiceaccountRegister, UsersServiceaccountRegisterBody, []>;
  };
  sessionJoinRecords: {
    standing: Write<Record<string, boolean>, TerminalSessionjoinrecordStandingBody, []>;
    create: Write<TerminalSessionjoinrecord, TerminalSessionjoinrecordCreateBody, []>;
    list: List<TerminalSessionjoinrecord, TerminalSessionjoinrecordQuery, []>;
    finished: Write<{ msg: string }, undefined, [id: string]>;
    retrieve: Read<TerminalSessionjoinrecord, AnyQuery, [id: string]>;
  };
  sessionSharings: {
    people: Read<{ id: string; name: string; username: string }[], { session?: string; search?: string | number }, []>;
    create: Write<TerminalSessionsharing, TerminalSessionsharingCreateBody, []>;
    list: List<TerminalSessionsharing, TerminalSessionsharingQuery, []>;
    withdraw: Write<void, undefined, [id: string]>;
    retrieve: Read<TerminalSessionsharing, AnyQuery, [id: string]>;
  };
  sessions: {
    rules: Write<Record<string, { refused: "permission" | "rule" | "user" | "asset"; rule: string; expired?: boolean } | { refused: null; command_filter_acls: ({ id: string; name: string; command_groups: { id: string; name: string; type: string; content: string; ignore_case: boolean; pattern: string }[]; action: "accept" | "reject" | "review" | "warning"; reviewers: { id: string; name: string }[]; priority: number; is_active: boolean })[]; expire_at: number; actions: string[]; forward_to: string[] }>, TerminalSessionRulesBody, []>;
    uploadReplay: Write<{ url: string }, FormData, [id: string]>;
    replay: Read<TerminalSessionReplay, AnyQuery, [id: string]>;
    verifyReplay: Read<{ chained: boolean; intact: boolean | null; segments: number; broken_segment?: number }, AnyQuery, [id: string]>;
    replayIndex: Read<{ status: string; cols?: number; rows?: number; start?: number; duration?: number; truncated?: boolean; times?: number[] }, AnyQuery, [id: string]>;
    replayPiece: Read<string, AnyQuery, [id: string, n: number | string]>;
    evidenceKey: Read<{ algorithm: string; public: string; fingerprint: string }, AnyQuery, []>;
    order: Write<void, TerminalSessionOrderBody, [id: string]>;
    endMine: Write<void, undefined, [id: string]>;
    joinEnded: Write<{ ok: boolean; msg: string }, TerminalSessionJoinEndedBody, []>;
    reviews: List<TerminalSessionReviews, AnyQuery, [id: string]>;
    joinValidate: Write<{ ok: boolean; msg: string }, TerminalSessionJoinValidateBody, []>;
    mine: List<TerminalSession, TerminalSessionQuery, []>;
    withdrawShares: Write<{ withdrawn: number }, undefined, [id: string]>;
    list: List<TerminalSession, TerminalSessionQuery, []>;
    create: Create<TerminalSession, Needs<TerminalSessionBody, "user" | "asset" | "account" | "account_id" | "protocol">>;
    bulkUpdate: Write<TerminalSession[], readonly (TerminalSessionBody & { id: string })[], []>;
    partialBulkUpdate: Write<TerminalSession[], readonly (TerminalSessionBody & { id: string })[], []>;
    retrieve: Read<TerminalSession, AnyQuery, [id: string]>;
    update: Write<TerminalSession, TerminalSessionBody, [id: string]>;
    partialUpdate: Write<TerminalSession, TerminalSessionBody, [id: string]>;
    download: Read<string, AnyQuery, [id: string]>;
    bundle: Read<string, AnyQuery, [id: string]>;
  };
  setting: {
    get: Read<{ SECURITY_INSECURE_COMMAND?: boolean; SECURITY_INSECURE_COMMAND_EMAIL_RECEIVER?: string; SECURITY_COMMAND_BLACKLIST?: string[]; LOGIN_REDIRECT_MSG_ENABLED?: boolean; AUTH_OPENID_USE_STATE?: boolean; AUTH_OPENID_USE_NONCE?: boolean; AUTH_OPENID_CODE_CHALLENGE_METHOD?: "S256"; AUTH_OPENID_IGNORE_SSL_VERIFICATION?: boolean; TERMINAL_MAGNUS_ENABLED?: boolean; TERMINAL_RAZOR_ENABLED?: boolean; TERMINAL_GRAPHICAL_RESOLUTION?: "Auto"; PERM_SINGLE_ASSET_TO_UNGROUP_NODE?: boolean; TICKET_AUTHORIZE_DEFAULT_TIME?: number; TICKET_AUTHORIZE_DEFAULT_TIME_UNIT?: "day"; AUTH_LDAP?: boolean; AUTH_LDAP_SERVER_URI?: string; AUTH_LDAP_START_TLS?: boolean; AUTH_LDAP_CA?: string; AUTH_LDAP_BIND_DN?: string; AUTH_LDAP_SEARCH_OU?: string; AUTH_LDAP_SEARCH_FILTER?: string; AUTH_LDAP_USER_ATTR_MAP?: Record<string, string>; AUTH_LDAP_NESTED_GROUPS?: boolean; AUTH_LDAP_CONNECT_TIMEOUT?: number; AUTH_LDAP_SEARCH_PAGED_SIZE?: number; AUTH_LDAP_SYNC_ORG_IDS?: string[]; AUTH_LDAP_SYNC_IS_PERIODIC?: boolean; AUTH_LDAP_SYNC_CRONTAB?: string; AUTH_LDAP_SYNC_INTERVAL?: number; AUTH_RADIUS?: boolean; RADIUS_SERVER?: string; RADIUS_PORT?: number; RADIUS_PROTOCOL?: "pap" | "chap" | "mschapv2"; RADIUS_TIMEOUT?: number; RADIUS_RETRIES?: number; RADIUS_NAS_IDENTIFIER?: string; OTP_IN_RADIUS?: boolean; AUTH_OPENID?: boolean; AUTH_OPENID_NAME?: string; AUTH_OPENID_LOGO?: string; BASE_SITE_URL?: string; AUTH_OPENID_CLIENT_ID?: string; AUTH_OPENID_CLIENT_AUTH_METHOD?: "client_secret_basic" | "client_secret_post"; AUTH_OPENID_KEYCLOAK?: boolean; AUTH_OPENID_SERVER_URL?: string; AUTH_OPENID_REALM_NAME?: string; AUTH_OPENID_PROVIDER_ENDPOINT?: string; AUTH_OPENID_PROVIDER_AUTHORIZATION_ENDPOINT?: string; AUTH_OPENID_PROVIDER_TOKEN_ENDPOINT?: string; AUTH_OPENID_PROVIDER_JWKS_ENDPOINT?: string; AUTH_OPENID_PROVIDER_USERINFO_ENDPOINT?: string; AUTH_OPENID_PROVIDER_END_SESSION_ENDPOINT?: string; AUTH_OPENID_PROVIDER_SIGNATURE_ALG?: "RS256" | "RS384" | "RS512" | "PS256" | "PS384" | "PS512" | "ES256" | "ES384" | "ES512" | "EdDSA" | "HS256"; AUTH_OPENID_PROVIDER_SIGNATURE_KEY?: string; AUTH_OPENID_CA?: string; AUTH_OPENID_PKCE?: boolean; AUTH_OPENID_SCOPES?: string; AUTH_OPENID_ID_TOKEN_MAX_AGE?: number; AUTH_OPENID_ID_TOKEN_INCLUDE_CLAIMS?: boolean; AUTH_OPENID_USER_ATTR_MAP?: Record<string, string>; AUTH_OPENID_ALWAYS_UPDATE_USER?: boolean; AUTH_OPENID_SHARE_SESSION?: boolean; AUTH_OPENID_ACR_VALUES?: string; AUTH_OPENID_ACR_REQUIRED?: boolean; AUTH_OPENID_MFA_VALUES?: string; AUTH_OAUTH2?: boolean; AUTH_OAUTH2_PROVIDER?: string; AUTH_OAUTH2_LOGO_PATH?: string; AUTH_OAUTH2_CLIENT_ID?: string; AUTH_OAUTH2_SCOPE?: string; AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT?: string; AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT?: string; AUTH_OAUTH2_ACCESS_TOKEN_METHOD?: "GET" | "POST"; AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT?: string; AUTH_OAUTH2_PROVIDER_END_SESSION_ENDPOINT?: string; AUTH_OAUTH2_LOGOUT_COMPLETELY?: boolean; AUTH_OAUTH2_USER_ATTR_MAP?: Record<string, string>; AUTH_OAUTH2_ALWAYS_UPDATE_USER?: boolean; AUTH_CAS?: boolean; CAS_NAME?: string; CAS_LOGO?: string; CAS_SERVER_URL?: string; CAS_ROOT_PROXIED_AS?: string; CAS_VERSION?: number; CAS_LOGOUT_COMPLETELY?: boolean; CAS_USERNAME_ATTRIBUTE?: string; CAS_APPLY_ATTRIBUTES_TO_USER?: boolean; CAS_RENAME_ATTRIBUTES?: Record<string, string>; CAS_CREATE_USER?: boolean; AUTH_SAML2?: boolean; SAML2_NAME?: string; SAML2_LOGO?: string; SAML2_IDP_METADATA_URL?: string; SAML2_IDP_METADATA_XML?: string; SAML2_SP_CERT_CONTENT?: string; SAML2_RENAME_ATTRIBUTES?: Record<string, string>; SAML2_LOGOUT_COMPLETELY?: boolean; AUTH_SAML2_ALWAYS_UPDATE_USER?: boolean; SAML2_IDP_INITIATED?: boolean; AUTH_WECOM?: boolean; WECOM_CORPID?: string; WECOM_AGENTID?: string; AUTH_DINGTALK?: boolean; DINGTALK_AGENTID?: string; DINGTALK_APPKEY?: string; AUTH_FEISHU?: boolean; FEISHU_APP_ID?: string; FEISHU_VERSION?: "feishu" | "lark"; AUTH_SLACK?: boolean; SLACK_TEAM_ID?: string; SLACK_CLIENT_ID?: string; VAULT_ENABLED?: boolean; VAULT_BACKEND?: "hcp" | "aws"; VAULT_PREFIX?: string; VAULT_HCP_HOST?: string; VAULT_HCP_MOUNT_POINT?: string; VAULT_HCP_NAMESPACE?: string; VAULT_HCP_CA?: string; VAULT_HCP_AUTH?: "token" | "approle"; VAULT_HCP_ROLE_ID?: string; VAULT_AWS_REGION_NAME?: string; VAULT_AWS_ENDPOINT?: string; VAULT_AWS_ACCESS_KEY_ID?: string; SMS_ENABLED?: boolean; SMS_BACKEND?: "alibaba" | "tencent" | "huawei" | "cmpp2" | "smpp" | "custom"; SMS_TEST_PHONE?: { code: string; phone: string } | string | null; ALIBABA_ACCESS_KEY_ID?: string; ALIBABA_VERIFY_SIGN_NAME?: string; ALIBABA_VERIFY_TEMPLATE_CODE?: string; ALIBABA_NOTICE_TEMPLATE_CODE?: string; ALIBABA_SMS_ENDPOINT?: string; TENCENT_SECRET_ID?: string; TENCENT_SDKAPPID?: string; TENCENT_VERIFY_SIGN_NAME?: string; TENCENT_VERIFY_TEMPLATE_CODE?: string; TENCENT_NOTICE_TEMPLATE_CODE?: string; TENCENT_SMS_ENDPOINT?: string; TENCENT_SMS_REGION?: string; HUAWEI_APP_KEY?: string; HUAWEI_SMS_ENDPOINT?: string; HUAWEI_SIGN_CHANNEL_NUM?: string; HUAWEI_VERIFY_SIGN_NAME?: string; HUAWEI_VERIFY_TEMPLATE_CODE?: string; HUAWEI_NOTICE_TEMPLATE_CODE?: string; CMPP2_HOST?: string; CMPP2_PORT?: number; CMPP2_SP_ID?: string; CMPP2_SRC_ID?: string; CMPP2_SERVICE_ID?: string; CMPP2_VERIFY_SIGN_NAME?: string; CMPP2_VERIFY_TEMPLATE_CODE?: string; SMPP_HOST?: string; SMPP_PORT?: number; SMPP_USE_TLS?: boolean; SMPP_CA?: string; SMPP_SYSTEM_ID?: string; SMPP_SYSTEM_TYPE?: string; SMPP_SOURCE_ADDR?: string; SMPP_SOURCE_TON?: number; SMPP_SOURCE_NPI?: number; SMPP_DEST_TON?: number; SMPP_DEST_NPI?: number; SMPP_VERIFY_TEMPLATE?: string; CUSTOM_SMS_URL?: string; CUSTOM_SMS_REQUEST_METHOD?: "get" | "post"; CUSTOM_SMS_API_PARAMS?: Record<string, string>; CUSTOM_SMS_NOTICE_PARAMS?: Record<string, string>; TICKET_OFFERED?: "all" | "nodes" | "nothing"; TICKET_OFFERED_NODES?: string[]; TICKET_BREAK_GLASS?: boolean; TICKET_BREAK_GLASS_MINUTES?: number; SITE_URL?: string; USER_GUIDE_URL?: string; FORGOT_PASSWORD_URL?: string; GLOBAL_ORG_DISPLAY_NAME?: string; ANNOUNCEMENT_ENABLED?: boolean; ANNOUNCEMENT?: { ID?: string; SUBJECT?: string; CONTENT?: string; LINK?: string }; ANNOUNCEMENT_AT_LOGIN?: boolean; TERMS_OF_USE_ENABLED?: boolean; TERMS_OF_USE_VERSION?: string; TERMS_OF_USE_EN?: string; TERMS_OF_USE_ZH?: string; TERMS_OF_USE_JA?: string; TICKETS_ENABLED?: boolean; SECURITY_PASSWORD_MIN_LENGTH?: number; SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH?: number; SECURITY_PASSWORD_UPPER_CASE?: boolean; SECURITY_PASSWORD_LOWER_CASE?: boolean; SECURITY_PASSWORD_NUMBER?: boolean; SECURITY_PASSWORD_SPECIAL_CHAR?: boolean; SECURITY_PASSWORD_REFUSE_KNOWN?: boolean; SECURITY_MFA_AUTH?: 0 | 1 | 2; SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY?: boolean; ONLY_ALLOW_EXIST_USER_AUTH?: boolean; ONLY_ALLOW_AUTH_FROM_SOURCE?: boolean; SCIM_ENABLED?: boolean; SCIM_USER_SOURCE?: "local" | "ldap" | "openid" | "oauth2" | "saml2" | "cas" | "radius"; SECURITY_NEW_PEOPLE_APPROVAL?: boolean; SECURITY_LOGIN_LIMIT_COUNT?: number; SECURITY_LOGIN_LIMIT_TIME?: number; SECURITY_LOGIN_IP_LIMIT_COUNT?: number; SECURITY_LOGIN_IP_LIMIT_TIME?: number; SECURITY_LOGIN_IP_WHITE_LIST?: string[]; SECURITY_LOGIN_IP_BLACK_LIST?: string[]; SECURITY_PASSWORD_EXPIRATION_TIME?: number; OLD_PASSWORD_HISTORY_LIMIT_COUNT?: number; USER_LOGIN_SINGLE_MACHINE_ENABLED?: boolean; SECURITY_LOGIN_IDLE_MINUTES?: number; SECURITY_LOGIN_MAX_HOURS?: number; SECURITY_MFA_VERIFY_TTL?: number; VERIFY_CODE_TTL?: number; SECURITY_MFA_BY_EMAIL?: boolean; SECURITY_MFA_TRUST_DAYS?: number; SECURITY_CHECK_DIFFERENT_CITY_LOGIN?: boolean; SECURITY_OUTSIDE_MAX_DAYS?: number; SECURITY_OUTSIDE_REVIEW_DAYS?: number; SECURITY_SERVICE_ACCOUNT_REGISTRATION?: boolean; SECURITY_COMPONENT_APPROVAL?: boolean; SECURITY_WATERMARK_ENABLED?: boolean; SECURITY_MAX_IDLE_TIME?: number; SECURITY_MAX_SESSION_TIME?: number; SECURITY_MAX_SESSION_COUNT?: number; SECURITY_INSECURE_COMMAND_LEVEL?: 4 | 5; SECURITY_LUNA_REMEMBER_AUTH?: boolean; SECURITY_COMMAND_EXECUTION?: boolean; SECURITY_SESSION_SHARE?: boolean; TERMINAL_PASSWORD_AUTH?: boolean; TERMINAL_BROWSER_AUTH?: boolean; TERMINAL_PUBLIC_KEY_AUTH?: boolean; TERMINAL_ASSET_LIST_SORT_BY?: "name" | "ip"; TERMINAL_ASSET_LIST_PAGE_SIZE?: "all" | "auto" | "10" | "15" | "25" | "50"; TERMINAL_TELNET_REGEX?: string; TERMINAL_KOKO_SSH_ENABLED?: boolean; TERMINAL_RECONNECT_SECONDS?: number; TERMINAL_WATCH_NOTICE?: boolean; EMAIL_HOST?: string; EMAIL_PORT?: string; EMAIL_HOST_USER?: string; EMAIL_FROM?: string; EMAIL_RECIPIENT?: string; EMAIL_USE_SSL?: boolean; EMAIL_USE_TLS?: boolean; EMAIL_SUBJECT_PREFIX?: string; EMAIL_CUSTOM_USER_CREATED_SUBJECT?: string; EMAIL_CUSTOM_USER_CREATED_HONORIFIC?: string; EMAIL_CUSTOM_USER_CREATED_BODY?: string; EMAIL_CUSTOM_USER_CREATED_SIGNATURE?: string; LOGIN_LOG_KEEP_DAYS?: number; TASK_LOG_KEEP_DAYS?: number; OPERATE_LOG_KEEP_DAYS?: number; FTP_LOG_KEEP_DAYS?: number; ACTIVITY_LOG_KEEP_DAYS?: number; CLOUD_SYNC_TASK_EXECUTION_KEEP_DAYS?: number; EXPORT_FILE_KEEP_DAYS?: number; TERMINAL_SESSION_KEEP_DURATION?: number; AUDIT_ANCHOR_INTERVAL?: number; AUDIT_ANCHOR_S3_ENDPOINT?: string; AUDIT_ANCHOR_S3_BUCKET?: string; AUDIT_ANCHOR_S3_REGION?: string; AUDIT_ANCHOR_S3_ACCESS_KEY?: string; AUDIT_ANCHOR_S3_LOCK?: "COMPLIANCE" | "GOVERNANCE"; AUDIT_ANCHOR_SYSLOG?: string; EMAIL_SUFFIX?: string; OTP_ISSUER_NAME?: string; OTP_VALID_WINDOW?: number; HELP_DOCUMENT_URL?: string; HELP_SUPPORT_URL?: string; SECURITY_LOGIN_CHALLENGE_ENABLED?: boolean; SECURITY_MFA_IN_LOGIN_PAGE?: boolean; SECURITY_LOGIN_CAPTCHA_ENABLED?: boolean; AUTH_PASSKEY?: boolean; AUTH_SSO?: boolean; AUTH_SSO_AUTHKEY_TTL?: number; SECURITY_VIEW_AUTH_NEED_MFA?: boolean; TOKEN_EXPIRATION?: number; SESSION_EXPIRE_AT_BROWSER_CLOSE_FORCE?: boolean; AUTH_TEMP_TOKEN?: boolean; CONNECTION_TOKEN_REUSABLE?: boolean; CONNECTION_TOKEN_ONETIME_EXPIRATION?: number; CONNECTION_TOKEN_REUSABLE_EXPIRATION?: number; TERMINAL_OMNIDB_ENABLED?: boolean; TERMINAL_HEADER_TITLE?: string; TERMINAL_HEARTBEAT_INTERVAL?: number; TERMINAL_ACCOUNTS_AMOUNT?: number; WINDOWS_SKIP_ALL_MANUAL_PASSWORD?: boolean; FTP_FILE_MAX_STORE?: number }, { category?: string | number; provider?: string | number }, []>;
    put: Write<{ SECURITY_INSECURE_COMMAND?: boolean; SECURITY_INSECURE_COMMAND_EMAIL_RECEIVER?: string; SECURITY_COMMAND_BLACKLIST?: string[]; LOGIN_REDIRECT_MSG_ENABLED?: boolean; AUTH_OPENID_USE_STATE?: boolean; AUTH_OPENID_USE_NONCE?: boolean; AUTH_OPENID_CODE_CHALLENGE_METHOD?: "S256"; AUTH_OPENID_IGNORE_SSL_VERIFICATION?: boolean; TERMINAL_MAGNUS_ENABLED?: boolean; TERMINAL_RAZOR_ENABLED?: boolean; TERMINAL_GRAPHICAL_RESOLUTION?: "Auto"; PERM_SINGLE_ASSET_TO_UNGROUP_NODE?: boolean; TICKET_AUTHORIZE_DEFAULT_TIME?: number; TICKET_AUTHORIZE_DEFAULT_TIME_UNIT?: "day"; AUTH_LDAP?: boolean; AUTH_LDAP_SERVER_URI?: string; AUTH_LDAP_START_TLS?: boolean; AUTH_LDAP_CA?: string; AUTH_LDAP_BIND_DN?: string; AUTH_LDAP_SEARCH_OU?: string; AUTH_LDAP_SEARCH_FILTER?: string; AUTH_LDAP_USER_ATTR_MAP?: Record<string, string>; AUTH_LDAP_NESTED_GROUPS?: boolean; AUTH_LDAP_CONNECT_TIMEOUT?: number; AUTH_LDAP_SEARCH_PAGED_SIZE?: number; AUTH_LDAP_SYNC_ORG_IDS?: string[]; AUTH_LDAP_SYNC_IS_PERIODIC?: boolean; AUTH_LDAP_SYNC_CRONTAB?: string; AUTH_LDAP_SYNC_INTERVAL?: number; AUTH_RADIUS?: boolean; RADIUS_SERVER?: string; RADIUS_PORT?: number; RADIUS_PROTOCOL?: "pap" | "chap" | "mschapv2"; RADIUS_TIMEOUT?: number; RADIUS_RETRIES?: number; RADIUS_NAS_IDENTIFIER?: string; OTP_IN_RADIUS?: boolean; AUTH_OPENID?: boolean; AUTH_OPENID_NAME?: string; AUTH_OPENID_LOGO?: string; BASE_SITE_URL?: string; AUTH_OPENID_CLIENT_ID?: string; AUTH_OPENID_CLIENT_AUTH_METHOD?: "client_secret_basic" | "client_secret_post"; AUTH_OPENID_KEYCLOAK?: boolean; AUTH_OPENID_SERVER_URL?: string; AUTH_OPENID_REALM_NAME?: string; AUTH_OPENID_PROVIDER_ENDPOINT?: string; AUTH_OPENID_PROVIDER_AUTHORIZATION_ENDPOINT?: string; AUTH_OPENID_PROVIDER_TOKEN_ENDPOINT?: string; AUTH_OPENID_PROVIDER_JWKS_ENDPOINT?: string; AUTH_OPENID_PROVIDER_USERINFO_ENDPOINT?: string; AUTH_OPENID_PROVIDER_END_SESSION_ENDPOINT?: string; AUTH_OPENID_PROVIDER_SIGNATURE_ALG?: "RS256" | "RS384" | "RS512" | "PS256" | "PS384" | "PS512" | "ES256" | "ES384" | "ES512" | "EdDSA" | "HS256"; AUTH_OPENID_PROVIDER_SIGNATURE_KEY?: string; AUTH_OPENID_CA?: string; AUTH_OPENID_PKCE?: boolean; AUTH_OPENID_SCOPES?: string; AUTH_OPENID_ID_TOKEN_MAX_AGE?: number; AUTH_OPENID_ID_TOKEN_INCLUDE_CLAIMS?: boolean; AUTH_OPENID_USER_ATTR_MAP?: Record<string, string>; AUTH_OPENID_ALWAYS_UPDATE_USER?: boolean; AUTH_OPENID_SHARE_SESSION?: boolean; AUTH_OPENID_ACR_VALUES?: string; AUTH_OPENID_ACR_REQUIRED?: boolean; AUTH_OPENID_MFA_VALUES?: string; AUTH_OAUTH2?: boolean; AUTH_OAUTH2_PROVIDER?: string; AUTH_OAUTH2_LOGO_PATH?: string; AUTH_OAUTH2_CLIENT_ID?: string; AUTH_OAUTH2_SCOPE?: string; AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT?: string; AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT?: string; AUTH_OAUTH2_ACCESS_TOKEN_METHOD?: "GET" | "POST"; AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT?: string; AUTH_OAUTH2_PROVIDER_END_SESSION_ENDPOINT?: string; AUTH_OAUTH2_LOGOUT_COMPLETELY?: boolean; AUTH_OAUTH2_USER_ATTR_MAP?: Record<string, string>; AUTH_OAUTH2_ALWAYS_UPDATE_USER?: boolean; AUTH_CAS?: boolean; CAS_NAME?: string; CAS_LOGO?: string; CAS_SERVER_URL?: string; CAS_ROOT_PROXIED_AS?: string; CAS_VERSION?: number; CAS_LOGOUT_COMPLETELY?: boolean; CAS_USERNAME_ATTRIBUTE?: string; CAS_APPLY_ATTRIBUTES_TO_USER?: boolean; CAS_RENAME_ATTRIBUTES?: Record<string, string>; CAS_CREATE_USER?: boolean; AUTH_SAML2?: boolean; SAML2_NAME?: string; SAML2_LOGO?: string; SAML2_IDP_METADATA_URL?: string; SAML2_IDP_METADATA_XML?: string; SAML2_SP_CERT_CONTENT?: string; SAML2_RENAME_ATTRIBUTES?: Record<string, string>; SAML2_LOGOUT_COMPLETELY?: boolean; AUTH_SAML2_ALWAYS_UPDATE_USER?: boolean; SAML2_IDP_INITIATED?: boolean; AUTH_WECOM?: boolean; WECOM_CORPID?: string; WECOM_AGENTID?: string; AUTH_DINGTALK?: boolean; DINGTALK_AGENTID?: string; DINGTALK_APPKEY?: string; AUTH_FEISHU?: boolean; FEISHU_APP_ID?: string; FEISHU_VERSION?: "feishu" | "lark"; AUTH_SLACK?: boolean; SLACK_TEAM_ID?: string; SLACK_CLIENT_ID?: string; VAULT_ENABLED?: boolean; VAULT_BACKEND?: "hcp" | "aws"; VAULT_PREFIX?: string; VAULT_HCP_HOST?: string; VAULT_HCP_MOUNT_POINT?: string; VAULT_HCP_NAMESPACE?: string; VAULT_HCP_CA?: string; VAULT_HCP_AUTH?: "token" | "approle"; VAULT_HCP_ROLE_ID?: string; VAULT_AWS_REGION_NAME?: string; VAULT_AWS_ENDPOINT?: string; VAULT_AWS_ACCESS_KEY_ID?: string; SMS_ENABLED?: boolean; SMS_BACKEND?: "alibaba" | "tencent" | "huawei" | "cmpp2" | "smpp" | "custom"; SMS_TEST_PHONE?: { code: string; phone: string } | string | null; ALIBABA_ACCESS_KEY_ID?: string; ALIBABA_VERIFY_SIGN_NAME?: string; ALIBABA_VERIFY_TEMPLATE_CODE?: string; ALIBABA_NOTICE_TEMPLATE_CODE?: string; ALIBABA_SMS_ENDPOINT?: string; TENCENT_SECRET_ID?: string; TENCENT_SDKAPPID?: string; TENCENT_VERIFY_SIGN_NAME?: string; TENCENT_VERIFY_TEMPLATE_CODE?: string; TENCENT_NOTICE_TEMPLATE_CODE?: string; TENCENT_SMS_ENDPOINT?: string; TENCENT_SMS_REGION?: string; HUAWEI_APP_KEY?: string; HUAWEI_SMS_ENDPOINT?: string; HUAWEI_SIGN_CHANNEL_NUM?: string; HUAWEI_VERIFY_SIGN_NAME?: string; HUAWEI_VERIFY_TEMPLATE_CODE?: string; HUAWEI_NOTICE_TEMPLATE_CODE?: string; CMPP2_HOST?: string; CMPP2_PORT?: number; CMPP2_SP_ID?: string; CMPP2_SRC_ID?: string; CMPP2_SERVICE_ID?: string; CMPP2_VERIFY_SIGN_NAME?: string; CMPP2_VERIFY_TEMPLATE_CODE?: string; SMPP_HOST?: string; SMPP_PORT?: number; SMPP_USE_TLS?: boolean; SMPP_CA?: string; SMPP_SYSTEM_ID?: string; SMPP_SYSTEM_TYPE?: string; SMPP_SOURCE_ADDR?: string; SMPP_SOURCE_TON?: number; SMPP_SOURCE_NPI?: number; SMPP_DEST_TON?: number; SMPP_DEST_NPI?: number; SMPP_VERIFY_TEMPLATE?: string; CUSTOM_SMS_URL?: string; CUSTOM_SMS_REQUEST_METHOD?: "get" | "post"; CUSTOM_SMS_API_PARAMS?: Record<string, string>; CUSTOM_SMS_NOTICE_PARAMS?: Record<string, string>; TICKET_OFFERED?: "all" | "nodes" | "nothing"; TICKET_OFFERED_NODES?: string[]; TICKET_BREAK_GLASS?: boolean; TICKET_BREAK_GLASS_MINUTES?: number; SITE_URL?: string; USER_GUIDE_URL?: string; FORGOT_PASSWORD_URL?: string; GLOBAL_ORG_DISPLAY_NAME?: string; ANNOUNCEMENT_ENABLED?: boolean; ANNOUNCEMENT?: { ID?: string; SUBJECT?: string; CONTENT?: string; LINK?: string }; ANNOUNCEMENT_AT_LOGIN?: boolean; TERMS_OF_USE_ENABLED?: boolean; TERMS_OF_USE_VERSION?: string; TERMS_OF_USE_EN?: string; TERMS_OF_USE_ZH?: string; TERMS_OF_USE_JA?: string; TICKETS_ENABLED?: boolean; SECURITY_PASSWORD_MIN_LENGTH?: number; SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH?: number; SECURITY_PASSWORD_UPPER_CASE?: boolean; SECURITY_PASSWORD_LOWER_CASE?: boolean; SECURITY_PASSWORD_NUMBER?: boolean; SECURITY_PASSWORD_SPECIAL_CHAR?: boolean; SECURITY_PASSWORD_REFUSE_KNOWN?: boolean; SECURITY_MFA_AUTH?: 0 | 1 | 2; SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY?: boolean; ONLY_ALLOW_EXIST_USER_AUTH?: boolean; ONLY_ALLOW_AUTH_FROM_SOURCE?: boolean; SCIM_ENABLED?: boolean; SCIM_USER_SOURCE?: "local" | "ldap" | "openid" | "oauth2" | "saml2" | "cas" | "radius"; SECURITY_NEW_PEOPLE_APPROVAL?: boolean; SECURITY_LOGIN_LIMIT_COUNT?: number; SECURITY_LOGIN_LIMIT_TIME?: number; SECURITY_LOGIN_IP_LIMIT_COUNT?: number; SECURITY_LOGIN_IP_LIMIT_TIME?: number; SECURITY_LOGIN_IP_WHITE_LIST?: string[]; SECURITY_LOGIN_IP_BLACK_LIST?: string[]; SECURITY_PASSWORD_EXPIRATION_TIME?: number; OLD_PASSWORD_HISTORY_LIMIT_COUNT?: number; USER_LOGIN_SINGLE_MACHINE_ENABLED?: boolean; SECURITY_LOGIN_IDLE_MINUTES?: number; SECURITY_LOGIN_MAX_HOURS?: number; SECURITY_MFA_VERIFY_TTL?: number; VERIFY_CODE_TTL?: number; SECURITY_MFA_BY_EMAIL?: boolean; SECURITY_MFA_TRUST_DAYS?: number; SECURITY_CHECK_DIFFERENT_CITY_LOGIN?: boolean; SECURITY_OUTSIDE_MAX_DAYS?: number; SECURITY_OUTSIDE_REVIEW_DAYS?: number; SECURITY_SERVICE_ACCOUNT_REGISTRATION?: boolean; SECURITY_COMPONENT_APPROVAL?: boolean; SECURITY_WATERMARK_ENABLED?: boolean; SECURITY_MAX_IDLE_TIME?: number; SECURITY_MAX_SESSION_TIME?: number; SECURITY_MAX_SESSION_COUNT?: number; SECURITY_INSECURE_COMMAND_LEVEL?: 4 | 5; SECURITY_LUNA_REMEMBER_AUTH?: boolean; SECURITY_COMMAND_EXECUTION?: boolean; SECURITY_SESSION_SHARE?: boolean; TERMINAL_PASSWORD_AUTH?: boolean; TERMINAL_BROWSER_AUTH?: boolean; TERMINAL_PUBLIC_KEY_AUTH?: boolean; TERMINAL_ASSET_LIST_SORT_BY?: "name" | "ip"; TERMINAL_ASSET_LIST_PAGE_SIZE?: "all" | "auto" | "10" | "15" | "25" | "50"; TERMINAL_TELNET_REGEX?: string; TERMINAL_KOKO_SSH_ENABLED?: boolean; TERMINAL_RECONNECT_SECONDS?: number; TERMINAL_WATCH_NOTICE?: boolean; EMAIL_HOST?: string; EMAIL_PORT?: string; EMAIL_HOST_USER?: string; EMAIL_FROM?: string; EMAIL_RECIPIENT?: string; EMAIL_USE_SSL?: boolean; EMAIL_USE_TLS?: boolean; EMAIL_SUBJECT_PREFIX?: string; EMAIL_CUSTOM_USER_CREATED_SUBJECT?: string; EMAIL_CUSTOM_USER_CREATED_HONORIFIC?: string; EMAIL_CUSTOM_USER_CREATED_BODY?: string; EMAIL_CUSTOM_USER_CREATED_SIGNATURE?: string; LOGIN_LOG_KEEP_DAYS?: number; TASK_LOG_KEEP_DAYS?: number; OPERATE_LOG_KEEP_DAYS?: number; FTP_LOG_KEEP_DAYS?: number; ACTIVITY_LOG_KEEP_DAYS?: number; CLOUD_SYNC_TASK_EXECUTION_KEEP_DAYS?: number; EXPORT_FILE_KEEP_DAYS?: number; TERMINAL_SESSION_KEEP_DURATION?: number; AUDIT_ANCHOR_INTERVAL?: number; AUDIT_ANCHOR_S3_ENDPOINT?: string; AUDIT_ANCHOR_S3_BUCKET?: string; AUDIT_ANCHOR_S3_REGION?: string; AUDIT_ANCHOR_S3_ACCESS_KEY?: string; AUDIT_ANCHOR_S3_LOCK?: "COMPLIANCE" | "GOVERNANCE"; AUDIT_ANCHOR_SYSLOG?: string; EMAIL_SUFFIX?: string; OTP_ISSUER_NAME?: string; OTP_VALID_WINDOW?: number; HELP_DOCUMENT_URL?: string; HELP_SUPPORT_URL?: string; SECURITY_LOGIN_CHALLENGE_ENABLED?: boolean; SECURITY_MFA_IN_LOGIN_PAGE?: boolean; SECURITY_LOGIN_CAPTCHA_ENABLED?: boolean; AUTH_PASSKEY?: boolean; AUTH_SSO?: boolean; AUTH_SSO_AUTHKEY_TTL?: number; SECURITY_VIEW_AUTH_NEED_MFA?: boolean; TOKEN_EXPIRATION?: number; SESSION_EXPIRE_AT_BROWSER_CLOSE_FORCE?: boolean; AUTH_TEMP_TOKEN?: boolean; CONNECTION_TOKEN_REUSABLE?: boolean; CONNECTION_TOKEN_ONETIME_EXPIRATION?: number; CONNECTION_TOKEN_REUSABLE_EXPIRATION?: number; TERMINAL_OMNIDB_ENABLED?: boolean; TERMINAL_HEADER_TITLE?: string; TERMINAL_HEARTBEAT_INTERVAL?: number; TERMINAL_ACCOUNTS_AMOUNT?: number; WINDOWS_SKIP_ALL_MANUAL_PASSWORD?: boolean; FTP_FILE_MAX_STORE?: number }, SettingsSettingPutBody, []>;
    patch: Write<{ SECURITY_INSECURE_COMMAND?: boolean; SECURITY_INSECURE_COMMAND_EMAIL_RECEIVER?: string; SECURITY_COMMAND_BLACKLIST?: string[]; LOGIN_REDIRECT_MSG_ENABLED?: boolean; AUTH_OPENID_USE_STATE?: boolean; AUTH_OPENID_USE_NONCE?: boolean; AUTH_OPENID_CODE_CHALLENGE_METHOD?: "S256"; AUTH_OPENID_IGNORE_SSL_VERIFICATION?: boolean; TERMINAL_MAGNUS_ENABLED?: boolean; TERMINAL_RAZOR_ENABLED?: boolean; TERMINAL_GRAPHICAL_RESOLUTION?: "Auto"; PERM_SINGLE_ASSET_TO_UNGROUP_NODE?: boolean; TICKET_AUTHORIZE_DEFAULT_TIME?: number; TICKET_AUTHORIZE_DEFAULT_TIME_UNIT?: "day"; AUTH_LDAP?: boolean; AUTH_LDAP_SERVER_URI?: string; AUTH_LDAP_START_TLS?: boolean; AUTH_LDAP_CA?: string; AUTH_LDAP_BIND_DN?: string; AUTH_LDAP_SEARCH_OU?: string; AUTH_LDAP_SEARCH_FILTER?: string; AUTH_LDAP_USER_ATTR_MAP?: Record<string, string>; AUTH_LDAP_NESTED_GROUPS?: boolean; AUTH_LDAP_CONNECT_TIMEOUT?: number; AUTH_LDAP_SEARCH_PAGED_SIZE?: number; AUTH_LDAP_SYNC_ORG_IDS?: string[]; AUTH_LDAP_SYNC_IS_PERIODIC?: boolean; AUTH_LDAP_SYNC_CRONTAB?: string; AUTH_LDAP_SYNC_INTERVAL?: number; AUTH_RADIUS?: boolean; RADIUS_SERVER?: string; RADIUS_PORT?: number; RADIUS_PROTOCOL?: "pap" | "chap" | "mschapv2"; RADIUS_TIMEOUT?: number; RADIUS_RETRIES?: number; RADIUS_NAS_IDENTIFIER?: string; OTP_IN_RADIUS?: boolean; AUTH_OPENID?: boolean; AUTH_OPENID_NAME?: string; AUTH_OPENID_LOGO?: string; BASE_SITE_URL?: string; AUTH_OPENID_CLIENT_ID?: string; AUTH_OPENID_CLIENT_AUTH_METHOD?: "client_secret_basic" | "client_secret_post"; AUTH_OPENID_KEYCLOAK?: boolean; AUTH_OPENID_SERVER_URL?: string; AUTH_OPENID_REALM_NAME?: string; AUTH_OPENID_PROVIDER_ENDPOINT?: string; AUTH_OPENID_PROVIDER_AUTHORIZATION_ENDPOINT?: string; AUTH_OPENID_PROVIDER_TOKEN_ENDPOINT?: string; AUTH_OPENID_PROVIDER_JWKS_ENDPOINT?: string; AUTH_OPENID_PROVIDER_USERINFO_ENDPOINT?: string; AUTH_OPENID_PROVIDER_END_SESSION_ENDPOINT?: string; AUTH_OPENID_PROVIDER_SIGNATURE_ALG?: "RS256" | "RS384" | "RS512" | "PS256" | "PS384" | "PS512" | "ES256" | "ES384" | "ES512" | "EdDSA" | "HS256"; AUTH_OPENID_PROVIDER_SIGNATURE_KEY?: string; AUTH_OPENID_CA?: string; AUTH_OPENID_PKCE?: boolean; AUTH_OPENID_SCOPES?: string; AUTH_OPENID_ID_TOKEN_MAX_AGE?: number; AUTH_OPENID_ID_TOKEN_INCLUDE_CLAIMS?: boolean; AUTH_OPENID_USER_ATTR_MAP?: Record<string, string>; AUTH_OPENID_ALWAYS_UPDATE_USER?: boolean; AUTH_OPENID_SHARE_SESSION?: boolean; AUTH_OPENID_ACR_VALUES?: string; AUTH_OPENID_ACR_REQUIRED?: boolean; AUTH_OPENID_MFA_VALUES?: string; AUTH_OAUTH2?: boolean; AUTH_OAUTH2_PROVIDER?: string; AUTH_OAUTH2_LOGO_PATH?: string; AUTH_OAUTH2_CLIENT_ID?: string; AUTH_OAUTH2_SCOPE?: string; AUTH_OAUTH2_PROVIDER_AUTHORIZATION_ENDPOINT?: string; AUTH_OAUTH2_ACCESS_TOKEN_ENDPOINT?: string; AUTH_OAUTH2_ACCESS_TOKEN_METHOD?: "GET" | "POST"; AUTH_OAUTH2_PROVIDER_USERINFO_ENDPOINT?: string; AUTH_OAUTH2_PROVIDER_END_SESSION_ENDPOINT?: string; AUTH_OAUTH2_LOGOUT_COMPLETELY?: boolean; AUTH_OAUTH2_USER_ATTR_MAP?: Record<string, string>; AUTH_OAUTH2_ALWAYS_UPDATE_USER?: boolean; AUTH_CAS?: boolean; CAS_NAME?: string; CAS_LOGO?: string; CAS_SERVER_URL?: string; CAS_ROOT_PROXIED_AS?: string; CAS_VERSION?: number; CAS_LOGOUT_COMPLETELY?: boolean; CAS_USERNAME_ATTRIBUTE?: string; CAS_APPLY_ATTRIBUTES_TO_USER?: boolean; CAS_RENAME_ATTRIBUTES?: Record<string, string>; CAS_CREATE_USER?: boolean; AUTH_SAML2?: boolean; SAML2_NAME?: string; SAML2_LOGO?: string; SAML2_IDP_METADATA_URL?: string; SAML2_IDP_METADATA_XML?: string; SAML2_SP_CERT_CONTENT?: string; SAML2_RENAME_ATTRIBUTES?: Record<string, string>; SAML2_LOGOUT_COMPLETELY?: boolean; AUTH_SAML2_ALWAYS_UPDATE_USER?: boolean; SAML2_IDP_INITIATED?: boolean; AUTH_WECOM?: boolean; WECOM_CORPID?: string; WECOM_AGENTID?: string; AUTH_DINGTALK?: boolean; DINGTALK_AGENTID?: string; DINGTALK_APPKEY?: string; AUTH_FEISHU?: boolean; FEISHU_APP_ID?: string; FEISHU_VERSION?: "feishu" | "lark"; AUTH_SLACK?: boolean; SLACK_TEAM_ID?: string; SLACK_CLIENT_ID?: string; VAULT_ENABLED?: boolean; VAULT_BACKEND?: "hcp" | "aws"; VAULT_PREFIX?: string; VAULT_HCP_HOST?: string; VAULT_HCP_MOUNT_POINT?: string; VAULT_HCP_NAMESPACE?: string; VAULT_HCP_CA?: string; VAULT_HCP_AUTH?: "token" | "approle"; VAULT_HCP_ROLE_ID?: string; VAULT_AWS_REGION_NAME?: string; VAULT_AWS_ENDPOINT?: string; VAULT_AWS_ACCESS_KEY_ID?: string; SMS_ENABLED?: boolean; SMS_BACKEND?: "alibaba" | "tencent" | "huawei" | "cmpp2" | "smpp" | "custom"; SMS_TEST_PHONE?: { code: string; phone: string } | string | null; ALIBABA_ACCESS_KEY_ID?: string; ALIBABA_VERIFY_SIGN_NAME?: string; ALIBABA_VERIFY_TEMPLATE_CODE?: string; ALIBABA_NOTICE_TEMPLATE_CODE?: string; ALIBABA_SMS_ENDPOINT?: string; TENCENT_SECRET_ID?: string; TENCENT_SDKAPPID?: string; TENCENT_VERIFY_SIGN_NAME?: string; TENCENT_VERIFY_TEMPLATE_CODE?: string; TENCENT_NOTICE_TEMPLATE_CODE?: string; TENCENT_SMS_ENDPOINT?: string; TENCENT_SMS_REGION?: string; HUAWEI_APP_KEY?: string; HUAWEI_SMS_ENDPOINT?: string; HUAWEI_SIGN_CHANNEL_NUM?: string; HUAWEI_VERIFY_SIGN_NAME?: string; HUAWEI_VERIFY_TEMPLATE_CODE?: string; HUAWEI_NOTICE_TEMPLATE_CODE?: string; CMPP2_HOST?: string; CMPP2_PORT?: number; CMPP2_SP_ID?: string; CMPP2_SRC_ID?: string; CMPP2_SERVICE_ID?: string; CMPP2_VERIFY_SIGN_NAME?: string; CMPP2_VERIFY_TEMPLATE_CODE?: string; SMPP_HOST?: string; SMPP_PORT?: number; SMPP_USE_TLS?: boolean; SMPP_CA?: string; SMPP_SYSTEM_ID?: string; SMPP_SYSTEM_TYPE?: string; SMPP_SOURCE_ADDR?: string; SMPP_SOURCE_TON?: number; SMPP_SOURCE_NPI?: number; SMPP_DEST_TON?: number; SMPP_DEST_NPI?: number; SMPP_VERIFY_TEMPLATE?: string; CUSTOM_SMS_URL?: string; CUSTOM_SMS_REQUEST_METHOD?: "get" | "post"; CUSTOM_SMS_API_PARAMS?: Record<string, string>; CUSTOM_SMS_NOTICE_PARAMS?: Record<string, string>; TICKET_OFFERED?: "all" | "nodes" | "nothing"; TICKET_OFFERED_NODES?: string[]; TICKET_BREAK_GLASS?: boolean; TICKET_BREAK_GLASS_MINUTES?: number; SITE_URL?: string; USER_GUIDE_URL?: string; FORGOT_PASSWORD_URL?: string; GLOBAL_ORG_DISPLAY_NAME?: string; ANNOUNCEMENT_ENABLED?: boolean; ANNOUNCEMENT?: { ID?: string; SUBJECT?: string; CONTENT?: string; LINK?: string }; ANNOUNCEMENT_AT_LOGIN?: boolean; TERMS_OF_USE_ENABLED?: boolean; TERMS_OF_USE_VERSION?: string; TERMS_OF_USE_EN?: string; TERMS_OF_USE_ZH?: string; TERMS_OF_USE_JA?: string; TICKETS_ENABLED?: boolean; SECURITY_PASSWORD_MIN_LENGTH?: number; SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH?: number; SECURITY_PASSWORD_UPPER_CASE?: boolean; SECURITY_PASSWORD_LOWER_CASE?: boolean; SECURITY_PASSWORD_NUMBER?: boolean; SECURITY_PASSWORD_SPECIAL_CHAR?: boolean; SECURITY_PASSWORD_REFUSE_KNOWN?: boolean; SECURITY_MFA_AUTH?: 0 | 1 | 2; SECURITY_MFA_AUTH_ENABLED_FOR_THIRD_PARTY?: boolean; ONLY_ALLOW_EXIST_USER_AUTH?: boolean; ONLY_ALLOW_AUTH_FROM_SOURCE?: boolean; SCIM_ENABLED?: boolean; SCIM_USER_SOURCE?: "local" | "ldap" | "openid" | "oauth2" | "saml2" | "cas" | "radius"; SECURITY_NEW_PEOPLE_APPROVAL?: boolean; SECURITY_LOGIN_LIMIT_COUNT?: number; SECURITY_LOGIN_LIMIT_TIME?: number; SECURITY_LOGIN_IP_LIMIT_COUNT?: number; SECURITY_LOGIN_IP_LIMIT_TIME?: number; SECURITY_LOGIN_IP_WHITE_LIST?: string[]; SECURITY_LOGIN_IP_BLACK_LIST?: string[]; SECURITY_PASSWORD_EXPIRATION_TIME?: number; OLD_PASSWORD_HISTORY_LIMIT_COUNT?: number; USER_LOGIN_SINGLE_MACHINE_ENABLED?: boolean; SECURITY_LOGIN_IDLE_MINUTES?: number; SECURITY_LOGIN_MAX_HOURS?: number; SECURITY_MFA_VERIFY_TTL?: number; VERIFY_CODE_TTL?: number; SECURITY_MFA_BY_EMAIL?: boolean; SECURITY_MFA_TRUST_DAYS?: number; SECURITY_CHECK_DIFFERENT_CITY_LOGIN?: boolean; SECURITY_OUTSIDE_MAX_DAYS?: number; SECURITY_OUTSIDE_REVIEW_DAYS?: number; SECURITY_SERVICE_ACCOUNT_REGISTRATION?: boolean; SECURITY_COMPONENT_APPROVAL?: boolean; SECURITY_WATERMARK_ENABLED?: boolean; SECURITY_MAX_IDLE_TIME?: number; SECURITY_MAX_SESSION_TIME?: number; SECURITY_MAX_SESSION_COUNT?: number; SECURITY_INSECURE_COMMAND_LEVEL?: 4 | 5; SECURITY_LUNA_REMEMBER_AUTH?: boolean; SECURITY_COMMAND_EXECUTION?: boolean; SECURITY_SESSION_SHARE?: boolean; TERMINAL_PASSWORD_AUTH?: boolean; TERMINAL_BROWSER_AUTH?: boolean; TERMINAL_PUBLIC_KEY_AUTH?: boolean; TERMINAL_ASSET_LIST_SORT_BY?: "name" | "ip"; TERMINAL_ASSET_LIST_PAGE_SIZE?: "all" | "auto" | "10" | "15" | "25" | "50"; TERMINAL_TELNET_REGEX?: string; TERMINAL_KOKO_SSH_ENABLED?: boolean; TERMINAL_RECONNECT_SECONDS?: number; TERMINAL_WATCH_NOTICE?: boolean; EMAIL_HOST?: string; EMAIL_PORT?: string; EMAIL_HOST_USER?: string; EMAIL_FROM?: string; EMAIL_RECIPIENT?: string; EMAIL_USE_SSL?: boolean; EMAIL_USE_TLS?: boolean; EMAIL_SUBJECT_PREFIX?: string; EMAIL_CUSTOM_USER_CREATED_SUBJECT?: string; EMAIL_CUSTOM_USER_CREATED_HONORIFIC?: string; EMAIL_CUSTOM_USER_CREATED_BODY?: string; EMAIL_CUSTOM_USER_CREATED_SIGNATURE?: string; LOGIN_LOG_KEEP_DAYS?: number; TASK_LOG_KEEP_DAYS?: number; OPERATE_LOG_KEEP_DAYS?: number; FTP_LOG_KEEP_DAYS?: number; ACTIVITY_LOG_KEEP_DAYS?: number; CLOUD_SYNC_TASK_EXECUTION_KEEP_DAYS?: number; EXPORT_FILE_KEEP_DAYS?: number; TERMINAL_SESSION_KEEP_DURATION?: number; AUDIT_ANCHOR_INTERVAL?: number; AUDIT_ANCHOR_S3_ENDPOINT?: string; AUDIT_ANCHOR_S3_BUCKET?: string; AUDIT_ANCHOR_S3_REGION?: string; AUDIT_ANCHOR_S3_ACCESS_KEY?: string; AUDIT_ANCHOR_S3_LOCK?: "COMPLIANCE" | "GOVERNANCE"; AUDIT_ANCHOR_SYSLOG?: string; EMAIL_SUFFIX?: string; OTP_ISSUER_NAME?: string; OTP_VALID_WINDOW?: number; HELP_DOCUMENT_URL?: string; HELP_SUPPORT_URL?: string; SECURITY_LOGIN_CHALLENGE_ENABLED?: boolean; SECURITY_MFA_IN_LOGIN_PAGE?: boolean; SECURITY_LOGIN_CAPTCHA_ENABLED?: boolean; AUTH_PASSKEY?: boolean; AUTH_SSO?: boolean; AUTH_SSO_AUTHKEY_TTL?: number; SECURITY_VIEW_AUTH_NEED_MFA?: boolean; TOKEN_EXPIRATION?: number; SESSION_EXPIRE_AT_BROWSER_CLOSE_FORCE?: boolean; AUTH_TEMP_TOKEN?: boolean; CONNECTION_TOKEN_REUSABLE?: boolean; CONNECTION_TOKEN_ONETIME_EXPIRATION?: number; CONNECTION_TOKEN_REUSABLE_EXPIRATION?: number; TERMINAL_OMNIDB_ENABLED?: boolean; TERMINAL_HEADER_TITLE?: string; TERMINAL_HEARTBEAT_INTERVAL?: number; TERMINAL_ACCOUNTS_AMOUNT?: number; WINDOWS_SKIP_ALL_MANUAL_PASSWORD?: boolean; FTP_FILE_MAX_STORE?: number }, SettingsSettingPutBody, []>;
    effects: Write<{ effects: ({ key: string; level: "info" | "warning"; message: string })[] }, SettingsSettingPutBody, []>;
  };
  settings: {
    public: Read<{ XPACK_ENABLED: boolean; XPACK_LICENSE_IS_VALID: boolean; XPACK_LICENSE_INFO: { corporation: string }; SERVER_TIME_ZONE: string; INTERFACE: { logo_logout: string; logo_index: string; login_image: string; favicon: string; login_title: string; theme: string; theme_info: { colors?: { "--color-primary"?: string; "--color-success"?: string; "--color-info"?: string; "--color-warning"?: string; "--color-danger"?: string } } }; PASSWORD_RULE: { SECURITY_PASSWORD_MIN_LENGTH: number; SECURITY_ADMIN_USER_PASSWORD_MIN_LENGTH: number; SECURITY_PASSWORD_UPPER_CASE: boolean; SECURITY_PASSWORD_LOWER_CASE: boolean; SECURITY_PASSWORD_NUMBER: boolean; SECURITY_PASSWORD_SPECIAL_CHAR: boolean }; SESSION_EXPIRE_AT_BROWSER_CLOSE: boolean; MAIL_SET_UP: boolean; WINDOWS_SKIP_ALL_MANUAL_PASSWORD: boolean; OLD_PASSWORD_HISTORY_LIMIT_COUNT: number; TICKET_AUTHORIZE_DEFAULT_TIME: number; TICKET_AUTHORIZE_DEFAULT_TIME_UNIT: "day"; AUTH_LDAP_SYNC_ORG_IDS: string[]; SECURITY_MAX_IDLE_TIME: number; SECURITY_VIEW_AUTH_NEED_MFA: boolean; SECURITY_MFA_VERIFY_TTL: number; SECURITY_COMMAND_EXECUTION: boolean; SECURITY_COMMAND_BLACKLIST: string[]; SECURITY_PASSWORD_EXPIRATION_TIME: number; SECURITY_LUNA_REMEMBER_AUTH: boolean; SECURITY_WATERMARK_ENABLED: boolean; SECURITY_SESSION_SHARE: boolean; HELP_DOCUMENT_URL: string; HELP_SUPPORT_URL: string; AUTH_WECOM: boolean; AUTH_DINGTALK: boolean; AUTH_FEISHU: boolean; AUTH_SLACK: boolean; AUTH_TEMP_TOKEN: boolean; TERMINAL_RAZOR_ENABLED: boolean; TERMINAL_MAGNUS_ENABLED: boolean; TERMINAL_KOKO_SSH_ENABLED: boolean; TERMINAL_OMNIDB_ENABLED: boolean; TERMINAL_GRAPHICAL_RESOLUTION: "Auto"; ANNOUNCEMENT_ENABLED: boolean; ANNOUNCEMENT: { ID?: string; SUBJECT?: string; CONTENT?: string; LINK?: string }; TICKETS_ENABLED: boolean; TICKET_OFFERED: "all" | "nodes" | "nothing"; TICKET_BREAK_GLASS: boolean; TICKET_BREAK_GLASS_MINUTES: number; CONNECTION_TOKEN_REUSABLE: boolean; DEMO?: boolean }, AnyQuery, []>;
    logo: Read<string, { size?: string | number }, []>;
    environment: Read<{ settings: ({ name: string; value: string | null; secret: boolean; source: string })[] }, AnyQuery, []>;
  };
  siteMessages: {
    unread: Read<NotificationsSitemessageUnread, AnyQuery, []>;
    read: Write<{ detail: string }, NotificationsSitemessageReadBody, []>;
    readall: Write<{ detail: string }, undefined, []>;
    send: Write<{ detail: string }, NotificationsSitemessageSendBody, []>;
    list: List<NotificationsSitemessage, NotificationsSitemessageQuery, []>;
    retrieve: Read<NotificationsSitemessage, AnyQuery, [id: string]>;
  };
  slack: {
    testing: Write<SingleSignOnChatTested, SettingsSlackTestingBody, []>;
  };
  slackQrUnbind: {
    unbind: Write<void, undefined, []>;
    unbindof: Write<void, undefined, [id: string]>;
  };
  sms: {
    backend: Read<{ name: string; label: string }[], AnyQuery, []>;
    testing: Write<{ msg: string }, SettingsSmsTestingBody, [backend: string]>;
  };
  sponsored: {
    list: List<UsersSponsoredList, AnyQuery, []>;
    renew: Write<void, UsersSponsoredRenewBody, [person: string]>;
    letend: Write<void, undefined, [person: string]>;
  };
  sshKey: {
    list: List<AuthenticationSshkey, AuthenticationSshkeyQuery, []>;
    create: Create<AuthenticationSshkey, Needs<AuthenticationSshkeyBody, "name" | "public_key">>;
    retrieve: Read<AuthenticationSshkey, AnyQuery, [id: string]>;
    update: Write<AuthenticationSshkey, Needs<AuthenticationSshkeyBody, "name">, [id: string]>;
    partialUpdate: Write<AuthenticationSshkey, AuthenticationSshkeyBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
  };
  sso: {
    loginurl: Write<{ login_url: string }, AuthenticationSsoLoginurlBody, []>;
    login: Read<void, { authkey?: string | number; next?: string | number }, []>;
  };
  superConnectionToken: {
    create: Write<AuthenticationConnectiontoken, AuthenticationSuperconnectiontokenCreateBody, []>;
    renewal: Write<{ ok: boolean; msg: string }, AuthenticationConnectiontokenExchangeBody, []>;
    secret: Write<ConnectionSecret, AuthenticationSuperconnectiontokenSecretBody, []>;
    appletOption: Write<{ id: string; applet: { id: string; name: string }; host: { id: string; name: string; address: string; protocols: { name: string; port: number; [more: string]: unknown }[]; category: string; type: string; org_id: string; info: Record<string, unknown>; secret_info: Record<string, unknown>; spec_info: Record<string, unknown> }; account: { name: string; username: string; secret_type: { value: string; label: string }; secret: string; su_from: { name: string; username: string; secret_type: { value: string; label: string }; secret: string } | null; id?: string; privileged?: boolean }; gateway: { id: string; name: string; address: string; protocols: { name: string; port: number; [more: string]: unknown }[]; account: { name: string; username: string; secret_type: { value: string; label: string }; secret: string; su_from: { name: string; username: string; secret_type: { value: string; label: string }; secret: string } | null; id?: string; privileged?: boolean }; host_keys: { type: string; fingerprint: string }[] } | null; remote_app_option: Record<string, string> }, AuthenticationConnectiontokenExchangeBody, []>;
    release: Write<{ msg: string }, AuthenticationConnectiontokenExchangeBody, []>;
  };
  superTickets: {
    status: Read<TicketsSuperticketStatus, AnyQuery, [id: string]>;
    close: Read<void, AnyQuery, [id: string]>;
  };
  systemMsgSubscription: {
    list: List<NotificationsSystemsubscriptionList, AnyQuery, []>;
    put: Write<NotificationsSystemsubscription, NotificationsSystemsubscriptionPutBody, [message_type: string]>;
    patch: Write<NotificationsSystemsubscription, NotificationsSystemsubscriptionPutBody, [message_type: string]>;
    testing: Write<{ name: string; name_display: string; sent: boolean; reason: string }[], undefined, [message_type: string]>;
  };
  systemRoleBindings: {
    list: List<RbacSystemrolebinding, RbacSystemrolebindingQuery, []>;
    create: Create<RbacSystemrolebinding, Needs<RbacSystemrolebindingBody, "user" | "role">>;
    bulkDestroy: Read<void, RbacSystemrolebindingQuery, []>;
    retrieve: Read<RbacSystemrolebinding, AnyQuery, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
  };
  systemRoles: {
    list: List<RbacSystemrole, RbacSystemroleQuery, []>;
    create: Create<RbacSystemrole, Needs<RbacSystemroleBody, "name" | "scope">>;
    retrieve: Read<RbacSystemrole, AnyQuery, [id: string]>;
    update: Write<RbacSystemrole, Needs<RbacSystemroleBody, "name">, [id: string]>;
    partialUpdate: Write<RbacSystemrole, RbacSystemroleBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
    users: List<TicketsCommentMentionable, AnyQuery, [id: string]>;
    permissions: List<RbacPermissionList, AnyQuery, [id: string]>;
    tree: List<TreeNode, AnyQuery, [id: string]>;
  };
  taskExecutions: {
    again: Write<{ task_id: string }, undefined, []>;
    list: List<OpsCelerytaskexecution, OpsCelerytaskexecutionQuery, []>;
    retrieve: Read<OpsCelerytaskexecution, AnyQuery, [id: string]>;
  };
  tempTokens: {
    create: Write<{ id: string; username: string; secret: string; date_created: string; date_expired: string }, undefined, []>;
    list: List<AuthenticationTemptoken, AuthenticationTemptokenQuery, []>;
    retrieve: Read<AuthenticationTemptoken, AnyQuery, [id: string]>;
    expire: Write<void, undefined, [id: string]>;
  };
  terminalLogins: {
    standing: Write<Record<string, boolean>, AuthenticationTerminalloginStandingBody, []>;
  };
  terminalTasks: {
    killForTicket: Write<{ ok: string[] }, IdsBody, []>;
    killSession: Write<{ ok: string[] }, TerminalTaskKillSessionBody, []>;
    list: List<TerminalTask, TerminalTaskQuery, []>;
    bulkUpdate: Write<TerminalTask[], readonly (TerminalTaskBody & { id: string })[], []>;
    partialBulkUpdate: Write<TerminalTask[], readonly (TerminalTaskBody & { id: string })[], []>;
    retrieve: Read<TerminalTask, AnyQuery, [id: string]>;
    update: Write<TerminalTask, TerminalTaskBody, [id: string]>;
    partialUpdate: Write<TerminalTask, TerminalTaskBody, [id: string]>;
  };
  terminals: {
    register: Write<TerminalRegistered, TerminalTerminalRegisterBody, []>;
    config: Read<{ TERMINAL_ASSET_LIST_PAGE_SIZE: "all" | "auto" | "10" | "15" | "25" | "50"; TERMINAL_ASSET_LIST_SORT_BY: "name" | "ip"; TERMINAL_HEADER_TITLE: string; TERMINAL_PASSWORD_AUTH: boolean; TERMINAL_PUBLIC_KEY_AUTH: boolean; TERMINAL_BROWSER_AUTH: boolean; TERMINAL_HEARTBEAT_INTERVAL: number; TERMINAL_TELNET_REGEX: string; TERMINAL_GRAPHICAL_RESOLUTION: "Auto"; TERMINAL_KOKO_SSH_ENABLED: boolean; TERMINAL_MAGNUS_ENABLED: boolean; TERMINAL_RAZOR_ENABLED: boolean; TERMINAL_OMNIDB_ENABLED: boolean; TERMINAL_RECONNECT_SECONDS: number; TERMINAL_WATCH_NOTICE: boolean; SECURITY_MAX_IDLE_TIME: number; SECURITY_MAX_SESSION_TIME: number; SECURITY_SESSION_SHARE: boolean; FTP_FILE_MAX_STORE: number; TERMINAL_SESSION_KEEP_DURATION: number; TERMINAL_HOST_KEY: string; ANNOUNCEMENT: { ID?: string; SUBJECT?: string; CONTENT?: string; LINK?: string }; TERMINAL_COMMAND_STORAGE: { TYPE: string; [more: string]: unknown }; TERMINAL_REPLAY_STORAGE: { TYPE: string; [more: string]: unknown } }, AnyQuery, []>;
    list: List<TerminalTerminal, TerminalTerminalQuery, []>;
    bulkUpdate: Write<TerminalTerminal[], readonly (Needs<TerminalTerminalBody & { id: string }, "name">)[], []>;
    partialBulkUpdate: Write<TerminalTerminal[], readonly (TerminalTerminalBody & { id: string })[], []>;
    bulkDestroy: Read<void, TerminalTerminalQuery, []>;
    retrieve: Read<TerminalTerminal, AnyQuery, [id: string]>;
    update: Write<TerminalTerminal, Needs<TerminalTerminalBody, "name">, [id: string]>;
    partialUpdate: Write<TerminalTerminal, TerminalTerminalBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
    approve: Write<{ id: string }, undefined, [id: string]>;
    revoke: Write<{ id: string; sessions: number } | undefined, undefined, [id: string]>;
  };
  terminalsStatus: {
    create: Write<TerminalOrders, TerminalStatusCreateBody, []>;
  };
  ticketSessionRelation: {
    create: Write<{ ticket: string; session: string }, TicketsTicketsessionCreateBody, []>;
  };
  tickets: {
    list: List<TicketsTicket, TicketsTicketQuery, []>;
    retrieve: Read<TicketsTicket, AnyQuery, [id: string]>;
    approve: Write<"ok", undefined, [id: string]>;
    reject: Write<"ok", undefined, [id: string]>;
    close: Write<"ok", undefined, [id: string]>;
    session: Read<TerminalSession, AnyQuery, [id: string]>;
  };
  trustedDevices: {
    list: List<AuthenticationTrusteddeviceList, AnyQuery, []>;
    end: Read<void, AnyQuery, [login: string]>;
  };
  userGroups: {
    assets: List<PermsUserAssets, AssetsAssetQuery, [group: string]>;
    nodes: List<PermsUserNodes, AnyQuery, [group: string]>;
    nodeChildren: List<PermsUserNodes, { key?: string | number; id?: string | number }, [group: string]>;
    nodeTree: List<TreeNode, { key?: string | number; id?: string | number }, [group: string]>;
    nodeAssets: List<PermsUserAssets, AssetsAssetQuery, [group: string, node: string]>;
  };
  userMsgSubscription: {
    list: List<NotificationsUsersubscriptionList, AnyQuery, []>;
    retrieve: Read<NotificationsUsersubscriptionList, AnyQuery, [user_id: string]>;
    put: Write<NotificationsUsersubscriptionList, NotificationsUsersubscriptionPutBody, [user_id: string]>;
    patch: Write<NotificationsUsersubscriptionList, NotificationsUsersubscriptionPutBody, [user_id: string]>;
  };
  users: {
    invite: Write<{ users: string[]; org_roles: { id: string; display_name: string; name: string }[] }, UsersUserInviteBody, []>;
    password: Write<Record<never, never>, UsersUserPasswordBody, [id: string]>;
    boundaccounts: List<AuthenticationBoundaccountList, AnyQuery, [id: string]>;
    unbindaccount: Write<void, AuthenticationBoundaccountUnbindBody, [id: string]>;
    list: List<UsersUser, UsersUserQuery, []>;
    create: Create<UsersUser, Needs<UsersUserBody, "name" | "username" | "email">>;
    bulkUpdate: Write<UsersUser[], readonly (Needs<UsersUserBody & { id: string }, "name" | "username" | "email">)[], []>;
    partialBulkUpdate: Write<UsersUser[], readonly (UsersUserBody & { id: string })[], []>;
    bulkDestroy: Read<void, UsersUserQuery, []>;
    retrieve: Read<UsersUser, AnyQuery, [id: string]>;
    update: Write<UsersUser, Needs<UsersUserBody, "name" | "username" | "email">, [id: string]>;
    partialUpdate: Write<UsersUser, UsersUserBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
    suggestions: List<UsersUserSuggested, UsersUserQuery, []>;
    removeMany: Write<void, undefined, []>;
    removeOne: Write<void, undefined, [id: string]>;
    letInMany: Write<void, undefined, []>;
    letIn: Write<void, undefined, [id: string]>;
    turnAwayMany: Write<void, undefined, []>;
    turnAway: Write<void, undefined, [id: string]>;
    resetPassword: Write<Record<never, never>, undefined, [id: string]>;
    resetPublicKey: Write<UsersUser, undefined, [id: string]>;
    unblock: Write<UsersUser, undefined, [id: string]>;
    distrust: Write<Record<never, never>, undefined, [id: string]>;
    resetMfa: Read<{ msg: string }, AnyQuery, [id: string]>;
  };
  usersGroupsRelations: {
    list: List<UsersUsergrouprelationList, { user?: string; usergroup?: string }, []>;
    create: Create<UsersUsergrouprelationList, UsersUsergrouprelationCreateBody>;
    delete: Read<void, { user?: string; usergroup?: string }, []>;
  };
  variables: {
    help: Read<Record<string, string>, AnyQuery, []>;
  };
  vault: {
    testing: Write<{ ok: boolean; steps: { step: string; ok: boolean; detail: string }[] }, SettingsVaultTestingBody, []>;
    status: Read<SettingsVaultStatus, AnyQuery, []>;
    migrate: Write<{ task: string }, undefined, []>;
  };
  webs: {
    list: List<AssetsWeb, AssetsWebQuery, []>;
    create: Create<AssetsWeb, Needs<AssetsWebBody, "name" | "address" | "platform">>;
    bulkUpdate: Write<AssetsWeb[], readonly (Needs<AssetsWebBody & { id: string }, "name" | "address" | "platform">)[], []>;
    partialBulkUpdate: Write<AssetsWeb[], readonly (AssetsWebBody & { id: string })[], []>;
    bulkDestroy: Read<void, AssetsWebQuery, []>;
    retrieve: Read<AssetsWeb, AnyQuery, [id: string]>;
    update: Write<AssetsWeb, Needs<AssetsWebBody, "name" | "address" | "platform">, [id: string]>;
    partialUpdate: Write<AssetsWeb, AssetsWebBody, [id: string]>;
    destroy: Read<void, AnyQuery, [id: string]>;
    renderToJson: Write<TransferRendered, Blob, []>;
    importRows: Write<TransferImported, TransferPortionBody, []>;
    suggestions: List<AssetsWeb, AssetsWebQuery, []>;
  };
  wecom: {
    testing: Write<SingleSignOnChatTested, SettingsWecomTestingBody, []>;
  };
  wecomQrUnbind: {
    unbind: Write<void, undefined, []>;
    unbindof: Write<void, undefined, [id: string]>;
  };
}
/** Verbs of all groups; which of them a group has, its type says. */
export const VERBS: Readonly<Record<string, string>> = {
  list: 'GET',
  create: 'POST',
  retrieve: 'GET :id/',
  update: 'PUT :id/',
  partialUpdate: 'PATCH :id/',
  destroy: 'DELETE :id/',
  bulkUpdate: 'PUT',
  partialBulkUpdate: 'PATCH',
  bulkDestroy: 'DELETE',
  suggestions: 'GET suggestions/',
  renderToJson: 'POST render-to-json/',
  importRows: 'POST import-rows/',
};
/** Where each of it is: the address of the group, and what is not one of its verbs. */
export const OPERATIONS: Readonly<Record<keyof Api, Group>> = {
  access: ['perms/access/', { explain: 'POST explain/', effect: 'POST effect/' }],
  accessKeys: ['authentication/access-keys/'],
  accessReviewLines: ['perms/access-review-lines/'],
  accessReviews: ['perms/access-reviews/', { end: 'POST :id/end/', evidence: 'GET :id/evidence/' }],
  accountBackupPlanExecutions: ['accounts/account-backup-plan-executions/'],
  accountBackupPlans: ['accounts/account-backup-plans/'],
  accountSecrets: ['accounts/account-secrets/', { histories: 'GET :id/histories/' }],
  accountTemplateSecrets: ['accounts/account-template-secrets/'],
  accountTemplates: ['accounts/account-templates/', { suFrom: 'GET su-from-account-templates/' }],
  accounts: ['accounts/accounts/', { suFrom: 'GET su-from-accounts/', usernames: 'GET username-suggestions/', clearSecret: 'PATCH clear-secret/', bulk: 'POST bulk/', tasks: 'POST tasks/' }],
  acls: ['acls/unreadable-rules/', { unreadableRules: 'GET' }],
  activities: ['audits/activities/'],
  adhocs: ['ops/adhocs/'],
  admissionRules: ['settings/admission-rules/', { try: 'POST try/' }],
  appletHostDeployments: ['terminal/applet-host-deployments/', { applets: 'POST applets/' }],
  appletHosts: ['terminal/applet-hosts/', { startup: 'POST :id/startup/', leases: 'GET :host/leases/', generate: 'PUT :id/generate-accounts/' }],
  appletHostsAccounts: ['terminal/applet-hosts/accounts/', { retrieve: 'GET :account/', update: 'PUT :account/' }],
  appletHostsApplets: ['terminal/applet-hosts/applets/', { retrieve: 'GET :applet/', update: 'PUT :applet/', reports: 'POST reports/' }],
  appletPublications: ['terminal/applet-publications/'],
  applets: ['terminal/applets/', { upload: 'POST upload/', preview: 'POST upload/preview/', download: 'GET :id/download/' }],
  applyAssetTickets: ['tickets/apply-asset-tickets/', { open: 'POST open/', approve: 'PUT :id/approve/', partialApprove: 'PATCH :id/approve/', assets: 'GET offered-assets/', nodes: 'GET offered-nodes/', deciders: 'GET deciders/', again: 'GET :id/again/', breakGlass: 'POST break-glass/', end: 'PUT :id/end/', reject: 'PUT :id/reject/', close: 'PUT :id/close/' }],
  applyCommandTickets: ['tickets/apply-command-tickets/', { approve: 'PUT :id/approve/', reject: 'PUT :id/reject/', close: 'PUT :id/close/' }],
  applyLoginAssetTickets: ['tickets/apply-login-asset-tickets/', { approve: 'PUT :id/approve/', reject: 'PUT :id/reject/', close: 'PUT :id/close/' }],
  applyLoginTickets: ['tickets/apply-login-tickets/', { approve: 'PUT :id/approve/', reject: 'PUT :id/reject/', close: 'PUT :id/close/' }],
  assetPermissions: ['perms/asset-permissions/', { reach: 'POST reach/', users: 'GET :id/users/all/', assets: 'GET :id/assets/all/', accounts: 'GET :id/accounts/' }],
  assets: ['assets/assets/', { destinations: 'POST destinations/', confirmDestinations: 'POST destinations/confirm/', destination: 'GET :id/destination/', confirmDestination: 'POST :id/destination/confirm/', task: 'POST :id/tasks/', tasks: 'POST tasks/', platform: 'GET :id/platform/', gateways: 'GET :id/gateways/', permUsers: 'GET :id/perm-users/', permGroups: 'GET :id/perm-user-groups/', permUserPermissions: 'GET :id/perm-users/:user/permissions/', permGroupPermissions: 'GET :id/perm-user-groups/:group/permissions/', forgetHostKeys: 'DELETE :id/host-keys/' }],
  auditReceivers: ['settings/audit-receivers/', { test: 'GET :id/test-connective/' }],
  authentication: ['authentication/', { auth: 'POST auth/', tokens: 'POST tokens/' }],
  backends: ['notifications/backends/'],
  boundAccounts: ['authentication/bound-accounts/', { unbind: 'POST unbind/' }],
  cas: ['settings/cas/testing/', { testing: 'POST' }],
  categories: ['assets/categories/', { types: 'GET types/', constraints: 'GET constraints/' }],
  celeryPeriodTasks: ['ops/celery/period-tasks/', { retrieve: 'GET :pk/', update: 'PATCH :pk/' }],
  celeryTask: ['ops/celery/task/', { log: 'GET :name/task-execution/:id/log/', result: 'GET :name/task-execution/:id/result/' }],
  changeSecretAutomations: ['accounts/change-secret-automations/', { assets: 'GET /accounts/change-secret/:id/assets/', addAssets: 'PATCH /accounts/change-secret/:id/asset/add/', removeAssets: 'PATCH /accounts/change-secret/:id/asset/remove/', nodes: 'PATCH /accounts/change-secret/:id/nodes/' }],
  changeSecretExecutions: ['accounts/change-secret-executions/'],
  changeSecretRecords: ['accounts/change-secret-records/'],
  changes: ['settings/changes/', { revert: 'POST :change/revert/' }],
  cloudAccounts: ['xpack/cloud/accounts/', { test: 'GET :id/test-connective/' }],
  cloudRegions: ['xpack/cloud/regions/'],
  cloudSyncInstanceDetails: ['xpack/cloud/sync-instance-details/'],
  cloudSyncInstanceTaskExecutions: ['xpack/cloud/sync-instance-task-executions/'],
  cloudSyncInstanceTasks: ['xpack/cloud/sync-instance-tasks/', { run: 'GET :id/run/', history: 'GET :id/history/', instances: 'GET :id/instances/', released: 'DELETE :id/released-assets/' }],
  clouds: ['assets/clouds/'],
  commandFilterAcls: ['acls/command-filter-acls/', { review: 'POST command-review/' }],
  commandGroups: ['acls/command-groups/'],
  commandStorages: ['terminal/command-storages/', { tree: 'GET tree/', test: 'GET :id/test-connective/' }],
  commands: ['terminal/commands/', { alert: 'POST insecure-command/' }],
  comments: ['tickets/comments/', { mentionable: 'GET mentionable/' }],
  common: ['common/objects/', { objects: 'GET' }],
  components: ['terminal/components/', { metrics: 'GET metrics/', loads: 'GET loads/', connectMethods: 'GET connect-methods/' }],
  confirm: ['authentication/', { ways: 'GET confirm/', prove: 'POST confirm/', passkey: 'POST confirm/passkey/', oauth: 'GET confirm-oauth/' }],
  connectMethodAcls: ['acls/connect-method-acls/'],
  connectionToken: ['authentication/connection-token/', { exchange: 'POST exchange/', reuse: 'PATCH :id/reuse/', clientUrl: 'GET :id/client-url/', rdpFile: 'GET :id/rdp-file/', expire: 'PATCH :id/expire/' }],
  customs: ['assets/customs/'],
  dashboard: ['index/', { index: 'GET' }],
  databases: ['assets/databases/'],
  delegations: ['tickets/delegations/', { offered: 'GET offered/', destroy: 'DELETE :delegation/' }],
  deviceLogins: ['authentication/device-logins/', { start: 'POST', token: 'POST token/', look: 'GET :code/', approve: 'POST :code/approve/', refuse: 'POST :code/refuse/' }],
  devices: ['assets/devices/'],
  dingtalk: ['settings/dingtalk/testing/', { testing: 'POST' }],
  dingtalkQrUnbind: ['authentication/dingtalk/qr/unbind/', { unbind: 'POST', unbindof: 'POST :id/' }],
  domains: ['assets/domains/'],
  endpointRules: ['terminal/endpoint-rules/'],
  endpoints: ['terminal/endpoints/', { smart: 'GET smart/' }],
  failingBackends: ['notifications/failing-backends/'],
  favoriteAssets: ['assets/favorite-assets/'],
  feishu: ['settings/feishu/testing/', { testing: 'POST' }],
  feishuQrUnbind: ['authentication/feishu/qr/unbind/', { unbind: 'POST', unbindof: 'POST :id/' }],
  file: ['settings/file/', { export: 'POST export/', preview: 'POST preview/', import: 'POST import/' }],
  firstSteps: ['index/first-steps/', { retrieve: 'GET', patch: 'PATCH' }],
  flows: ['tickets/flows/'],
  ftpLogs: ['audits/ftp-logs/', { patch: 'PATCH :id/', upload: 'POST :id/upload/', download: 'GET :id/file/download/' }],
  gateways: ['assets/gateways/', { test: 'POST :id/test-connective/' }],
  gatherAccountAutomations: ['accounts/gather-account-automations/'],
  gatherAccountExecutions: ['accounts/gather-account-executions/'],
  gatheredAccounts: ['accounts/gathered-accounts/', { sync: 'POST sync-accounts/' }],
  gpts: ['assets/gpts/'],
  groups: ['users/groups/', { addAllUsers: 'POST :id/add-all-users/' }],
  health: ['health/', { v1: 'GET' }],
  hostKeys: ['terminal/host-keys/', { pin: 'POST', changed: 'POST changed/' }],
  hosts: ['assets/hosts/', { tryLogin: 'POST try-login/', guided: 'POST guided/', makeKey: 'POST made-keys/', readList: 'POST read-list/' }],
  interfaceSetting: ['xpack/interface/setting/', { get: 'GET', put: 'PUT', restore: 'PUT restore/', themes: 'GET themes/' }],
  jobExecutions: ['ops/job-executions/', { stop: 'POST :id/stop/', taskDetail: 'GET /ops/job-execution/task-detail/:task_id/', hosts: 'GET :id/hosts/', assetDetail: 'GET /ops/job-execution/asset-detail/' }],
  jobLogs: ['audits/job-logs/', { hosts: 'GET :id/hosts/' }],
  jobs: ['ops/jobs/', { preview: 'POST preview/', versions: 'GET :id/versions/' }],
  labels: ['assets/labels/'],
  ldap: ['settings/ldap/', { test: 'POST testing/config/', testlogin: 'POST testing/login/', users: 'GET users/', refresh: 'GET cache/refresh/', import: 'POST users/import/', preview: 'GET sync/preview/', sync: 'POST sync/' }],
  license: ['xpack/license/', { detailBare: 'GET detail', importBare: 'POST import', detail: 'GET detail/', import: 'POST import/', delete: 'DELETE :serial/' }],
  listFiles: ['ops/list-files/', { content: 'GET :id/content/' }],
  loginAcls: ['acls/login-acls/'],
  loginAssetAcls: ['acls/login-asset-acls/', { check: 'POST /acls/login-asset/check/' }],
  loginConfirmTicketStatus: ['authentication/login-confirm-ticket/status/', { status: 'GET', close: 'DELETE' }],
  loginLogs: ['audits/login-logs/', { mine: 'GET /audits/my-login-logs/' }],
  mail: ['settings/mail/', { testing: 'POST testing/', preview: 'POST welcome/preview/', sample: 'POST welcome/sample/' }],
  messageTiming: ['notifications/message-timing/', { retrieve: 'GET', patch: 'PATCH' }],
  mfa: ['authentication/mfa/', { verify: 'POST verify/', challenge: 'POST challenge/', select: 'POST select/', sendcode: 'POST send-code/' }],
  nodes: ['assets/nodes/', { childrenOf: 'GET children/', children: 'GET :id/children/', addChild: 'POST :id/children/', moveHere: 'PATCH :id/children/add/', recount: 'POST check_assets_amount_task/', tree: 'GET children/tree/', categoryTree: 'GET category/tree/', tasks: 'POST :id/tasks/', assets: 'GET :id/assets/', addAssets: 'PATCH :id/assets/add/', removeAssets: 'PATCH :id/assets/remove/', replaceAssets: 'PATCH :id/assets/replace/' }],
  oauth2: ['settings/oauth2/testing/', { testing: 'POST' }],
  oidc: ['settings/oidc/testing/', { testing: 'POST' }],
  operateLogs: ['audits/operate-logs/'],
  ops: ['ops/username-hints/', { usernameHints: 'POST' }],
  opsTasks: ['ops/tasks/'],
  orgRoleBindings: ['rbac/org-role-bindings/'],
  orgRoles: ['rbac/org-roles/', { users: 'GET :id/users/', permissions: 'GET :id/permissions/', tree: 'GET :id/permissions/tree/' }],
  orgs: ['orgs/orgs/', { current: 'GET current/' }],
  ownAccessReviewLines: ['perms/own-access-review-lines/'],
  ownAccessReviews: ['perms/own-access-reviews/', { decide: 'POST :id/decide/' }],
  ownLogins: ['authentication/own-logins/', { end: 'DELETE :login/', endothers: 'POST end-others/' }],
  password: ['authentication/password/verify/', { verify: 'POST' }],
  passwordChangeLogs: ['audits/password-change-logs/'],
  permissions: ['rbac/permissions/', { tree: 'GET tree/' }],
  permsUsers: ['perms/users/', { assets: 'GET :user/assets/', assetTree: 'GET :user/assets/tree/', accounts: 'GET :user/assets/:asset/accounts/', recent: 'GET :user/recent/', nodes: 'GET :user/nodes/', nodeChildren: 'GET :user/nodes/children/', nodeTree: 'GET :user/nodes/tree/', nodeChildrenTree: 'GET :user/nodes/children/tree/', ungroupedAssets: 'GET :user/nodes/ungrouped/assets/', favoriteAssets: 'GET :user/nodes/favorite/assets/', nodeAssets: 'GET :user/nodes/:node/assets/', stepWithAssets: 'GET :user/nodes/children-with-assets/tree/', wholeTree: 'GET :user/nodes/all-with-assets/tree/', categoryTree: 'GET :user/nodes/children-with-assets/category/tree/', ungroupedTree: 'GET :user/ungroup/assets/tree/', favorites: 'GET :user/favorites/', markFavorite: 'POST :user/favorites/' }],
  platforms: ['assets/platforms/', { methods: 'GET /assets/platform-automation-methods/', used: 'POST filter-nodes-assets/' }],
  playbooks: ['ops/playbooks/', { sync: 'POST :id/sync/', check: 'GET :id/check/', download: 'GET :id/download/', fileRead: 'GET /ops/playbook/:id/file/', fileCreate: 'POST /ops/playbook/:id/file/', fileUpdate: 'PATCH /ops/playbook/:id/file/', fileDestroy: 'DELETE /ops/playbook/:id/file/' }],
  preferences: ['users/preferences/', { retrieve: 'GET', patch: 'PATCH' }],
  profile: ['users/profile/', { mfa: 'GET mfa/', otpStart: 'POST otp/start/', otpBind: 'POST otp/', otpUnbind: 'DELETE otp/', recovery: 'POST recovery-codes/', passkeyStart: 'POST passkeys/start/', passkeyAdd: 'POST passkeys/', passkeyRename: 'PATCH passkeys/:passkey/', passkeyRemove: 'DELETE passkeys/:passkey/', retrieve: 'GET', update: 'PUT', partialUpdate: 'PATCH', password: 'GET password/', passwordUpdate: 'PUT password/', passwordPartialUpdate: 'PATCH password/', publickey: 'GET public-key/', publickeyUpdate: 'PUT public-key/', publickeyPartialUpdate: 'PATCH public-key/', secretkey: 'GET secret-key/', secretkeyUpdate: 'PUT secret-key/', secretkeyPartialUpdate: 'PATCH secret-key/', mfareset: 'GET mfa/reset/', privatetoken: 'GET private-token/', privatetokenCreate: 'POST private-token/', privatetokenRemove: 'DELETE private-token/', data: 'POST data/' }],
  prometheus: ['prometheus/metrics/', { metrics: 'GET' }],
  providers: ['settings/providers/', { beside: 'GET', rename: 'PATCH :provider/', delete: 'DELETE :provider/' }],
  public: ['settings/public/open/', { open: 'GET' }],
  publicKeys: ['authentication/public-keys/known/', { known: 'POST' }],
  pushAccountAutomations: ['accounts/push-account-automations/', { assets: 'GET /accounts/push-account/:id/assets/', addAssets: 'PATCH /accounts/push-account/:id/asset/add/', removeAssets: 'PATCH /accounts/push-account/:id/asset/remove/', nodes: 'PATCH /accounts/push-account/:id/nodes/' }],
  pushAccountExecutions: ['accounts/push-account-executions/'],
  pushAccountRecords: ['accounts/push-account-records/'],
  radius: ['settings/radius/testing/', { testing: 'POST' }],
  registrations: ['terminal/registrations/own/', { own: 'GET' }],
  relation: ['perms/', { userList: 'GET asset-permissions-users-relations/', userCreate: 'POST asset-permissions-users-relations/', userDestroy: 'DELETE asset-permissions-users-relations/', usergroupList: 'GET asset-permissions-user-groups-relations/', usergroupCreate: 'POST asset-permissions-user-groups-relations/', usergroupDestroy: 'DELETE asset-permissions-user-groups-relations/', assetList: 'GET asset-permissions-assets-relations/', assetCreate: 'POST asset-permissions-assets-relations/', assetDestroy: 'DELETE asset-permissions-assets-relations/', nodeList: 'GET asset-permissions-nodes-relations/', nodeCreate: 'POST asset-permissions-nodes-relations/', nodeDestroy: 'DELETE asset-permissions-nodes-relations/' }],
  replayStorages: ['terminal/replay-storages/', { test: 'GET :id/test-connective/' }],
  resources: ['common/resources/cache/', { cache: 'POST' }],
  roleBindings: ['rbac/role-bindings/'],
  roles: ['rbac/roles/', { users: 'GET :id/users/', permissions: 'GET :id/permissions/', tree: 'GET :id/permissions/tree/' }],
  saml2: ['settings/saml2/testing/', { testing: 'POST' }],
  savedViews: ['settings/saved-views/'],
  screenTexts: ['terminal/screen-texts/'],
  serviceAccountRegistrations: ['users/service-account-registrations/', { register: 'POST' }],
  sessionJoinRecords: ['terminal/session-join-records/', { standing: 'POST standing/', finished: 'PATCH :id/finished/' }],
  sessionSharings: ['terminal/session-sharings/', { people: 'GET people/', withdraw: 'POST :id/withdraw/' }],
  sessions: ['terminal/sessions/', { rules: 'POST rules/', uploadReplay: 'POST :id/replay/', replay: 'GET :id/replay/', verifyReplay: 'GET :id/replay/verify/', replayIndex: 'GET :id/replay/index/', replayPiece: 'GET :id/replay/pieces/:n/', evidenceKey: 'GET /terminal/evidence-key/', order: 'POST :id/order/', endMine: 'POST /terminal/my-sessions/:id/end/', joinEnded: 'POST join/ended/', reviews: 'GET :id/reviews/', joinValidate: 'POST join/validate/', mine: 'GET /terminal/my-sessions/', withdrawShares: 'POST :id/withdraw-shares/', download: 'GET :id/replay/download/', bundle: 'GET :id/replay/bundle/' }],
  setting: ['settings/', { get: 'GET setting/', put: 'PUT setting/', patch: 'PATCH setting/', effects: 'POST effects/' }],
  settings: ['settings/', { public: 'GET public/', logo: 'GET logo/', environment: 'GET environment/' }],
  siteMessages: ['notifications/site-messages/', { unread: 'GET unread-total/', read: 'PATCH mark-as-read/', readall: 'PATCH mark-as-read-all/', send: 'POST send/' }],
  slack: ['settings/slack/testing/', { testing: 'POST' }],
  slackQrUnbind: ['authentication/slack/qr/unbind/', { unbind: 'POST', unbindof: 'POST :id/' }],
  sms: ['settings/sms/', { backend: 'GET backend/', testing: 'POST :backend/testing/' }],
  sponsored: ['users/sponsored/', { renew: 'POST :person/renew/', letend: 'POST :person/let-end/' }],
  sshKey: ['authentication/ssh-key/'],
  sso: ['authentication/sso/', { loginurl: 'POST login-url/', login: 'GET login/' }],
  superConnectionToken: ['authentication/super-connection-token/', { renewal: 'PATCH renewal/', secret: 'POST secret/', appletOption: 'POST applet-option/', release: 'POST applet-account/release/' }],
  superTickets: ['tickets/super-tickets/', { status: 'GET :id/status/', close: 'DELETE :id/status/' }],
  systemMsgSubscription: ['notifications/system-msg-subscription/', { put: 'PUT :message_type/', patch: 'PATCH :message_type/', testing: 'POST :message_type/testing/' }],
  systemRoleBindings: ['rbac/system-role-bindings/'],
  systemRoles: ['rbac/system-roles/', { users: 'GET :id/users/', permissions: 'GET :id/permissions/', tree: 'GET :id/permissions/tree/' }],
  taskExecutions: ['ops/task-executions/', { again: 'POST' }],
  tempTokens: ['authentication/temp-tokens/', { expire: 'PATCH :id/expire/' }],
  terminalLogins: ['authentication/terminal-logins/standing/', { standing: 'POST' }],
  terminalTasks: ['terminal/tasks/', { killForTicket: 'POST kill-session-for-ticket/', killSession: 'POST kill-session/' }],
  terminals: ['terminal/terminals/', { register: 'POST /terminal/terminal-registrations/', config: 'GET config/', approve: 'POST :id/approve/', revoke: 'POST :id/revoke/' }],
  terminalsStatus: ['terminal/terminals/status/'],
  ticketSessionRelation: ['tickets/ticket-session-relation/'],
  tickets: ['tickets/tickets/', { approve: 'PUT :id/approve/', reject: 'PUT :id/reject/', close: 'PUT :id/close/', session: 'GET :id/session/' }],
  trustedDevices: ['authentication/trusted-devices/', { end: 'DELETE :login/' }],
  userGroups: ['perms/user-groups/', { assets: 'GET :group/assets/', nodes: 'GET :group/nodes/', nodeChildren: 'GET :group/nodes/children/', nodeTree: 'GET :group/nodes/children/tree/', nodeAssets: 'GET :group/nodes/:node/assets/' }],
  userMsgSubscription: ['notifications/user-msg-subscription/', { retrieve: 'GET :user_id/', put: 'PUT :user_id/', patch: 'PATCH :user_id/' }],
  users: ['users/users/', { invite: 'POST invite/', password: 'PUT :id/password/', boundaccounts: 'GET :id/bound-accounts/', unbindaccount: 'POST :id/bound-accounts/unbind/', removeMany: 'POST remove/', removeOne: 'POST :id/remove/', letInMany: 'POST let-in/', letIn: 'POST :id/let-in/', turnAwayMany: 'POST turn-away/', turnAway: 'POST :id/turn-away/', resetPassword: 'PATCH :id/password/reset/', resetPublicKey: 'PATCH :id/pubkey/reset/', unblock: 'PATCH :id/unblock/', distrust: 'PATCH :id/trusted-devices/end/', resetMfa: 'GET :id/mfa/reset/' }],
  usersGroupsRelations: ['users/users-groups-relations/', { delete: 'DELETE' }],
  variables: ['ops/variables/help/', { help: 'GET' }],
  vault: ['settings/vault/', { testing: 'POST testing/', status: 'GET status/', migrate: 'POST migrate/' }],
  webs: ['assets/webs/'],
  wecom: ['settings/wecom/testing/', { testing: 'POST' }],
  wecomQrUnbind: ['authentication/wecom/qr/unbind/', { unbind: 'POST', unbindof: 'POST :id/' }],
};
