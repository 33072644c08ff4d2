import { createHash } from 'node:crypto';
import type { Language } from '@postern/contract/text';
import { isRecord } from '@postern/contract/wire';
import { among, at, COLUMN, type Database, defineTable, type ImportMemory, type TableDefinition } from '@postern/resource';
import { lockByNumber } from '../database/lock.queries.ts';
import { ago } from '../database/moment.queries.ts';
import { translateError } from '../http/errors.ts';
import { claimedKeys, claimKeys, rememberRows } from './imports.queries.ts';

/** What imports remember between the portions of a file, and after a lost answer (decision 0030). */

/** Which object a row of a file became. */
const importRows = defineTable({
  name: 'import_rows',
  columns: {
    scope: 'text not null',
    n: 'integer not null',
    print: 'text not null',
    object_id: 'text not null',
    date_created: COLUMN.now,
  },
  constraints: ['primary key (scope, n)'],
  indexes: [{ on: 'date_created' }],
});

/** Unique values that the checked rows of a file would take. */
const importKeys = defineTable({
  name: 'import_keys',
  columns: {
    scope: 'text not null',
    key: 'text not null',
    n: 'integer not null',
    date_created: COLUMN.now,
  },
  constraints: ['primary key (scope, key)'],
  indexes: [{ on: 'scope, n' }, { on: 'date_created' }],
});

export const importTables: readonly TableDefinition[] = [importRows, importKeys];

/** How long a file can be taken up again, and how long a check counts. */
const ROWS_DAYS = 7;
const KEYS_DAYS = 1;

export async function forgetImports(db: Database): Promise<void> {
  await db
    .deleteFrom('import_rows')
    .where('date_created', '<', ago({ days: ROWS_DAYS }))
    .execute();
  await db
    .deleteFrom('import_keys')
    .where('date_created', '<', ago({ days: KEYS_DAYS }))
    .execute();
}

export const importMemory: ImportMemory = {
  async lock(ctx, scope) {
    // A 64-bit number out of the scope, which is a hash already.
    await lockByNumber(ctx.tx, createHash('sha256').update(scope).digest().readBigInt64BE(0));
  },
  async known(ctx, scope, rows) {
    const prints = new Map(rows.map(({ n, print }) => [n, print]));
    const found = await ctx.tx
      .selectFrom('import_rows as r')
      .select(['r.n', 'r.print', 'r.object_id'])
      .where('r.scope', '=', scope)
      .where(among(at('r')('n'), [...prints.keys()]))
      .execute();
    return new Map(found.filter(({ n, print }) => prints.get(n) === print).map(({ n, object_id }) => [n, object_id]));
  },
  async remember(ctx, scope, rows) {
    if (rows.length === 0) return;
    await rememberRows(ctx.tx, scope, rows);
  },
  async claim(ctx, scope, ns, given) {
    await ctx.tx
      .deleteFrom('import_keys')
      .where('scope', '=', scope)
      .where(among(at('import_keys')('n'), ns))
      .execute();
    if (given.length === 0) return [];
    const taken = new Set(await claimedKeys(ctx.tx, scope, given));
    const lost = given.filter(({ key }) => taken.has(key));
    // A row that does not pass claims nothing at all.
    const losers = new Set(lost.map(({ n }) => n));
    const won = given.filter(({ n }) => !losers.has(n));
    await claimKeys(ctx.tx, scope, won);
    return lost;
  },
};

/**
 * What a client is told of a refused row. Undefined for errors that are not about it: the portion as a whole has failed
 * then and is sent again.
 */
export function refusal(error: unknown, language: Language): Record<string, unknown> | undefined {
  const { status, body, unexpected } = translateError(error, language, '');
  if (unexpected || status >= 500 || status === 409 || !isRecord(body)) return undefined;
  const { detail } = body as { detail?: unknown };
  return typeof detail === 'string' ? { non_field_errors: [detail] } : { ...body };
}
