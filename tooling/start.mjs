// `npm start`: from a fresh clone to a running product.
import { join } from 'node:path';
import { buildApps, envFor, install, root } from './prepare.mjs';
import { fail, foreground } from './steps.mjs';

try {
  const node = await install();
  await buildApps(node);
  const entry = join(root, 'apps', 'server', 'src', 'postern.ts');
  process.exitCode = await foreground(node, ['--enable-source-maps', entry, 'up', '--free-ports', ...process.argv.slice(2)], {
    env: envFor(node),
  });
} catch (error) {
  fail(error);
}
