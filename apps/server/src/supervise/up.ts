import { mkdir } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { bootstrapTokenFile, readOrMakeToken } from '../platform/config/token-file.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded.ts';
import { movedTo } from '../platform/database/runtime-role.ts';
import { announce } from './announce.ts';
import { afterDeath, restartPolicy } from './backoff.ts';
import { type Child, type ChildSpec, configurationExitCode, superviseProcess } from './child.ts';
import { createCrew } from './crew.ts';
import { untilFrozen } from './database-pulse.ts';
import { openDoor } from './doors.ts';
import { giveBack } from './give-back.ts';
import type { Phases } from './phases.ts';
import { nextFreePort, requireFreePort, usablePorts } from './ports.ts';
import { type Doors, type UpSettings, usualProcesses } from './processes.ts';
import { claimDataDir } from './run-record.ts';
import { obeySignals } from './signals.ts';

/** A database starts a process for every question it is asked: on a machine that swaps it gets more time than ours do. */
const databaseFrozenMs = 30_000;

export type UpOptions = {
  settings: UpSettings;
  /**
   * Brings the database to the current schema, as its owner, and makes the first administrator. Answers the URL with which the processes
   * connect, which is not the owner's where that can be had; undefined for the same one. `extraPort` is that of `extra`.
   */
  migrate: (ownerUrl: string, extraPort: number | undefined) => Promise<string | undefined>;
  print: (line: string) => void;
  /** Hears what the start waits for. */
  phases?: Phases;
  /** A port that is taken gives way to the next free one, which is said; left out, it is an error. */
  movePorts?: boolean;
  /** Runs besides the usual three. */
  extra?: Extra;
  /** Milliseconds without an answer after which the embedded database is replaced. */
  databaseFrozenAfterMs?: number;
  /** Processes to run instead of the usual three. */
  processes?: (databaseUrl: string) => ChildSpec[];
};

/** More processes, which listen on one port of their own. */
export type Extra = {
  host: string;
  port: number;
  /** Why the port may not give way to another one; it may when there is no reason. */
  fixed?: string;
  processes: (port: number) => ChildSpec[];
  /** What servers are started with besides; asked for once the installation is up to date. */
  serverFlags?: () => readonly string[];
  /** What is said of them once all is up. */
  notes?: (settings: UpSettings) => readonly string[];
};

/** The product while it runs. */
export type Up = {
  /** Resolves with the exit code when everything has been stopped. */
  finished: Promise<number>;
  /** Stops gateway, worker, server and database, in this order and in bounded time. */
  stop: (exitCode?: number) => void;
  /** Ends the server processes and starts them again, one after the other; who connects meanwhile waits for a moment. */
  renewServers: () => Promise<void>;
  /** Ends everything at once, for the impatient second Ctrl-C. */
  kill: () => void;
};

/**
 * Runs the whole product until SIGTERM or SIGINT: database, migrations, then server, worker and gateway as processes of
 * their own.
 *
 * @returns the exit code for the process.
 * @throws Error when the data folder or a port is taken, or a migration fails; nothing is left running then.
 */
export async function up(options: UpOptions): Promise<number> {
  let running: Up | null = null;
  const signals = obeySignals(() => running ?? undefined);
  const onRenew = (): void => void running?.renewServers();
  process.on('SIGUSR2', onRenew);
  try {
    running = await startUp(options);
    if (signals.told()) running.stop();
    return await running.finished;
  } finally {
    signals.forget();
    process.off('SIGUSR2', onRenew);
  }
}

/** Like `up`, for callers that decide themselves when to stop. Resolves when the processes have been started. */
export async function startUp(options: UpOptions): Promise<Up> {
  const { migrate, print, phases, processes, extra, movePorts = false, databaseFrozenAfterMs = databaseFrozenMs } = options;
  const { dataDir } = options.settings;
  let { settings } = options;
  const say = (message: string): void => print(`postern  | ${message}`);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const record = await claimDataDir(dataDir, say);

  let stopped = false;
  let database: EmbeddedPostgres | null = null;
  let doors: Doors | undefined;
  const children: Child[] = [];
  const crew = createCrew(say);
  let databaseWatch: Promise<void> = Promise.resolve();
  const stopping = new AbortController();
  const { promise: finished, resolve: finish } = Promise.withResolvers<number>();

  try {
    // What an earlier supervisor left behind has been ended above: its ports are free again.
    settings = await usablePorts(settings, movePorts, say);
    const extraPort = extra && (await portOf(extra, say));
    if (!settings.databaseUrl) phases?.begin('Starting the database');
    database = settings.databaseUrl ? null : await startEmbeddedPostgres({ dataDir, log: say });
    const ownerUrl = settings.databaseUrl ?? database?.url ?? '';
    phases?.begin('Bringing the database up to date');
    const databaseUrl = (await migrate(ownerUrl, extraPort)) ?? ownerUrl;
    // Made here, because server and gateway read it at the same time; both read it again when it is replaced.
    if (!settings.env.POSTERN_BOOTSTRAP_TOKEN?.trim()) await readOrMakeToken(bootstrapTokenFile(dataDir));
    const more = extra && extraPort !== undefined ? extra.processes(extraPort) : [];
    phases?.begin('Starting server, worker and gateway');
    if (!processes) doors = await openDoors(settings);
    const specs = processes ?? ((url: string) => [...usualProcesses(settings, url, doors, extra?.serverFlags?.()), ...more]);
    for (const spec of specs(databaseUrl)) children.push(run(spec));
    await noteChildren();
    databaseWatch = superviseDatabase((url) => specs(movedTo(databaseUrl, url)));
  } catch (error) {
    phases?.failed();
    closeDoors(doors);
    await database?.stop();
    await record.release();
    throw error;
  }
  void untilReady();
  return {
    finished,
    stop: (exitCode = 0) => void shutDown(exitCode),
    renewServers: () => {
      if (!stopped) say('The servers are renewed, one after the other');
      return stopped ? Promise.resolve() : crew.renew();
    },
    kill: () => {
      for (const child of children) child.kill();
    },
  };

  function run(spec: ChildSpec): Child {
    const child = superviseProcess(spec, restartPolicy, {
      line: (text) => print(`${spec.name.padEnd(8)} | ${text}`),
      changed: () => void noteChildren(),
      misconfigured: () => void shutDown(configurationExitCode),
      ...(spec.place === undefined ? {} : { beat: (busy: boolean) => stopped || crew.beat(spec.name, busy) }),
    });
    if (spec.place !== undefined) crew.join(child);
    return child;
  }

  function noteChildren(): Promise<void> {
    return record.note(children.flatMap((child) => child.pid() ?? []));
  }

  async function shutDown(exitCode: number): Promise<void> {
    if (stopped) return;
    stopped = true;
    stopping.abort();
    say('Stopping');
    for (const child of children.toReversed()) await child.stop();
    closeDoors(doors);
    await database?.stop();
    await databaseWatch;
    await record.release();
    finish(exitCode);
  }

  /** Restarts PostgreSQL when it dies; the processes find it again by themselves, unless it had to move. */
  async function superviseDatabase(specs: (databaseUrl: string) => ChildSpec[]): Promise<void> {
    let failures = 0;
    while (database && !stopped) {
      const { url } = database;
      const startedAt = performance.now();
      await endedOrFrozen(database);
      while (!stopped) {
        const next = afterDeath(restartPolicy, failures, performance.now() - startedAt);
        failures = next.failures;
        say(`PostgreSQL has ended; starting it again in ${next.delayMs} ms`);
        await sleep(next.delayMs, undefined, { signal: stopping.signal }).catch(() => undefined);
        if (stopped) return;
        try {
          database = await startEmbeddedPostgres({ dataDir, log: say });
          break;
        } catch (error) {
          say(error instanceof Error ? error.message : String(error));
        }
      }
      // A stop that came during the start found only the dead server to stop.
      if (stopped) await database.stop();
      else if (database.url !== url) {
        const envs = new Map(specs(database.url).map((spec) => [spec.name, spec.env]));
        for (const child of children) await child.restart(envs.get(child.name) ?? settings.env);
      }
    }
  }

  /** Resolves when the database has ended; one that answers nothing any more is ended. */
  async function endedOrFrozen({ port, pid, exited }: EmbeddedPostgres): Promise<void> {
    const gone = new AbortController();
    void exited.then(() => gone.abort());
    const frozen = await untilFrozen(port, databaseFrozenAfterMs, AbortSignal.any([gone.signal, stopping.signal]));
    if (frozen) {
      say(`PostgreSQL does not answer for ${databaseFrozenAfterMs / 1000} s; it is replaced`);
      process.kill(pid, 'SIGKILL');
    }
    await exited;
  }

  async function untilReady(): Promise<void> {
    const { httpPort, localPort } = settings;
    while (!stopped && !(await answers(localPort ?? httpPort))) await sleep(50);
    if (stopped) return;
    phases?.done();
    giveBack();
    await announce(settings, say, extra?.notes?.(settings) ?? []);
  }
}

/** Binds what the servers take their connections from. A port that the system is to choose is the server's own business. */
async function openDoors({ httpHost = '0.0.0.0', httpPort, localPort }: UpSettings): Promise<Doors | undefined> {
  if (httpPort === 0) return undefined;
  const http = await openDoor(httpHost, httpPort);
  return { http, local: localPort === undefined ? undefined : await openDoor('127.0.0.1', localPort) };
}

function closeDoors(doors: Doors | undefined): void {
  doors?.http.close();
  doors?.local?.close();
}

/** Where the extra processes will listen. */
async function portOf({ host, port, fixed }: Extra, say: (message: string) => void): Promise<number> {
  if (fixed) {
    await requireFreePort(port, fixed, host);
    return port;
  }
  const free = await nextFreePort(port, new Set(), host);
  if (free !== port) say(`Port ${port} of ${host} is taken: ${free} is used`);
  return free;
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
