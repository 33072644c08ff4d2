import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createJobQueue } from '../app.ts';
import { PEOPLE } from '../demo/demo-data.ts';
import { fillDemo } from '../demo/fill.ts';
import { demoMachines } from '../demo/machines.ts';
import type { Settings } from '../platform/config/settings.ts';
import { firstPasswordFile, up } from '../supervise/up.ts';
import { print, withPlatform } from './installation.ts';
import { bringUpToDate } from './migrate.ts';
import { STOP_MS } from './serve.ts';

/** Fills an empty installation with demo data and tells how to log in as one of its people. */
async function fillWithDemo(settings: Settings, url: string, target: { password: string; port: number }): Promise<void> {
  const password = await withPlatform(settings, url, 'demo', async (platform, assembly) => {
    // What follows from new objects waits in the queue for the worker.
    const jobs = createJobQueue(platform, assembly, url, false);
    try {
      return await platform.asSystem('demo', (ctx) => fillDemo(assembly.kernel, ctx, target));
    } finally {
      await jobs.stop(STOP_MS);
    }
  });
  if (password) print(`Demo people: ${PEOPLE.map((person) => person.username).join(', ')}   password: ${password}`);
}

/** Runs the whole product, with a demo in it where one is wanted. @returns the code to exit with */
export async function runUp(settings: Settings, given: { demo: boolean; movePorts: boolean }): Promise<number> {
  const upSettings = {
    dataDir: settings.dataDir,
    httpPort: settings.httpPort,
    gatewayPort: settings.gatewayPort,
    sshPort: settings.sshPort,
    ...(settings.localPort === undefined ? {} : { localPort: settings.localPort }),
    secure: settings.tls !== undefined,
    ...(settings.databaseUrl ? { databaseUrl: settings.databaseOwnerUrl ?? settings.databaseUrl } : {}),
    env: process.env,
  };
  const demo = given.demo ? await demoMachines(upSettings) : undefined;
  return up({
    settings: upSettings,
    movePorts: given.demo || given.movePorts,
    ...(demo ? { extra: demo.extra } : {}),
    migrate: async (ownerUrl, demoPort) => {
      const { url, password } = await bringUpToDate(settings, ownerUrl, demo ? 'Demo' : undefined);
      // Printed by the supervisor when everything is up, then removed.
      if (password) await writeFile(join(settings.dataDir, firstPasswordFile), `${password}\n`, { mode: 0o600 });
      if (demo && demoPort !== undefined) {
        await demo.keep(demoPort);
        await fillWithDemo(settings, url, { password: demo.password, port: demoPort });
      }
      return url;
    },
    print,
  });
}
