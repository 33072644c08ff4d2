/** In place of `hash-cost.ts` in the suites of the server. What it makes is redone at the next login to a product (`needsRehash`). */
export const COST = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 } as const;
