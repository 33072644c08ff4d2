import { shareOfEach } from '../share.ts';

/** New browser sessions one address may cause in a minute: each costs a row and a key pair before anyone has logged in. */
const MAX_PER_MINUTE = 300;
/** Addresses remembered at a time; more than that in a minute and counting starts again. */
const MAX_ADDRESSES = 50_000;

/** Counts new sessions; answers whether another one is within bounds. Each process counts for itself, to its share. */
export function createSessionRateLimit(
  processes = 1,
  limit = shareOfEach(MAX_PER_MINUTE, processes),
): (ip: string, now: number) => boolean {
  const counts = new Map<string, number>();
  let minute = 0;
  return (ip, now) => {
    const current = Math.floor(now / 60_000);
    if (current !== minute || counts.size >= MAX_ADDRESSES) {
      counts.clear();
      minute = current;
    }
    const count = (counts.get(ip) ?? 0) + 1;
    counts.set(ip, count);
    return count <= limit;
  };
}
