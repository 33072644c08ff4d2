import type { Duplex } from 'node:stream';
import type { Refusal } from '../refusal.ts';

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
  /** The asset's protocol that is used, with its settings on the platform (docs/wire/assets.md#protocols). */
  protocol: { name: string; setting: Readonly<Record<string, unknown>> };
  /** Name of the platform, by which devices are told apart. */
  platform: string;
  database: { name: string; tls: false | { ca?: string; cert?: string; key?: string; rejectUnauthorized: boolean } };
}

export interface Login {
  username: string;
  secretType: string;
  secret: string;
  /** How the login becomes the administrator; undefined when it is one. */
  become?: { method: BecomeMethod; username: string; password: string };
}

/** By switching on Unix, or to the privileged level of a network device (`su_methods`, docs/wire/assets.md#what-a-type-allows). */
export type BecomeMethod = 'sudo' | 'su' | 'enable' | 'super' | 'super_level';

/** What is to be put on a machine. */
export interface Wanted {
  username: string;
  secretType: string;
  secret: string;
  /** For keys: add to, replace all, replace our own. */
  keyStrategy: string;
  params: Readonly<Record<string, unknown>>;
  /** True when the account is reached by switching from another login. */
  switched?: boolean;
}

export interface Found {
  username: string;
  lastLogin?: Date;
  lastAddress?: string;
}

/** What is known of a machine; what it does not say is left out. */
export type Facts = Readonly<Record<string, string>>;

/**
 * An administrator's login, open. `change` and `create` resolve when the machine says it is done; they throw a Refusal
 * `command_failed` when it says it is not, and anything else when nobody knows.
 */
export interface Session {
  /** @returns a note when it is done with a reservation: the machine will forget it (`not_saved`) */
  change(wanted: Wanted): Promise<Refusal | undefined>;
  /** Makes the account where it is missing. */
  create(wanted: Wanted): Promise<void>;
  gather(): Promise<Found[]>;
  /** What the machine says of itself, by the names of `gathered_info` (docs/wire/assets.md#facts-of-a-machine); absent where nothing is asked. */
  facts?(): Promise<Facts>;
  close(): void;
}

/** One kind of machine. Passwords travel as data of a protocol or on standard input, never inside a command. */
export interface Method {
  /** The protocols it can use, the best one first: the first that the asset has is taken. */
  protocols: readonly string[];
  /** How an account is reached from another one; absent where there is no such thing. */
  switching?: 'unix' | 'device';
  secretTypes: readonly string[];
  /** Symbols that a password made for it may hold; absent: all. */
  symbols?: string;
  /** Refuses, before anything is sent, what this kind of machine cannot hold. */
  check(wanted: Pick<Wanted, 'username' | 'secretType' | 'secret'>): void;
  /**
   * A fresh login: true when it is accepted, false when it is refused; throws when nobody knows.
   * @param admin the administrator's login, for machines that let ordinary accounts in another way only
   */
  verify(reach: Reach, login: Login, admin?: Login): Promise<boolean>;
  open(reach: Reach, login: Login): Promise<Session>;
}

/** Milliseconds for a connection, for logging in, and for one command. */
export const LIMITS = { connect: 10_000, login: 20_000, command: 60_000 } as const;
