import type { Context } from '@postern/resource';
import { randomText, tokenHash } from '../../platform/auth/random.ts';
import { ensureSession } from '../../platform/auth/sessions.ts';
import { remember } from '../../platform/auth/used-signature.queries.ts';

/** A browser on its way to another place and back: what ties the answer to the one that asked. */

/** Milliseconds after which nobody is waited for any longer; a session that belongs to nobody lives as long. */
const TTL = 600_000;
/** Tabs of one browser that may be on their way at a time. */
const MAX = 4;

export interface Trip {
  kind: string;
  /** Comes back in the address; 256 bits, in letters and digits, as not every service takes more. */
  state: string;
  /** The page to go to afterwards, as it was asked for: judged when it is used. */
  next: string;
  at: number;
  /** What the proof has to fit, and never leaves the server. */
  kept: Readonly<Record<string, string>>;
}

const MAX_NEXT = 2048;
const trips = (data: Record<string, unknown>, now: number): Trip[] =>
  ((data.trips as Trip[] | undefined) ?? []).filter(({ at }) => now - at <= TTL);

/** Remembers in the session of this browser, which is made if need be, that it is sent away. */
export async function beginTrip(ctx: Context, kind: string, next: string, kept: Trip['kept'] = {}): Promise<Trip> {
  const { data } = await ensureSession(ctx);
  const now = ctx.clock().getTime();
  const trip: Trip = { kind, state: randomText(43), next: next.length > MAX_NEXT ? '' : next, at: now, kept };
  data.trips = [...trips(data, now), trip].slice(-MAX);
  return trip;
}

/** The trip that a browser comes back from: its own, not older than ten minutes, and once, whichever of two answers at the same time is first. */
export async function endTrip(ctx: Context, kind: string, state: string): Promise<Trip | undefined> {
  if (!ctx.session) return undefined;
  const { data } = await ensureSession(ctx);
  const now = ctx.clock().getTime();
  const all = trips(data, now);
  const found = all.find((trip) => trip.kind === kind && trip.state === state);
  if (!found) return undefined;
  data.trips = all.filter((trip) => trip !== found);
  return (await once(ctx, `${kind} state ${state}`, found.at + TTL)) ? found : undefined;
}

/** True the first time it is asked of a thing that may be used once. @param until milliseconds since 1970, after which it is too old anyway */
export const once = async (ctx: Context, what: string, until: number): Promise<boolean> =>
  (await remember(ctx.tx, tokenHash(what), until)).first;
