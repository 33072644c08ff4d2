/** Shapes of the component protocol (docs/wire/components.md#what-components-decode). Strict: Go components decode them. */
import type { MachineMark } from './machine-marks.ts';
import type { Announcement } from './settings.ts';
import type { Choice } from './wire.ts';

export interface ComponentAccessKey {
  id: string;
  secret: string;
}

/** The account of a component, with its key, which is told once. */
export interface ServiceAccount {
  id: string;
  name: string;
  comment: string;
  access_key: ComponentAccessKey & { is_active: boolean; date_created: string | null };
}

export interface Registration {
  name: string;
  type: string;
  service_account: { id: string; name: string; access_key: ComponentAccessKey & { is_active: boolean } };
}

export interface TerminalConfig {
  TERMINAL_PASSWORD_AUTH: boolean;
  TERMINAL_PUBLIC_KEY_AUTH: boolean;
  /** Ours: people may confirm their login in a browser. */
  TERMINAL_BROWSER_AUTH: boolean;
  TERMINAL_HEARTBEAT_INTERVAL: number;
  TERMINAL_HOST_KEY: string;
  TERMINAL_REPLAY_STORAGE: { TYPE: string; [key: string]: unknown };
  TERMINAL_COMMAND_STORAGE: { TYPE: string; [key: string]: unknown };
  SECURITY_MAX_IDLE_TIME: number;
  /** Hours; 0 for no limit. */
  SECURITY_MAX_SESSION_TIME: number;
  SECURITY_SESSION_SHARE: boolean;
  FTP_FILE_MAX_STORE: number;
  /** Ours: what everybody is told who logs in; empty without an announcement. */
  ANNOUNCEMENT: Announcement;
  [key: string]: unknown;
}

export interface SecretAccount {
  id?: string;
  name: string;
  username: string;
  secret_type: Choice<string>;
  secret: string;
  privileged?: boolean;
  su_from: Omit<SecretAccount, 'su_from'> | null;
}

/** Answer of `super-connection-token/secret/` (docs/wire/components.md#the-secret): target, credential and policy of one session. */
export interface ConnectionSecret {
  id: string;
  value: string;
  protocol: string;
  user: { id: string; name: string; username: string; email: string };
  asset: {
    id: string;
    name: string;
    address: string;
    protocols: { name: string; port: number }[];
    category: string;
    type: string;
    org_id: string;
    info: Record<string, unknown>;
    secret_info: Record<string, unknown>;
    spec_info: Record<string, unknown>;
  };
  account: SecretAccount;
  platform: {
    id: number;
    name: string;
    category: Choice<string>;
    type: Choice<string>;
    charset: Choice<string>;
    protocols: {
      id: number;
      name: string;
      port: number;
      primary: boolean;
      default: boolean;
      required: boolean;
      public: boolean;
      secret_types: string[];
      setting: Record<string, unknown>;
    }[];
    su_enabled: boolean;
    su_method: Choice<string> | null;
    domain_enabled: boolean;
  };
  command_filter_acls: {
    id: string;
    name: string;
    command_groups: { id: string; name: string; type: string; content: string; ignore_case: boolean; pattern: string }[];
    action: 'accept' | 'reject' | 'review' | 'warning';
    reviewers: { id: string; name: string }[];
    priority: number;
    is_active: boolean;
  }[];
  domain: { id: string; name: string } | null;
  gateway: {
    id: string;
    name: string;
    address: string;
    protocols: { name: string; port: number }[];
    account: SecretAccount;
    host_keys?: { type: string; fingerprint: string }[];
  } | null;
  /** Ours: the domain's other gateways in the order to try them when `gateway` fails (docs/decisions/0043). */
  more_gateways?: NonNullable<ConnectionSecret['gateway']>[];
  actions: Choice<string>[];
  /** Unix seconds: end of the permission that granted access. */
  expire_at: number;
  from_ticket: { id: string } | null;
  connect_method: { label: string; value: string; type: string; component: string };
  connect_options: Record<string, unknown>;
  org_id: string;
  org_name: string;
  /** Ours: the pinned host keys of the target, and what to do without evidence (docs/evidence.md#recording). */
  host_keys?: { type: string; fingerprint: string }[];
  recording?: 'strict' | 'best_effort';
  /** Ours: where ports may be forwarded to beside the asset itself (docs/wire/permissions.md#destinations). */
  forward_to?: readonly string[];
  /** Ours: what the permission calls the account, for asking about its rules again. */
  account_alias?: string;
  /** Ours: how the asset is marked. */
  mark?: MachineMark | null;
}

/** Ours: a live session that a component asks the rules of again (docs/decisions/0042). */
export interface RulesQuestion {
  /** Session id. */
  id: string;
  /** The account's alias as the secret answer told it (`account_alias`); empty where the core did not. */
  account: string;
  /** Value of the connect method it was opened with. */
  method: string;
}

/** What rules say about a live session now. Either it may not go on, or it goes on under these. `actions`, `forward_to`: what the permission allows; what the grant said where they are left out. */
export type LiveRules =
  | {
      refused: 'permission' | 'rule' | 'user' | 'asset';
      /** Name of the rule that refuses. */
      rule: string;
      /** The user is not switched off: the date until which they may use this has passed. */
      expired?: boolean | undefined;
    }
  | {
      refused: null;
      command_filter_acls: ConnectionSecret['command_filter_acls'];
      expire_at: number;
      actions?: string[] | undefined;
      forward_to?: readonly string[] | undefined;
    };

export interface SessionCreate {
  id: string;
  user: string;
  user_id: string;
  asset: string;
  asset_id: string;
  account: string;
  account_id: string;
  protocol: string;
  login_from: 'WT' | 'ST' | 'RT' | 'DT';
  remote_addr: string;
  date_start: string;
  org_id: string;
  type: 'normal' | 'tunnel' | 'command' | 'sftp';
}

export const RISK = { accept: 0, warning: 4, reject: 5, review_reject: 6, review_accept: 7, review_cancel: 8 } as const;
export type RiskLevel = (typeof RISK)[keyof typeof RISK];

/** What somebody did in a session, as its component tells it. */
interface Deed {
  /** Of commands ours: one that comes again is taken as given. Other cores overlook it. */
  id: string;
  session: string;
  org_id: string;
  user: string;
  asset: string;
  account: string;
}

/** A file that was moved in a session (docs/wire/audits.md#transferred-files). */
export interface TransferEntry extends Deed {
  remote_addr: string;
  operate: 'upload' | 'download' | 'delete' | 'rename' | 'mkdir' | 'rmdir' | 'symlink';
  filename: string;
  date_start: string;
  is_success: boolean;
  /** Our own: bytes that were moved, of `scp -O` as they were announced. */
  size: number;
}

export interface CommandEntry extends Deed {
  input: string;
  output: string;
  /** Unix seconds. */
  timestamp: number;
  risk_level: RiskLevel;
  cmd_filter_acl?: string | undefined;
  cmd_group?: string | undefined;
}

/** A command that a rule warned of or refused: the reviewers of the rule are told. */
export type CommandAlert = CommandEntry & { cmd_filter_acl: string };

export interface ComponentTask {
  id: string;
  /** Locking is ours: other components overlook it. */
  name: 'kill_session' | 'lock_session' | 'unlock_session';
  /** Session id. */
  args: string;
  /** Ours: `reason`, why, when nobody did it by hand; `note`, what whoever did it says about it. */
  kwargs: { terminated_by?: string | undefined; reason?: string | undefined; note?: string | undefined };
  is_finished: boolean;
}

/**
 * Ours: sent on the task channel, to components that asked for it with a frame `{"type":"subscribe","payload":{"rules":true}}`,
 * when the rules of live sessions may have changed.
 */
export const RULES_TASK = 'refresh_rules';
/** Ours, to the same components: logins of the person whose id `args` is were ended. What was opened with one of them is over. */
export const LOGINS_TASK = 'logins_ended';
/** Ours, to the same components: the ticket whose id `args` is, which that component opened, was decided or is closed. */
export const TICKET_TASK = 'ticket_ended';

export interface Heartbeat {
  sessions: string[];
  session_online: number;
  cpu_load: number;
  memory_used: number;
  disk_used: number;
  /** Ours: where the servers of other nodes reach the sockets of this gateway (`isGatewayAddress`); left out where they do not. */
  address?: string;
  /** Ours: what a server shows there. Another one after each start. */
  pass?: string;
}

/** By which a server shows a gateway of another node that it is one of the installation. */
export const PASS_HEADER = 'x-postern-pass';
/** By which a server tells its own gateway the id of the session that a socket is about, where it knows no other gateway to hand the socket to. */
export const SESSION_HEADER = 'x-postern-session';

const GATEWAY_ADDRESS = /^https?:\/\/(?:\[[0-9a-f:.]{2,45}\]|[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?):[1-9]\d{0,4}$/i;

/** Whether something is scheme, host and port, and nothing else: no path, query or credentials. */
export const isGatewayAddress = (given: string): boolean => GATEWAY_ADDRESS.test(given) && URL.canParse(given);
