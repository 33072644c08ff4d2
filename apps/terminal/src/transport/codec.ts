import {
  encodeFrame,
  type Frame,
  type FrameType,
  frame,
  machineMark,
  type SessionMember,
  type SharePerson,
  sessionMember,
  sessionMembers,
  shareMade,
  sharePeople,
  type TerminalClose,
  type TerminalReturn,
  type TerminalSessionData,
  terminalAck,
  terminalClose,
  terminalPause,
  terminalRestart,
  terminalResume,
  terminalWatched,
} from '@postern/contract/frames';
import { jsonOf } from '@postern/contract/wire';
import { z } from 'zod';

/** What is said about the people around a session. */
export type News =
  | { kind: 'shared'; share_id: string; code: string }
  | { kind: 'people'; people: readonly SharePerson[] }
  | { kind: 'joined'; member: SessionMember }
  | { kind: 'left'; member: SessionMember }
  | { kind: 'members'; members: readonly SessionMember[] }
  /** Nobody types until `resumed`. */
  | { kind: 'paused'; user: string; reason: string }
  | { kind: 'resumed' }
  | { kind: 'watched'; users: readonly string[] };

/**
 * What the terminal socket can say to the page, decoded from frames (docs/wire/components.md#the-terminal-socket). The
 * bytes of the terminal are binary frames and never pass through here.
 */
export type ServerMessage =
  | News
  | { kind: 'connect'; id: string }
  | { kind: 'session'; data: TerminalSessionData }
  | { kind: 'resize'; cols: number; rows: number }
  | { kind: 'error'; detail: string }
  | { kind: 'close'; close: TerminalClose | null; detail: string }
  | { kind: 'transfer'; active: boolean }
  | { kind: 'ack'; received: number }
  | { kind: 'restart'; seconds: number }
  | { kind: 'ping' }
  | { kind: 'ignored' };

const viewerSize = z.object({ Width: z.number().int().min(1).max(1000), Height: z.number().int().min(1).max(1000) });

const sessionData = z.looseObject({
  session: z.looseObject({ id: z.string() }),
  permission: z.nullish(z.looseObject({ actions: z.array(z.string()).default([]) })),
  recording: z.boolean().default(false),
  expire_at: z.number().nullable().default(null),
  idle_minutes: z.number().int().nonnegative().optional().catch(undefined),
  longest_until: z.number().optional().catch(undefined),
  resume: terminalResume.optional().catch(undefined),
  mark: machineMark.optional().catch(undefined),
});

function decodeClose(message: Frame): ServerMessage {
  const parsed = terminalClose.safeParse(jsonOf(message.data));
  return { kind: 'close', close: parsed.success ? parsed.data : null, detail: message.err || (parsed.success ? '' : message.data) };
}

function decodeSession(message: Frame): ServerMessage {
  const parsed = sessionData.safeParse(jsonOf(message.data));
  if (!parsed.success) return { kind: 'ignored' };
  return { kind: 'session', data: { ...parsed.data, permission: parsed.data.permission ?? null } as TerminalSessionData };
}

/** Reads the `data` of a frame as what it should be. */
function decoded<T>(shape: z.ZodType<T>, { data }: Frame, as: (read: T) => ServerMessage): ServerMessage {
  const parsed = shape.safeParse(jsonOf(data));
  return parsed.success ? as(parsed.data) : { kind: 'ignored' };
}

function decodeResize(message: Frame): ServerMessage {
  const parsed = viewerSize.safeParse(jsonOf(message.data));
  return parsed.success ? { kind: 'resize', cols: parsed.data.Width, rows: parsed.data.Height } : { kind: 'ignored' };
}

/** Reads one text frame. Anything malformed or not meant for this page comes out as `ignored`; it never throws. */
export function decodeMessage(source: string): ServerMessage {
  const parsed = frame.safeParse(jsonOf(source));
  if (!parsed.success) return { kind: 'ignored' };
  const message = parsed.data;
  switch (message.type) {
    case 'CONNECT':
      return { kind: 'connect', id: message.id };
    case 'TERMINAL_SESSION':
      return decodeSession(message);
    case 'TERMINAL_RESIZE':
      return decodeResize(message);
    case 'TERMINAL_ACTION':
      return { kind: 'transfer', active: message.data === 'ZMODEM_START' };
    case 'TERMINAL_SHARE':
      return decoded(shareMade, message, (made) => ({ kind: 'shared', ...made }));
    case 'TERMINAL_GET_SHARE_USER':
      return decoded(sharePeople, message, (people) => ({ kind: 'people', people }));
    case 'TERMINAL_SHARE_JOIN':
      return decoded(sessionMember, message, (member) => ({ kind: 'joined', member }));
    case 'TERMINAL_SHARE_LEAVE':
      return decoded(sessionMember, message, (member) => ({ kind: 'left', member }));
    case 'TERMINAL_SHARE_USERS':
      return decoded(sessionMembers, message, (members) => ({ kind: 'members', members: Object.values(members) }));
    case 'TERMINAL_SESSION_PAUSE':
      return decoded(terminalPause, message, (pause) => ({ kind: 'paused', ...pause }));
    case 'TERMINAL_SESSION_RESUME':
      return { kind: 'resumed' };
    case 'TERMINAL_WATCHED':
      return decoded(terminalWatched, message, (watched) => ({ kind: 'watched', ...watched }));
    case 'TERMINAL_ACK':
      return decoded(terminalAck, message, (ack) => ({ kind: 'ack', ...ack }));
    case 'TERMINAL_RESTART':
      return decoded(terminalRestart, message, (restart) => ({ kind: 'restart', ...restart }));
    case 'TERMINAL_ERROR':
    case 'ERROR':
      return { kind: 'error', detail: message.err || message.data };
    case 'CLOSE':
      return decodeClose(message);
    case 'PING':
      return { kind: 'ping' };
    default:
      return { kind: 'ignored' };
  }
}

/** The frames this page sends. `id` is the connection id given in CONNECT. */
export const encode = {
  /** `resume`: whether this page can come back, or what it comes back to. */
  init: (
    id: string,
    { cols, rows }: { cols: number; rows: number },
    more: { code?: string; resume?: true | TerminalReturn } = {},
  ): string => encodeFrame('TERMINAL_INIT', { cols, rows, code: '', ...more }, id),
  ack: (id: string, received: number): string => encodeFrame('TERMINAL_ACK', { received }, id),
  data: (id: string, text: string): string => encodeFrame('TERMINAL_DATA', text, id),
  resize: (id: string, cols: number, rows: number): string => encodeFrame('TERMINAL_RESIZE', { cols, rows }, id),
  /** What is asked about sharing. */
  ask: (id: string, type: FrameType, data: object): string => encodeFrame(type, data, id),
  close: (id: string): string => encodeFrame('CLOSE', '', id),
  ping: (id: string): string => encodeFrame('PING', '', id),
  pong: (id: string): string => encodeFrame('PONG', '', id),
};
