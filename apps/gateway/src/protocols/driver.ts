import type { Duplex, Readable, Writable } from 'node:stream';
import type { SecretAccount } from '@postern/contract/component';
import type { AlgorithmProfile } from '@postern/contract/ssh-algorithms';
import type { SessionGrant } from '../authorize/grant.ts';
import type { SessionRefusal } from '../pipeline/refusal.ts';

/**
 * The one interface of protocols (docs/decisions/0086): what a driver can do, what it is given for it, and what it gives back. Each
 * capability is optional. Whatever fails before a capability has answered is thrown as a SessionRefusal; whatever comes later is told by
 * `onEnd`. No event comes before the answer.
 */
export interface Driver {
  /** Used where neither asset nor gateway names one. */
  readonly port: number;
  /** The connect methods of the core by which sessions of this protocol are opened here. */
  readonly methods: readonly string[];
  /** A terminal that a person works on. */
  interactive?(connection: Connection, size: Size, events: TargetEvents): Promise<Terminal>;
  /** One command. With a size it runs on a terminal, without one it has three streams. */
  exec?: Exec;
  /** The SFTP subsystem, as bytes of its protocol (draft-ietf-secsh-filexfer-02). */
  sftp?(connection: Connection, events: CommandEvents): Promise<RunningCommand>;
  /** Files by their names. */
  file?(connection: Connection): Promise<FileStore>;
  /** A stream to another machine by way of this one. It ends with `tunnel.close()`. */
  forward?(connection: Connection, to: Address): Promise<Tunnel>;
  /** Ways through the target for many streams, in both directions. */
  tunnels?(connection: Connection, events: TunnelEvents): Promise<Tunnels>;
  /** Statements of a query language, one after the other. */
  statement?(connection: Connection, events: Pick<TargetEvents, 'onEnd'>): Promise<StatementRunner>;
  /** A picture with keyboard and pointer, as the instructions of its own stream. */
  desktop?(connection: Connection, size: Size, events: TargetEvents): Promise<Terminal>;
}

interface Exec {
  onTerminal?(connection: Connection, command: string, size: Size, events: TargetEvents): Promise<Terminal>;
  plain(connection: Connection, command: string, events: CommandEvents): Promise<RunningCommand>;
}

/** All that a driver is given to connect with. Only a grant opens anything. */
export interface Connection {
  readonly grant: SessionGrant;
  readonly machine: Machine;
  /** Aborted when the session leaves the target, also before it is open. */
  readonly signal: AbortSignal;
  /** Aborted with the person's connection: its sessions may share a login on the target until then. Undefined when there is one session only. */
  readonly shared: AbortSignal | undefined;
  /** The way to the agent of the person, who asked for it to be forwarded and may. */
  readonly agent: AgentWay | undefined;
  /** Variables for a program of the person, in their order. */
  readonly environment: Readonly<Record<string, string>>;
  /** The type of the person's terminal, when their client says it. */
  readonly term: string | undefined;
  /** What the core tells all components (docs/wire/components.md#configuration). */
  readonly config: Readonly<Record<string, unknown>>;
  /** A machine showed a key for the first time: it has to be pinned before it is trusted. Rejects when that fails. */
  pinHostKey(seen: HostKey): Promise<void>;
  reportChangedHostKey(seen: HostKey & { expected: string }): Promise<void>;
  /** What the target says before anybody is logged in, as it says it. */
  banner(text: string): void;
  /** An open machine turned out to be another, or to do harm: the session ends with this reason. */
  distrust(refusal: SessionRefusal): void;
}

/** The way from a target to the agent that holds the keys of the person. */
export interface AgentWay {
  /**
   * A program on the target asks for the agent.
   * @throws ForwardFailed when it may not, or no longer
   */
  open(): Promise<Duplex>;
  /** The target forwards no agents. */
  unavailable(): void;
}

/** A machine to log in to: the target of a session, or a gateway on the way to it. */
export interface Machine extends Address {
  readonly account: SecretAccount;
  /** Keys that were pinned for it. */
  readonly hostKeys: readonly HostKey[];
  /** A network device, which often takes one channel a login. */
  readonly device: boolean;
  /** What is offered to it, and the platform whose setting says so. */
  readonly algorithms: AlgorithmProfile;
  readonly platform: string;
  /** Milliseconds that a log-in may take; as long as the driver finds right when undefined. */
  readonly patience?: number;
  /** Milliseconds of silence after which it is asked for a sign of life; as the driver finds right when undefined. */
  readonly silenceMs?: number;
  /** Nothing of ours lies between: dialling once more costs nobody else anything. */
  readonly direct: boolean;
  /**
   * Opens a stream to it, whatever lies between; what does is left when the stream closes.
   * @throws SessionRefusal `target_unreachable`, `gateway_unreachable`
   */
  dial(): Promise<Duplex>;
}

export interface Address {
  readonly address: string;
  readonly port: number;
}

export interface HostKey {
  type: string;
  /** As OpenSSH prints it: `SHA256:` and base64 without padding. */
  fingerprint: string;
}

export interface Size {
  cols: number;
  rows: number;
}

export interface TargetEvents {
  /** Output, in order; of a terminal in UTF-8. */
  onData(bytes: Buffer): void;
  /** The target takes input again after `writable` said false. */
  onDrain(): void;
  /** The target is gone and every byte it sent was handed on. Called once. */
  onEnd(exit: TargetExit): void;
}

export interface CommandEvents extends TargetEvents {
  onError(bytes: Buffer): void;
}

/** How the target's program ended: a status, or the signal that killed it. Neither when the connection just broke. */
export interface TargetExit {
  code: number | null;
  signal: string | null;
  /** The connection to it broke before the program said how it ended. */
  lost?: boolean;
}

/** Bytes both ways with back-pressure: nothing is lost while paused, the target is slowed down. */
export interface Flow {
  write(bytes: Buffer): void;
  /** False while input should wait for `onDrain`. */
  writable(): boolean;
  pause(): void;
  resume(): void;
  /** Closes from our side. `onEnd` follows. */
  close(): void;
}

/** An open terminal on a target. */
export interface Terminal extends Flow {
  resize(size: Size): void;
}

/** A program without a terminal: three separate streams, end of input, signals. */
export interface RunningCommand extends Flow {
  /** End of input. */
  end(): void;
  signal(name: string): void;
}

/** What a stream may lead to: a port, or a socket of the target's file system. */
export type Place = Address | { readonly path: string };

/** Streams by way of the target: to where it can reach, and from where it listens. */
export interface Tunnels {
  /** @throws ForwardFailed when it is not reached */
  open(to: Place): Promise<Duplex>;
  /**
   * Has the target listen; answers the port.
   * @throws ForwardFailed when it does not
   */
  listen(at: Place): Promise<number>;
  unlisten(at: Place): void;
  close(): void;
}

export interface TunnelEvents {
  /** Somebody came where the target listens. */
  onConnection(at: Place, from: Address | undefined, accept: () => Duplex, reject: () => void): void;
  /** As of a terminal. */
  onEnd(exit: TargetExit): void;
}

/** A stream to another machine by way of one that is logged in to. */
export interface Tunnel {
  stream: Duplex;
  close(): void;
}

export interface FileEntry {
  name: string;
  kind: 'file' | 'folder' | 'link' | 'other';
  size: number;
  /** Unix seconds. */
  changed: number;
  /** The mode bits of POSIX, 0 where there are none. */
  mode: number;
}

/** Files of a target. Paths are the target's own; a name that is not there rejects with code ENOENT. */
export interface FileStore {
  /** Entries of a folder, in portions, so that the largest folder costs no memory. */
  list(path: string): AsyncIterable<readonly FileEntry[]>;
  look(path: string): Promise<FileEntry>;
  read(path: string, from: number): Readable;
  write(path: string, from: number): Writable;
  makeFolder(path: string): Promise<void>;
  rename(path: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  close(): void;
}

/** What a statement answers, in order: the columns, rows in portions, how many rows it changed. */
export type StatementAnswer =
  | { kind: 'columns'; names: readonly string[] }
  | { kind: 'rows'; rows: readonly (readonly (string | null)[])[] }
  | { kind: 'done'; changed: number | null };

export interface StatementRunner {
  /** Runs one statement. Rejects with the target's own words; aborting ends the statement, not the session. */
  run(text: string, signal: AbortSignal): AsyncIterable<StatementAnswer>;
  close(): void;
}
