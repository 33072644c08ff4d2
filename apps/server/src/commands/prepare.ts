import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createJobQueue } from '../app.ts';
import { ROLES } from '../demo/demo-data.ts';
import { fillDemo } from '../demo/fill.ts';
import { writeDemoPeople } from '../features/authentication/index.ts';
import { readSettings, type Settings } from '../platform/config/settings.ts';
import { firstPasswordFile } from '../supervise/announce.ts';
import { withPlatform } from './installation.ts';
import { bringUpToDate } from './migrate.ts';
import type { Asked, Prepared, Progress } from './preparing.ts';
import { STOP_MS } from './serve.ts';
import { told } from './told.ts';

/** A process of `postern up`, before the product runs: it brings the database up to date and fills the demo, and answers with what the product connects. */

process.once('disconnect', () => process.exit(1));
const asked = new Promise<Asked>((resolve) => process.once('message', (message) => resolve(message as Asked)));

/** Tells the supervisor how far it is. */
const tell = (progress: Progress): void => void process.send?.(progress);

/** Fills an empty installation with demo data and tells how to log in as one of its people. @returns those whom servers let in by a click */
async function fillWithDemo(settings: Settings, url: string, target: { password: string; port: number }): Promise<Omit<Prepared, 'url'>> {
  const demo = await withPlatform(settings, url, 'demo', async (platform, assembly) => {
    // What follows from new objects waits in the queue for the worker.
    const jobs = createJobQueue(platform, assembly, url, false);
    try {
      return await fillDemo({ ...assembly, platform, target, say: (what) => tell({ begins: `Filling the demo: ${what}` }) });
    } finally {
      await jobs.stop(STOP_MS);
    }
  });
  if (!demo)
    return {
      notes: [
        'This installation is in use and no demo: nothing is filled in. For a demo, start in an empty data folder (POSTERN_DATA_DIR).',
      ],
    };
  const { made, password, people } = demo;
  return {
    demoPeople: writeDemoPeople(people),
    demoUser: ROLES.find(({ part }) => part === 'user')?.username ?? '',
    notes: [
      made.length > 0
        ? `Demo people: ${made.join(', ')}   password: ${password}   (shown this once)`
        : 'Demo people: their password was printed when they were made',
      ...(people.size > 0 ? ['The log-in page lets in as four of them by a click, in a browser on this machine'] : []),
    ],
  };
}

// What the processes of the product read besides, so that they find it compiled: the compiler stays in each that needs it once.
for (const file of ['../operator.ts', '../supervise/lifeline.ts', '../supervise/lifeline-watch.ts']) await import(file);
const code = await told(async () => {
  const { ownerUrl, demo } = await asked;
  const settings = readSettings();
  const { url, password } = await bringUpToDate(settings, ownerUrl, {
    name: demo ? 'Demo' : undefined,
    heard: (done, of) => tell({ at: `migration ${done} of ${of}` }),
  });
  // Printed by the supervisor when everything is up, then removed.
  if (password) await writeFile(join(settings.dataDir, firstPasswordFile), `${password}\n`, { mode: 0o600 });
  const prepared: Prepared = { url, ...(demo ? await fillWithDemo(settings, url, demo) : {}) };
  await new Promise((sent) => process.send?.(prepared, sent));
  return 0;
});
process.exit(code);
