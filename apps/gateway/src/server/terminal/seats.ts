import type { Room } from './room.ts';
import type { Seat } from './seat.ts';

/** The places of people in their sessions to which they can come back. */
export interface Seats {
  room: Room;
  remember(session: string, seat: Seat): void;
  forget(session: string): void;
  find(session: string): Seat | undefined;
}

export function createSeats(room: Room): Seats {
  const all = new Map<string, Seat>();
  return {
    room,
    remember: (session, seat) => void all.set(session, seat),
    forget: (session) => void all.delete(session),
    find: (session) => all.get(session),
  };
}
