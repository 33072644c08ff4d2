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
export interface Wanted<T extends { before?: Row | undefined }> {
  values: readonly unknown[];
  one: T;
}

/** Combinations of values of some columns. */
interface Question {
  names: readonly string[];
  asked: readonly Wanted<{ before?: Row | undefined }>[];
  /** Of what must be unique within an organisation. */
  orgId: string | undefined;
}

/** A combination that some other row has. */
interface Taken {
  /** Place of its question. */
  question: number;
  /** Its place there, counted from 1. */
  at: number;
}

/**
 * Which combinations of values some other row has already, of all questions in one statement. The lateral limit keeps it at one look into the
 * index for each.
 */
export async function takenOf(resource: ResolvedResource, ctx: Context, questions: readonly Question[]): Promise<Taken[]> {
  if (questions.length === 0) return [];
  const parts = questions.map((question, place) => takenIn(resource, question, place));
  return (await sql<Taken>`${sql.join(parts, sql` union all `)}`.execute(ctx.tx)).rows;
}

function takenIn(resource: ResolvedResource, { names, asked, orgId }: Question, place: number): RawBuilder<unknown> {
  const idType = resource.idType === 'integer' ? sql`integer[]` : sql`uuid[]`;
  const columns = names.map((name) => resource.field(name)?.column ?? name);
  const arrays = names.map((name, at) => sql`${asked.map(({ values }) => values[at])}::${arrayType(resource, name)}`);
  const equal = columns.map((column, at) => sql`t.${sql.ref(column)} = x.${sql.ref(`v${at}`)}`);
  return sql`
    select ${sql.lit(place)} as question, x.at::int as at from unnest(${sql.join([...arrays, sql`${asked.map(({ one }) => one.before?.id ?? null)}::${idType}`])})
      with ordinality as x(${sql.join([...columns.map((_, at) => sql.ref(`v${at}`)), sql.ref('self'), sql.ref('at')])})
    cross join lateral (
      select 1 from ${sql.table(resource.table)} as t where ${sql.join(equal, sql` and `)} ${orgId ? sql`and t.org_id = ${orgId}` : sql``}
        and (x.self is null or t.id <> x.self) limit 1) found`;
}
