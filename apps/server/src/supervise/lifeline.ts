import { Socket } from 'node:net';
import { isMainThread, Worker } from 'node:worker_threads';
import { giveBack } from './give-back.ts';
import { BEAT, BEAT_FD, LIFELINE_TIMES, LINE_FD, onReady } from './lifeline-arguments.ts';

/** As little as a program does that waits. */
const IDLE = 0.1;
/** Beats in a row for which it waits before it gives back what it no longer needs. */
const IDLE_BEATS = 5;

/** Part of the time between two beats in which the program's own thread did something, from which on it counts as busy. */
const BUSY = 0.7;

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
  onReady(() => void beats.write(BEAT.ready));
  // What was needed to read the program is the first that can be given back.
  let worked = true;
  let idle = 0;
  let last = performance.eventLoopUtilization();
  setInterval(() => {
    const since = performance.eventLoopUtilization(last);
    last = performance.eventLoopUtilization();
    worked ||= since.utilization > BUSY;
    idle = since.utilization < IDLE ? idle + 1 : 0;
    if (worked && idle >= IDLE_BEATS) {
      worked = false;
      giveBack();
    }
    // A supervisor that does not read must not cost memory here.
    if (beats.writable && beats.writableLength === 0) beats.write(since.utilization > BUSY ? BEAT.busy : BEAT.turns);
  }, beatMs).unref();
}

const [graceMs, beatMs] = process.env[LIFELINE_TIMES]?.split(' ').map(Number) ?? [];
// Programs that this one starts have no lifeline.
delete process.env[LIFELINE_TIMES];
if (isMainThread && graceMs !== undefined && beatMs !== undefined) hold({ graceMs, beatMs });
