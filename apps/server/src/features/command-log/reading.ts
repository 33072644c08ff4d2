import { CodedError } from '@postern/contract/errors';
import type { Context } from '@postern/resource';
import { ZodError } from 'zod';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { askElastic, ElasticError, type ElasticRequest, fingerprint } from './elastic.ts';
import { readName } from './elastic-index.ts';
import { type Clause, type CommandOrder, ids, inHome, sortOf } from './elastic-query.ts';
import { type CommandRow, foundIn } from './elastic-rows.ts';
import type { CommandLog } from './logs.store.ts';

/** Reading one log in a search engine. */

/** Rows that an engine lets be passed over in one search. */
const WINDOW = 10_000;
const PORTION = 500;
const READ_LIMIT = 5_000;
/** A log that did not answer is not waited for again for so long: lists of sessions ask every log for counts. */
const AWAY_MS = 3_000;

export interface LogReader {
  count(log: CommandLog, clauses: readonly Clause[]): Promise<number>;
  /** @throws CodedError page_too_deep; ElasticError */
  page(
    log: CommandLog,
    clauses: readonly Clause[],
    order: readonly CommandOrder[],
    part: { limit: number; offset: number },
  ): Promise<{ rows: CommandRow[]; count: number }>;
  /** @param size of a portion */
  walk(log: CommandLog, clauses: readonly Clause[], order: readonly CommandOrder[], size?: number): AsyncGenerator<CommandRow[]>;
  /** Commands of each of these sessions. */
  counts(log: CommandLog, ctx: Context, sessions: readonly string[], without: readonly string[]): Promise<Map<string, number>>;
}

/** Leaves out what is listed from the table. */
export const without = (waiting: readonly string[]): Clause[] => (waiting.length === 0 ? [] : [{ bool: { must_not: [ids(waiting)] } }]);

const filter = (clauses: readonly Clause[]) => ({ bool: { filter: clauses } });

export function logReader(outbound: Outbound): LogReader {
  /** Until when a cluster is taken for away, by what it is connected to with. */
  const away = new Map<string, number>();

  async function ask(log: CommandLog, what: '_search' | '_count', body: object): Promise<unknown> {
    const key = fingerprint(log.place.cluster);
    if ((away.get(key) ?? 0) > Date.now()) throw new ElasticError('unreachable', 0);
    const request: ElasticRequest = {
      method: 'POST',
      path: [readName(log.place), what],
      // Where no day has an index yet, there is nothing to list; an index that should be there and is not is an error.
      query: log.place.byDate ? { ignore_unavailable: 'true', allow_no_indices: 'true' } : {},
      body,
      limit: READ_LIMIT,
    };
    try {
      const answer = await askElastic(outbound, log.place.cluster, request);
      away.delete(key);
      return answer;
    } catch (error) {
      if (error instanceof ElasticError && error.status === 0) away.set(key, Date.now() + AWAY_MS);
      throw error;
    }
  }

  /** What an engine answers is checked: it is another's program. */
  async function found(log: CommandLog, body: object) {
    try {
      return foundIn(await ask(log, '_search', body));
    } catch (error) {
      if (error instanceof ZodError) throw new ElasticError('no answer to a search', 200, error);
      throw error;
    }
  }

  return {
    async count(log, clauses) {
      const answer = (await ask(log, '_count', { query: filter(clauses) })) as { count?: unknown };
      if (!Number.isSafeInteger(answer.count)) throw new ElasticError('no count', 200);
      return Number(answer.count);
    },
    async page(log, clauses, order, { limit, offset }) {
      const query = filter(clauses);
      if (offset + limit <= WINDOW) {
        const { rows, total } = await found(log, { query, sort: sortOf(order), from: offset, size: limit, track_total_hits: true });
        return { rows, count: total };
      }
      const count = await this.count(log, clauses);
      const size = Math.min(limit, count - offset);
      if (size <= 0) return { rows: [], count };
      // The last pages are read from their end.
      const behind = count - offset - size;
      if (behind + size > WINDOW) throw new CodedError('page_too_deep', { max: WINDOW });
      const { rows } = await found(log, { query, sort: sortOf(order, true), from: behind, size });
      return { rows: rows.reverse(), count };
    },
    async *walk(log, clauses, order, size = PORTION) {
      let after: unknown[] | undefined;
      for (;;) {
        const part = await found(log, {
          query: filter(clauses),
          sort: sortOf(order),
          size,
          track_total_hits: false,
          ...(after ? { search_after: after } : {}),
        });
        if (part.rows.length > 0) yield part.rows;
        if (part.rows.length < size || !part.after) return;
        after = part.after;
      }
    },
    async counts(log, ctx, sessions, waiting) {
      if (sessions.length === 0) return new Map();
      const clauses = [...inHome(ctx), { terms: { session: [...sessions] } }, ...without(waiting)];
      const answer = (await ask(log, '_search', {
        query: filter(clauses),
        size: 0,
        track_total_hits: false,
        aggs: { sessions: { terms: { field: 'session', size: sessions.length } } },
      })) as { aggregations?: { sessions?: { buckets?: { key?: unknown; doc_count?: unknown }[] } } };
      const buckets = answer.aggregations?.sessions?.buckets ?? [];
      return new Map(buckets.slice(0, sessions.length).map(({ key, doc_count }) => [String(key), Number(doc_count) || 0]));
    },
  };
}
