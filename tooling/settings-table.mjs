// Prints the README's table of settings from the one that the server checks them against; --check only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { ENVIRONMENT } from '../apps/server/src/platform/config/settings.ts';

const [start, end] = ['<!-- settings -->', '<!-- /settings -->'];
const rows = Object.entries(ENVIRONMENT).map(([name, entry]) => `| \`${name}\` | ${entry.description} | ${entry.default} |`);
const table = ['| setting | meaning | default |', '|---|---|---|', ...rows].join('\n');

const readme = readFileSync('README.md', 'utf8');
const [before, rest] = readme.split(start);
const after = rest?.split(end)[1];
if (before === undefined || after === undefined) throw new Error(`README.md has no ${start} … ${end}.`);
const printed = `${before}${start}\n\n${table}\n\n${end}${after}`;

if (!process.argv.includes('--check')) writeFileSync('README.md', printed);
else if (printed !== readme) {
  process.stdout.write('The settings in README.md are not those of settings.ts: run npm run generate.\n');
  process.exitCode = 1;
}
