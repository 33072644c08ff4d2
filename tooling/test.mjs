// `npm test [area, group or project…] [file filter…]`: installs what the tests need, runs them, sums them up.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installPrograms } from './debian.mjs';
import { choose, vitestArgs } from './groups.mjs';
import { buildApps, cacheDir, envFor, install, root } from './prepare.mjs';
import { fail, foreground, run } from './steps.mjs';

const minute = 60_000;
/** All groups together. With `npm run check` behind it this stays within the 90 minutes that a whole CI run may take. */
const totalMs = 82 * minute;

try {
  const { chosen, filters } = choose(process.argv.slice(2));
  const node = await install();
  const missing = await installPrograms(chosen.map((group) => group.name));
  if (chosen.some((group) => ['server', 'e2e'].includes(group.name))) await buildApps(node);

  // A minute of downloads, beside the tests that come before; whoever names files has those fetch what they need.
  const engines = filters.length === 0 && chosen.some((group) => group.name === 'server') ? fetchEngines(node) : undefined;

  const endsAt = Date.now() + totalMs;
  const total = { passed: 0, failed: 0, failures: [] };
  for (const group of chosen) {
    if (group.name === 'server') await engines;
    const without = missing.filter((program) => program.groups.includes(group.name)).map((program) => program.name);
    const result = without.length > 0 ? refuse(group, without) : await runGroup(node, group, filters, endsAt);
    total.passed += result.passed;
    total.failed += result.failed;
    total.failures.push(...result.failures);
  }
  if (total.failures.length > 0) process.stdout.write(`\n── failed ──\n${total.failures.join('\n')}\n`);
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
  process.exitCode = total.failed === 0 && (total.passed > 0 || filters.length > 0) ? 0 : 1;
} catch (error) {
  fail(error);
}

/** What it cannot fetch is a failure of the tests that need it. */
function fetchEngines(node) {
  const program = join(root, 'packages', 'testkit', 'src', 'fetch-engines.ts');
  return run(node, [program], { cwd: root, env: envFor(node) }).catch(() => undefined);
}

function refuse(group, without) {
  process.stdout.write(`\n✗ ${group.name}: needs ${without.join(', ')}. As root: apt-get install ${without.join(' ')}\n`);
  return { passed: 0, failed: 1, failures: [`${group.name}: programs are missing`] };
}

async function runGroup(node, group, filters, endsAt) {
  process.stdout.write(`\n── ${group.name} ──\n`);
  mkdirSync(cacheDir, { recursive: true });
  const report = join(cacheDir, `tests-${group.name}.json`);
  rmSync(report, { force: true });
  const args = vitestArgs(group, filters);
  const started = Date.now();
  const limitMs = Math.min(group.limitMs, Math.max(minute, endsAt - started));
  const code = await foreground(node, args, { cwd: root, env: { ...envFor(node), POSTERN_TEST_REPORT: report }, limitMs, stdin: 'ignore' });
  const cut = Date.now() - started >= limitMs;
  return count(group.name, report, cut ? `stopped after its ${Math.round(limitMs / minute)} minutes` : `exit code ${code}`, code !== 0);
}

/** Passed and failed of one run, as its reporter counted them (reporter.mjs). */
function count(name, report, how, bad) {
  let sums;
  try {
    sums = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, failures: [`${name}: ended without a report (${how})`] };
  }
  const { passed, failures } = sums;
  if (bad && failures.length === 0) failures.push(`${name}: ${how}`);
  return { passed, failed: failures.length, failures };
}
