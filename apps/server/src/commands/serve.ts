import { assemble, createApp, createJobQueue } from '../app.ts';
import type { DemoPeople } from '../features/authentication/index.ts';
import { shareHashes } from '../platform/auth/hash-queue.ts';
import { bootPlatform } from '../platform/boot.ts';
import { type Settings, SettingsError } from '../platform/config/settings.ts';
import { runtimeAccess, unrestrictedWarning } from '../platform/database/runtime-role.ts';
import { figuresTogether } from '../platform/health/figures-together.ts';
import { createLog } from '../platform/log.ts';
import { sayReady } from '../supervise/lifeline-arguments.ts';
import { boxOf } from './installation.ts';

/** Milliseconds a process has to end after it was asked to. */
export const STOP_MS = 10_000;
/** Milliseconds a statement of a job may take: retention removes a lot at once. */
const JOB_STATEMENT_MS = 600_000;

/** Where a server stands among those of one `postern up`: sockets that it is handed, and which of them it is. */
export interface Place {
  http: number;
  local: number | undefined;
  worker: number;
}

/** Runs one role of the product until it is asked to stop. @returns the code to exit with */
export async function serve(settings: Settings, role: 'server' | 'worker', place?: Place, demo?: DemoPeople): Promise<number> {
  if (!settings.databaseUrl) throw new SettingsError(['DATABASE_URL is needed to run a single role; `postern up` brings its own database']);
  const log = createLog(settings.logLevel, role);
  const { url, unrestricted } = await runtimeAccess(settings.databaseUrl, await boxOf(settings));
  if (unrestricted) log.error({ reason: unrestricted }, unrestrictedWarning(unrestricted));
  const processes = place ? settings.serverWorkers : 1;
  shareHashes(processes);
  const platform = await bootPlatform(settings, url, log, `postern ${role}`, {
    ...(role === 'worker' ? { statementTimeout: JOB_STATEMENT_MS } : {}),
    processes,
  });
  const assembly = assemble(platform, demo);
  const jobs = createJobQueue(platform, assembly, url, role === 'worker');
  await platform.start();
  await jobs.start();
  const apart = place && (await figuresTogether(platform.metrics, settings.dataDir, place.worker, log));
  const app = role === 'server' ? await createApp(platform, assembly) : undefined;
  const port = await app?.listen(place ? { fd: place.http } : { host: settings.httpHost, port: settings.httpPort });
  if (settings.localPort !== undefined)
    await app?.listenLocally(place?.local === undefined ? { port: settings.localPort } : { fd: place.local });
  log.info({ port }, 'ready');
  sayReady();

  await new Promise<void>((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('SIGINT', () => resolve());
  });
  // Whatever hangs must not keep the process: the supervisor would kill it in the middle of something.
  setTimeout(() => process.exit(1), STOP_MS).unref();
  apart?.();
  await app?.close(STOP_MS - 4_000);
  await jobs.stop(STOP_MS - 3_000);
  await platform.stop();
  return 0;
}
