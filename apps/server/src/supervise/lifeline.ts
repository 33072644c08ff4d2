import { Socket } from 'node:net';
import { isMainThread, Worker } from 'node:worker_threads';
import { BEAT_FD, LINE_FD } from './lifeline-arguments.ts';

/**
 * Loaded before every program the supervisor runs (`node --import`). It does two things the program cannot forget and
 * cannot be too busy for: the program ends when its supervisor is gone, and tells it again and again that it still turns.
 */

function hold({ graceMs, beatMs }: { graceMs: number; beatMs: number }): void {
  // Without the program's own flags: they would load this again, and there is no second line.
  new Worker(new URL('./lifeline-watch.ts', import.meta.url), {
    execArgv: [],
    workerData: { fd: LINE_FD, graceMs },
    resourceLimits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 },
  }).unref();
  const beats = new Socket({ fd: BEAT_FD, readable: false, writable: true });
  beats.on('error', () => undefined).unref();
  setInterval(() => {
    // A supervisor that does not read must not cost memory here.
    if (beats.writable && beats.writableLength === 0) beats.write('.');
  }, beatMs).unref();
}

if (isMainThread) {
  const asked = new URL(import.meta.url).searchParams;
  hold({ graceMs: Number(asked.get('grace')), beatMs: Number(asked.get('beat')) });
}
