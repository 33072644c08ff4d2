// Prints the score of the bypass corpus into docs/command-filters.md, from what its test found; --check only compares.
import { readFileSync, writeFileSync } from 'node:fs';

const [start, end] = ['<!-- score -->', '<!-- /score -->'];
const path = 'docs/command-filters.md';
const found = JSON.parse(readFileSync('apps/gateway/test/bypass-results.json', 'utf8'));
const sum = (rows, of) => rows.reduce((total, row) => total + of(row), 0);
const claimed = found.filter((row) => row.claimed);

const rows = [
  ...found.map(({ title, attempts, caught, claimed: yes }) => [title, attempts, caught, yes ? 'yes' : 'no']),
  ['**All**', `**${sum(found, (row) => row.attempts)}**`, `**${sum(found, (row) => row.caught)}**`, ''],
];
const head = ['Class of attempts', 'Attempts', 'Caught', 'Claimed'];
const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => String(row[at]).length)));
const line = (cells) => `| ${cells.map((cell, at) => String(cell).padEnd(widths[at])).join(' | ')} |`;
const table = [line(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rows.map(line)].join('\n');
const sentence = `Of ${sum(claimed, (row) => row.attempts)} attempts in ${claimed.length} claimed classes ${sum(claimed, (row) => row.caught)} are caught; of all ${sum(found, (row) => row.attempts)}, ${sum(found, (row) => row.caught)}.`;

const text = readFileSync(path, 'utf8');
const [before, rest] = text.split(start);
const after = rest?.split(end)[1];
if (before === undefined || after === undefined) throw new Error(`${path} has no ${start} … ${end}.`);
const printed = `${before}${start}\n\n${sentence}\n\n${table}\n\n${end}${after}`;

if (!process.argv.includes('--check')) writeFileSync(path, printed);
else if (printed !== text) {
  process.stdout.write(`The score in ${path} is not what the corpus found: run npm run generate.\n`);
  process.exitCode = 1;
}
