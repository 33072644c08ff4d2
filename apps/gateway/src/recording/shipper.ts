import type { ComponentClient } from '@postern/client/component';
import { closeOut, shipRecording } from './shipping.ts';
import { spooledSessions } from './spool.ts';

/** Recordings shipped at the same time: compression shares the cores with live sessions. */
const AT_ONCE = 2;
/** Between two looks for recordings the core did not take: a core that starts together with us is missed once, not for a minute. */
const AGAIN_MS = 15_000;

export interface Shipper {
  /** Ships the finished recording of a session this process carried. Without `told` the core still has to hear of its end. */
  ship(sessionId: string, told: boolean): void;
  /** Closes out what an earlier process, or a core that was away, left in the spool. */
  sweep(): Promise<void>;
  /** Resolves when nothing is being shipped any more. */
  idle(): Promise<void>;
  stop(): void;
}

export function createShipper(
  core: Pick<ComponentClient, 'uploadReplay' | 'patchSession'>,
  spoolDir: string,
  isLive: (id: string) => boolean,
  log: { warn(data: object, message: string): void },
  againMs = AGAIN_MS,
  retries?: readonly number[],
): Shipper {
  const stopping = new AbortController();
  const busy = new Set<string>();
  const queue: (() => Promise<void>)[] = [];
  const resting: (() => void)[] = [];
  let running = 0;

  function pump(): void {
    while (running < AT_ONCE) {
      const job = queue.shift();
      if (!job) break;
      running += 1;
      void job().finally(() => {
        running -= 1;
        pump();
      });
    }
    if (running === 0 && queue.length === 0) for (const done of resting.splice(0)) done();
  }

  function add(sessionId: string, work: () => Promise<boolean>): void {
    if (busy.has(sessionId)) return;
    busy.add(sessionId);
    queue.push(async () => {
      try {
        if (!(await work())) log.warn({ session: sessionId }, 'a recording stays in the spool until the next sweep');
      } catch (error) {
        log.warn({ session: sessionId, err: error }, 'a recording could not be shipped');
      } finally {
        busy.delete(sessionId);
      }
    });
    pump();
  }

  async function sweep(): Promise<void> {
    for (const id of await spooledSessions(spoolDir)) {
      if (!isLive(id)) add(id, () => closeOut(core, spoolDir, id, stopping.signal, retries));
    }
  }

  const timer = setInterval(() => void sweep().catch((error: unknown) => log.warn({ err: error }, 'the spool could not be read')), againMs);
  timer.unref();

  return {
    ship: (id, told) => add(id, () => (told ? shipRecording : closeOut)(core, spoolDir, id, stopping.signal, retries)),
    sweep,
    idle: () => (running === 0 && queue.length === 0 ? Promise.resolve() : new Promise((resolve) => resting.push(resolve))),
    stop() {
      stopping.abort();
      clearInterval(timer);
      queue.length = 0;
      pump();
    },
  };
}
