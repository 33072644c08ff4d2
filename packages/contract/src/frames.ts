import { z } from 'zod';
import { MARK_COLOURS, type MachineMark } from './machine-marks.ts';
import { END_REASONS } from './session-end.ts';

/**
 * The terminal WebSocket (docs/wire/components.md#the-terminal-socket): JSON text frames with an envelope, all terminal
 * bytes as binary frames both ways. Sub-protocol `JMS-KOKO`.
 */
export const TERMINAL_SUBPROTOCOL = 'JMS-KOKO';

export const FRAME_TYPES = [
  'CONNECT',
  'TERMINAL_INIT',
  'TERMINAL_SESSION',
  'TERMINAL_DATA',
  'TERMINAL_RESIZE',
  'TERMINAL_ACTION',
  'TERMINAL_ERROR',
  'TERMINAL_SHARE',
  'TERMINAL_GET_SHARE_USER',
  'TERMINAL_SHARE_JOIN',
  'TERMINAL_SHARE_LEAVE',
  'TERMINAL_SHARE_USERS',
  'TERMINAL_SHARE_USER_REMOVE',
  'TERMINAL_ACK',
  'TERMINAL_RESTART',
  'TERMINAL_SESSION_PAUSE',
  'TERMINAL_SESSION_RESUME',
  'TERMINAL_WATCHED',
  'ERROR',
  'CLOSE',
  'PING',
  'PONG',
] as const;
export type FrameType = (typeof FRAME_TYPES)[number];

/** Whoever opened a session on a terminal, whoever watches one, whoever it is shared with, and whoever opened one for files. */
export type PageRole = 'owner' | 'viewer' | 'guest' | 'files';

/**
 * What pages may say on their WebSockets, and who: everything else is read and dropped. Bytes count as TERMINAL_DATA. Printed in
 * docs/authorization-matrix.md.
 */
export const PAGE_FRAMES: Readonly<Partial<Record<FrameType, readonly PageRole[]>>> = {
  TERMINAL_INIT: ['owner', 'viewer', 'guest'],
  /** Of guests, where the share lets them type. */
  TERMINAL_DATA: ['owner', 'guest', 'files'],
  TERMINAL_RESIZE: ['owner'],
  TERMINAL_ACK: ['owner'],
  TERMINAL_SHARE: ['owner'],
  TERMINAL_GET_SHARE_USER: ['owner'],
  TERMINAL_SHARE_USER_REMOVE: ['owner'],
  PING: ['owner', 'viewer', 'guest', 'files'],
  CLOSE: ['owner', 'viewer', 'guest', 'files'],
};

export const maySend = (role: PageRole, type: FrameType): boolean => PAGE_FRAMES[type]?.includes(role) ?? false;

/** `data` is a string, itself JSON where an object is meant. */
export const frame = z.object({
  id: z.string().max(64).default(''),
  type: z.enum(FRAME_TYPES),
  data: z
    .string()
    .max(16 * 1024 * 1024)
    .default(''),
  err: z.string().max(4096).default(''),
});
export type Frame = z.infer<typeof frame>;

/** Ours: a page whose line was lost returns to its session. `received`: bytes of output that it has, of all there were. */
export const terminalReturn = z.object({
  session: z.string().max(36),
  secret: z.string().max(128),
  received: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
});
export type TerminalReturn = z.infer<typeof terminalReturn>;

export const terminalInit = z.object({
  cols: z.number().int().min(1).max(1000),
  rows: z.number().int().min(1).max(1000),
  code: z.string().max(64).optional(),
  /** Ours: true of a page that can return, what it returns to of one that does. */
  resume: z.union([z.literal(true), terminalReturn]).optional(),
});
export type TerminalInit = z.infer<typeof terminalInit>;

/** Ours: what came of the other side so far, bytes of output at the page, messages of input at the gateway. */
export const terminalAck = z.object({ received: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER) });

/** Ours: the gateway restarts, and the session ends, in so many seconds. */
export const terminalRestart = z.object({ seconds: z.number().int().min(0).max(86_400) });

/** Ours: the session is locked. Nobody types until it is unlocked. */
export const terminalPause = z.object({ user: z.string(), reason: z.string().default('') });

/** Ours: who watches the session, where the settings tell the watched. */
export const terminalWatched = z.object({ users: z.array(z.string()) });

/** Ours: how a page whose line is lost returns. Its secret is good once; `received`: messages of input that the gateway took. */
export const terminalResume = z.object({ secret: z.string(), seconds: z.number().int().min(1), received: z.number().int().min(0) });
export type TerminalResume = z.infer<typeof terminalResume>;

export const terminalResize = z.object({ cols: z.number().int().min(1).max(1000), rows: z.number().int().min(1).max(1000) });

/** What may be done by whoever a session is shared with. */
export const SHARE_PERMISSIONS = ['readonly', 'writable'] as const;
export type SharePermission = (typeof SHARE_PERMISSIONS)[number];

/** The owner shares their session: for so many minutes, with these people or with any of the organisation. */
export const shareRequest = z.object({
  session: z.string().max(36),
  expired_time: z.number().int().min(1).max(1_440),
  users: z.array(z.string().max(36)).max(200).default([]),
  action_permission: z.enum(SHARE_PERMISSIONS),
});
export type ShareRequest = z.infer<typeof shareRequest>;

/** What the owner hands on: the share for the address, the code by another way. */
export const shareMade = z.object({ share_id: z.string(), code: z.string() });

export const sharePeopleQuery = z.object({ query: z.string().max(128) });
const sharePerson = z.object({ id: z.string(), name: z.string(), username: z.string() });
export const sharePeople = z.array(sharePerson);
export type SharePerson = z.infer<typeof sharePerson>;

/** Somebody in a session. `terminal_id` tells the lines of one person apart. */
export const sessionMember = z.object({
  terminal_id: z.string(),
  user_id: z.string(),
  user: z.string(),
  created: z.string(),
  remote_addr: z.string(),
  /** Whose session it is. */
  primary: z.boolean(),
  writable: z.boolean(),
});
export type SessionMember = z.infer<typeof sessionMember>;
export const sessionMembers = z.record(z.string(), sessionMember);

/** The owner takes somebody out. */
export const shareRemoval = z.object({ session: z.string().max(36), user_meta: z.looseObject({ terminal_id: z.string().max(64) }) });
/** What whoever was taken out is told. */
export const shareRemoved = z.object({ primary_user: z.string(), share_user: z.string(), terminal_id: z.string() });

/** Travels as the `data` of CLOSE; each app has its words. */
export const terminalClose = z.object({ reason: z.enum(END_REASONS), params: z.record(z.string(), z.string()).default({}) });
export type TerminalClose = z.infer<typeof terminalClose>;

/** First frame from the gateway, before TERMINAL_INIT. */
export interface ConnectData {
  user: { id: string; name: string; username: string };
  setting: Record<string, unknown>;
}

/** Sent when the session exists. `permission` is null in a share or monitor. */
/** The mark of a machine, read. */
export const machineMark: z.ZodType<MachineMark> = z.object({
  color: z.enum(MARK_COLOURS),
  text: z.string().max(512),
  warning: z.string().max(512),
});

/** What ends a session by the clock. */
export interface SessionLimits {
  /** Ours: when the permission ends, unix seconds; null for never. */
  expire_at: number | null;
  /** Ours: minutes without input after which it ends; 0 for never. Absent where that is not said. */
  idle_minutes?: number | undefined;
  /** Ours: when it ends at the latest, however much it is used, unix seconds. Absent without such a limit. */
  longest_until?: number | undefined;
}

export interface TerminalSessionData extends SessionLimits {
  session: {
    id: string;
    user: string;
    asset: string;
    account: string;
    login_from: string;
    remote_addr: string;
    protocol: string;
    date_start: string;
    org_id: string;
    user_id: string;
    asset_id: string;
    account_id: string;
    type: string;
  };
  permission: { actions: string[] } | null;
  /** Ours: whether this session is being recorded. */
  recording: boolean;
  resume?: TerminalResume | undefined;
  /** Ours: how the machine is marked, for those who watch it or were asked in. */
  mark?: MachineMark | undefined;
}

/** The same for a session of files. */
export interface FilesSessionData extends TerminalSessionData {
  /** Where the platform wants people to begin; empty for where the account lands. */
  folder: string;
}

/** Binds a JSON value into a frame's text form. */
export const encodeFrame = (type: FrameType, data: unknown = '', id = '', err = ''): string =>
  JSON.stringify({ id, type, data: typeof data === 'string' ? data : JSON.stringify(data), err });
