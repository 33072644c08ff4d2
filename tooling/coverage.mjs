// `npm run coverage [area, group or project…]`: what the tests of the code run of it, printed by area. It judges nothing: there is no gate. Screens and
// processes that the tests start are not counted, so server and gateway by what runs in the test's own process.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { choose, vitestArgs } from './groups.mjs';
import { cacheDir, envFor, install, root } from './prepare.mjs';
import { fail, foreground } from './steps.mjs';

const LIMIT_MS = 60 * 60_000;
const folder = join(cacheDir, 'coverage');
const summary = join(folder, 'coverage-summary.json');

/** Two folders below `src` are an area: `apps/server/src/features/users`, `packages/resource/src/kinds`. */
const areaOf = (file) =>
  /^((?:apps|packages)\/[^/]+)\/src\/(?:((?:features|platform|protocols|screens|fields)\/[^/]+|[^/]+)\/)?/.exec(file);

/** @returns {Map<string, {branches: number[], lines: number[]}>} covered and all, by area */
function byArea(files) {
  const areas = new Map();
  for (const [path, { branches, lines }] of Object.entries(files)) {
    const [, home, part = ''] = areaOf(relative(root, path)) ?? [];
    if (!home) continue;
    const area = part && !part.endsWith('.ts') && !part.endsWith('.tsx') ? `${home} ${part}` : home;
    const sums = areas.get(area) ?? { branches: [0, 0], lines: [0, 0] };
    for (const [sum, one] of [
      [sums.branches, branches],
      [sums.lines, lines],
    ]) {
      sum[0] += one.covered;
      sum[1] += one.total;
    }
    areas.set(area, sums);
  }
  return areas;
}

const share = ([covered, all]) => (all === 0 ? '   –' : `${Math.round((covered / all) * 100)} %`.padStart(5));

/** What Vitest is called with, after the Node that runs it. Files of the chosen projects are counted, be they run or not: those below `src` of their roots. */
export const coverageArgs = (projects, filters, folder) =>
  vitestArgs({ projects }, filters, [
    '--coverage.enabled',
    '--coverage.provider=v8',
    '--coverage.reporter=json-summary',
    '--coverage.reporter=json',
    '--coverage.reportOnFailure',
    `--coverage.reportsDirectory=${folder}`,
    '--coverage.include=src/**/*.{ts,tsx}',
    '--coverage.exclude=**/*.test.*',
  ]);

async function cover(words) {
  const { chosen, filters } = choose(words);
  const node = await install();
  rmSync(folder, { recursive: true, force: true });
  const projects = chosen.filter(({ name }) => name !== 'e2e').flatMap((group) => group.projects);
  const args = coverageArgs(projects, filters, folder);
  const code = await foreground(node, args, { cwd: root, env: envFor(node), limitMs: LIMIT_MS, stdin: 'ignore' });
  if (!existsSync(summary)) throw new Error('the run ended without figures');
  const { total: _total, ...files } = JSON.parse(readFileSync(summary, 'utf8'));
  const areas = [...byArea(files)].filter(([, { lines }]) => filters.length === 0 || lines[0] > 0);
  if (areas.length === 0) throw new Error('the run counted no file');
  process.stdout.write('\nbranches lines  area\n');
  for (const [area, { branches, lines }] of areas.sort(([a], [b]) => a.localeCompare(b)))
    process.stdout.write(`${share(branches)}    ${share(lines)}  ${area}\n`);
  process.stdout.write(`\nEach file: ${relative(root, summary)}\n`);
  process.exitCode = code === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await cover(process.argv.slice(2)).catch(fail);
