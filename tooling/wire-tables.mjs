// The pages of docs/wire that name tests: every row has a state, or a kind, and a test that is there.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { missingTest, tableRows } from './named-tests.mjs';
import { root } from './prepare.mjs';

/**
 * What is wrong with the rows of one page that have a column `test`.
 *
 * @param {string} text
 * @returns {string[]}
 */
export function faultsOf(text) {
  return tableRows(text)
    .filter(({ cells }) => 'test' in cells)
    .flatMap(({ section, cells }) => {
      const row = `${section}: ${Object.values(cells)[0]}`;
      if (cells.state === '') return [`${row}: no state`];
      const missing = cells.test ? missingTest(cells.test) : 'names no test';
      return missing ? [`${row}: ${missing}`] : [];
    });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = join(root, 'docs', 'wire');
  const faults = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => faultsOf(readFileSync(join(folder, name), 'utf8')).map((fault) => `docs/wire/${name}: ${fault}`));
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}
