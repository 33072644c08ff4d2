import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../base/context.ts';

type Id = string | number;
type Pairs = readonly (readonly [mine: Id, theirs: Id])[];

/** A join table of a many-to-many: its columns, whether each side is known by uuids or numbers, and what some rows are to be linked to. */
interface Link {
  table: string;
  mine: string;
  theirs: string;
  types: readonly ['uuid' | 'integer', 'uuid' | 'integer'];
  ids: readonly Id[];
  pairs: Pairs;
}

/** What storing the links of one relation has changed. */
interface Moved {
  added: Pairs;
  gone: Pairs;
}

const arrayOf = (ids: readonly Id[], type: 'uuid' | 'integer'): RawBuilder<unknown> =>
  type === 'integer' ? sql`${[...ids]}::int[]` : sql`${[...ids]}::uuid[]`;

/** The pairs as rows `x(mine, theirs)`: two parameters, whatever their number. */
const wanted = ({ types, pairs }: Link): RawBuilder<unknown> => {
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

const parts = { added: sql`'added'`, gone: sql`'gone'` } as const;

/**
 * Links rows to exactly these pairs, of several relations in one statement; pairs that are there stay as they are.
 *
 * @param fresh the rows are new and have no links yet
 */
export async function replaceLinks(ctx: Context, links: readonly Link[], fresh: boolean): Promise<Moved[]> {
  const moved = links.map(() => ({ added: [] as (readonly [Id, Id])[], gone: [] as (readonly [Id, Id])[] }));
  const steps = links.flatMap((link, at) => {
    const [mine, theirs] = [sql.ref(`l.${link.mine}`), sql.ref(`l.${link.theirs}`)];
    const ends = sql`returning ${mine}::text as mine, ${theirs}::text as theirs`;
    const gone = sql`delete from ${sql.table(link.table)} as l where ${mine} = any(${arrayOf(link.ids, link.types[0])})
      and not exists (select 1 from ${wanted(link)} where x.mine = ${mine} and x.theirs = ${theirs}) ${ends}`;
    const added = sql`insert into ${sql.table(link.table)} as l (${sql.ref(link.mine)}, ${sql.ref(link.theirs)})
      select x.mine, x.theirs from ${wanted(link)} on conflict do nothing ${ends}`;
    return [
      ...(fresh ? [] : [{ at, part: 'gone' as const, does: gone }]),
      ...(link.pairs.length > 0 ? [{ at, part: 'added' as const, does: added }] : []),
    ];
  });
  if (steps.length === 0) return moved;
  const named = steps.map(({ at, part, does }) => ({ at, part, does, name: sql.ref(`${part}${at}`) }));
  const { rows } = await sql<{ at: number; part: keyof Moved; mine: string; theirs: string }>`
    with ${sql.join(named.map(({ name, does }) => sql`${name} as (${does})`))}
    ${sql.join(
      named.map(({ at, part, name }) => sql`select ${sql.lit(at)} as at, ${parts[part]} as part, mine, theirs from ${name}`),
      sql` union all `,
    )}`.execute(ctx.tx);
  for (const { at, part, mine, theirs } of rows) {
    const [left, right] = links[at]?.types ?? [];
    moved[at]?.[part].push([left === 'integer' ? Number(mine) : mine, right === 'integer' ? Number(theirs) : theirs]);
  }
  return moved;
}
