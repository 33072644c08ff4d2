import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { installOnce } from './install-once.ts';

/**
 * A program that PyPI has, in an environment of its own.
 *
 * @param requirement as pip takes it, with its version
 * @returns the path of the program
 */
export async function pythonTool(program: string, requirement: string): Promise<string> {
  const folder = await installOnce(requirement, (path) => {
    execFileSync('python3', ['-m', 'venv', path], { stdio: 'pipe' });
    execFileSync(join(path, 'bin', 'pip'), ['install', '-q', '--disable-pip-version-check', requirement], { stdio: 'pipe' });
  });
  return join(folder, 'bin', program);
}
