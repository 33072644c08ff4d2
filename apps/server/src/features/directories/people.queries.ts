import type { Context } from '@postern/resource';
import { sql } from 'kysely';

/** People of the last reading as lists show them. */
export interface ListedPerson {
  /** Their name, by which clients choose them. */
  id: string;
  username: string;
  name: string;
  email: string;
  groups: readonly string[];
  /** There is an account of this name here. */
  existing: boolean;
}

const ORDERS = new Set(['existing', 'username', 'name', 'email']);

/** One page of them. */
export async function peopleOf(
  { tx }: Context,
  { search, order, page }: { search: string; order: string; page: { limit: number; offset: number } },
): Promise<{ count: number; results: ListedPerson[] }> {
  const descending = order.startsWith('-');
  const by = order.replace(/^-/, '');
  const column = ORDERS.has(by) ? by : 'existing';
  const found = tx
    .selectFrom('directory_people as p')
    .where(({ fn, val, eb, or }) =>
      or(
        (['p.username', 'p.name', 'p.email'] as const).map((name) =>
          eb(fn<number>('strpos', [fn('lower', [name]), val(search.toLowerCase())]), '>', search === '' ? -1 : 0),
        ),
      ),
    );
  const { n } = await found.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await found
    .leftJoin('users as u', 'u.username', 'p.username')
    .select(['p.username as id', 'p.username', 'p.name', 'p.email', 'p.groups', sql<boolean>`u.id is not null`.as('existing')])
    .orderBy(sql.ref(column), descending ? 'desc' : 'asc')
    .orderBy('p.username')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { count: Number(n), results: rows };
}
