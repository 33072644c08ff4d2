/**
 * Why somebody reaches an asset, or does not: what `perms/access/explain/` and `perms/access/effect/` answer. Our own
 * addition to the wire (docs/decisions/0048); codes travel, the console has their words.
 */

/** What is looked at, in the order in which a connection is decided (decision 0048). */
export const ACCESS_STEPS = [
  'user_valid',
  'user_inactive',
  'user_expired',
  'user_is_service',
  'member',
  'not_member',
  'right_held',
  'right_missing',
  'login_unlocked',
  'login_locked',
  'login_free',
  'login_accept',
  'login_mfa',
  'login_reject',
  'login_review',
  'login_review_impossible',
  'asset_active',
  'asset_inactive',
  'permission',
  'permission_inactive',
  'permission_not_started',
  'permission_ended',
  'permission_none',
  'account_usable',
  'account_refused',
  'account_ended',
  'account_unconfirmed',
  'account_none',
  'account_not_here',
  'action_granted',
  'action_missing',
  'protocol_offered',
  'protocol_missing',
  'method_free',
  'method_refused',
  'asset_login_free',
  'asset_login_accept',
  'asset_login_mfa',
  'asset_login_mfa_missing',
  'asset_login_reject',
  'asset_login_review',
  'asset_login_review_impossible',
  'command_filter',
] as const;
export type AccessStepCode = (typeof ACCESS_STEPS)[number];

/** The smallest things that would let somebody in. */
export const ACCESS_REMEDIES = [
  'activate_user',
  'extend_user',
  'unlock_user',
  'give_role',
  'change_rule',
  'activate_asset',
  'activate_permission',
  'extend_permission',
  'start_permission',
  'add_user',
  'add_to_group',
  'add_asset',
  'add_to_node',
  'add_account',
  'create_account',
  'add_action',
  'add_protocol',
  'create_permission',
] as const;
export type AccessRemedyCode = (typeof ACCESS_REMEDIES)[number];

/** `note`: says something without deciding. */
export type AccessOutcome = 'pass' | 'fail' | 'review' | 'note';
export type AccessVerdict = 'allowed' | 'refused' | 'review';

/** Rules and objects that steps and remedies name. Without `id` and `name` when whoever asks may not see it. */
export const ACCESS_OBJECTS = [
  'user',
  'usergroup',
  'asset',
  'node',
  'assetpermission',
  'loginacl',
  'loginassetacl',
  'commandfilteracl',
  'connectmethodacl',
] as const;
export interface AccessObject {
  type: (typeof ACCESS_OBJECTS)[number];
  id: string | null;
  name: string | null;
}

export interface AccessStep {
  code: AccessStepCode;
  outcome: AccessOutcome;
  params: Readonly<Record<string, string>>;
  rule: AccessObject | null;
}

export interface AccessRemedy {
  code: AccessRemedyCode;
  params: Readonly<Record<string, string>>;
  /** What would have to be changed. */
  target: AccessObject | null;
  /** The permission it is about, when the target is something else. */
  rule: AccessObject | null;
}

export interface AccessAccount {
  alias: string;
  name: string;
  username: string;
  actions: string[];
  /** What the asset login rules say about it. */
  outcome: 'pass' | 'fail' | 'review';
}

export interface AccessExplanation {
  verdict: AccessVerdict;
  user: { id: string; name: string; username: string };
  asset: { id: string; name: string; address: string };
  /** Alias of the account the steps are about; null when none can be used. */
  account: string | null;
  address: string;
  accounts: AccessAccount[];
  steps: AccessStep[];
  missing: AccessRemedy[];
}

/** Rules that can be tried out before they are saved. */
export const DRAFT_RESOURCES = ['assetpermission', 'loginacl', 'loginassetacl', 'commandfilteracl', 'connectmethodacl'] as const;
export type DraftResource = (typeof DRAFT_RESOURCES)[number];

export type AccessChange = 'gains' | 'loses' | 'changes';

export interface AccessState {
  verdict: AccessVerdict;
  /** Code of the first step that stands against it. */
  reason: AccessStepCode | null;
  /** Accounts that can be used. */
  accounts: AccessAccount[];
  /** Ways of connecting that are taken away. */
  methods: string[];
  /** Command filters that apply. */
  filters: string[];
}

export interface AccessEffectRow {
  change: AccessChange;
  user: { id: string; name: string; username: string };
  /** Null for rules that are about people alone. */
  asset: { id: string; name: string; address: string } | null;
  before: AccessState;
  after: AccessState;
}

export interface AccessEffect {
  /** Counts of this page. */
  gains: number;
  loses: number;
  changes: number;
  /** Whether everybody and everything the rule is about was looked at on this page. */
  complete: boolean;
  /** People and assets are looked at in pages, from 1. */
  page: number;
  pages: number;
  people: { looked: number; total: number };
  assets: { looked: number; total: number };
  rows: AccessEffectRow[];
}
