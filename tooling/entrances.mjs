// Prints what each entrance leaves behind, and what faults cost, into docs/evidence.md, from the rows that apps/gateway/test/entrances.test.ts,
// recording-faults.test.ts and e2e/clients/job-evidence.test.ts assert; --check only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faultTable } from '../apps/gateway/test/fault-table.ts';
import { entranceTable } from '../packages/testkit/src/entrance-table.ts';
import { root } from './prepare.mjs';

const path = join(root, 'docs/evidence.md');

/** The table, and nothing where a cell has no words: an entrance that says nothing of a column does not know. */
export function printed([head, ...rows]) {
  for (const row of rows)
    if (row.length !== head.length || row.some((cell) => !cell)) throw new Error(`The row ${row[0]} has an empty cell.`);
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => row[at].length)));
  const line = (cells) => `| ${cells.map((cell, at) => cell.padEnd(widths[at])).join(' | ')} |`;
  return [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n');
}

/** @param name of the marks between which it stands */
export function withTable(text, name, table) {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [before, rest] = text.split(start);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`docs/evidence.md has no ${start} … ${end}.`);
  return `${before}${start}\n\n${table}\n\n${end}${after}`;
}

if (process.argv[1] === import.meta.filename) {
  const text = readFileSync(path, 'utf8');
  const wanted = withTable(withTable(text, 'entrances', printed(entranceTable())), 'faults', printed(faultTable()));
  if (!process.argv.includes('--check')) writeFileSync(path, wanted);
  else if (wanted !== text) {
    process.stdout.write('A table in docs/evidence.md is not that of its suite: run npm run generate.\n');
    process.exitCode = 1;
  }
}
