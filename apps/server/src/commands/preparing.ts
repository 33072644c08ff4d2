import { fork } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PROGRAM_FLAGS } from '../supervise/lifeline-arguments.ts';
import { AlreadyTold } from './told.ts';

/** What is to be prepared, said once the database is there. */
export interface Asked {
  ownerUrl: string;
  /** An empty installation is filled with the demo, whose machines listen here. */
  demo?: { password: string; port: number };
}

/** What an installation runs with that is up to date. */
export interface Prepared {
  /** With which it connects to its database. */
  url: string;
  /** People of the demo whom the log-in page offers, as servers are told (`--demo-people`). */
  demoPeople?: string;
  /** Who of them opens a machine from a terminal. */
  demoUser?: string;
  /** What is said of the demo at the end of the start. */
  notes?: readonly string[];
}

/** How far it is: another phase of the start begins, or the one that runs has come so far. */
export type Progress = { begins: string } | { at: string };

export interface Preparing {
  /**
   * Brings the installation up to date.
   * @returns with what the product runs
   * @throws AlreadyTold when that failed
   */
  bring(asked: Asked): Promise<Prepared>;
  /** Ends it where nothing came of it. */
  stop(): void;
}

const entry = fileURLToPath(new URL('./prepare.ts', import.meta.url));

/**
 * Starts the process that prepares an installation. It reads the whole product while the database starts, and is gone once it has answered: the
 * supervisor, which stays, loads none of that. Of a Ctrl-C, which is the supervisor's to obey, it hears nothing; it ends with the supervisor.
 */
export function startPreparing(dataDir: string, heard: (progress: Progress) => void): Preparing {
  // What it has read, server and worker then read faster.
  const env = { ...process.env, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(dataDir, 'compile-cache') };
  const child = fork(entry, { detached: true, env, execArgv: [...PROGRAM_FLAGS] });
  const answer = new Promise<Prepared>((resolve, reject) => {
    child.on('message', (message: Prepared | Progress) => ('url' in message ? resolve(message) : heard(message)));
    child.once('error', reject);
    child.once('exit', (code) => reject(new AlreadyTold(code || 1)));
  });
  // It may end before anybody asks.
  answer.catch(() => undefined);
  return {
    bring(asked) {
      if (child.connected) child.send(asked, () => undefined);
      return answer;
    },
    stop() {
      if (child.connected) child.disconnect();
    },
  };
}
