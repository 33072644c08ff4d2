import { type Behaviour, eb, parseDatetime } from '@postern/resource';
import { tallyOf } from '../../platform/evidence-counts/tally.ts';
import { sessionRows } from './session.rows.ts';

const allOf = tallyOf({ log: 'sessions', rows: sessionRows, column: 'date_start' });

/** Ways to ask for past sessions alone. */
const PAST: ReadonlySet<string | undefined> = new Set(['1', 'true', 'True']);

/** How many sessions there are: live ones are few and are counted one by one, past ones are all but these. */
export const sessionTally: NonNullable<Behaviour['tally']> = async (ctx, query, narrowed) => {
  if (!narrowed.has('is_finished')) return allOf(ctx, query, narrowed);
  if (!PAST.has(query.is_finished)) return undefined;
  const all = await allOf(ctx, query, new Set([...narrowed].filter((name) => name !== 'is_finished')));
  if (all === undefined) return undefined;
  const [since, until] = [query.date_from, query.date_to].map((given) => (given ? parseDatetime(given) : undefined));
  const { n } = await ctx.tx
    .selectFrom('sessions as t')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('t.is_finished', '=', false)
    .where(sessionRows(ctx, 't'))
    .where(since ? eb('t.date_start', '>=', since) : eb.lit(true))
    .where(until ? eb('t.date_start', '<=', until) : eb.lit(true))
    .executeTakeFirstOrThrow();
  return all - n;
};
