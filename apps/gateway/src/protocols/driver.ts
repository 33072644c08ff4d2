import type { EndReason } from '@postern/contract/session-end';
import type { SessionGrant } from '../authorize/grant.ts';
import type { GatewayMemory } from '../connect/gateway-memory.ts';

/** Why a session cannot go on, in the closed words of the wire. */
export class SessionRefusal extends Error {
  readonly reason: EndReason;
  readonly params: Readonly<Record<string, string>>;
  constructor(reason: EndReason, params: Readonly<Record<string, string>> = {}, cause?: unknown) {
    super(reason, { cause });
    this.name = 'SessionRefusal';
    this.reason = reason;
    this.params = params;
  }
}

export interface Size {
  cols: number;
  rows: number;
}

export interface TargetEvents {
  /** Output in UTF-8, in order. */
  onData(bytes: Buffer): void;
  /** The target takes input again after `writable` said false. */
  onDrain(): void;
  /** The target is gone and every byte it sent was handed on. Called once. */
  onEnd(exit: TargetExit): void;
}

/** How the target's program ended: a status, or the signal that killed it. Neither when the connection just broke. */
export interface TargetExit {
  code: number | null;
  signal: string | null;
  /** The connection to it broke before the program said how it ended. */
  lost?: boolean;
}

export interface CommandEvents extends TargetEvents {
  onError(bytes: Buffer): void;
}

/** An open terminal on a target. */
export interface Target {
  write(bytes: Buffer): void;
  /** False while input should wait for `onDrain`. */
  writable(): boolean;
  resize(size: Size): void;
  /** Back-pressure: nothing is lost while paused, the target is slowed down. */
  pause(): void;
  resume(): void;
  /** Closes from our side. `onEnd` follows. */
  close(): void;
}

/** What a driver may ask the rest of the gateway while it connects. */
export interface DriverContext {
  sessionId: string;
  /** Run instead of a shell. */
  command?: string | undefined;
  /** Aborted when the person leaves before the target is open. */
  signal: AbortSignal;
  /** A target showed a key for the first time: it has to be pinned before it is trusted. Rejects when that fails. */
  pinHostKey(seen: { asset: string; address: string; port: number; type: string; fingerprint: string }): Promise<void>;
  reportChangedHostKey(seen: {
    asset: string;
    address: string;
    port: number;
    type: string;
    fingerprint: string;
    expected: string;
  }): Promise<void>;
  /** What this process knows of the gateways on the way. */
  gateways: GatewayMemory;
  /** A gateway on the way could not be passed, or was (`failed` null). */
  onGateway(seen: { gateway: string; failed: string | null }): void;
  /** An open target turned out to be another machine: the session ends with this reason. */
  distrust(refusal: SessionRefusal): void;
}

/** A program without a terminal: three separate streams, end of input, signals. */
export interface TargetCommand extends Omit<Target, 'resize'> {
  /** End of input. */
  end(): void;
  signal(name: string): void;
}

/** Runs one command on the grant's target, or throws SessionRefusal. */
export type CommandDriver = (grant: SessionGrant, command: string, events: CommandEvents, context: DriverContext) => Promise<TargetCommand>;

/** What a protocol can carry. */
export interface ProtocolDrivers {
  terminal: ProtocolDriver;
  command: CommandDriver;
}

/** Opens a terminal on the grant's target, or throws SessionRefusal. Only a grant opens anything. */
export type ProtocolDriver = (grant: SessionGrant, size: Size, events: TargetEvents, context: DriverContext) => Promise<Target>;
