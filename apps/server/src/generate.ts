import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { draftMigration, openApi, operationsOf, printClient, printRowTypes, type SchemaSpec, schemaOf } from '@postern/resource';
import { assemble, VERSION } from './app.ts';
import { authorizationMatrix } from './authorization-matrix.ts';
import { readSettings } from './platform/config/settings.ts';
import { migrationsDir } from './platform/database/migrate.ts';
import { createPlatform } from './platform/platform.ts';
import { keyringOf } from './platform/secrets/keyring.ts';
import { routesPage } from './routes-page.ts';

/**
 * Prints what follows from the definitions:
 *   generate            row types, OpenAPI, types and operations of the client, the matrix of rights, how routes are declared
 *   generate --check    fails when a printed file is stale or the schema has no migration
 *   generate --draft N  writes the next migration from the last recorded schema, for a person to review;
 *                       further arguments name the tables it is about, when others are still being worked on
 */
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const ROW_TYPES = here('./platform/database/schema.gen.ts');
const MATRIX = here('../../../docs/authorization-matrix.md');
const CLIENT = here('../../../packages/client/src/api.gen.ts');
const OPENAPI = here('../../../docs/openapi.json');
const ROUTES = here('../../../docs/routes.md');
const RECORDED = `${migrationsDir}/schema.json`;

const silent = { debug() {}, info() {}, warn() {}, error() {} };
const platform = createPlatform({
  settings: readSettings({}),
  databaseUrl: 'postgres://nobody@127.0.0.1:1/none',
  keyring: keyringOf([]),
  bootstrapToken: '',
  log: silent,
  name: 'generate',
});
const { kernel, tables, routes, features } = assemble(platform);
const schema = schemaOf(kernel, tables);
const operations = operationsOf(kernel, tables, routes);

const printed: [path: string, text: string][] = [
  [ROW_TYPES, printRowTypes(schema)],
  [OPENAPI, `${JSON.stringify(openApi(operations, VERSION), null, 1)}\n`],
  [CLIENT, printClient(operations)],
  [ROUTES, routesPage(routes)],
  [
    MATRIX,
    authorizationMatrix(
      kernel,
      routes,
      features.flatMap((feature) => feature.sockets ?? []),
    ),
  ],
];

async function recorded(): Promise<SchemaSpec> {
  return existsSync(RECORDED) ? (JSON.parse(await readFile(RECORDED, 'utf8')) as SchemaSpec) : {};
}

async function check(): Promise<string[]> {
  const stale: string[] = [];
  for (const [path, text] of printed)
    if (!existsSync(path) || (await readFile(path, 'utf8')) !== text) stale.push(`${path} is stale: npm run generate`);
  const missing = draftMigration(await recorded(), schema);
  if (missing) stale.push(`the schema has changed without a migration: node apps/server/src/generate.ts --draft what-changes\n${missing}`);
  return stale;
}

/** The next number after the newest migration; the first is 0001. */
async function nextNumber(): Promise<string> {
  const numbers = (await readdir(migrationsDir)).flatMap((name) => (/^(\d{4})_.*\.sql$/.test(name) ? [Number(name.slice(0, 4))] : []));
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0');
}

async function draft(name: string, only: readonly string[]): Promise<void> {
  const before = await recorded();
  const first = Object.keys(before).length === 0;
  const after =
    only.length === 0 ? schema : { ...before, ...Object.fromEntries(Object.entries(schema).filter(([table]) => only.includes(table))) };
  const statements = draftMigration(before, after);
  if (!statements) return;
  const path = `${migrationsDir}/${first ? '0001' : await nextNumber()}_${name}.sql`;
  await writeFile(path, first ? `create extension if not exists pg_trgm;\n\n${statements}\n` : `${statements}\n`);
  await writeFile(RECORDED, `${JSON.stringify(after, null, 1)}\n`);
  process.stdout.write(`${path}\n`);
}

const [mode, name, ...only] = process.argv.slice(2);
if (mode === '--check') {
  const stale = await check();
  for (const line of stale) process.stderr.write(`${line}\n`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  if (mode === '--draft' && name && /^[a-z0-9-]+$/.test(name)) await draft(name, only);
  for (const [path, text] of printed) await writeFile(path, text);
}
await platform.database.close();
