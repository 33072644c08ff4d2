import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeTemplate, TEMPLATE } from './postern.ts';

/**
 * Makes the data folder that installations of the suites begin with: a first start sets a cluster up, migrates and seeds it, which takes most of
 * its time and is the same for all. Suites about first starts have their own settings, and with them no template (`startPostern`).
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Both projects ask for it; the first one makes it.
  if (process.env[TEMPLATE]) return undefined;
  const folder = await makeTemplate();
  process.env[TEMPLATE] = folder;
  await rm(join(folder, 'postgres', 'port'), { force: true });
  return () => rm(folder, { recursive: true, force: true });
}
