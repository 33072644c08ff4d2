import { momentText } from './figures.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** From this age on the date is shown instead (docs/behaviour/lists.md#cells). */
const WEEK = 7 * DAY;

/** Reads the server's `2023/06/15 10:00:00 +0800` and ISO 8601; undefined for anything else. */
export function parseServerDate(value: string | number | Date | null | undefined): Date | undefined {
  if (value === null || value === undefined || value === '') return undefined;
  if (typeof value !== 'string') return validDate(new Date(value));
  const own = /^(\d{4})\/(\d{2})\/(\d{2})[ T](\d{2}:\d{2}(?::\d{2})?)(?: ?([+-]\d{2}):?(\d{2}))?$/.exec(value);
  if (!own) return validDate(new Date(value));
  const [, year, month, day, time, hours, minutes] = own;
  return validDate(new Date(`${year}-${month}-${day}T${time}${hours ? `${hours}:${minutes}` : ''}`));
}

/** Words such as "3 minutes ago" in the given language; undefined from a week on, in either direction. */
export function relativeWords(date: Date, now: Date, language: string): string | undefined {
  const distance = date.getTime() - now.getTime();
  const size = Math.abs(distance);
  if (size >= WEEK) return undefined;
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  if (size < MINUTE) return format.format(Math.round(distance / 1000 / 10) * 10 || 0, 'second');
  if (size < HOUR) return format.format(Math.trunc(distance / MINUTE), 'minute');
  if (size < DAY) return format.format(Math.trunc(distance / HOUR), 'hour');
  return format.format(Math.trunc(distance / DAY), 'day');
}

/** Date and time in the person's zone and language; an empty one is `-`. */
export function exactTime(value: string | number | Date | null | undefined, language: string): string {
  const date = parseServerDate(value);
  return date ? momentText(date, language) : '-';
}

function validDate(date: Date): Date | undefined {
  return Number.isNaN(date.getTime()) ? undefined : date;
}
