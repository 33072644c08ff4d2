import { setTimeout as sleep } from 'node:timers/promises';
import { connectionUrl, type Place } from './embedded-database.ts';

const stopLimitMs = 15_000;
const killLimitMs = 5_000;

/** A running embedded server. */
export type EmbeddedPostgres = {
  /** Connection string of the application's database; carries the password, so never log it. */
  url: string;
  port: number;
  /** Process id of the postmaster. */
  pid: number;
  /** True when the server was already running, left behind by a process that was killed. */
  adopted: boolean;
  /** Resolves once the server is gone, whoever ended it. */
  exited: Promise<void>;
  /** Ends open connections, writes everything out and stops the server; resolves when it is gone. */
  stop: () => Promise<void>;
};

type Running = Pick<EmbeddedPostgres, 'pid' | 'adopted' | 'exited'> & { place: Place; password: string };

/** A running server in the hand of whoever started or found it. */
export function handle({ pid, place, password, adopted, exited }: Running): EmbeddedPostgres {
  let gone = false;
  void exited.then(() => {
    gone = true;
  });
  const stop = async (): Promise<void> => {
    if (gone) return;
    // Fast shutdown first (ends sessions, writes a checkpoint); immediate shutdown only when that hangs.
    signal(pid, 'SIGINT');
    if (await settles(exited, stopLimitMs)) return;
    signal(pid, 'SIGQUIT');
    if (await settles(exited, killLimitMs)) return;
    signal(pid, 'SIGKILL');
    await exited;
  };
  return { url: connectionUrl(place, password), port: place.port, pid, adopted, exited, stop };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function settles(promise: Promise<void>, limitMs: number): Promise<boolean> {
  const limit = new AbortController();
  const done = await Promise.race([promise.then(() => true), sleep(limitMs, false, { signal: limit.signal }).catch(() => false)]);
  limit.abort();
  return done;
}
