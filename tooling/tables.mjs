// Who owns, writes and reads each table (docs/tables.md), and that SQL, organisations and other people's tables stay where they belong (decision 0085).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { filesOf } from './files.mjs';
import { root } from './prepare.mjs';

const SOURCES = ['apps/server/src', 'packages/resource/src'];
const PAGE = 'docs/tables.md';

/** The part of the server that a file belongs to: a feature, or the platform. */
export const partOf = (file) =>
  /^apps\/server\/src\/features\/([^/]+)/.exec(file)?.[1] ?? (file.startsWith('packages/resource/') ? 'kernel' : 'platform');

/** Tables that a source defines: of resources, of its own, and the joins of its relations. */
export function definedIn(text) {
  return [
    ...[...text.matchAll(/\bdefineTable\(\{\s*name: '(\w+)'/g)],
    ...[...text.matchAll(/\bdefineResource\(\{[\s\S]*?\n {2}table: '(\w+)'/g)],
    ...[...text.matchAll(/through: \{ table: '(\w+)'/g)],
  ].map(([, name]) => name);
}

/** Tables that a source reads and writes, by the builder and, in files of queries, by name in SQL. */
export function usedIn(file, text, tables) {
  const found = { reads: new Set(), writes: new Set() };
  const take = (kind, pattern) => {
    for (const [, name] of text.matchAll(pattern)) if (tables.has(name)) found[kind].add(name);
  };
  take('reads', /\.(?:selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|from|using)\(\s*\[?'(\w+)/g);
  take('writes', /\.(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\('(\w+)/g);
  if (file.endsWith('.queries.ts')) {
    take('reads', /\b(?:from|join)\s+(?:only\s+)?"?(\w+)"?/g);
    take('writes', /\b(?:insert\s+into|delete\s+from|update)\s+"?(\w+)"?/g);
  }
  for (const name of found.writes) if (!/\bselect\b/.test(text)) found.reads.delete(name);
  return found;
}

/** Lines of a source with SQL in a string, outside of files of queries. */
export const sqlLines = (file, text) =>
  /\.(queries|test)\.ts$/.test(file) ? [] : text.split('\n').flatMap((line, at) => (/(?<![.\w])sql(<[^`]*>)?`/.test(line) ? [at + 1] : []));

function survey() {
  const files = filesOf(...SOURCES)
    .filter((file) => file.endsWith('.ts') && !/\.(test|gen)\.ts$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  const owners = new Map();
  for (const { file, text } of files) for (const table of definedIn(text)) if (!owners.has(table)) owners.set(table, partOf(file));
  const readers = new Map([...owners.keys()].map((table) => [table, new Set()]));
  const faults = [];
  let sql = 0;
  for (const { file, text } of files) {
    const { reads, writes } = usedIn(file, text, readers);
    for (const table of reads) readers.get(table).add(partOf(file));
    for (const table of writes)
      if (owners.get(table) !== partOf(file)) faults.push(`${file} writes ${table}, which belongs to ${owners.get(table)}`);
    const lines = sqlLines(file, text);
    sql += lines.length;
    for (const line of lines) faults.push(`${file}:${line} has SQL in a string; it belongs into a file of queries`);
    if (partOf(file) !== 'kernel')
      for (const [at, line] of text.split('\n').entries())
        if (/\.org_id'?\s*(=|,\s*'=')|'org_id',\s*'='/.test(line))
          faults.push(`${file}:${at + 1} compares an organisation; ask the rows of a resource`);
  }
  return { owners, readers, faults, sql };
}

const page = ({ owners, readers }) =>
  `# Tables

Printed by \`npm run generate\` from the sources: which part of the server defines and writes a table, and which others read it by joins
([decision 0085](decisions/0085-tables-rows-and-routes-are-declared.md)).

| table | written by | read by |
|---|---|---|
${[...owners]
  .sort(([a], [b]) => a.localeCompare(b))
  .map(([table, owner]) => {
    const others = [...(readers.get(table) ?? [])].filter((part) => part !== owner).sort();
    return `| \`${table}\` | ${owner} | ${others.join(', ')} |`;
  })
  .join('\n')}
`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const found = survey();
  const text = page(found);
  if (!process.argv.includes('--check')) writeFileSync(join(root, PAGE), text);
  else if (readFileSync(join(root, PAGE), 'utf8') !== text) found.faults.push(`${PAGE} is not up to date: npm run generate`);
  for (const fault of found.faults) process.stdout.write(`${fault}\n`);
  process.stdout.write(
    `${found.owners.size} tables, ${found.sql} lines of SQL outside of files of queries, ${found.faults.length} faults\n`,
  );
  process.exitCode = found.faults.length === 0 ? 0 : 1;
}
