/** New browser sessions one address may cause in a minute: each costs a row and a key pair before anyone has logged in. */
const MAX_PER_MINUTE = 300;
/** Addresses remembered at a time; more than that in a minute and counting starts again. */
const MAX_ADDRESSES = 50_000;

/** Counts visits; answers whether another one is within bounds. One count per process. */
export function createVisitLimit(limit = MAX_PER_MINUTE): (ip: string, now: number) => boolean {
  const visits = new Map<string, number>();
  let minute = 0;
  return (ip, now) => {
    const current = Math.floor(now / 60_000);
    if (current !== minute || visits.size >= MAX_ADDRESSES) {
      visits.clear();
      minute = current;
    }
    const count = (visits.get(ip) ?? 0) + 1;
    visits.set(ip, count);
    return count <= limit;
  };
}
