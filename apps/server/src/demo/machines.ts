import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readOrMakeToken } from '../platform/config/token-file.ts';
import { demoProcess, type UpSettings } from '../supervise/processes.ts';
import type { Extra } from '../supervise/up.ts';
import { demoHosts, firstDemoAddress } from './addresses.ts';
import { DEMO_PORT } from './demo-data.ts';

/** What `postern up --demo` needs to know of its machines before it starts. */
export interface DemoMachines {
  extra: Extra;
  password: string;
  /** Writes down the port they got: what is filled in afterwards knows them by it. */
  keep: (port: number) => Promise<void>;
}

/** The machines of the demo in a data folder: at the port they were filled in with, else at the first free one. */
export async function demoMachines(settings: UpSettings): Promise<DemoMachines> {
  const passwordFile = join(settings.dataDir, 'demo-password');
  const portFile = join(settings.dataDir, 'demo-port');
  // Demos that were filled before ports could move are at the usual one.
  const filled = await stat(passwordFile).then(
    () => true,
    () => false,
  );
  const kept = Number(await readFile(portFile, 'utf8').catch(() => (filled ? DEMO_PORT : 0)));
  const password = await readOrMakeToken(passwordFile);
  return {
    password,
    extra: {
      host: firstDemoAddress(),
      port: kept || DEMO_PORT,
      ...(kept ? { fixed: 'Another demo runs on this machine: theirs are the same addresses. Stop it first.' } : {}),
      processes: (port) => [demoProcess(settings, port, password, demoHosts())],
    },
    keep: (port) => writeFile(portFile, `${port}\n`, { mode: 0o600 }),
  };
}
