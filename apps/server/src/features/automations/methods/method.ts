import type { Duplex } from 'node:stream';

/** A machine as a method sees it: where it is, how a stream to it is opened, how its key is judged. */
export interface Reach {
  /** `address:port`, for messages. */
  name: string;
  address: string;
  port: number;
  /** Opens a stream to exactly this address and port, by way of the zone's gateway when it has one. */
  dial(): Promise<Duplex>;
  /** Types of the host keys that are pinned. */
  knownKeys(): Promise<readonly string[]>;
  /** True when a host key is the pinned one, or the first one seen, which is then pinned. */
  trust(type: string, fingerprint: string): Promise<boolean>;
  database: { name: string; tls: false | { ca?: string; cert?: string; key?: string; rejectUnauthorized: boolean } };
}

export interface Login {
  username: string;
  secretType: string;
  secret: string;
  /** How the login becomes the administrator; undefined when it is one. */
  become?: { method: 'sudo' | 'su'; username: string; password: string };
}

/** What is to be put on a machine. */
export interface Wanted {
  username: string;
  secretType: string;
  secret: string;
  /** For keys: add to, replace all, replace our own. */
  keyStrategy: string;
  params: Readonly<Record<string, unknown>>;
}

export interface Found {
  username: string;
  lastLogin?: Date;
  lastAddress?: string;
}

/**
 * An administrator's login, open. `change` and `create` resolve when the machine says it is done; they throw a Refusal
 * `command_failed` when it says it is not, and anything else when nobody knows.
 */
export interface Session {
  change(wanted: Wanted): Promise<void>;
  /** Makes the account where it is missing. */
  create(wanted: Wanted): Promise<void>;
  gather(): Promise<Found[]>;
  close(): void;
}

/** One kind of machine. Passwords travel as data of a protocol or on standard input, never inside a command. */
export interface Method {
  protocol: string;
  secretTypes: readonly string[];
  /** Refuses, before anything is sent, what this kind of machine cannot hold. */
  check(wanted: Pick<Wanted, 'username' | 'secretType' | 'secret'>): void;
  /** A fresh login: true when it is accepted, false when it is refused; throws when nobody knows. */
  verify(reach: Reach, login: Login): Promise<boolean>;
  open(reach: Reach, login: Login): Promise<Session>;
}

/** Milliseconds for a connection, for logging in, and for one command. */
export const LIMITS = { connect: 10_000, login: 20_000, command: 60_000 } as const;
