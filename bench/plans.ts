import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { ALLOWED_SCANS, ROWS } from './allowed-scans.ts';
import { ESTATE } from './estate-data.ts';
import { linesOf } from './list-lines.ts';
import { statementsOfLines, withCallers } from './lists.ts';
import { withDatabase } from './product.ts';
import type { Row } from './report.ts';
import type { Measure, World } from './section.ts';
import type { Statement } from './sql-log.ts';

/** How PostgreSQL finds the rows of each list, kept in files so that a change of it shows in a review. */

const folder = fileURLToPath(new URL('../docs/plans/', import.meta.url));
/** A table up to this size may be read from end to end. */
const SMALL = 10_000;
const WIDTH = 150;

/** What differs between two installations with the same rows: ids made at random, moments, digests. */
const normalised = (text: string): string =>
  text
    .replace(/(?<!\w)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d(?::\d\d)?(?:\.\d+)?(?:Z|[+-]\d\d(?::?\d\d)?)?/g, '<moment>')
    .replace(/(?<=')(?:\\x)?[A-Za-z0-9+/_=-]{40,}(?=')/g, '<digest>')
    .replace(/\{(?:<id>|\d+)(?:,(?:<id>|\d+))+\}/g, '{<ids>}');

function wrapped(text: string): string {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1) ?? '';
    if (last.length + word.length >= WIDTH && last !== '') lines.push(`  ${word}`);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines.join('\n');
}

/** Statements that read or write rows; the others begin and end transactions. */
const plannable = ({ text }: Statement): boolean =>
  /^\s*(?:select|with|insert|update|delete)\b/i.test(text) && !/^\s*select set_config/i.test(text);

async function planOf(client: pg.Client, { text, values }: Statement): Promise<string> {
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

interface Step {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Step[];
}

/** Rows that the busiest step of the statement goes through, those that it throws away too. */
async function mostRows(client: pg.Client, { text, values }: Statement): Promise<number> {
  if (!/^\s*(?:select|with)\b/i.test(text)) return 0;
  const { rows } = await client.query<{ 'QUERY PLAN': { Plan: Step }[] }>(`explain (analyze, timing off, format json) ${text}`, values);
  const most = (step: Step): number => {
    const each = step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Index Recheck'] ?? 0);
    return Math.max(each * step['Actual Loops'], ...(step.Plans ?? []).map(most));
  };
  return Math.max(0, ...(rows[0]?.['QUERY PLAN'] ?? []).map(({ Plan }) => most(Plan)));
}

/** Tables that the plans read from end to end, of those that are large. */
const scannedIn = (plans: string, large: ReadonlySet<string>): string[] => [
  ...new Set([...plans.matchAll(/Seq Scan on (?:\w+\.)?(\w+)/g)].map(([, table = '']) => table).filter((table) => large.has(table))),
];

async function largeTables(client: pg.Client): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples > $1`,
    [SMALL],
  );
  return new Set(rows.map((row) => row.name));
}

function rowOf(name: string, what: string, tables: readonly string[], most: number): Row {
  const allowed = ALLOWED_SCANS[name] ?? {};
  const scanned = [...tables, ...(most > SMALL ? [ROWS] : [])];
  const wrong = [...scanned.filter((one) => !(one in allowed)), ...Object.keys(allowed).filter((one) => !scanned.includes(one))];
  return {
    what,
    budget: `no table above ${SMALL.toLocaleString('en')} rows from end to end, nor so many rows in one step`,
    measured: `${tables.join(', ') || 'no table'}; ${Math.round(most).toLocaleString('en')} rows in the busiest step`,
    baseline:
      Object.entries(allowed)
        .map(([one, because]) => `${one}: ${because}`)
        .join('; ') || '–',
    ratio: '–',
    pass: wrong.length === 0,
  };
}

/** Files of lists that are no longer measured would stay for ever. */
async function clearFolder(): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of await readdir(folder)) if (file.endsWith('.txt')) await rm(`${folder}${file}`);
}

async function write(client: pg.Client, name: string, what: string, statements: readonly Statement[]): Promise<string> {
  const plans: string[] = [];
  for (const statement of statements.filter(plannable))
    plans.push(`${normalised(wrapped(statement.text))}\n\n${normalised(await planOf(client, statement)).replace(/^/gm, '    ')}\n`);
  // Which of two that are asked at the same time comes first is chance.
  const text = `${what}\n\n${plans.toSorted().join('\n')}`;
  await writeFile(`${folder}${name}.txt`, text);
  return text;
}

export const measurePlans: Measure = async ({ estate, say }) => {
  const product = await estate();
  const lines = linesOf(ESTATE, 0).filter((line) => line.bare);
  const statements = await withCallers(product, (callers) => statementsOfLines(product, callers, lines));
  await clearFolder();
  const rows = await withDatabase(product, (client) => explained(client, lines, statements, say));
  return {
    rows,
    notes: [
      'The plans are in `docs/plans`, one file a list, with the statements they are of; what differs from run to run is left out. Reasons are in `bench/allowed-scans.ts`.',
    ],
  };
};

async function explained(
  client: pg.Client,
  lines: readonly { name: string; what: string }[],
  statements: ReadonlyMap<string, readonly Statement[]>,
  say: World['say'],
): Promise<Row[]> {
  await client.query('analyze');
  const large = await largeTables(client);
  const rows: Row[] = [];
  for (const { name, what } of lines) {
    const own = statements.get(name) ?? [];
    const scanned = scannedIn(await write(client, name, what, own), large);
    let most = 0;
    for (const statement of own.filter(plannable)) most = Math.max(most, await mostRows(client, statement));
    const row = rowOf(name, what, scanned, most);
    say(`${what}: ${row.measured}`);
    rows.push(row);
  }
  return rows;
}
