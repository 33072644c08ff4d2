import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import {
  among,
  type Context,
  type Elsewhere,
  EVERYBODY,
  eb,
  NOBODY,
  type OutsideQuery,
  type Row,
  type Tables,
  type Where,
} from '@postern/resource';
import { type Expression, expressionBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { ElasticError } from './elastic.ts';
import { prepareIndex } from './elastic-index.ts';
import { type Clause, clausesOf, ids, inHome } from './elastic-query.ts';
import type { CommandRow } from './elastic-rows.ts';
import { type CommandLog, commandLogs, ELASTIC } from './logs.store.ts';
import { mergedList } from './merged.ts';
import { logReader, without } from './reading.ts';
import { waitingCount, waitingIds } from './shipper.store.ts';

/** Commands wherever they are: in the table, and in search engines (docs/decisions/0104). */
export interface CommandLogs {
  /** What lists of commands find outside the table. */
  elsewhere: Elsewhere;
  /**
   * How many there are of a query in a search engine, without those that are in the table still.
   * @returns undefined when it does not answer
   */
  count(ctx: Context, log: CommandLog, query: Readonly<Record<string, string>>): Promise<number | undefined>;
  /** Whether there is a search engine at all, as a value of a statement. */
  areThere(): Expression<unknown>;
  /** How many there are in all of them; what does not answer counts nothing. */
  countAll(ctx: Context, narrow: { since: number; risks?: readonly number[] }): Promise<number>;
  /** Commands of each of these sessions, wherever they are; what does not answer counts nothing. */
  countsOf(ctx: Context, sessions: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The first commands of a session that are outside the table, and how many are only there. @throws CodedError storage_invalid */
  ofSession(ctx: Context, session: string, max: number): Promise<{ rows: CommandRow[]; count: number }>;
  /** Connects and looks at the index, and makes what is missing. @returns name and version, and how many commands are there and wait here @throws ElasticError */
  tried(ctx: Context, log: CommandLog): Promise<{ engine: string; stored: number; waiting: number }>;
}

const LEAVING = eb('t.storage_id', 'is not', null);
const STAYING = eb('t.storage_id', 'is', null);

/** Rows of the table that belong to a storage: the server's own stay, those of another one are on their way into it. */
export async function inStorage(ctx: Context, value: string): Promise<Where> {
  const rows = await ctx.tx
    .selectFrom('command_storages')
    .select(['id', 'type'])
    .where((of) => of.or([of('id', '=', parseUuid(value) ?? null), of('type', '=', ELASTIC)]))
    .execute();
  const found = rows.find(({ id }) => id === parseUuid(value));
  // Where there is no other one, nothing leaves, and counting is by an index alone.
  if (found?.type === 'server') return rows.length > 1 ? STAYING : EVERYBODY;
  return found?.type === ELASTIC ? eb('t.storage_id', '=', found.id) : NOBODY;
}

const areThere = () =>
  expressionBuilder<Tables, never>().exists((of) => of.selectFrom('command_storages as s').select('s.id').where('s.type', '=', ELASTIC));

export function createCommandLogs({ outbound, timeZone }: { outbound: Outbound; timeZone: string }): CommandLogs {
  const reader = logReader(outbound);

  const counted = async (ctx: Context, log: CommandLog, clauses: readonly Clause[]): Promise<number | undefined> => {
    try {
      return await reader.count(log, [...clauses, ...without(await waitingIds(ctx, log.id))]);
    } catch (error) {
      if (error instanceof ElasticError) return undefined;
      throw error;
    }
  };

  /** Undefined where only the table is asked. */
  async function list(ctx: Context, { query, chosen, table }: OutsideQuery) {
    const logs = await commandLogs(ctx);
    if (logs.length === 0) return undefined;
    const named = query.command_storage_id;
    const asked = named ? logs.filter(({ id }) => id === parseUuid(named)) : logs;
    if (asked.length === 0) return undefined;
    return mergedList({
      reader,
      logs: asked,
      clauses: clausesOf(ctx, query, chosen),
      query,
      staying: named ? undefined : table.only(STAYING),
      leaving: table.only(LEAVING),
      waiting: (log) => waitingIds(ctx, log.id),
      tolerant: !named,
    });
  }

  async function row(ctx: Context, id: string): Promise<Row | undefined> {
    if (!parseUuid(id)) return undefined;
    for (const log of await commandLogs(ctx)) {
      try {
        const { rows } = await reader.page(log, [...inHome(ctx), ids([id])], [], { limit: 1, offset: 0 });
        if (rows[0]) return rows[0];
      } catch (error) {
        if (!(error instanceof ElasticError)) throw error;
      }
    }
    return undefined;
  }

  return {
    elsewhere: { list, row },
    count: (ctx, log, query) => counted(ctx, log, clausesOf(ctx, query)),
    areThere,
    async countAll(ctx, { since, risks }) {
      const clauses: Clause[] = [
        ...inHome(ctx),
        { range: { timestamp: { gte: since } } },
        ...(risks ? [{ terms: { risk_level: [...risks] } }] : []),
      ];
      const counts = await Promise.all((await commandLogs(ctx)).map((log) => counted(ctx, log, clauses)));
      return counts.reduce<number>((sum, one) => sum + (one ?? 0), 0);
    },
    async countsOf(ctx, sessions) {
      const { counts, outside } = await ctx.tx
        .selectNoFrom((of) => [
          jsonArrayFrom(
            of
              .selectFrom('commands as c')
              .select(({ fn }) => ['c.session', fn.countAll<number>().as('n')])
              .where(({ ref }) => among(ref('c.session'), sessions))
              .groupBy('c.session'),
          ).as('counts'),
          areThere().as('outside'),
        ])
        .executeTakeFirstOrThrow();
      const all = new Map(counts.map(({ session, n }) => [session, n]));
      if (!outside) return all;
      for (const log of await commandLogs(ctx)) {
        try {
          const found = await reader.counts(log, ctx, sessions, await waitingIds(ctx, log.id));
          for (const [session, n] of found) all.set(session, (all.get(session) ?? 0) + n);
        } catch (error) {
          if (!(error instanceof ElasticError)) throw error;
        }
      }
      return all;
    },
    async ofSession(ctx, session, max) {
      const rows: CommandRow[] = [];
      let count = 0;
      for (const log of await commandLogs(ctx)) {
        const clauses = clausesOf(ctx, { session });
        try {
          count += await reader.count(log, [...clauses, ...without(await waitingIds(ctx, log.id))]);
          let left = max;
          for await (const some of reader.walk(log, clauses, [{ by: 'timestamp', descending: false }])) {
            rows.push(...some.slice(0, left));
            left -= some.length;
            if (left <= 0) break;
          }
        } catch (error) {
          if (error instanceof ElasticError) throw new CodedError('storage_invalid', {}, { cause: error });
          throw error;
        }
      }
      return { rows, count };
    },
    async tried(ctx, log) {
      const engine = await prepareIndex(outbound, log.place, ctx.clock(), timeZone);
      return { engine, stored: await reader.count(log, []), waiting: await waitingCount(ctx, log.id) };
    },
  };
}
