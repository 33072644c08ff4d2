import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase, type Product } from './product.ts';

/** One statement as PostgreSQL was asked to run it. */
export interface Statement {
  text: string;
  values: (string | null)[];
}

const mark = '@@';

export interface SqlLog {
  /**
   * What the server asks PostgreSQL during the work: exactly the statements and parameters, those of authentication and of the transaction
   * included. Taken three times; the shortest list is free of the server's own housekeeping.
   */
  during(work: () => Promise<unknown>): Promise<Statement[]>;
  close(): Promise<void>;
}

/** Has PostgreSQL log every statement until it is closed: nothing is to be timed meanwhile. */
export async function openSqlLog(product: Product): Promise<SqlLog> {
  const client = await openDatabase(product);
  const log = join(product.dataDir, 'postgres', 'server.log');
  const reload = async (...changes: string[]) => {
    for (const change of changes) await client.query(`alter system ${change}`);
    await client.query('select pg_reload_conf()');
    await wait(500);
  };
  await reload(`set log_line_prefix = '${mark}%a '`, `set log_statement = 'all'`);
  return {
    async during(work) {
      const taken: Statement[][] = [];
      for (let turn = 0; turn < 3; turn += 1) {
        await wait(300);
        const from = (await stat(log)).size;
        await work();
        await wait(200);
        taken.push(parse(await tail(log, from)));
      }
      return taken.toSorted((a, b) => a.length - b.length)[0] ?? [];
    },
    async close() {
      await reload('reset log_statement', 'reset log_line_prefix');
      await client.end();
    },
  };
}

/** The statements of one piece of work. */
export async function statementsOf(product: Product, work: () => Promise<unknown>): Promise<Statement[]> {
  const log = await openSqlLog(product);
  try {
    return await log.during(work);
  } finally {
    await log.close();
  }
}

async function tail(path: string, from: number): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
    return buffer.toString('utf8');
  } finally {
    await file.close();
  }
}

function parse(text: string): Statement[] {
  const found: Statement[] = [];
  for (const entry of text.split(new RegExp(`^${mark}`, 'm'))) {
    const parsed = /^postern server (LOG|DETAIL): {2}(?:execute [^:]*|statement|[Pp]arameters): ([\s\S]*)$/.exec(entry.trimEnd());
    if (!parsed) continue;
    const [, kind, rest = ''] = parsed;
    const body = rest.replaceAll('\n\t', '\n');
    const last = found.at(-1);
    if (kind === 'LOG') found.push({ text: body, values: [] });
    else if (last)
      last.values = [...body.matchAll(/\$\d+ = (?:(NULL)|'((?:[^']|'')*)')/g)].map(([, none, value]) =>
        none ? null : (value ?? '').replaceAll("''", "'"),
      );
  }
  return found;
}

/** The statements run again, bare: one connection, `pg`, nothing else. */
export async function replayer(
  product: Product,
  statements: readonly Statement[],
): Promise<{ run(): Promise<void>; close(): Promise<void> }> {
  const client = new pg.Client({ connectionString: await product.databaseUrl() });
  await client.connect();
  return {
    async run() {
      for (const { text, values } of statements) await client.query(text, values.length > 0 ? values : undefined);
    },
    close: () => client.end(),
  };
}
