import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { until } from './until.ts';

const CACHE = resolve(import.meta.dirname, '../../../node_modules/.cache/postern-tests');

/** Whether a folder could be made by us: one of several test processes makes it. */
function made(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * A folder with something that a single test needs, installed the first time it is asked for and kept between runs.
 *
 * @param what its name and version
 * @param install puts it into the folder, which is there and empty; runs in one process at a time
 */
export async function installOnce(what: string, install: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = join(CACHE, what.replaceAll(/[^\w.]+/g, '-'));
  const [ready, building] = [join(folder, '.ready'), `${folder}.building`];
  mkdirSync(CACHE, { recursive: true });
  let failed: unknown;
  await until(`${what} is installed`, 600_000, async () => {
    if (existsSync(ready)) return true;
    if (!made(building)) return false;
    try {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
      await install(folder);
      writeFileSync(ready, '');
    } catch (error) {
      failed = error;
    } finally {
      rmSync(building, { recursive: true, force: true });
    }
    return true;
  });
  if (failed) throw failed;
  return folder;
}
