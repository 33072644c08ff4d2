import type { Every } from './message-kinds.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** Minutes by which the clocks of a zone are ahead of UTC at a moment. */
function ahead(at: Date, zone: string): number {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at);
  const part = (type: string): number => Number(parts.find((one) => one.type === type)?.value);
  const there = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return Math.round((there - Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS) / MINUTE_MS);
}

/** The next moment at which clocks of a zone show a time of day; on a day that lacks it, an hour later or so. */
function nextTimeOfDay(after: Date, time: string, zone: string): Date {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const there = new Date(after.getTime() + ahead(after, zone) * MINUTE_MS);
  for (let day = 0; ; day += 1) {
    const wall = Date.UTC(there.getUTCFullYear(), there.getUTCMonth(), there.getUTCDate() + day, hour, minute);
    // The offset of that day, which a change of clocks makes another than today's.
    const first = new Date(wall - ahead(after, zone) * MINUTE_MS);
    const at = new Date(wall - ahead(first, zone) * MINUTE_MS);
    if (at > after) return at;
  }
}

/** When a message that waits goes out: with the next full hour, or at the person's time of day. */
export const dueAt = (now: Date, every: Every, { daily_at, zone }: { daily_at: string; zone: string }): Date =>
  every === 'hourly' ? new Date((Math.floor(now.getTime() / HOUR_MS) + 1) * HOUR_MS) : nextTimeOfDay(now, daily_at, zone);
