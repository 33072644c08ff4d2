import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createJobQueue } from '../app.ts';
import { fillDemo } from '../demo/fill.ts';
import { writeDemoPeople } from '../features/authentication/index.ts';
import { readSettings, type Settings } from '../platform/config/settings.ts';
import { firstPasswordFile } from '../supervise/up.ts';
import { print, withPlatform } from './installation.ts';
import { bringUpToDate } from './migrate.ts';
import type { Asked, Prepared } from './preparing.ts';
import { STOP_MS } from './serve.ts';
import { told } from './told.ts';

/** A process of `postern up`, before the product runs: it brings the database up to date and fills the demo, and answers with what the product connects. */

process.once('disconnect', () => process.exit(1));
const asked = new Promise<Asked>((resolve) => process.once('message', (message) => resolve(message as Asked)));

/** Fills an empty installation with demo data and tells how to log in as one of its people. @returns those whom servers let in by a click */
async function fillWithDemo(settings: Settings, url: string, target: { password: string; port: number }): Promise<string> {
  const demo = await withPlatform(settings, url, 'demo', async (platform, assembly) => {
    // What follows from new objects waits in the queue for the worker.
    const jobs = createJobQueue(platform, assembly, url, false);
    try {
      return await fillDemo({ ...assembly, platform, target, say: (what) => print(`Demo: ${what}`) });
    } finally {
      await jobs.stop(STOP_MS);
    }
  });
  if (!demo) print('This installation is in use and no demo: nothing is filled in. For a demo, start in an empty data folder.');
  if (demo && demo.made.length > 0) print(`Demo people: ${demo.made.join(', ')}   password: ${demo.password}`);
  return writeDemoPeople(demo?.people ?? new Map());
}

// What the processes of the product read besides, so that they find it compiled: the compiler stays in each that needs it once.
for (const file of ['../operator.ts', '../supervise/lifeline.ts', '../supervise/lifeline-watch.ts']) await import(file);
const code = await told(async () => {
  const { ownerUrl, demo } = await asked;
  const settings = readSettings();
  const { url, password } = await bringUpToDate(settings, ownerUrl, demo ? 'Demo' : undefined);
  // Printed by the supervisor when everything is up, then removed.
  if (password) await writeFile(join(settings.dataDir, firstPasswordFile), `${password}\n`, { mode: 0o600 });
  const prepared: Prepared = { url, ...(demo ? { demoPeople: await fillWithDemo(settings, url, demo) } : {}) };
  await new Promise((sent) => process.send?.(prepared, sent));
  return 0;
});
process.exit(code);
