import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../base/context.ts';
import type { ResolvedResource } from '../compiled/resolved.ts';
import type { Row } from '../definition/definition.ts';

const sqlTypes: Readonly<Record<string, RawBuilder<unknown>>> = {
  uuid: sql`uuid[]`,
  integer: sql`integer[]`,
  boolean: sql`boolean[]`,
  timestamptz: sql`timestamptz[]`,
  'double precision': sql`float8[]`,
};

function arrayType(resource: ResolvedResource, name: string): RawBuilder<unknown> {
  const field = resource.field(name);
  // Of a hidden column the definition says the type first.
  const hidden = resource.definition.columns?.[name]?.split(' ')[0];
  const type = field?.kind.name === 'reference' && field.target?.idType === 'integer' ? 'integer' : (field?.kind.column ?? hidden);
  return sqlTypes[type ?? 'text'] ?? sql`text[]`;
}

/** The values that one row will have in a set of columns, and the row that it is already. */
interface Wanted {
  values: readonly unknown[];
  one: { before?: Row | undefined };
}

/**
 * Which of these combinations of values some other row has already. The lateral limit keeps it at one look into the index for each.
 *
 * @param orgId of what must be unique within an organisation
 * @returns places in `asked`, counted from 1
 */
export async function takenOf(
  resource: ResolvedResource,
  ctx: Context,
  names: readonly string[],
  asked: readonly Wanted[],
  orgId: string | undefined,
): Promise<number[]> {
  const idType = resource.idType === 'integer' ? sql`integer[]` : sql`uuid[]`;
  const columns = names.map((name) => resource.field(name)?.column ?? name);
  const arrays = names.map((name, at) => sql`${asked.map(({ values }) => values[at])}::${arrayType(resource, name)}`);
  const equal = columns.map((column, at) => sql`t.${sql.ref(column)} = x.${sql.ref(`v${at}`)}`);
  const { rows } = await sql<{ at: number }>`
    select x.at::int as at from unnest(${sql.join([...arrays, sql`${asked.map(({ one }) => one.before?.id ?? null)}::${idType}`])})
      with ordinality as x(${sql.join([...columns.map((_, at) => sql.ref(`v${at}`)), sql.ref('self'), sql.ref('at')])})
    cross join lateral (
      select 1 from ${sql.table(resource.table)} as t where ${sql.join(equal, sql` and `)} ${orgId ? sql`and t.org_id = ${orgId}` : sql``}
        and (x.self is null or t.id <> x.self) limit 1) found`.execute(ctx.tx);
  return rows.map(({ at }) => at);
}
