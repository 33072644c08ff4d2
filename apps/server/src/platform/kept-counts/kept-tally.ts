import { at, type Behaviour, EVERYBODY, inOrg, type Where } from '@postern/resource';
import { type CountedTable, keptCount } from './kept-counts.queries.ts';

/**
 * How long a list is that nothing narrows, without counting its rows (decision 0156). For resources whose rows are all those of their organisation.
 * @param parts which parts of the table are the resource's, as a condition over `c`
 */
export const keptTally =
  (table: CountedTable, parts: () => Where = () => EVERYBODY): NonNullable<Behaviour['tally']> =>
  async (ctx, _query, narrowed) =>
    narrowed.size > 0 ? undefined : keptCount(ctx, table, inOrg(ctx, at('c')), parts());
