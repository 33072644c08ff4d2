import { CodedError } from '@postern/contract/errors';
import { parseUuid } from '@postern/contract/ids';
import type { SelectQueryBuilder } from 'kysely';
import { and, type Where } from '../base/conditions.ts';
import type { Context } from '../base/context.ts';
import type { ResolvedField, ResolvedResource } from '../compiled/resolved.ts';
import type { Row } from '../definition/definition.ts';
import { joinedSelection } from './joined.ts';
import { type Order, selection } from './query.ts';
import { anyTable, idIn, mainTable, visible } from './where.ts';

/** Rows as they are stored. */

type Id = string | number;

/** Rows that a set of conditions leaves, as stored. */
export const fetchRows = (resource: ResolvedResource, ctx: Context, conditions: readonly Where[], part: Part = {}): Promise<Row[]> =>
  partOf(
    anyTable(ctx)
      .selectFrom(mainTable(resource))
      .select(selection(resource, ctx, part.shown))
      .where(and(...conditions)),
    part,
  ).execute();

/** Rows of ids that were found before, in the order of the ids. What went in the meantime, or may be seen no more, is left out. */
export async function fetchFound(
  resource: ResolvedResource,
  ctx: Context,
  ids: readonly Id[],
  shown: readonly ResolvedField[],
): Promise<Row[]> {
  const rows = await fetchRows(resource, ctx, [...visible(resource, ctx), idIn(resource, ids)], { shown });
  const byId = new Map(rows.map((row) => [row.id as Id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

/** Rows as they were just written, by id, with what the fields of an answer show of other tables. */
export async function fetchWritten(
  resource: ResolvedResource,
  ctx: Context,
  ids: readonly Id[],
  shown: readonly ResolvedField[],
): Promise<Map<Id, Row>> {
  if (ids.length === 0) return new Map();
  const rows = await anyTable(ctx)
    .selectFrom(mainTable(resource))
    .select([...selection(resource, ctx), ...joinedSelection(resource, ctx, shown)])
    .where(idIn(resource, ids))
    .execute();
  return new Map(rows.map((row) => [row.id as Id, row]));
}

/** Their ids alone. */
export async function fetchIds(resource: ResolvedResource, ctx: Context, conditions: readonly Where[], part: Part = {}): Promise<Id[]> {
  const query = anyTable(ctx)
    .selectFrom(mainTable(resource))
    .select('t.id')
    .where(and(...conditions));
  return (await partOf(query, part).execute()).map((row) => row.id as Id);
}

/** Which of the rows, and in what order. */
export interface Part {
  order?: readonly Order[];
  limit?: number;
  offset?: number;
  /** Fields of the answer that the rows are for. */
  shown?: readonly ResolvedField[];
  /** Nobody else changes them until the transaction ends. */
  lock?: boolean;
}

export function partOf<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { order = [], limit, offset, lock = false }: Part,
): SelectQueryBuilder<DB, TB, O> {
  let part = query;
  for (const { by, how } of order) part = part.orderBy(by, how);
  if (limit !== undefined) part = part.limit(limit);
  if (offset !== undefined) part = part.offset(offset);
  return lock ? part.forUpdate('t' as TB & string) : part;
}

/** The row behind `…/{id}/`, or 404: also for another organisation's row (ARCHITECTURE.md#invariants). */
export async function fetchRow(
  resource: ResolvedResource,
  ctx: Context,
  id: string,
  options: Pick<Part, 'lock' | 'shown'> = {},
): Promise<Row> {
  const known = resource.idType === 'integer' ? /^\d{1,9}$/.test(id) : parseUuid(id) !== undefined;
  const match = known ? idIn(resource, [id]) : resource.behaviour.find?.(ctx, id);
  const row = match ? (await fetchRows(resource, ctx, [...visible(resource, ctx), match], options))[0] : undefined;
  if (!row) throw new CodedError('object_does_not_exist', { resource: resource.label[ctx.language] });
  return row;
}

/** How many rows a set of conditions leaves; at most so many are looked at. */
export async function countUpTo(resource: ResolvedResource, ctx: Context, conditions: readonly Where[], most: number): Promise<number> {
  const some = anyTable(ctx)
    .selectFrom(mainTable(resource))
    .select(({ lit }) => lit(1).as('one'))
    .where(and(...conditions))
    .limit(most);
  const { n } = await anyTable(ctx)
    .selectFrom(some.as('some'))
    .select(({ fn, cast }) => cast<number>(fn.countAll(), 'integer').as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** How many rows a set of conditions leaves. */
export async function countRows(resource: ResolvedResource, ctx: Context, conditions: readonly Where[]): Promise<number> {
  const { n } = await anyTable(ctx)
    .selectFrom(mainTable(resource))
    .select(({ fn, cast }) => cast<number>(fn.countAll(), 'integer').as('n'))
    .where(and(...conditions))
    .executeTakeFirstOrThrow();
  return n;
}
