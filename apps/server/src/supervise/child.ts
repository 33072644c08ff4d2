import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterDeath, type BackoffPolicy } from './backoff.ts';
import type { Door } from './doors.ts';
import { BEAT, BEAT_FD, LIFELINE, LINE_FD, lifelineTimes } from './lifeline-arguments.ts';

/** sysexits.h EX_CONFIG: the process says that its settings are wrong, so starting it again cannot help. */
export const configurationExitCode = 78;

/** A process shows life this often within the time after which it counts as frozen. */
const BEATS = 10;
/** Before its first sign of life a process reads its program, which takes a multiple of that time on a busy machine. */
const START_TIMES = 6;

export type ChildSpec = {
  name: string;
  /** A Node program and its arguments; never a command line. */
  args: string[];
  env: NodeJS.ProcessEnv;
  /** How long it may take to end after SIGTERM before it is killed. */
  stopLimitMs: number;
  /** It is replaced when its own thread did nothing for this long. */
  frozenMs: number;
  /** Sockets that it is handed, from descriptor `DOOR_FD` on. */
  doors?: readonly Door[];
  /** Among several that do the same: the first starts at once, any other one when it is called. */
  place?: number;
};

export type ChildEvents = {
  line: (text: string) => void;
  /** The set of running processes has changed. */
  changed: () => void;
  /** The process ended with `configurationExitCode`. */
  misconfigured: () => void;
  /** Once in a while as long as it turns. */
  beat?: (busy: boolean) => void;
};

/** A process that is kept running until it is stopped. */
export type Child = {
  name: string;
  pid: () => number | undefined;
  /** Starts one that was kept in reserve; one that was started already stays as it is. */
  begin: () => void;
  begun: () => boolean;
  /** Resolves when it does what it was started for, or is gone. */
  ready: () => Promise<void>;
  /** SIGTERM, then SIGKILL after the limit; resolves when it is gone. It is not started again. */
  stop: () => Promise<void>;
  /** Ends it and starts it again, for instance with other settings. */
  restart: (env?: NodeJS.ProcessEnv) => Promise<void>;
  kill: () => void;
};

/** Starts a process and restarts it whenever it dies, pausing longer while it keeps dying young. */
export function superviseProcess(spec: ChildSpec, policy: BackoffPolicy, events: ChildEvents): Child {
  let env = spec.env;
  let current: ChildProcess | null = null;
  let gone: Promise<void> = Promise.resolve();
  let pause: NodeJS.Timeout | null = null;
  let failures = 0;
  let begun = (spec.place ?? 1) === 1;
  let wanted = begun;
  let serves = Promise.withResolvers<void>();

  function start(): void {
    pause = null;
    serves = Promise.withResolvers<void>();
    const startedAt = performance.now();
    // A process group of its own: a Ctrl-C reaches the supervisor only, which then stops everything in order.
    const child = spawn(process.execPath, [...LIFELINE, ...spec.args], {
      env: { ...env, ...lifelineTimes(spec.stopLimitMs, spec.frozenMs / BEATS) },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe', 'pipe', ...(spec.doors ?? []).map(({ fd }) => fd)],
    });
    current = child;
    for (const output of [child.stdout, child.stderr]) if (output) createInterface({ input: output }).on('line', events.line);
    child.stdio[LINE_FD]?.on('error', () => undefined);
    watch(child);
    gone = new Promise((resolve) => {
      let ended = false;
      const end = (reason: string, code: number | null): void => {
        if (ended) return;
        ended = true;
        current = null;
        events.changed();
        resolve();
        serves.resolve();
        if (!wanted) return;
        if (code === configurationExitCode) {
          wanted = false;
          events.misconfigured();
          return;
        }
        const next = afterDeath(policy, failures, performance.now() - startedAt);
        failures = next.failures;
        events.line(`ended (${reason}); starting again in ${next.delayMs} ms`);
        pause = setTimeout(start, next.delayMs);
      };
      child.once('error', (error) => end(error.message, null));
      child.once('exit', (code, signal) => end(signal ?? `code ${code}`, code));
    });
    events.changed();
  }

  /**
   * Kills a process that shows no life. Looks are counted, not seconds: a supervisor that slept with the machine has
   * missed one look, whatever the clock says.
   */
  function watch(child: ChildProcess): void {
    let missed = 0;
    let allowed = BEATS * START_TIMES;
    child.stdio[BEAT_FD]?.on('error', () => undefined);
    child.stdio[BEAT_FD]?.on('data', (bytes: Buffer) => {
      missed = 0;
      allowed = BEATS;
      const signs = bytes.toString('latin1');
      if (signs.includes(BEAT.ready)) serves.resolve();
      events.beat?.(signs.includes(BEAT.busy));
    });
    const look = setInterval(() => {
      missed += 1;
      if (missed <= allowed) return;
      clearInterval(look);
      events.line(`does not answer for ${(allowed * spec.frozenMs) / BEATS / 1000} s; it is replaced`);
      child.kill('SIGKILL');
    }, spec.frozenMs / BEATS);
    child.once('exit', () => clearInterval(look));
    child.once('error', () => clearInterval(look));
  }

  async function stop(): Promise<void> {
    wanted = false;
    if (pause) clearTimeout(pause);
    pause = null;
    current?.kill('SIGTERM');
    const limit = setTimeout(() => current?.kill('SIGKILL'), spec.stopLimitMs);
    await gone;
    clearTimeout(limit);
  }

  if (begun) start();
  return {
    name: spec.name,
    pid: () => current?.pid,
    begin() {
      if (begun) return;
      begun = true;
      wanted = true;
      start();
    },
    begun: () => begun,
    ready: () => serves.promise,
    stop,
    restart: async (next = env) => {
      env = next;
      if (!begun) return;
      await stop();
      wanted = true;
      failures = 0;
      start();
    },
    kill: () => {
      wanted = false;
      if (pause) clearTimeout(pause);
      current?.kill('SIGKILL');
    },
  };
}
