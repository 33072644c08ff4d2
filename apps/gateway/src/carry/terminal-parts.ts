import type { SessionCreate } from '@postern/contract/component';
import type { SessionLimits } from '@postern/contract/frames';
import type { MachineMark } from '@postern/contract/machine-marks';
import type { Language } from '@postern/contract/text';
import type { SessionGrant } from '../authorize/grant.ts';
import type { LiveSession } from '../pipeline/session-services.ts';
import type { SessionEnd } from '../pipeline/session-state.ts';
import type { Size, TargetExit } from '../protocols/driver.ts';
import type { Wishes } from './agent.ts';
import type { People, PeopleEvents } from './people.ts';
import type { Lock, Viewer } from './viewers.ts';

/** The person's end of a session: a browser's socket, a native client's channel. */
export interface TerminalClient {
  /** Sends output; false when the session should wait for `drained`. */
  send(bytes: Buffer): boolean;
  /** The target is open, and again when the rules of its session change. */
  opened(session: SessionCreate, actions: string[], recording: boolean, limits: SessionLimits): void;
  /** Input is wanted again after `input` said false. */
  resumeInput(): void;
  /** Hears of those whom the session is shared with; without it nobody is told. */
  people?: PeopleEvents;
  /** The gateway restarts in so many seconds. Without it a line on the terminal says so. */
  restarting?(seconds: number): void;
  /** The clock ends it in so many minutes. Without it a line on the terminal says so. */
  endNear?(minutes: number): void;
  /** Locked, by whom and why; undefined: not any more. Without it a line on the terminal says so. */
  locked?(lock: Lock | undefined): void;
  /** A command waits for an approval, or not any more. */
  waits?(on: boolean): void;
  /** Who watches now. Without it a line on the terminal names each. */
  watched?(users: readonly string[]): void;
  /** Delivers what was sent, tells why, closes. */
  finish(end: SessionEnd, exit: TargetExit): void;
}

/** A session on a terminal. */
export interface TerminalSession extends LiveSession {
  readonly info: SessionCreate;
  /** How the machine is marked. */
  readonly mark: MachineMark | undefined;
  /** Whether it is recorded; known when the recording stands, or the session ended without. */
  readonly recorded: Promise<boolean>;
  /** Whether it has ended. */
  over(): boolean;
  size(): Size;
  /** Takes input; false when the sender should wait for `resumeInput`. @param by the guest who typed it; the owner without one */
  input(bytes: Buffer, by?: string): boolean;
  readonly people: People;
  resize(size: Size): void;
  /** The client takes output again. */
  drained(): void;
  watch(viewer: Viewer): () => void;
  /** Somebody watches who was not asked in; told where the settings say so. @returns how they stop */
  watchedBy(user: string): () => void;
  /** Nobody types from here on. */
  lock(by: string, reason: string): void;
  unlock(by: string): void;
  loginEnded(): Promise<void>;
}

export interface TerminalStart {
  grant: SessionGrant;
  client: TerminalClient;
  size: Size;
  remoteAddr: string;
  loginFrom: SessionCreate['login_from'];
  language: Language;
  /** Run on the terminal instead of a shell. */
  command?: string | undefined;
  /** Aborted with the connection that this is one of several sessions of. */
  shared?: AbortSignal;
  wishes?: Wishes;
}
