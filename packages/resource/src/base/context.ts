import type { Language } from '@postern/contract/text';
import type { Database } from '../database.ts';

export type { AnyDatabase, Database, RowOf, TableName, Tables } from '../database.ts';

export interface Actor {
  kind: 'user' | 'component' | 'system' | 'anonymous';
  /** User id; the nil UUID for system and anonymous. */
  id: string;
  /** What people read: `Name(username)` in logs is built from these two. */
  name: string;
  username: string;
  /** Holder of the system administrator role: passes every permission check. */
  superuser: boolean;
  /** Permission codes `app.action_resource` held in the organisation of the request. */
  permissions: ReadonlySet<string>;
  /** A program with an account of its own: it has the rights of its roles, and is nobody who logs in (decision 0202). */
  program?: true;
  /** Of a component: its row among the components, and whether it may work (decision 0069). */
  component?: ComponentStanding;
  /** Of whoever signs with a key that may do less than its owner (decision 0116). */
  key?: KeyLimits;
}

/** What holds a key back beside the rights of its owner. */
export interface KeyLimits {
  readOnly: boolean;
  /** The only rights it has, as far as its owner has them; empty for all of them. */
  permissions: readonly string[];
}

export interface ComponentStanding {
  id: string;
  type: string;
  /** Somebody, or the setting, let it work, and nobody has revoked it. */
  approved: boolean;
}

export interface Organisation {
  id: string;
  name: string;
  isRoot: boolean;
  isDefault: boolean;
}

export interface Log {
  debug(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

export const AUDIT_ACTIONS = ['view', 'update', 'delete', 'create', 'connect', 'login', 'change_password'] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** One entry of a diff. `field` is the field's name; it is shown with its label in the reader's language. */
export interface Change {
  field: string;
  before: string;
  after: string;
}

export interface AuditEvent {
  action: AuditAction;
  /** Resource name, e.g. `usergroup`; shown with the resource's label. */
  resourceType: string;
  resourceId: string;
  /** Display text of the object at that moment, so the row outlives it. */
  resource: string;
  changes?: readonly Change[];
  /** Defaults to the organisation of the request. */
  orgId?: string;
  /** Who did it, where a component asks on behalf of a person. Defaults to the actor of the request. */
  by?: Pick<Actor, 'id' | 'name' | 'username'>;
  /** Only written down: no right or rule is another one by it, so nobody is told (a host key that was seen first by a session). */
  isNotice?: boolean;
}

/** Encrypts and decrypts values at rest (SECURITY.md#keys). `encrypt` output is text that carries its wrapped data key. */
export interface SecretBox {
  encrypt(plain: string): string;
  decrypt(encrypted: string): string;
  /**
   * Opens what a column of account secrets holds, wherever it is kept: here or in an external store (docs/secret-store.md). Bounded in time.
   * @throws CodedError `secret_store_unavailable` or `secret_store_without` when it is there and cannot be had
   */
  open(stored: string): Promise<string>;
  /** 32 bytes that follow from the current master key, the purpose and the name, and from nothing less. */
  derive(purpose: string, name: string): Buffer;
}

/** The browser session behind a request; `data` holds the marks of login and confirmation. */
export interface Session {
  id: string;
  data: Record<string, unknown>;
}

/**
 * Who asks for what, where: the first argument of every service (decision 0018). There is no ambient
 * organisation and no query without one of these.
 */
export interface Context {
  actor: Actor;
  org: Organisation;
  /** The transaction of this request; for reads outside a transaction, the pool. */
  tx: Database;
  clock(): Date;
  log: Log;
  language: Language;
  /** IANA zone in which datetimes are rendered. */
  timeZone: string;
  origin: { ip: string; requestId: string; userAgent: string };
  session: Session | null;
  secrets: SecretBox;
  /** Undoes the browser's transport encryption; returns the value unchanged when it is not in that form. */
  decrypt(value: string): string;
  /** Queues an audit event; it is appended inside this transaction, just before it commits (decision 0016). */
  audit(event: AuditEvent): void;
  /** Runs after a successful commit: jobs, notifications, mail. */
  afterCommit(work: () => void | Promise<void>): void;
}

/** True when the actor holds every requirement; one requirement may hold alternatives `a | b` (docs/wire/roles.md#rights). */
export function holds(actor: Actor, requirements: readonly string[]): boolean {
  if (actor.superuser) return true;
  return requirements.every((entry) => entry.split('|').some((code) => actor.permissions.has(code.trim())));
}
