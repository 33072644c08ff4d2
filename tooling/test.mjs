// `npm test [group or project…] [file filter…]`: installs what the tests need, runs them, sums them up.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { installPrograms } from './debian.mjs';
import { buildApps, cacheDir, envFor, install, root } from './prepare.mjs';
import { fail, foreground } from './steps.mjs';

const minute = 60_000;
/** All groups together. With `npm run check` behind it this stays within the 90 minutes that a whole CI run may take. */
const totalMs = 82 * minute;
/** A limit ends what hangs and measures nothing: each is two to three times what the group needs on two quiet cores. */
const groups = [
  {
    name: 'unit',
    projects: [
      'contract',
      'resource',
      'client',
      'ui',
      'testkit',
      'console',
      'console-components',
      'terminal',
      'terminal-components',
      'tooling',
    ],
    limitMs: 12 * minute,
  },
  { name: 'server', projects: ['server'], limitMs: 35 * minute },
  { name: 'gateway', projects: ['gateway'], limitMs: 25 * minute },
  { name: 'e2e', projects: ['e2e', 'screens'], limitMs: 60 * minute },
];

try {
  const { chosen, filters } = choose(process.argv.slice(2));
  const node = await install();
  const missing = await installPrograms(chosen.map((group) => group.name));
  if (chosen.some((group) => ['server', 'e2e'].includes(group.name))) await buildApps(node);

  const endsAt = Date.now() + totalMs;
  const total = { passed: 0, failed: 0, failures: [] };
  for (const group of chosen) {
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

/** Leading words that name groups or projects choose; the rest filters files. No such word chooses everything. */
function choose(words) {
  const named = [];
  let rest = words;
  while (rest.length > 0) {
    const group = groups.find((candidate) => candidate.name === rest[0]);
    const home = groups.find((candidate) => candidate.projects.includes(rest[0]));
    if (!group && !home) break;
    named.push(group ?? { ...home, projects: [rest[0]] });
    rest = rest.slice(1);
  }
  return { chosen: named.length > 0 ? named : groups, filters: rest };
}

function refuse(group, without) {
  process.stdout.write(`\n✗ ${group.name}: needs ${without.join(', ')}. As root: apt-get install ${without.join(' ')}\n`);
  return { passed: 0, failed: 1, failures: [`${group.name}: programs are missing`] };
}

async function runGroup(node, group, filters, endsAt) {
  process.stdout.write(`\n── ${group.name} ──\n`);
  mkdirSync(cacheDir, { recursive: true });
  const report = join(cacheDir, `vitest-${group.name}.json`);
  rmSync(report, { force: true });
  const args = [
    join(root, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    ...group.projects.flatMap((project) => ['--project', project]),
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...filters,
  ];
  const started = Date.now();
  const limitMs = Math.min(group.limitMs, Math.max(minute, endsAt - started));
  const code = await foreground(node, args, { cwd: root, env: envFor(node), limitMs, stdin: 'ignore' });
  const cut = Date.now() - started >= limitMs;
  return count(group.name, report, cut ? `stopped after its ${Math.round(limitMs / minute)} minutes` : `exit code ${code}`, code !== 0);
}

/**
 * Passed and failed of one run. Whatever did not pass counts as failed: a file that does not load, a skipped test, a crash.
 * Each failure is told once more in a line of its own at the end, because of a long log often only the end is kept.
 */
function count(name, report, how, bad) {
  let result;
  try {
    result = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, failures: [`${name}: ended without a report (${how})`] };
  }
  const told = (file, title, message) =>
    `${name} ${relative(root, file.name)}${title ? ` > ${title}` : ''}: ${brief(message) || 'did not pass'}`;
  const failures = result.testResults.flatMap((file) => {
    const notPassed = file.assertionResults.filter((test) => test.status !== 'passed');
    if (notPassed.length === 0 && file.status === 'failed') return [told(file, '', file.message)];
    return notPassed.map((test) => told(file, test.fullName, test.failureMessages[0] ?? test.status));
  });
  if (bad && failures.length === 0) failures.push(`${name}: ${how}`);
  const passed = result.testResults.flatMap((file) => file.assertionResults).filter((test) => test.status === 'passed').length;
  return { passed, failed: failures.length, failures };
}

/** What went wrong in a line, what a browser was waiting for, and where, outside of libraries: the helper that gave up and the test. */
function brief(text = '') {
  const lines = stripVTControlCharacters(text).trim().split('\n');
  const waited = lines.filter((line) => /^\s*- waiting for |^(focus|page): /.test(line)).slice(0, 3);
  const places = lines.filter((line) => /^\s*at /.test(line) && line.includes(root) && !line.includes('node_modules'));
  const ends = new Set([places[0], places.at(-1)].filter((line) => line !== undefined));
  const told = [lines[0].slice(0, 200), ...waited, ...[...ends].map((line) => line.replace(root, '.'))];
  return told.map((line) => line.trim().slice(0, line.startsWith('page: ') ? 1_200 : 300)).join(' ');
}
