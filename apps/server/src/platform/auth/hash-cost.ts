/**
 * What a hash of a password costs: 19 MiB and 3 passes take 50 to 100 ms. A constant that no setting, variable or argument reaches. The
 * suites of the server, which make thousands of people, are compiled with a cheap one in its place (vitest.config.ts).
 */
export const COST = { memory: 19_456, passes: 3, parallelism: 1, tagLength: 32 } as const;
