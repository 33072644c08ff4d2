import type { AliasedExpression, Expression } from 'kysely';
import { eb } from '../base/conditions.ts';
import type { Context } from '../base/context.ts';
import type { ResolvedField, ResolvedResource } from '../compiled/resolved.ts';
import type { Joined, Row } from '../definition/definition.ts';
import { belonging, linkedBy, referenced } from './joined.queries.ts';
import { column } from './where.ts';

/**
 * What a page brings along of other tables in its own statement (decision 0155): related objects, and computed values that are an expression over
 * the row. A list then costs one question, whatever its columns.
 */

export type Wire = Record<string, unknown>;

/** Under which name a row carries what was joined to it for a field. */
export const joinedName = ({ behaviour }: ResolvedResource, { name }: ResolvedField): string =>
  `${behaviour.joined?.[name]?.as ?? name}${JOINED}`;

const JOINED = ':joined';

/** A row without what was joined to it: others may have written there since. */
export const withoutJoined = (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([name]) => !name.endsWith(JOINED)));

/** Whether rows were read with what is shown of this field. */
export const isJoined = (resource: ResolvedResource, rows: readonly Row[], field: ResolvedField): boolean =>
  rows.length > 0 && rows.every((row) => joinedName(resource, field) in row);

const DEFAULT_SHOW = ['id', 'name'];

/** The attributes of a related object that are on the wire. */
export const shownOf = (field: ResolvedField): ResolvedField[] =>
  (field.options.show ?? DEFAULT_SHOW).flatMap((name) => field.target?.field(name) ?? []);

/** What of a target is selected for an attribute. Secrets stay where they are: a null in their place. */
function attribute(field: ResolvedField, ctx: Context): Expression<unknown> {
  if (field.kind.secret) return eb.lit(null);
  if (field.column !== undefined) return column(field.column);
  return field.options.expression ? eb.parens(field.options.expression(ctx)) : eb.lit(null);
}

function expressionFor(resource: ResolvedResource, field: ResolvedField, ctx: Context): Expression<unknown> | undefined {
  const { kind, target, options } = field;
  const { behaviour } = resource;
  const made = behaviour.joined?.[field.name];
  if (made) return made.expression(ctx);
  if (!target || behaviour.computed?.[field.name] || behaviour.expand?.[field.name]) return undefined;
  const columns = () => shownOf(field).map((one) => attribute(one, ctx));
  if (kind.name === 'reference' && field.column !== undefined) return referenced(field.column, target.table, columns());
  if (kind.name === 'manyToMany' && options.through) return linkedBy(options.through, target.table, columns());
  return undefined;
}

/** What the main query selects besides the row's own columns, for these fields. */
export const joinedSelection = (
  resource: ResolvedResource,
  ctx: Context,
  fields: readonly ResolvedField[],
): AliasedExpression<unknown, string>[] => {
  const named = new Map(fields.map((field) => [joinedName(resource, field), field]));
  return [...named].flatMap(([name, field]) => {
    const expression = expressionFor(resource, field, ctx);
    return expression ? [eb.parens(expression).as(name)] : [];
  });
};

/** JSON has no dates. */
const revived = (value: unknown, { kind }: ResolvedField): unknown =>
  kind.type === 'datetime' && typeof value === 'string' ? new Date(value) : value;

const wireObjects = (field: ResolvedField, joined: unknown, ctx: Context): Wire[] => {
  const shown = shownOf(field);
  return (joined as unknown[][]).map((values) =>
    Object.fromEntries(shown.map((one, at) => [one.name, one.kind.wire(revived(values[at], one), one, ctx)])),
  );
};

/** Related objects of a row in wire form, out of what was joined to it. */
export const joinedObjects = (resource: ResolvedResource, row: Row, field: ResolvedField, ctx: Context): Wire[] =>
  wireObjects(field, row[joinedName(resource, field)], ctx);

/**
 * Objects of another resource that belong to the row (`t`), in wire form: nested in the answer, they come along with it. Of their fields, those that are
 * columns, expressions and references.
 *
 * @param by column of the other table that names the row
 * @param order column of the other table
 */
export const belongingTo = (
  child: () => ResolvedResource,
  { by, order, fields }: { by: string; order: string; fields: (child: ResolvedResource, ctx: Context) => readonly ResolvedField[] },
): Joined => ({
  expression(ctx) {
    const values = fields(child(), ctx).map((field) => expressionFor(child(), field, ctx) ?? attribute(field, ctx));
    return belonging(child().table, by, order, values);
  },
  wire: (value, ctx) =>
    (value as unknown[][]).map((values) =>
      Object.fromEntries(
        fields(child(), ctx).map((field, at) => {
          const isObject = field.kind.name === 'reference' && field.target !== undefined;
          const one = isObject ? (wireObjects(field, values[at], ctx)[0] ?? null) : field.kind.wire(revived(values[at], field), field, ctx);
          return [field.name, one];
        }),
      ),
    ),
});
