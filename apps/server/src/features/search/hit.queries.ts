import { all, type Context, from, type ResolvedResource, startingWith, type Where } from '@postern/resource';
import { type Expression, type RawBuilder, sql } from 'kysely';

/** Hits of one resource in an answer. */
const PER_RESOURCE = 5;
/** Hits looked at per resource before they are ranked: among 100,000 objects a short word matches most. */
const CANDIDATES = 200;

/** One resource that is looked through; expressions and conditions are over its rows (`t`). */
export interface Place {
  resource: ResolvedResource;
  title: Expression<unknown>;
  detail: Expression<unknown>;
  /** Rows that the actor may see. */
  scope: readonly Where[];
  /** What it takes for the words to be found in a row. */
  matching: readonly Where[];
}

export interface Hit {
  type: string;
  id: string;
  name: string;
  detail: string | null;
  /** 0 the whole name, 1 its beginning, 2 a part of it, 3 a part of something else. */
  rank: number;
}

const hitsIn = ({ resource, title, detail, scope, matching }: Place, words: string): RawBuilder<unknown> => {
  const beginning = startingWith(words);
  return sql`(select ${resource.name}::text as type, t.id::text as id, ${title}::text as name, (${detail})::text as detail,
      case when lower(${title}) = lower(${words}) then 0 when ${title} ilike ${beginning} then 1
        when strpos(lower(${title}), lower(${words})) > 0 then 2 else 3 end as rank
    from ${from(resource)} where t.id in (
      (select t.id from ${from(resource)} where ${all([...scope, sql<boolean>`${title} ilike ${beginning}`])} limit ${CANDIDATES})
      union (select t.id from ${from(resource)} where ${all([...scope, ...matching])} limit ${CANDIDATES}))
    order by rank, length(${title}::text), name limit ${PER_RESOURCE})`;
};

/** Best hits in each place, all in one statement. */
export async function hits(ctx: Context, places: readonly Place[], words: string): Promise<Hit[]> {
  const { rows } = await sql<Hit>`${sql.join(
    places.map((place) => hitsIn(place, words)),
    sql` union all `,
  )}`.execute(ctx.tx);
  return rows;
}
