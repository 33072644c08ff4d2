import type { EndReason } from '@postern/contract/session-end';

/** The life of one session as data. Sockets, files and the core live at the edge and only obey the effects. */
export interface SessionState {
  phase: 'connecting' | 'open' | 'ended';
  /** Milliseconds, when it began. */
  began: number;
  /** Milliseconds, when the person last typed. */
  lastInput: number;
  /** Unix milliseconds after which the permission has ended; null for never. */
  expiresAt: number | null;
  /** Minutes that were left when the person was last told of the end; they are told at the marks of `SOON`. */
  foretold: number;
  hasCommand: boolean;
  /** Lines that were entered and are not in the list of commands, and how many of them the core knows of. */
  unread: { lines: number; told: number };
  end: SessionEnd | null;
}

export interface SessionEnd {
  reason: EndReason;
  params: Readonly<Record<string, string>>;
}

export type SessionEvent =
  | { type: 'opened'; at: number }
  | { type: 'input'; at: number }
  | { type: 'command' }
  /** So many lines more were entered that could not be read. */
  | { type: 'unread'; lines: number }
  /** Nothing more will be read. */
  | { type: 'read' }
  /** The permission ends at another time now; unix seconds, null for never. */
  | { type: 'permitted'; until: number | null }
  /** Comes about once a second. */
  | { type: 'tick'; at: number; idleMinutes: number; longestHours: number }
  | { type: 'end'; reason: EndReason; params?: Readonly<Record<string, string>> };

export type SessionEffect =
  | { type: 'report'; patch: { is_success?: boolean; has_command?: boolean; unread_lines?: number } }
  /** Tell the person that the clock ends it in so many minutes. */
  | { type: 'foretell'; minutes: number }
  /** Tell the person and the recording why, then take everything down. */
  | { type: 'stop'; end: SessionEnd };

export interface Step {
  state: SessionState;
  effects: readonly SessionEffect[];
}

/** Minutes before its end at which a person is told: the nearest first. */
const SOON = [1, 5] as const;

/** Milliseconds; when the longest time of a session is over, null where there is none. */
export const longestUntil = ({ began }: SessionState, longestHours: number): number | null =>
  longestHours > 0 ? began + longestHours * 3_600_000 : null;

export const newSession = (at: number, expireAt: number | null): SessionState => ({
  phase: 'connecting',
  began: at,
  lastInput: at,
  expiresAt: expireAt === null ? null : expireAt * 1000,
  foretold: Number.POSITIVE_INFINITY,
  hasCommand: false,
  unread: { lines: 0, told: 0 },
  end: null,
});

/** What may still be found when a session has ended. */
const AFTER_END: ReadonlySet<SessionEvent['type']> = new Set(['command', 'unread', 'read']);

/** One event in, the next state and what to do about it out. After the end nothing changes, the first reason wins. */
export function step(state: SessionState, event: SessionEvent): Step {
  if (state.phase === 'ended' && !AFTER_END.has(event.type)) return { state, effects: [] };
  switch (event.type) {
    case 'opened':
      return { state: { ...state, phase: 'open', lastInput: event.at }, effects: [{ type: 'report', patch: { is_success: true } }] };
    case 'input':
      return { state: { ...state, lastInput: event.at }, effects: [] };
    case 'command':
      if (state.hasCommand) return { state, effects: [] };
      return { state: { ...state, hasCommand: true }, effects: [{ type: 'report', patch: { has_command: true } }] };
    case 'unread': {
      const counted = { ...state, unread: { ...state.unread, lines: state.unread.lines + event.lines } };
      // No tick comes any more to tell it.
      return state.phase === 'ended' ? tellUnread(counted) : { state: counted, effects: [] };
    }
    case 'read':
      return tellUnread(state);
    case 'permitted':
      return { state: { ...state, expiresAt: event.until === null ? null : event.until * 1000 }, effects: [] };
    case 'tick':
      return tick(state, event);
    case 'end':
      return end(state, event.reason, event.params ?? {});
  }
}

function tick(state: SessionState, { at, idleMinutes, longestHours }: Extract<SessionEvent, { type: 'tick' }>): Step {
  const longest = longestUntil(state, longestHours);
  if (state.expiresAt !== null && at >= state.expiresAt) return end(state, 'permission_expired', {});
  if (longest !== null && at >= longest) return end(state, 'time_limit', { hours: String(longestHours) });
  if (state.phase === 'open' && idleMinutes > 0 && at - state.lastInput >= idleMinutes * 60_000) {
    return end(state, 'idle', { minutes: String(idleMinutes) });
  }
  const { state: told, effects } = tellUnread(state);
  return told.phase === 'open'
    ? foretell(told, effects, Math.min(state.expiresAt ?? Infinity, longest ?? Infinity) - at)
    : { state: told, effects };
}

/** Once at each mark; an end that moves away is told again when it comes near. */
function foretell(state: SessionState, effects: Step['effects'], left: number): Step {
  const minutes = SOON.find((mark) => left <= mark * 60_000) ?? Number.POSITIVE_INFINITY;
  const next = { ...state, foretold: minutes };
  return minutes < state.foretold ? { state: next, effects: [...effects, { type: 'foretell', minutes }] } : { state: next, effects };
}

/** The core hears of unread lines once a second at most: a paste has thousands. */
function tellUnread(state: SessionState): Step {
  const { lines, told } = state.unread;
  if (lines === told) return { state, effects: [] };
  return { state: { ...state, unread: { lines, told: lines } }, effects: [{ type: 'report', patch: { unread_lines: lines } }] };
}

function end(state: SessionState, reason: EndReason, params: Readonly<Record<string, string>>): Step {
  const stop: SessionEffect = { type: 'stop', end: { reason, params } };
  const failed: SessionEffect[] = state.phase === 'connecting' ? [{ type: 'report', patch: { is_success: false } }] : [];
  return { state: { ...state, phase: 'ended', end: stop.end }, effects: [...failed, stop] };
}
