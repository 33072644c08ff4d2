import type { ComponentClient } from '@postern/client/component';
import type { WebSocket } from 'ws';
import type { TerminalSession, TerminalStart } from '../../carry/terminal-parts.ts';
import type { Caller } from '../admission.ts';
import type { Waiting } from '../outbound.ts';
import type { GuestRights } from './guest-rights.ts';
import type { Entitled, OnRules } from './recheck.ts';
import type { Seats } from './seats.ts';

/** What pages need of the gateway around them. */
export interface TerminalSockets {
  core: ComponentClient;
  start(start: TerminalStart): TerminalSession;
  find(sessionId: string): TerminalSession | undefined;
  /** The gateway does not stop before this is done, within bounds. */
  lastWords(work: Promise<void>): void;
  /** Whether the settings let sessions be shared. */
  sharing(): boolean;
  /** Whether guests may stay. */
  guests: GuestRights;
  /** Rules may have changed. */
  onRules: OnRules;
  /** Whether the gateway is told to stop: nothing new begins. */
  stopping(): boolean;
  /** What all pages leave unread. */
  waiting: Waiting;
  /** Where people sit who can come back. */
  seats: Seats;
  log: { info(data: object, message: string): void; warn(data: object, message: string): void };
}

/** Somebody's page on an admitted WebSocket. */
export interface Page {
  socket: WebSocket;
  caller: Caller;
  /** Whether the login that the socket was opened with still stands. */
  isStillLoggedIn: Entitled;
  /** The session that the socket is about, where the server knew no other gateway to hand it to. */
  about: string | undefined;
  /** Logins of the caller were ended, this one perhaps. */
  onLogins: OnRules;
}
