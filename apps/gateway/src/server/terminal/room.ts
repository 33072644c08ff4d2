import { createSlots } from '@postern/contract/bounds';
import type { Kept } from './unheard.ts';

/** Sessions that wait for a page to come back, in all and of one person: each is a connection to a target. */
const MAX_AWAY = 2_048;
const AWAY_OF_A_PERSON = 64;

/** What there is of room for sessions whose page is away. */
export interface Room {
  /** Seconds for which a session waits for its page; 0 for not at all. */
  seconds(): number;
  /** What is kept for all pages. */
  kept: Kept;
  /** A place for a session that waits, as the function that gives it back; undefined when there is none. */
  keep(person: string): (() => void) | undefined;
  log: { info(data: object, message: string): void };
}

export function createRoom(seconds: () => number, log: Room['log']): Room {
  const away = createSlots(MAX_AWAY, AWAY_OF_A_PERSON);
  return { seconds, kept: { bytes: 0 }, keep: (person) => away.take(person), log };
}
