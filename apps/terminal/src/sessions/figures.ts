import type { Language } from '@postern/contract/text';

/** A number of bytes as people read it: 1.5 MB. */
export function sizeText(bytes: number, language: Language): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: value < 10 && unit > 0 ? 1 : 0 }).format(value)} ${units[unit]}`;
}

/** Seconds as a clock, hours only when there are any: 4:05, 1:02:09. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

/** What is left of a session, in days above two of them: nobody counts down 90 hours. */
export function timeLeftText(seconds: number, language: Language): string {
  if (seconds <= 48 * 3600) return clockText(seconds);
  return new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(Math.floor(seconds / 86_400));
}

/** A moment in unix seconds, as people write it down. */
export const momentText = (seconds: number, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(seconds * 1000);

/** So many minutes, in words. */
export const minutesText = (minutes: number, language: Language): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit: 'minute', unitDisplay: 'long' }).format(minutes);
