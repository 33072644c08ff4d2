import { dayNames } from '@postern/ui';

/** Weekly times in words, a text per day that has any; the wire's day 0 is Sunday (docs/wire/access-rules.md#where-and-when), the end of a day is 24:00. */
export function periodWords(periods: readonly { id: number; value: string }[], language: string): string[] {
  const names = dayNames(language);
  return periods
    .filter(({ value }) => value !== '')
    .map(({ id, value }) => `${names[id] ?? ''} ${value.replaceAll('~00:00', '~24:00').replaceAll('~', '–').split('、').join(', ')}`);
}
