import { parseUuids } from '@postern/contract/ids';
import { type Expression, sql } from 'kysely';
import { among, and, at, eb, type Where } from '../base/conditions.ts';
import type { Context } from '../base/context.ts';
import type { ResolvedField, ResolvedResource } from '../compiled/resolved.ts';
import type { AnyDatabase } from '../database.ts';

export { found } from './where.queries.ts';

/** The connection for queries over resolved resources, whose tables and columns are data. */
export const anyTable = (ctx: Pick<Context, 'tx'>): AnyDatabase => ctx.tx as unknown as AnyDatabase;

/** Main table under its fixed alias. */
export const mainTable = (resource: Pick<ResolvedResource, 'table'>): `${string} as t` => `${resource.table} as t`;

/** The same where a query is text. */
export const from = (resource: ResolvedResource): Expression<unknown> =>
  sql.table(resource.table).as('t') as unknown as Expression<unknown>;

export const column = at('t');

/** What a field is in SQL: its column, or its expression. */
export function expressionOf(field: ResolvedField, ctx: Context): Expression<unknown> | undefined {
  if (field.options.expression) return eb.parens(field.options.expression(ctx));
  return field.column === undefined ? undefined : column(field.column);
}

export const all = (conditions: readonly Where[]): Where => and(...conditions);

/** The ids that can be ids of a resource, in the form they have in its table. */
const idsOf = ({ idType }: ResolvedResource, ids: readonly (string | number)[]): (string | number)[] =>
  idType === 'integer' ? ids.map(Number).filter((id) => Number.isSafeInteger(id) && id <= 2147483647 && id >= 0) : parseUuids(ids);

/** `t.id in (…)`, bounded by the array the caller holds. Ids that cannot be ids match nothing. */
export const idIn = (resource: ResolvedResource, ids: readonly (string | number)[]): Where => among(column('id'), idsOf(resource, ids));

/** Row security: the organisation and the resource's own rule, for every verb (decision 0017). */
export const visible = (resource: ResolvedResource, ctx: Context): Where[] => [resource.rows(ctx, 't')];
