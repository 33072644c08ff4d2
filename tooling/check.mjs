// `npm run check`: everything that can be judged without running the product.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { envFor, install, root } from './prepare.mjs';
import { fail, run, step } from './steps.mjs';

const bin = (...path) => join(root, 'node_modules', ...path);

const checks = [
  { title: 'Format and lint', args: [bin('@biomejs/biome/bin/biome'), 'ci', '--reporter=summary', '.'] },
  { title: 'Types: server side', args: [bin('typescript/bin/tsc'), '-p', 'tsconfig.json'] },
  { title: 'Types: browser', args: [bin('typescript/bin/tsc'), '-p', 'tsconfig.browser.json'] },
  {
    title: 'Boundaries',
    args: [bin('dependency-cruiser/bin/dependency-cruiser.mjs'), '--config', '.dependency-cruiser.mjs', 'apps', 'packages', 'e2e', 'bench'],
  },
  { title: 'Dead code', args: [bin('knip/bin/knip.js'), '--no-progress'] },
  { title: 'Generated files are up to date', args: ['apps/server/src/generate.ts', '--check'] },
  { title: 'Tables have one owner', args: ['tooling/tables.mjs', '--check'] },
  { title: 'Addresses of the API stand in the client', args: ['tooling/addresses.mjs'] },
  { title: 'README lists the settings', args: ['tooling/settings-table.mjs', '--check'] },
  { title: 'Every setting is obeyed', args: ['tooling/settings-docs.mjs', '--check'] },
  { title: 'The score of the command filters', args: ['tooling/bypass-score.mjs', '--check'] },
  { title: 'What each door records', args: ['tooling/entrances.mjs', '--check'] },
  { title: 'Every word in three languages, and said somewhere', args: ['tooling/languages.mjs'] },
  { title: 'One word for one thing', args: ['tooling/glossary.mjs'] },
  { title: 'Pages of the wire name tests that are there', args: ['tooling/wire-tables.mjs'] },
  { title: 'Every class name has a rule', args: ['tooling/class-names.mjs'] },
  { title: 'Tests wait for conditions', args: ['tooling/waiting.mjs'] },
  { title: 'Claims and their tests', args: ['tooling/spec-coverage.mjs'] },
  { title: 'What is cited is in the tree', args: ['tooling/citations.mjs'] },
  { title: 'Lockfile', args: ['tooling/lockfile.mjs'] },
];

try {
  const node = await install();
  const failures = [];
  for (const check of checks) {
    try {
      await step(check.title, () => {
        if (!check.args[0].startsWith('/') && !existsSync(join(root, check.args[0]))) throw new Error(`${check.args[0]} does not exist.`);
        return run(node, check.args, { cwd: root, env: envFor(node) });
      });
    } catch (error) {
      failures.push(check.title);
      process.stdout.write(`${error.message}\n`);
    }
  }
  process.stdout.write(`\n${checks.length - failures.length} passed, ${failures.length} failed\n`);
  process.exitCode = failures.length === 0 ? 0 : 1;
} catch (error) {
  fail(error);
}
