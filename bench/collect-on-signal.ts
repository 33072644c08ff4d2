/** Loaded into the processes whose memory is measured: what is garbage must not count. */
process.on('SIGUSR2', () => {
  globalThis.gc?.();
});
