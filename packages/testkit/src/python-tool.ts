import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { installOnce } from './install-once.ts';

/**
 * A program that PyPI has, in an environment of its own.
 *
 * @param requirement as pip takes it, with its version
 * @param beside what it has to have with it and does not ask for itself
 * @returns the path of the program
 */
export async function pythonTool(program: string, requirement: string, ...beside: readonly string[]): Promise<string> {
  const folder = await installOnce(requirement, async (path) => {
    await promisify(execFile)('python3', ['-m', 'venv', path]);
    await promisify(execFile)(join(path, 'bin', 'pip'), [
      'install',
      '-q',
      '--no-compile',
      '--disable-pip-version-check',
      requirement,
      ...beside,
    ]);
  });
  return join(folder, 'bin', program);
}
