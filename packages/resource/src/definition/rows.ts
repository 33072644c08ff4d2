import { and, at, type Column, EVERYBODY, eb, type Where } from '../base/conditions.ts';
import type { Context } from '../base/context.ts';

/** How the rows of a resource belong to organisations. */
export interface Scoped {
  scope: 'org' | 'system';
  /**
   * Id of the one organisation in which all rows live, whatever the header says: rights are asked there, new rows are its own, and
   * another organisation, the root one included, shows none beside them (docs/decisions/0083).
   */
  fixedOrg?: string;
}

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
export const narrowed = <R extends { rows: Rows }>(resource: R, own: (ctx: Context, t: Column) => Where | undefined): R => ({
  ...resource,
  rows: narrowedRows(resource.rows, own),
});
