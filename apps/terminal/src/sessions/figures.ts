import type { Language } from '@postern/contract/text';
import { momentText as momentOf, unitText } from '@postern/ui';

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
  return unitText(Math.floor(seconds / 86_400), 'day', language, { unitDisplay: 'long' });
}

/** A moment in unix seconds, as people write it down. */
export const momentText = (seconds: number, language: Language): string => momentOf(seconds * 1000, language, 'short');

/** So many minutes, in words. */
export const minutesText = (minutes: number, language: Language): string => unitText(minutes, 'minute', language, { unitDisplay: 'long' });

/** A name with what is behind it in brackets, `web-1(10.0.0.1)` on the wire, as this page writes it: `web-1 (10.0.0.1)`. */
export const spaced = (name: string): string => name.replace(/(\S)(\([^()]*\))$/, '$1 $2');
