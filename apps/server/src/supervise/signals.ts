/** A second Ctrl-C within this time is the first one again: it can arrive twice, from the terminal and from the npm process above us. */
const IMPATIENT_AFTER_MS = 1_000;

/** What stops when it is told to, and ends at once for who does not wait. */
export interface Stoppable {
  stop(): void;
  kill(): void;
}

/**
 * Stops what runs at SIGINT and SIGTERM, and kills it at the next one.
 * @param running what runs; undefined while it starts
 * @returns `told`: whether it was told to stop already. `forget` listens no more.
 */
export function obeySignals(running: () => Stoppable | undefined): { told(): boolean; forget(): void } {
  let since: number | undefined;
  const onSignal = (): void => {
    if (since !== undefined && performance.now() - since > IMPATIENT_AFTER_MS) running()?.kill();
    else running()?.stop();
    since ??= performance.now();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    told: () => since !== undefined,
    forget() {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}
