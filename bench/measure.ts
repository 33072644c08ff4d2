/** Times and what is read from them. All times are milliseconds. */

/** Value below which the share `p` (0 to 1) of the samples lies. */
export function percentile(samples: readonly number[], p: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;
}

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

/** Milliseconds a piece of work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

export interface Rounds {
  rounds: number;
  /** Runs of each side in one round. */
  each: number;
}

/**
 * Product, baseline, product, baseline…: whatever else the machine does falls on both sides alike. Each work answers its
 * own time, so that setting up does not count.
 */
export async function interleaved<Name extends string>(
  sides: Readonly<Record<Name, () => Promise<number>>>,
  { rounds, each }: Rounds,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(sides) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) for (let run = 0; run < each; run += 1) samples[name].push(await sides[name]());
  return samples;
}

/** Machines are noisy: a figure has failed when it failed three times in a row. Answers the first that passes, or the last. */
export async function patient<T>(measure: () => Promise<T>, passes: (result: T) => boolean, tries = 3): Promise<T> {
  let result = await measure();
  for (let attempt = 1; attempt < tries && !passes(result); attempt += 1) result = await measure();
  return result;
}

const digits = (value: number): number => (value >= 100 ? 0 : value >= 10 ? 1 : 2);
export const ms = (value: number): string => `${value.toFixed(digits(value))} ms`;
export const times = (value: number): string => `${value.toFixed(2)}×`;
