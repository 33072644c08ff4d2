import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterDeath, type BackoffPolicy } from './backoff.ts';

/** sysexits.h EX_CONFIG: the process says that its settings are wrong, so starting it again cannot help. */
export const configurationExitCode = 78;

export type ChildSpec = {
  name: string;
  /** Program and arguments; never a command line. */
  file: string;
  args: string[];
  env: NodeJS.ProcessEnv;
  /** How long it may take to end after SIGTERM before it is killed. */
  stopLimitMs: number;
};

export type ChildEvents = {
  line: (text: string) => void;
  /** The set of running processes has changed. */
  changed: () => void;
  /** The process ended with `configurationExitCode`. */
  misconfigured: () => void;
};

/** A process that is kept running until it is stopped. */
export type Child = {
  name: string;
  pid: () => number | undefined;
  /** SIGTERM, then SIGKILL after the limit; resolves when it is gone. It is not started again. */
  stop: () => Promise<void>;
  /** Ends it and starts it again, for instance with other settings. */
  restart: (env: NodeJS.ProcessEnv) => Promise<void>;
  kill: () => void;
};

/** Starts a process and restarts it whenever it dies, pausing longer while it keeps dying young. */
export function keepRunning(spec: ChildSpec, policy: BackoffPolicy, events: ChildEvents): Child {
  let env = spec.env;
  let process: ChildProcess | null = null;
  let gone: Promise<void> = Promise.resolve();
  let pause: NodeJS.Timeout | null = null;
  let failures = 0;
  let wanted = true;

  function start(): void {
    pause = null;
    const startedAt = performance.now();
    // A process group of its own: a Ctrl-C reaches the supervisor only, which then stops everything in order.
    const child = spawn(spec.file, spec.args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    process = child;
    createInterface({ input: child.stdout }).on('line', events.line);
    createInterface({ input: child.stderr }).on('line', events.line);
    gone = new Promise((resolve) => {
      let ended = false;
      const end = (reason: string, code: number | null): void => {
        if (ended) return;
        ended = true;
        process = null;
        events.changed();
        resolve();
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

  async function stop(): Promise<void> {
    wanted = false;
    if (pause) clearTimeout(pause);
    pause = null;
    process?.kill('SIGTERM');
    const limit = setTimeout(() => process?.kill('SIGKILL'), spec.stopLimitMs);
    await gone;
    clearTimeout(limit);
  }

  start();
  return {
    name: spec.name,
    pid: () => process?.pid,
    stop,
    restart: async (next) => {
      env = next;
      await stop();
      wanted = true;
      failures = 0;
      start();
    },
    kill: () => {
      wanted = false;
      if (pause) clearTimeout(pause);
      process?.kill('SIGKILL');
    },
  };
}
