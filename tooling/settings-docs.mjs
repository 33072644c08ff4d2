// Prints docs/settings.md: every setting, who obeys it and the test that fails when nobody does; --check only compares.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS } from '../packages/contract/src/settings.ts';
import { missingTest } from './named-tests.mjs';
import { root } from './prepare.mjs';
import { READERS } from './setting-readers.mjs';

/**
 * What is wrong with what is said of settings; empty when each that can be changed has a reader that mentions it and a test that is there.
 *
 * @param {Record<string, { category: string, fixed?: true }>} settings
 * @param {{ reader: string, test: string, keys: string[] }[]} readers
 * @returns {string[]}
 */
export function settingProblems(settings, readers) {
  const problems = [];
  const named = new Map();
  for (const { reader, test, keys } of readers) {
    const source = existsSync(join(root, reader)) ? readFileSync(join(root, reader), 'utf8') : undefined;
    if (source === undefined) problems.push(`${reader}: the file is gone`);
    const missing = missingTest(test);
    if (missing) problems.push(missing);
    for (const key of keys) {
      if (named.has(key)) problems.push(`${key}: named twice`);
      named.set(key, reader);
      if (source !== undefined && !new RegExp(`\\b${key}\\b`).test(source)) problems.push(`${key}: ${reader} does not read it any more`);
    }
  }
  const offered = Object.entries(settings).flatMap(([key, { category, fixed }]) => (fixed || category === 'system' ? [] : [key]));
  for (const key of offered) if (!named.has(key)) problems.push(`${key}: nobody is named who obeys it`);
  for (const key of named.keys()) if (!offered.includes(key)) problems.push(`${key}: is not offered`);
  return problems;
}

const cell = (value) => String(value).replaceAll('|', '\\|');
const usual = (value) => (value === '' ? 'empty' : `\`${cell(JSON.stringify(value))}\``);
const table = (head, rows) =>
  [`| ${head.join(' | ')} |`, `|${'---|'.repeat(head.length)}`, ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n');

function printed() {
  const named = new Map(READERS.flatMap(({ reader, test, keys }) => keys.map((key) => [key, { reader, test }])));
  const all = Object.entries(SETTINGS);
  const rows = (wanted, more) =>
    all
      .filter(([, definition]) => wanted(definition))
      .map(([key, { category, default: value }]) => [`\`${key}\``, category, usual(value), ...more(key)]);
  const code = (text) => `\`${cell(text)}\``;
  return `# Settings

Printed by \`npm run generate\` from \`packages/contract/src/settings.ts\` and \`tooling/setting-readers.mjs\`
([decision 0074](decisions/0074-a-setting-is-obeyed-or-not-offered.md)). What the environment settles is in the [README](../README.md#settings).

## Offered

Each is obeyed by the reader; the test fails when it is not.

${table(
  ['setting', 'category', 'default', 'reader', 'test'],
  rows(
    ({ category, fixed }) => !fixed && category !== 'system',
    (key) => [code(named.get(key)?.reader ?? ''), code(named.get(key)?.test ?? '')],
  ),
)}

## Fixed

Clients of this API draw them; here they say how things are, and cannot be changed.

${table(
  ['setting', 'category', 'value'],
  rows(
    ({ fixed }) => fixed === true,
    () => [],
  ),
)}

## Of the product

Not changed over the API. Clients and components are told some of them.

${table(
  ['setting', 'category', 'value'],
  rows(
    ({ category, fixed }) => !fixed && category === 'system',
    () => [],
  ),
)}
`;
}

if (process.argv[1] && import.meta.filename === process.argv[1]) {
  const path = join(root, 'docs/settings.md');
  const problems = settingProblems(SETTINGS, READERS);
  const text = printed();
  if (!process.argv.includes('--check')) writeFileSync(path, text);
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== text)
    problems.push('docs/settings.md is not what is declared: run npm run generate.');
  for (const problem of problems) process.stdout.write(`${problem}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
