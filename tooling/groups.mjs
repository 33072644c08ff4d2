// Which tests there are, and what words on the command line choose of them.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const minute = 60_000;

/**
 * A limit ends what hangs and measures nothing: each is two to three times what the group needs on two quiet cores.
 * `parts`: projects that are a part of those, for who names them. `workers`: files at a time, where that is not one for each core (vitest.config.ts): more
 * where they wait for clients, targets and frames.
 */
export const groups = [
  {
    name: 'unit',
    // Every package is a project (vitest.config.ts): a new one is run without being named here.
    projects: [
      ...readdirSync(join(root, 'packages')),
      'cli',
      'console',
      'console-components',
      'terminal',
      'terminal-components',
      'tooling',
    ],
    limitMs: 12 * minute,
  },
  { name: 'server', projects: ['server'], limitMs: 35 * minute },
  { name: 'gateway', projects: ['gateway'], workers: 4, limitMs: 25 * minute },
  // The screens are among the files of its one project (vitest.config.ts).
  { name: 'e2e', projects: ['e2e'], parts: ['screens'], workers: 3, limitMs: 60 * minute },
];

/**
 * Leading words choose, the rest filters files; no word chooses everything. A word is a group, a project, or an area: what the folders of
 * features of all apps have under one name.
 */
export function choose(words) {
  const named = [];
  let rest = words;
  while (rest.length > 0) {
    const group = groups.find((candidate) => candidate.name === rest[0]);
    const home = groups.find(({ projects, parts = [] }) => [...projects, ...parts].includes(rest[0]));
    if (!group && !home) break;
    named.push(group ?? { ...home, projects: [rest[0]] });
    rest = rest.slice(1);
  }
  if (named.length > 0) return { chosen: named, filters: rest };
  const [area = '', ...others] = words;
  const apps = readdirSync(join(root, 'apps')).filter((app) => area !== '' && existsSync(join(root, 'apps', app, 'src/features', area)));
  if (apps.length === 0) return { chosen: groups, filters: words };
  const projects = apps.flatMap((app) => [app, `${app}-components`]);
  const chosen = groups.flatMap((group) => {
    const own = group.projects.filter((project) => projects.includes(project));
    return own.length > 0 ? [{ ...group, projects: own }] : [];
  });
  return { chosen, filters: others.length > 0 ? others : [`features/${area}/`] };
}

/** What Vitest is called with, after the Node that runs it. */
export const vitestArgs = ({ projects, workers }, filters, options = []) => [
  join(root, 'node_modules', 'vitest', 'vitest.mjs'),
  'run',
  ...projects.flatMap((project) => ['--project', project]),
  ...(workers ? [`--maxWorkers=${workers}`] : []),
  `--reporter=${join(root, 'tooling', 'reporter.mjs')}`,
  ...options,
  ...filters,
];
