/** A Sunday, to name days by: the wire's day 0 (docs/wire/access-rules.md#where-and-when). */
const SUNDAY = Date.UTC(2024, 0, 7);

/** Weekly times in words, a text per day that has any; the end of a day is 24:00. */
export function periodWords(periods: readonly { id: number; value: string }[], language: string): string[] {
  const day = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  return periods
    .filter(({ value }) => value !== '')
    .map(
      ({ id, value }) =>
        `${day.format(new Date(SUNDAY + id * 86_400_000))} ${value.replaceAll('~00:00', '~24:00').replaceAll('~', '–').split('、').join(', ')}`,
    );
}
