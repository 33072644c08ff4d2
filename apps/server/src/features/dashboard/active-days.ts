import { type Context, zoned } from '@postern/resource';
import { untilChanged } from '../../platform/until-changed/until-changed.ts';
import { activeDays, type Day, type SessionDay } from './figures.queries.ts';

const DAY_MS = 86_400_000;
/** Of a year of days. */
const BYTES = 100_000;

/** A day, and of how many sessions its figures were made. */
interface KnownDay {
  n: number;
  figures: Day;
}

/** Beginning of a day in the caller's zone, or somewhat before it. */
function before(ctx: Context, day: string): Date {
  const now = zoned(ctx.clock(), ctx.timeZone);
  const back = (Date.parse(`${now.year}-${now.month}-${now.day}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`)) / DAY_MS;
  return new Date(ctx.clock().getTime() - (back + 2) * DAY_MS);
}

/**
 * People who connected, and assets they connected to, by day. Sessions are added and, long after, cleaned: a day of as many sessions as before
 * is not looked through again.
 *
 * @param counted sessions of these days
 */
export async function activeByDay(ctx: Context, counted: readonly SessionDay[]): Promise<Day[]> {
  const { value: known } = await untilChanged(ctx, `active days ${ctx.timeZone}`, async () => ({
    value: new Map<string, KnownDay>(),
    bytes: BYTES,
  }));
  const days = counted.toSorted((one, other) => one.day.localeCompare(other.day));
  const first = days.find(({ day, n }) => known.get(day)?.n !== n)?.day;
  const fresh = first === undefined ? [] : (await activeDays(ctx, before(ctx, first))).filter(({ day }) => day >= first);
  const amounts = new Map(days.map(({ day, n }) => [day, n]));
  for (const figures of fresh) known.set(figures.day, { n: amounts.get(figures.day) ?? 0, figures });
  return days.flatMap(({ day, n }) => (n > 0 ? (known.get(day)?.figures ?? []) : []));
}
