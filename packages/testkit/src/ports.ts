import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below what Linux takes for the near end of outgoing connections (32768 and up, `ip_local_port_range`): between a port being found free and being
 * listened on nobody gets it by chance.
 */
const RANGE = [10_000, 32_000] as const;

/** Ports that were given out here and may not be listened on yet. */
const given = new Set<number>();

/** A TCP port that nobody listens on, another one each time. @throws when none is found */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const port = randomInt(...RANGE);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error('no port is free');
}

/** Whether it can be listened on, on all addresses. */
function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
}
