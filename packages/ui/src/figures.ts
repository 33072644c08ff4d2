/** Numbers, sizes, spans and dates as people of a language (BCP 47) write them. Nothing else formats them: `tooling/figures.test.mjs`. */

/** Making a format costs more than using it a hundred times. */
const formats = new Map<string, Intl.NumberFormat>();
function numberFormat(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(language, options);
  formats.set(key, format);
  return format;
}

/** A number; with `digits`, of exactly so many after the point. */
export function numberText(value: number, language: string, digits?: number): string {
  const exact = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return numberFormat(language, exact).format(value);
}

/** A share of one as a percentage, with at most so many digits after the point. */
export const percentText = (share: number, language: string, digits = 0): string =>
  numberFormat(language, { style: 'percent', maximumFractionDigits: digits }).format(share);

export type Unit = 'millisecond' | 'second' | 'minute' | 'hour' | 'day' | 'byte' | 'kilobyte' | 'megabyte' | 'gigabyte';

/** A number with its unit; `long` writes the unit out. */
export const unitText = (value: number, unit: Unit, language: string, options: Intl.NumberFormatOptions = {}): string =>
  numberFormat(language, { style: 'unit', unit, unitDisplay: 'short', ...options }).format(value);

const SIZES = [
  ['gigabyte', 1024 ** 3],
  ['megabyte', 1024 ** 2],
  ['kilobyte', 1024],
] as const;

/** Bytes in the unit that fits: 1.5 MB. */
export function sizeText(bytes: number, language: string): string {
  const [unit, size] = SIZES.find(([, least]) => bytes >= least) ?? (['byte', 1] as const);
  if (unit === 'byte') return unitText(bytes, unit, language, { unitDisplay: 'long' });
  const value = bytes / size;
  return unitText(value, unit, language, { maximumFractionDigits: value < 10 ? 1 : 0 });
}

const SPANS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Milliseconds in days, hours, minutes or seconds, with one decimal. */
export function spanText(milliseconds: number, language: string): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  const [unit, size] = SPANS.find(([, length]) => seconds >= length) ?? (['second', 1] as const);
  return unitText(seconds / size, unit, language, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

/** A day, written out unless it has to be short. */
export const dayText = (date: Date, language: string, dateStyle: 'long' | 'medium' = 'long'): string =>
  new Intl.DateTimeFormat(language, { dateStyle }).format(date);

/** Day and time, with seconds where two moments are told apart. @param timeZone the browser's unless another is given */
export const momentText = (moment: Date | number, language: string, timeStyle: 'short' | 'medium' = 'medium', timeZone?: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle, timeZone }).format(moment);

/** A Sunday. */
const SUNDAY = Date.UTC(2024, 0, 7);

/** Short names of the days of a week from Sunday on. No zone comes into it: they are days of a week, not of a calendar. */
export function dayNames(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  return Array.from({ length: 7 }, (_, at) => format.format(new Date(SUNDAY + at * 86_400_000)));
}

/** The zone of this browser. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
