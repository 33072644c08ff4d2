import { CodedError } from '@postern/contract/errors';
import type { InTable, OutsideList, Row } from '@postern/resource';
import { ElasticError } from './elastic.ts';
import { type Clause, type CommandOrder, orderOf } from './elastic-query.ts';
import type { CommandLog } from './logs.store.ts';
import { type LogReader, without } from './reading.ts';

/** One list of commands of several logs. */

/** Rows of a list that lies in several logs that can be passed over. */
const WINDOW = 10_000;
const PORTION = 500;

/** A part of the list, in its order. */
interface Part {
  count(): Promise<number>;
  walk(): AsyncGenerator<Row[]>;
}

/** @param size of a portion: what leaves the table meanwhile is read in one go, or the next portion would begin too late */
const tablePart = (table: InTable, size: number): Part => ({
  count: () => table.count(),
  async *walk() {
    for (let offset = 0; ; offset += size) {
      const rows = await table.rows({ limit: size, offset });
      if (rows.length > 0) yield rows;
      if (rows.length < size) return;
    }
  },
});

/** Which of two rows comes first. */
function compare(order: readonly CommandOrder[], a: Row, b: Row): number {
  for (const { by, descending } of order) {
    const difference = Number(a[by]) - Number(b[by]);
    if (difference !== 0) return descending ? -difference : difference;
  }
  return String(a.id) < String(b.id) ? -1 : 1;
}

interface Head {
  rows: Row[];
  at: number;
  rest: AsyncGenerator<Row[]>;
}

async function advance(head: Head): Promise<boolean> {
  head.at += 1;
  if (head.at < head.rows.length) return true;
  const next = await head.rest.next();
  head.rows = next.done ? [] : next.value;
  head.at = 0;
  return head.rows.length > 0;
}

/** The rows of all parts in order, each once. */
async function* merged(parts: readonly Part[], order: readonly CommandOrder[]): AsyncGenerator<Row> {
  let heads: Head[] = [];
  for (const part of parts) {
    const head: Head = { rows: [], at: 0, rest: part.walk() };
    if (await advance(head)) heads.push(head);
  }
  const given = new Set<unknown>();
  while (heads.length > 0) {
    const [first, ...others] = heads as [Head, ...Head[]];
    const head = others.reduce((best, one) => (compare(order, one.rows[one.at] as Row, best.rows[best.at] as Row) < 0 ? one : best), first);
    const row = head.rows[head.at] as Row;
    if (!given.has(row.id)) {
      given.add(row.id);
      yield row;
    }
    if (!(await advance(head))) heads = heads.filter((one) => one !== head);
  }
}

export interface MergeOptions {
  reader: LogReader;
  logs: readonly CommandLog[];
  clauses: readonly Clause[];
  query: Readonly<Record<string, string>>;
  /** Rows of the table that stay there; undefined where they are no part of the list. */
  staying: InTable | undefined;
  /** Rows of the table that are on their way into one of the logs. */
  leaving: InTable;
  /** Ids of those that may be in their log already, for counting them once. */
  waiting(log: CommandLog): Promise<readonly string[]>;
  /** Whether a log that does not answer leaves a hole that is told, or makes the list fail. */
  tolerant: boolean;
}

/** @throws CodedError storage_invalid, of a list that is not tolerant; page_too_deep */
export function mergedList({ reader, logs, clauses, query, staying, leaving, waiting, tolerant }: MergeOptions): OutsideList {
  const order = orderOf(query);
  const missing = new Set<string>();
  const lost = (log: CommandLog, error: unknown): void => {
    if (!(error instanceof ElasticError)) throw error;
    if (!tolerant) throw new CodedError('storage_invalid', {}, { cause: error });
    missing.add(log.name);
  };
  const logPart = (log: CommandLog, size: number, ids: readonly string[]): Part => ({
    async count() {
      try {
        return await reader.count(log, [...clauses, ...without(ids)]);
      } catch (error) {
        lost(log, error);
        return 0;
      }
    },
    async *walk() {
      try {
        yield* reader.walk(log, clauses, order, size);
      } catch (error) {
        lost(log, error);
      }
    },
  });
  /** @param portion rows that are read at a time; of what leaves the table meanwhile all that is wanted, in one go */
  async function partsFor(portion: number, wanted: number): Promise<Part[]> {
    const ids = await Promise.all(logs.map(waiting));
    return [
      // The table is asked first: what leaves it from then on is in its log by the time that this is asked.
      ...(ids.some((some) => some.length > 0) ? [tablePart(leaving, wanted)] : []),
      ...(staying ? [tablePart(staying, portion)] : []),
      ...logs.map((log, at) => logPart(log, portion, ids[at] ?? [])),
    ];
  }
  const [only, ...others] = logs;

  return {
    async page(part) {
      // Usually all of a log has left the table: then the engine pages.
      if (!staying && only && others.length === 0 && (await waiting(only)).length === 0) {
        try {
          return await reader.page(only, clauses, order, part);
        } catch (error) {
          lost(only, error);
        }
      }
      if (part.offset + part.limit > WINDOW) throw new CodedError('page_too_deep', { max: WINDOW });
      const end = part.offset + part.limit;
      const parts = await partsFor(Math.min(end, PORTION), end);
      let count = 0;
      for (const one of parts) count += await one.count();
      const rows: Row[] = [];
      let at = 0;
      for await (const row of merged(parts, order)) {
        if (at >= part.offset) rows.push(row);
        at += 1;
        if (at >= end) break;
      }
      return { rows, count };
    },
    async *walk() {
      let some: Row[] = [];
      for await (const row of merged(await partsFor(PORTION, WINDOW), order)) {
        some.push(row);
        if (some.length < PORTION) continue;
        yield some;
        some = [];
      }
      if (some.length > 0) yield some;
    },
    missing: () => [...missing],
  };
}
