import {
  encodeFrame,
  type FilesSessionData,
  type SessionMember,
  type SharePerson,
  type TerminalSessionData,
} from '@postern/contract/frames';
import type { SessionEnd } from '../pipeline/session-state.ts';
import type { Size } from '../protocols/driver.ts';

/** The frames this gateway sends; `id` is that of the line (docs/wire/components.md#the-terminal-socket). */
export const frames = {
  connect: (id: string, { id: user, name, username }: { id: string; name: string; username: string }): string =>
    encodeFrame('CONNECT', { user: { id: user, name, username }, setting: {} }, id),
  session: (id: string, data: TerminalSessionData | FilesSessionData): string => encodeFrame('TERMINAL_SESSION', data, id),
  resize: (id: string, { cols, rows }: Size): string => encodeFrame('TERMINAL_RESIZE', { Width: cols, Height: rows }, id),
  error: (id: string, detail: string): string => encodeFrame('ERROR', '', id, detail),
  ack: (id: string, received: number): string => encodeFrame('TERMINAL_ACK', { received }, id),
  restart: (id: string, seconds: number): string => encodeFrame('TERMINAL_RESTART', { seconds }, id),
  shared: (id: string, share: { share_id: string; code: string }): string => encodeFrame('TERMINAL_SHARE', share, id),
  sharePeople: (id: string, people: readonly SharePerson[]): string => encodeFrame('TERMINAL_GET_SHARE_USER', people, id),
  joined: (id: string, member: SessionMember): string => encodeFrame('TERMINAL_SHARE_JOIN', member, id),
  left: (id: string, member: SessionMember): string => encodeFrame('TERMINAL_SHARE_LEAVE', member, id),
  members: (id: string, members: Readonly<Record<string, SessionMember>>): string => encodeFrame('TERMINAL_SHARE_USERS', members, id),
  removed: (id: string, who: { primary_user: string; share_user: string; terminal_id: string }): string =>
    encodeFrame('TERMINAL_SHARE_USER_REMOVE', who, id),
  shareError: (id: string, detail: string): string => encodeFrame('TERMINAL_ERROR', '', id, detail),
  locked: (id: string, lock: { user: string; reason: string } | undefined): string =>
    lock ? encodeFrame('TERMINAL_SESSION_PAUSE', lock, id) : encodeFrame('TERMINAL_SESSION_RESUME', '', id),
  watched: (id: string, users: readonly string[]): string => encodeFrame('TERMINAL_WATCHED', { users }, id),
  ping: (id: string): string => encodeFrame('PING', '', id),
  pong: (id: string): string => encodeFrame('PONG', '', id),
  close: (id: string, { reason, params }: SessionEnd): string => encodeFrame('CLOSE', { reason, params }, id),
};
