/** Events of a recording: seconds, what kind, and what was printed, typed or else. */
const eventsOf = (cast: Buffer): [number, string, string][] =>
  cast
    .toString()
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as [number, string, string]);

/** What all events of a recording hold, joined: one line may have come in two pieces. */
export const allOf = (cast: Buffer): string =>
  eventsOf(cast)
    .map(([, , data]) => data)
    .join('');

/** What was printed, joined. */
export const outputOf = (cast: Buffer): string =>
  eventsOf(cast)
    .filter(([, kind]) => kind === 'o')
    .map(([, , data]) => data)
    .join('');
