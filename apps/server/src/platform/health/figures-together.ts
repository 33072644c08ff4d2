import { mkdir, readdir, rm } from 'node:fs/promises';
import { createConnection, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Log } from '@postern/resource';
import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import type { Metrics } from './metrics.ts';

type Figures = MetricObjectWithValues<MetricValue<string>>[];

/** Milliseconds in which another process of this machine tells its figures; one that does not is left out. */
const LIMIT_MS = 1_000;

/**
 * Lets the servers of one installation on one machine tell each other their figures, by a socket of each in the folder of the data, which is theirs alone. Whoever is asked
 * then answers for all.
 * @returns what ends it
 */
export async function figuresTogether(metrics: Metrics, dataDir: string, worker: number, log: Log): Promise<() => void> {
  const folder = join(dataDir, 'servers');
  const own = `${worker}.sock`;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await rm(join(folder, own), { force: true });
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    metrics.registry.getMetricsAsJSON().then(
      (figures) => socket.end(JSON.stringify(figures)),
      () => socket.destroy(),
    );
  });
  // A path that is too long for a socket is no reason not to serve.
  server.on('error', (error) => log.warn({ err: error.message }, 'this server shows only its own figures'));
  server.listen(join(folder, own)).unref();
  metrics.others(async () => {
    const names = (await readdir(folder)).filter((name) => name !== own && name.endsWith('.sock'));
    return (await Promise.all(names.map((name) => asked(join(folder, name))))).filter((figures) => figures !== undefined);
  });
  return () => server.close();
}

async function asked(path: string): Promise<Figures | undefined> {
  const socket = createConnection(path);
  socket.setTimeout(LIMIT_MS, () => socket.destroy(new Error('it says nothing')));
  try {
    return JSON.parse(await text(socket)) as Figures;
  } catch {
    // It has ended, or is about to begin.
    return undefined;
  }
}
