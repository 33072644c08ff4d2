// Files of the repository as a commit of now would hold them: what git tracks, and what is new and not ignored.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

/**
 * Paths from the root, below some folders or of all; what was deleted is not among them.
 *
 * @param {...string} below folders, files or patterns of git
 */
export function filesOf(...below) {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...below], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return [...new Set(listed.split('\0'))].filter((path) => path !== '' && existsSync(join(root, path))).sort();
}
