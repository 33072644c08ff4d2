import { execFileSync } from 'node:child_process';

/** Whether this process may mount a file system, which takes root, and a machine that lets it. */
export const mayMount = (): boolean => {
  if (process.getuid?.() !== 0) return false;
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};
