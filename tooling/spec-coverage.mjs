// `docs/spec-coverage.md` names, claim by claim, the source that keeps it and the test that fails when it breaks; `docs/readme-claims.md`
// does so for what README says works. Here both are held against the tree, and counted.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingTest, tableRows } from './named-tests.mjs';
import { root } from './prepare.mjs';

const COVERAGE = 'docs/spec-coverage.md';
const CLAIMS = 'docs/readme-claims.md';

/** Areas where every line is kept: what is missing, and what waits for later work, belongs to the others. */
const COMPLETE = /^(shell|console)\b/;

/** The names in a cell, each in backquotes when there are several: titles hold every other sign. */
const split = (cell) =>
  cell
    .split('`; `')
    .map((part) => part.replace(/^`|`$/g, ''))
    .filter(Boolean);

/**
 * What is wrong with the rows of the table of claims.
 *
 * @param {string} text Markdown with columns `no`, `claim`, `file`, `test`, `state`; several files or tests are separated by semicolons
 * @returns {{ problems: string[], counts: Map<string, { done: number, gap: number, waits: number }> }} counts by heading
 */
export function coverage(text) {
  const problems = [];
  const counts = new Map();
  const seen = new Set();
  for (const { section, cells } of tableRows(text).filter(({ cells }) => 'claim' in cells)) {
    const { no, claim, file, test, state } = cells;
    const wrong = (why) => problems.push(`${no || claim}: ${why}`);
    if (!/^[A-Z]{2,4}-\d{2,3}$/.test(no)) wrong('has no number of its own');
    if (seen.has(no)) wrong('the number is taken');
    seen.add(no);
    if (!claim) wrong('claims nothing');
    for (const path of split(file)) if (!existsSync(join(root, path))) wrong(`${path} is gone`);
    for (const name of split(test)) {
      const missing = missingTest(name);
      if (missing) wrong(missing);
    }
    const kind = /^(done)$|^(gap|waits for): \S/.exec(state);
    const entry = counts.get(section) ?? { done: 0, gap: 0, waits: 0 };
    counts.set(section, entry);
    if (kind?.[1]) {
      entry.done += 1;
      if (!file) wrong('is said to be done and names no file');
      if (!test) wrong('is said to be done and names no test');
    } else if (kind?.[2] === 'gap') {
      entry.gap += 1;
      if (COMPLETE.test(section)) wrong('may not stay a gap: keep the claim, or say what is done instead and why');
    } else if (kind) {
      entry.waits += 1;
      if (COMPLETE.test(section)) wrong(`may not wait, as all of "${section}" is meant to be there`);
    } else wrong(`"${state}" is no state: done, gap: …, waits for: …`);
  }
  return { problems, counts };
}

/** The points of a list under a heading, each on one line and without the marks of Markdown. */
export function pointsUnder(heading, text) {
  const [, rest = ''] = text.split(new RegExp(`^## ${heading}$`, 'm'));
  const [body = ''] = rest.split(/^## /m);
  return body
    .split(/^- /m)
    .slice(1)
    .map((point) => (point.split('\n\n')[0] ?? '').replace(/\s+/g, ' ').trim());
}

/**
 * What README promises and no test of the product shows, and the other way round.
 *
 * @param {string} readme with a list under "What works today"
 * @param {string} table Markdown with columns `claim` (a part of a point, word for word) and `test`
 * @returns {string[]}
 */
export function unshown(readme, table) {
  const problems = [];
  const points = pointsUnder('What works today', readme);
  const rows = tableRows(table).filter(({ cells }) => 'claim' in cells && 'test' in cells);
  for (const { cells } of rows) {
    if (!points.some((point) => point.includes(cells.claim))) problems.push(`README does not say "${cells.claim}"`);
    if (split(cells.test).length === 0) problems.push(`"${cells.claim}" names no test`);
    for (const name of split(cells.test)) {
      const missing = missingTest(name);
      if (missing) problems.push(missing);
      if (!/^(e2e|apps\/(server|gateway))\//.test(name)) problems.push(`${name}: shows neither the whole product nor a server of it`);
    }
  }
  // The longest first: a short one may be a word of it.
  const claims = rows.map(({ cells }) => cells.claim).toSorted((a, b) => b.length - a.length);
  for (const point of points) {
    const rest = claims.reduce((left, claim) => left.replaceAll(claim, ''), point);
    if (/[\p{L}\p{N}]/u.test(rest.replace(/\b(and|or)\b/g, ''))) problems.push(`README says "${rest.trim()}", and no test is named for it`);
  }
  return problems;
}

const line = (name, { done, gap, waits }) => `${name}: ${done} done, ${gap} gaps, ${waits} waiting`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const read = (path) => readFileSync(join(root, path), 'utf8');
  const { problems, counts } = coverage(read(COVERAGE));
  problems.push(...unshown(read('README.md'), read(CLAIMS)));
  const all = { done: 0, gap: 0, waits: 0 };
  for (const [section, entry] of counts) {
    for (const key of Object.keys(all)) all[key] += entry[key];
    process.stdout.write(`${line(section, entry)}\n`);
  }
  process.stdout.write(`${line('All', all)}\n`);
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
