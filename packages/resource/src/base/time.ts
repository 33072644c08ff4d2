/** Datetimes of the wire: out `2023/08/01 09:05:00 +0800` in the zone of `X-TZ`; in also ISO-8601 (docs/wire/conventions.md#values). */

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string): Intl.DateTimeFormat {
  let found = formatters.get(timeZone);
  if (!found) {
    found = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'longOffset',
    });
    formatters.set(timeZone, found);
  }
  return found;
}

/** Returns the zone when the runtime knows it, else the fallback. Bounded: the text comes from a header. */
export function knownTimeZone(name: string | undefined, fallback: string): string {
  if (!name || name.length > 64) return fallback;
  try {
    formatter(name);
    return name;
  } catch {
    return fallback;
  }
}

/** Parts of an instant in a zone, all as zero-padded text; `offset` as `+0800`. */
export function zoned(instant: Date, timeZone: string) {
  const parts: Record<string, string> = {};
  for (const part of formatter(timeZone).formatToParts(instant)) parts[part.type] = part.value;
  const offset = (parts.timeZoneName ?? 'GMT').replace('GMT', '').replace(':', '') || '+0000';
  return { ...parts, offset } as Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'offset', string>;
}

/** Wire form of an instant; null stays null. */
export function formatDatetime(value: unknown, timeZone: string): string | null {
  if (value === null || value === undefined) return null;
  const instant = value instanceof Date ? value : new Date(String(value));
  if (Number.isNaN(instant.getTime())) return null;
  const p = zoned(instant, timeZone);
  return `${p.year}/${p.month}/${p.day} ${p.hour}:${p.minute}:${p.second} ${p.offset}`;
}

/** The instant at which clocks of a zone show this; twice a year it is one of two, or close by. */
function instantIn(timeZone: string, wall: number): Date {
  let instant = wall;
  for (let step = 0; step < 2; step += 1) {
    const p = zoned(new Date(instant), timeZone);
    instant += wall - Date.UTC(Number(p.year), Number(p.month) - 1, Number(p.day), Number(p.hour), Number(p.minute), Number(p.second));
  }
  return new Date(instant);
}

/** Year, month, day, as people of our languages and spreadsheets write them; a day before the month only where no month is meant. */
const DATES = [
  /^(?<y>\d{4})[-/.](?<m>\d{1,2})[-/.](?<d>\d{1,2})(?:[T\s]+(?<rest>.*))?$/,
  /^(?<y>\d{4})\s?年\s?(?<m>\d{1,2})\s?月\s?(?<d>\d{1,2})\s?日\s*(?<rest>.*)$/,
  /^(?<d>\d{1,2})\.(?<m>\d{1,2})\.(?<y>\d{4})(?:\s+(?<rest>.*))?$/,
  /^(?<d>1[3-9]|2\d|3[01])[/-](?<m>\d{1,2})[/-](?<y>\d{4})(?:\s+(?<rest>.*))?$/,
  /^(?<m>\d{1,2})[/-](?<d>1[3-9]|2\d|3[01])[/-](?<y>\d{4})(?:\s+(?<rest>.*))?$/,
] as const;
const CLOCK = /^(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s?(am|pm))?$/i;

/**
 * Reads a date as people write it into a table, in their own zone; a date alone is its first moment.
 * @returns the instant as ISO-8601; undefined where it is none, or leaves open which part is the month
 */
export function writtenDatetime(text: string, timeZone: string): string | undefined {
  if (text.length > 40) return undefined;
  const found = DATES.map((form) => form.exec(text.trim())?.groups).find((groups) => groups !== undefined);
  const clock = CLOCK.exec(found?.rest || '00:00');
  if (!found || !clock) return undefined;
  const [, h, minute, second = '0', half] = clock;
  const hour = half ? (Number(h) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(h);
  const parts = [Number(found.y), Number(found.m) - 1, Number(found.d), hour, Number(minute), Number(second)] as const;
  const day = new Date(Date.UTC(...parts));
  const real = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), day.getUTCHours(), day.getUTCMinutes(), day.getUTCSeconds()];
  if (real.some((part, at) => part !== parts[at])) return undefined;
  return instantIn(timeZone, day.getTime()).toISOString();
}

const WIRE = /^(\d{4})[-/](\d{2})[-/](\d{2})[ T](\d{2}):(\d{2})(?::(\d{2})(\.\d{1,9})?)?\s*(Z|[+-]\d{2}:?\d{2})?$/;

/** Reads any accepted form; a text without a zone is taken in UTC. Undefined when it is none, or not a real date. */
export function parseDatetime(value: unknown): Date | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : value;
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const dateOnly = /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value} 00:00:00` : value;
  const m = WIRE.exec(dateOnly.trim());
  if (!m) return undefined;
  const zone = m[8] === undefined || m[8] === 'Z' ? 'Z' : m[8].includes(':') ? m[8] : `${m[8].slice(0, 3)}:${m[8].slice(3)}`;
  const instant = new Date(`${m[1]}-${m[2]}-${m[3]}T${m[4]}:${m[5]}:${m[6] ?? '00'}${(m[7] ?? '').slice(0, 4)}${zone}`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}
