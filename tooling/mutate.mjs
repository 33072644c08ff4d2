// `npm run mutate`: breaks sources at one place at a time and asks whether a test notices. Not part of `npm test`.
//   npm run mutate                       40 conditions of authorization, chosen by a fixed seed
//   npm run mutate -- behaviour          60 constants and branches of screens and services instead; --whole: walks judge, too
//   npm run mutate -- --count 10 --seed 7
//   npm run mutate -- --standing         the seeded hole of each standing suite instead (e2e/standing/suites.json)
//   npm run mutate -- --list             names them and runs nothing
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BEHAVIOUR_SOURCES, behaviourSuites, drawn } from './behaviour.mjs';
import { chosen } from './draw.mjs';
import { envFor, install, root } from './prepare.mjs';
import { fail, run } from './steps.mjs';

const SOURCES = ['apps/server/src', 'packages/resource/src', 'apps/gateway/src'];
/** Suites that look at all routes, rows and people at once; those beside the broken file run before them, all others of the server after. */
const EVERYWHERE = [
  'apps/server/test/matrix.test.ts',
  'apps/server/test/walls-references.test.ts',
  'apps/server/test/walls-lists.test.ts',
  'apps/server/test/attack-people.test.ts',
  'apps/server/test/attack-installation.test.ts',
  'apps/server/test/attack-components.test.ts',
  'apps/server/test/every-resource.test.ts',
  'apps/server/test/secrets.test.ts',
];
const LIMIT_MS = 30 * 60_000;

/** What an authorization condition looks like, and what it looks like when it lets everybody through. */
const KINDS = [
  { name: 'a route asks for a login only', find: /policy: can\([^)]*\)/g, by: () => "policy: { allow: 'user' }" },
  { name: 'a right is not asked for', find: /if \(!holds\(/g, by: () => 'if (false && !holds(' },
  {
    name: 'a refusal is skipped',
    find: /if \(([^\n]*)\) throw new CodedError\('(?:permission_denied|outranked|superuser_only|beyond_own_rights|builtin_role|own_account)'\)/g,
    by: (text) => text.replace('if (', 'if (false && (').replace(') throw', ')) throw'),
  },
  { name: 'rows of every organisation', find: /(?<![.\w])inOrg\(ctx/g, by: () => '((..._: unknown[]) => sql<boolean>`true`)(ctx' },
  { name: 'rows of everybody', find: /\.\.\.visible\((\w+), (\w+)\)/g, by: () => '...[]' },
  { name: 'everybody is a member', find: /(?<![.\w])isMember\(ctx/g, by: () => '((..._: unknown[]) => sql<boolean>`true`)(ctx' },
  {
    name: 'a guard is passed',
    find: /await (?:refuseOutranking|guardSuperuser|guardPerson|refuseRolesBeyondOwn|checkRelations)\(/g,
    by: () => 'await (async (..._: unknown[]) => undefined)(',
  },
  {
    name: 'another organisation’s row',
    find: /(?:and )?\b\w*\.?org_id = \$\{(?:ctx\.org\.id|orgId|org\.id)\}/g,
    by: (text) => (text.startsWith('and ') ? 'and true' : 'true'),
  },
  { name: 'somebody else’s row', find: /\b(\w+\.)?user_id = \$\{ctx\.actor\.id\}/g, by: () => 'true' },
];

const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const has = (name) => process.argv.includes(name);

function candidates() {
  const files = filesOf(...SOURCES).filter(
    (file) => file.endsWith('.ts') && !/\.(test|gen)\.ts$|demo\/|generate\.ts|authorization-matrix\.ts/.test(file),
  );
  return files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return KINDS.flatMap(({ name, find, by }) =>
      [...text.matchAll(find)].map((match) => ({
        file,
        name,
        line: text.slice(0, match.index).split('\n').length,
        before: text,
        after: text.slice(0, match.index) + by(match[0]) + text.slice(match.index + match[0].length),
      })),
    );
  });
}

function suitesFor(file) {
  const home = /^apps\/server\/src\/features\/[^/]+/.exec(file)?.[0] ?? dirname(file);
  const own = filesOf(home).filter((name) => name.endsWith('.test.ts'));
  if (file.startsWith('apps/gateway')) {
    const gateway = filesOf('apps/gateway/test');
    return [own, gateway.filter((name) => /(attack|native|live-rules).*\.test\.ts$/.test(name))];
  }
  // Tests of other features stand beside them, not in the folder of suites.
  const rest = filesOf('apps/server');
  return [own, EVERYWHERE, rest.filter((name) => name.endsWith('.test.ts') && !own.includes(name) && !EVERYWHERE.includes(name))];
}

/** Whether any of the suites fails now. They run in portions, the nearest first. */
async function noticed(node, portions) {
  for (const files of portions) {
    if (files.length === 0) continue;
    const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--bail=1', '--reporter=dot', ...files];
    const passed = await run(node, args, { cwd: root, env: envFor(node), limitMs: LIMIT_MS }).then(
      () => true,
      () => false,
    );
    if (!passed) return true;
  }
  return false;
}

function standing() {
  const { suites } = JSON.parse(readFileSync(join(root, 'e2e/standing/suites.json'), 'utf8'));
  return suites.map(({ number, name, files, seed }) => {
    const before = readFileSync(join(root, seed.file), 'utf8');
    if (before.split(seed.find).length !== 2)
      throw new Error(`Suite ${number}: the place of its hole is not in ${seed.file} exactly once.`);
    return {
      file: seed.file,
      name: `suite ${number}, ${name}`,
      line: before.slice(0, before.indexOf(seed.find)).split('\n').length,
      before,
      after: before.replace(seed.find, () => seed.by),
      portions: [seed.tests ?? files],
    };
  });
}

/** What is broken, which tests judge it, and how much of it has to be caught (percent). */
function plan() {
  const seed = option('seed', 20261122);
  if (has('--standing')) return { mutants: standing(), judges: suitesFor, least: 100 };
  if (has('behaviour'))
    return { mutants: drawn(option('count', 60), seed), judges: (file) => behaviourSuites(file, has('--whole')), least: 90 };
  return { mutants: chosen(candidates(), option('count', 40), seed), judges: suitesFor, least: 95 };
}

try {
  if (execFileSync('git', ['status', '--porcelain', '--', ...SOURCES, ...BEHAVIOUR_SOURCES], { cwd: root, encoding: 'utf8' }) !== '')
    throw new Error('Commit or put away what is changed first: sources are broken in place and put back.');
  const { mutants, judges, least } = plan();
  const wanted = mutants.slice(option('from', 1) - 1);
  if (has('--list')) for (const { file, line, name } of mutants) process.stdout.write(`${file}:${line} · ${name}\n`);
  else {
    const node = await install();
    let undo = () => undefined;
    const stop = () => {
      undo();
      process.exit(130);
    };
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
    const survivors = [];
    for (const [at, mutant] of wanted.entries()) {
      const path = join(root, mutant.file);
      undo = () => existsSync(path) && writeFileSync(path, mutant.before);
      writeFileSync(path, mutant.after);
      const caught = await noticed(node, mutant.portions ?? judges(mutant.file)).finally(undo);
      process.stdout.write(
        `${at + option('from', 1)}/${mutants.length} ${caught ? 'caught  ' : 'SURVIVED'} ${mutant.file}:${mutant.line} · ${mutant.name}\n`,
      );
      if (!caught) survivors.push(mutant);
    }
    const rate = (1 - survivors.length / wanted.length) * 100;
    process.stdout.write(`\n${wanted.length - survivors.length} of ${wanted.length} caught (${rate.toFixed(1)} %)\n`);
    process.exitCode = rate >= least ? 0 : 1;
  }
} catch (error) {
  fail(error);
}
