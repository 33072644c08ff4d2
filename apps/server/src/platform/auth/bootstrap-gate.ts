import { CodedError } from '@postern/contract/errors';
import { shareOf } from '../share.ts';
import { sameText } from './random.ts';

/** Wrong tokens of one address before it has to wait. */
const MAX_WRONG = 10;
const WAIT_MS = 60_000;
/** Addresses remembered at a time; the oldest is forgotten for another one. */
const MAX_ADDRESSES = 10_000;

/** Judges bootstrap tokens. Each process counts for itself, to its share. */
export interface BootstrapGate {
  /**
   * Whether the token is the installation's, in time that tells nothing.
   * @throws CodedError throttled after several wrong ones, also for the right one: an answer would say which it is
   */
  prove(ip: string, token: string, now: number): boolean;
}

/** @param expected asked each time: the token may be replaced while the process runs */
export function createBootstrapGate(expected: () => string, processes = 1): BootstrapGate {
  const most = shareOf(MAX_WRONG, processes);
  const wrong = new Map<string, { count: number; until: number }>();
  return {
    prove(ip, token, now) {
      const known = wrong.get(ip);
      const open = known && known.until > now ? known : { count: 0, until: now + WAIT_MS };
      if (open.count >= most) throw new CodedError('throttled', { seconds: Math.ceil((open.until - now) / 1_000) });
      const real = expected();
      if (real !== '' && sameText(token, real)) return true;
      wrong.delete(ip);
      const oldest = wrong.size >= MAX_ADDRESSES ? wrong.keys().next().value : undefined;
      if (oldest !== undefined) wrong.delete(oldest);
      wrong.set(ip, { count: open.count + 1, until: now + WAIT_MS });
      return false;
    },
  };
}
