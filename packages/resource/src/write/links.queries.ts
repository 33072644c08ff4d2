import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../base/context.ts';

type Id = string | number;
type Pairs = readonly (readonly [mine: Id, theirs: Id])[];

/** A join table of a many-to-many: its columns, and whether each side is known by uuids or numbers. */
interface Link {
  table: string;
  mine: string;
  theirs: string;
  types: readonly ['uuid' | 'integer', 'uuid' | 'integer'];
}

const arrayOf = (ids: readonly Id[], type: 'uuid' | 'integer'): RawBuilder<unknown> =>
  type === 'integer' ? sql`${[...ids]}::int[]` : sql`${[...ids]}::uuid[]`;

/** The pairs as rows `x(mine, theirs)`: two parameters, whatever their number. */
const wanted = ({ types }: Link, pairs: Pairs): RawBuilder<unknown> => {
  const sides = [
    arrayOf(
      pairs.map(([mine]) => mine),
      types[0],
    ),
    arrayOf(
      pairs.map(([, theirs]) => theirs),
      types[1],
    ),
  ];
  return sql`unnest(${sql.join(sides)}) as x(mine, theirs)`;
};

/** Takes away what some rows are linked to beyond these pairs. */
export async function dropLinks(ctx: Context, link: Link, ids: readonly Id[], pairs: Pairs): Promise<void> {
  const [mine, theirs] = [sql.ref(`l.${link.mine}`), sql.ref(`l.${link.theirs}`)];
  await sql`delete from ${sql.table(link.table)} l where ${mine} = any(${arrayOf(ids, link.types[0])})
    and not exists (select 1 from ${wanted(link, pairs)} where x.mine = ${mine} and x.theirs = ${theirs})`.execute(ctx.tx);
}

/** Links these pairs; those that are linked stay as they are. */
export async function addLinks(ctx: Context, link: Link, pairs: Pairs): Promise<void> {
  if (pairs.length === 0) return;
  await sql`insert into ${sql.table(link.table)} (${sql.ref(link.mine)}, ${sql.ref(link.theirs)})
    select x.mine, x.theirs from ${wanted(link, pairs)} on conflict do nothing`.execute(ctx.tx);
}
