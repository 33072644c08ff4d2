// Runs one of our TypeScript files with the right Node, after preparing: `node tooling/run.mjs bench/run.ts …`.
import { join } from 'node:path';
import { buildApps, envFor, install, root } from './prepare.mjs';
import { fail, foreground } from './steps.mjs';

try {
  const [file, ...args] = process.argv.slice(2);
  if (!file) throw new Error('Name the file to run.');
  const node = await install();
  await buildApps(node);
  process.exitCode = await foreground(node, ['--enable-source-maps', join(root, file), ...args], { cwd: root, env: envFor(node) });
} catch (error) {
  fail(error);
}
