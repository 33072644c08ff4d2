import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { Context } from './context.ts';
import type { ResourceDefinition } from './definition.ts';
import type { Where } from './kinds/kind.ts';
import type { ResolvedResource } from './resolved.ts';

/** A column of the table whose rows are asked about, under whatever alias it stands in the query. */
export type Column = (name: string) => Expression<unknown>;

/** Columns under an alias: `at('a')('org_id')` is `a.org_id`. */
export const at =
  (alias: string): Column =>
  (name) =>
    sql.ref(`${alias}.${name}`);

/** Builds conditions that belong to no query yet. */
export const eb = expressionBuilder<Record<string, Record<string, unknown>>, string>();

export const EVERYBODY: Where = eb.lit(true) as Expression<SqlBool>;
export const NOBODY: Where = eb.lit(false) as Expression<SqlBool>;

/** All of these; true of everything where there are none. */
export const and = (...conditions: readonly (Where | undefined)[]): Where => {
  const asked = conditions.filter((one) => one !== undefined);
  return asked.length === 0 ? EVERYBODY : eb.and(asked);
};

/** Whether a column is among these, which may be many: one parameter, whatever their number. */
export const among = (column: Expression<unknown>, values: readonly (string | number)[]): Where =>
  eb(column, '=', eb.fn.any(eb.val([...values])));

/** Any of these; true of nothing where there are none. */
export const or = (...conditions: readonly Where[]): Where => (conditions.length === 0 ? NOBODY : eb.or(conditions));

declare const ROWS: unique symbol;

/**
 * Whose rows of a resource an actor may see and name: a where-clause over its table, under the alias it has in a query. Made by `rowsOf`
 * alone, so that none forgets the organisation; nothing else compares `org_id`.
 */
export interface Rows {
  (ctx: Context, alias: string): Where;
  /** Of a resource that belongs to organisations in this way. */
  readonly of: Scoped;
  readonly [ROWS]: true;
}

export type Scoped = Pick<ResourceDefinition, 'scope' | 'fixedOrg'>;

/** The organisation whose rows of a resource are meant; undefined for those of all, and where rows belong to none. */
export const homeOf = ({ scope, fixedOrg }: Scoped, { org }: Pick<Context, 'org'>): string | undefined =>
  scope === 'org' ? (fixedOrg ?? (org.isRoot ? undefined : org.id)) : undefined;

/** Rows of the organisation of the request; of all of them, and of none, in the root one. For tables only some of whose rows have one. */
export const inOrg = ({ org }: Pick<Context, 'org'>, t: Column): Where => (org.isRoot ? EVERYBODY : eb(t('org_id'), '=', org.id));

/**
 * The rows of a resource: of the organisation of the request, of all of them in the root one, and among them those of its own rule.
 *
 * @param own further rule; undefined where it holds nothing back
 */
export function rowsOf({ scope, fixedOrg }: Scoped, own?: (ctx: Context, t: Column) => Where | undefined): Rows {
  const of = { scope, ...(fixedOrg === undefined ? {} : { fixedOrg }) };
  return made(of, (ctx, alias) => {
    const t = at(alias);
    const home = homeOf(of, ctx);
    return and(home === undefined ? undefined : eb(t('org_id'), '=', home), own?.(ctx, t));
  });
}

const made = (of: Scoped, rows: (ctx: Context, alias: string) => Where): Rows => Object.assign(rows, { of }) as unknown as Rows;

/** The same rows, and of them only those for which this holds. */
export function narrowedRows(rows: Rows, own: (ctx: Context, t: Column) => Where | undefined): Rows {
  return made(rows.of, (ctx, alias) => and(rows(ctx, alias), own(ctx, at(alias))));
}

/** A resource with fewer rows, for lists that live at other addresses. The resource's own row security stays. */
export const narrowed = (resource: ResolvedResource, own: (ctx: Context, t: Column) => Where | undefined): ResolvedResource => ({
  ...resource,
  rows: narrowedRows(resource.rows, own),
});
