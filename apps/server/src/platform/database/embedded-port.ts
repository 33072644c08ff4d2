import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
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
