/**
 * How long a test waits before it gives up, in milliseconds. These end what hangs; they measure nothing, so they are wide enough for a
 * machine whose cores are all busy. What has to be quick is measured by `bench/`.
 */
export const PATIENCE = {
  /** One step of a person: a click that finds its button, a text that appears, a condition that comes true. */
  step: 90_000,
  /** A screen from its address to its data. */
  screen: 120_000,
  /** A fresh installation until it answers. */
  start: 240_000,
  /** An installation that was told to stop, until it is killed. */
  stop: 60_000,
} as const;
