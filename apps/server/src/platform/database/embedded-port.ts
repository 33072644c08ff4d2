import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Home } from './embedded-cluster.ts';

/** The port of the last start while nobody else has it, else a free one. */
export async function rememberedPort(home: Home): Promise<number> {
  const known = Number.parseInt(await readFile(home.port, 'utf8').catch(() => ''), 10);
  if (known > 0 && known < 65_536 && (await isFree(known))) return known;
  return freePort();
}

/** Whether nobody listens at this loopback port. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** The folder for the server's socket; undefined where there can be none: the path is too long for one, or the disk knows no sockets. */
export async function socketFolder({ root }: Home): Promise<string | undefined> {
  // As long as the longest name that PostgreSQL gives to its own.
  const path = join(root, '.s.PGSQL.00000');
  // Left behind by a start that was killed.
  await rm(path, { force: true });
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(undefined));
    probe.listen(path, () => probe.close(() => resolve(root)));
  });
}

/** A loopback port that was free just now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('No free port'))));
    });
  });
}
