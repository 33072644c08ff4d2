// What `npm run mutate -- behaviour` breaks: constants and branches of screens and services. And which tests judge it.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { steady } from './draw.mjs';
import { filesOf } from './files.mjs';
import { tableRows } from './named-tests.mjs';
import { root } from './prepare.mjs';

export const BEHAVIOUR_SOURCES = [
  'apps/console/src',
  'apps/terminal/src',
  'packages/ui/src',
  'packages/client/src',
  'apps/server/src/features',
];
/** Data, drawings and what only developers see: a change there is no change of behaviour. */
const LEFT_OUT = /\.(test|gen)\.tsx?$|\.css$|\/(locale|gallery|test|demo)\/|\/(icons|words|samples|palettes)\.tsx?$|WallDrawing|seeded-/;

const SWAPPED = { '>': '>=', '>=': '>', '<': '<=', '<=': '<', '===': '!==', '!==': '===' };

/** Each finds places in a source and says what stands there instead. */
export const KINDS = [
  {
    name: 'a constant is another',
    find: /(?<=\bconst [A-Z][A-Z_]*(?:: [\w<>[\] ]+)? = )\d[\d_]*(?=;| \*)/g,
    by: (text) => String(Number(text.replaceAll('_', '')) * 2 + 1),
  },
  { name: 'a name that is kept is another', find: /(?<=\bconst [A-Z][A-Z_]* = ')[\w./-]+(?=';)/g, by: (text) => `${text}x` },
  { name: 'a comparison is another', find: /(?<=[\w)\]] )(?:===|!==|>=|<=|>|<)(?= [\w'(-])/g, by: (text) => SWAPPED[text] },
  { name: 'a way out is not taken', find: /(?<=\bif \()[^\n]+(?=\) return\b)/g, by: (text) => `false && (${text})` },
  { name: 'a condition is not asked', find: /(?<=\? )[\w.]+\([^()\n]*\)(?= : )/g, by: () => 'undefined' },
];

/** Comments are no behaviour. */
const inComment = (text, index) => {
  const line = text.slice(text.lastIndexOf('\n', index) + 1, index);
  return /^\s*(\/\/|\*|\/\*)/.test(line) || line.includes(' // ');
};

/** Every place of a source that can be broken, with the source as it is then. */
export function breaksOf(file, text) {
  return KINDS.flatMap(({ name, find, by }) =>
    [...text.matchAll(find)]
      .filter((match) => !inComment(text, match.index))
      .map((match) => ({
        file,
        name: `${name}: ${match[0]}`,
        line: text.slice(0, match.index).split('\n').length,
        before: text,
        after: text.slice(0, match.index) + by(match[0]) + text.slice(match.index + match[0].length),
      })),
  );
}

const read = (file) => readFileSync(join(root, file), 'utf8');

/** All that `mutate` may draw from. */
export const behaviours = () =>
  filesOf(...BEHAVIOUR_SOURCES)
    .filter((file) => /\.tsx?$/.test(file) && !LEFT_OUT.test(file))
    .flatMap((file) => breaksOf(file, read(file)));

const isConstant = ({ name }) => name.startsWith(KINDS[0].name) || name.startsWith(KINDS[1].name);

/** A third constants, the rest branches: the same ones until their own source changes. */
export function drawn(count, seed) {
  const all = behaviours();
  const nameOf = ({ file, name }) => `${file} ${name}`;
  const constants = steady(all.filter(isConstant), Math.round(count / 3), seed, nameOf);
  return [
    ...constants,
    ...steady(
      all.filter((one) => !isConstant(one)),
      count - constants.length,
      seed,
      nameOf,
    ),
  ];
}

let tests;
/** Test files with what they import and say. */
function testFiles() {
  tests ??= filesOf('apps', 'packages')
    .filter((file) => /\.test\.tsx?$/.test(file))
    .map((file) => ({ file, text: read(file) }));
  return tests;
}

/** Tests that the tables of claims name for a source. */
function namedFor(file) {
  const table = join(root, 'docs/spec-coverage.md');
  if (!existsSync(table)) return [];
  return tableRows(readFileSync(table, 'utf8'))
    .filter(({ cells }) => cells.file?.includes(file))
    .flatMap(({ cells }) => [...(cells.test ?? '').matchAll(/(?:apps|packages|e2e)\/[\w./-]+\.test\.tsx?/g)].map(([path]) => path));
}

/**
 * The tests that judge a source, the nearest first: those beside it that import it or are called after it, as most faults are noticed
 * there, then all beside it, then others that import it or are named for it.
 *
 * @param {string} file
 * @param {boolean} [whole] also the walks through the whole product that are named for it; each takes minutes
 * @returns {string[][]} portions
 */
export function behaviourSuites(file, whole = false) {
  const feature = /^apps\/(?:server|console)\/src\/features\/[^/]+/.exec(file)?.[0] ?? dirname(file);
  const beside = testFiles().filter((one) => one.file.startsWith(`${feature}/`));
  const imports = new RegExp(`(?:from|import\\()\\s*'[^']*/${basename(file).replaceAll('.', '\\.')}'`);
  const app = /^(?:apps|packages)\/[^/]+\//.exec(file)?.[0] ?? '';
  const naming = testFiles().filter((one) => one.file.startsWith(app) && imports.test(one.text));
  const stem = basename(file).replace(/\..*/, '');
  const nearest = beside.filter((one) => imports.test(one.text) || basename(one.file).startsWith(`${stem}.`)).map((one) => one.file);
  const near = beside.map((one) => one.file);
  const further = new Set([...naming.map((one) => one.file), ...namedFor(file)].filter((name) => !near.includes(name)));
  const walks = [...further].filter((name) => name.startsWith('e2e/'));
  const others = near.filter((name) => !nearest.includes(name));
  return [nearest, others, [...further].filter((name) => !name.startsWith('e2e/')), ...(whole ? [walks] : [])];
}
