import { parseUuid } from '@postern/contract/ids';
import type { Context } from '@postern/resource';
import { z } from 'zod';
import type { EventBus } from '../../platform/events/bus.ts';
import type { Socket, SocketRoute } from '../../platform/feature.ts';
import { forTerminal, OUTPUT_CHANNEL, readOutput } from './output.ts';
import { findRun, visibleRun } from './runs.ts';

/** A dot is sent this often while there is nothing to read yet (docs/wire/jobs.md#the-log-socket). */
const DOT_MS = 500;
/** Whoever asks for a run that does not come about is told so after this many dots. */
const MAX_DOTS = 120;
/** Pieces of 4 KiB read at once: what a client that stopped reading makes us keep. */
const BATCH = 16;
/** Logs one person follows at a time. Each is looked after again and again. */
const LOGS_OF_A_PERSON = 8;
/** Output is looked for this often even without a word from the bus, whose connection may be down. */
const LOOK_MS = 2_000;

interface Reader {
  /** Settled when the run has been looked at for the first time. */
  looked: Promise<void>;
  stop(): void;
  /** Something may be there to read. */
  look(): void;
}

/**
 * Sends one run's output to a socket until its end. Reading runs one at a time; a call that comes meanwhile makes it go
 * round once more. Another's run looks like one that does not exist.
 */
function follow(ctx: Context, socket: Socket, task: string): Reader {
  let after = 0;
  let dots = 0;
  let begun = false;
  let stopped = false;
  let running = false;
  let again = false;
  let timer: NodeJS.Timeout | undefined;
  const looked = Promise.withResolvers<void>();
  const send = (frame: object) => socket.send(JSON.stringify(frame));

  function stop(): void {
    stopped = true;
    clearTimeout(timer);
  }

  function end(): void {
    send({ event: 'end', task, message: '' });
    stop();
  }

  /** Answers in how many milliseconds to look again; undefined at the end. */
  async function round(): Promise<number | undefined> {
    const id = parseUuid(task);
    const run = id ? await visibleRun(ctx, id) : undefined;
    if (!id || !run) {
      // It may be written any moment now, unless it is there and another's.
      const hopeless = !id || dots >= MAX_DOTS || (await findRun(ctx.tx, id)) !== undefined;
      if (hopeless) return undefined;
      dots += 1;
      send({ message: '.', task });
      return DOT_MS;
    }
    const parts = await readOutput(ctx.tx, id, after, BATCH);
    // Another run was asked for meanwhile: what follows belongs to that.
    if (stopped) return undefined;
    if (parts.length > 0 && !begun) {
      begun = true;
      send({ message: '\r\n' });
    }
    for (const part of parts) {
      after = part.seq;
      if (!send({ message: forTerminal(part.text), task })) await socket.drained();
      if (stopped) return undefined;
    }
    if (parts.length === BATCH) return 0;
    // The end was read before the pieces: nothing was written in between that is still missing.
    if (run.is_finished) return undefined;
    if (!begun) send({ message: '.', task });
    return begun ? LOOK_MS : DOT_MS;
  }

  async function run(): Promise<void> {
    if (running) {
      again = true;
      return;
    }
    running = true;
    clearTimeout(timer);
    try {
      let wait: number | undefined = 0;
      while (!stopped && wait === 0) {
        again = false;
        wait = await round();
        looked.resolve();
        if (again && wait !== undefined) wait = 0;
      }
      if (stopped) return;
      if (wait === undefined) end();
      else timer = setTimeout(() => void run(), wait);
    } catch (error) {
      ctx.log.warn({ err: error, task }, 'task log');
      stop();
      socket.close(1011);
    } finally {
      running = false;
      looked.resolve();
    }
  }

  void run();
  return {
    looked: looked.promise,
    stop,
    look() {
      if (!stopped && begun) void run();
    },
  };
}

/** Asks for the output of a run. */
const follows = z.object({ task: z.string().transform((task) => task.slice(0, 64)) });

/** Live output of a task run. A further request on the same socket replaces the first. */
export const taskLogSocket = (events: EventBus): SocketRoute => ({
  path: '/ws/ops/tasks/log/',
  policy: { allow: 'user' },
  each: LOGS_OF_A_PERSON,
  messages: [{ name: 'task', shape: follows, rows: 'runs that the person may see' }],
  open(ctx, socket) {
    let reader: Reader | undefined;
    let current: string | undefined;
    const unsubscribe = events.subscribe(OUTPUT_CHANNEL, ({ run }) => {
      if (run === current) reader?.look();
    });
    const ungap = events.onGap(() => reader?.look());
    socket.onMessage(({ value }) => {
      const { task } = follows.parse(value);
      reader?.stop();
      current = parseUuid(task);
      reader = follow(ctx, socket, task);
      return reader.looked;
    });
    socket.onClose(() => {
      reader?.stop();
      unsubscribe();
      ungap();
    });
  },
});
