import { createSlots } from '@postern/contract/bounds';
import type { Seat } from './seat.ts';
import type { Kept } from './unheard.ts';

/** Sessions that wait for a page to come back, in all and of one person: each is a connection to a target. */
const MAX_AWAY = 2_048;
const AWAY_OF_A_PERSON = 64;

/** The places of people in their sessions to which they can come back. */
export interface Seats {
  /** Seconds for which a session waits for its page; 0 for not at all. */
  seconds(): number;
  /** What is kept for all pages. */
  kept: Kept;
  log: { info(data: object, message: string): void };
  remember(session: string, seat: Seat): void;
  forget(session: string): void;
  find(session: string): Seat | undefined;
  /** Room for a session that waits, as the function that gives it back; undefined when there is none. */
  keep(person: string): (() => void) | undefined;
}

export function createSeats(seconds: () => number, log: Seats['log']): Seats {
  const all = new Map<string, Seat>();
  const away = createSlots(MAX_AWAY, AWAY_OF_A_PERSON);
  return {
    seconds,
    kept: { bytes: 0 },
    log,
    remember: (session, seat) => void all.set(session, seat),
    forget: (session) => void all.delete(session),
    find: (session) => all.get(session),
    keep: (person) => away.take(person),
  };
}
