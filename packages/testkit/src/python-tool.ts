import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { until } from './until.ts';

const CACHE = resolve(import.meta.dirname, '../../../node_modules/.cache/postern-python');

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
 * A program that PyPI has, in an environment of its own that is kept between runs.
 *
 * @param requirement as pip takes it, with its version
 * @returns the path of the program
 */
export async function pythonTool(program: string, requirement: string): Promise<string> {
  const folder = join(CACHE, requirement.replaceAll(/[^\w.]+/g, '-'));
  const [ready, building] = [join(folder, '.ready'), `${folder}.building`];
  mkdirSync(CACHE, { recursive: true });
  await until(`${program} is installed`, 600_000, async () => {
    if (existsSync(ready)) return true;
    if (!made(building)) return false;
    try {
      rmSync(folder, { recursive: true, force: true });
      execFileSync('python3', ['-m', 'venv', folder], { stdio: 'pipe' });
      execFileSync(join(folder, 'bin', 'pip'), ['install', '-q', '--disable-pip-version-check', requirement], { stdio: 'pipe' });
      writeFileSync(ready, '');
    } finally {
      rmSync(building, { recursive: true, force: true });
    }
    return true;
  });
  return join(folder, 'bin', program);
}
