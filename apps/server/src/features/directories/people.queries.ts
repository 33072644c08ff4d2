import type { Context } from '@postern/resource';
import { sql } from 'kysely';
import type { DirectoryPerson } from './person.ts';

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

/** One of a reading as the table has them. */
export type ReadPerson = Omit<DirectoryPerson, 'dn'>;

/**
 * Keeps people of one reading. They go as one parameter: a statement with a parameter for each value is built of some hundred thousand objects for a
 * thousand people, and fifty thousand people follow one upon the other. No two of them have one subject.
 */
export async function keepPeople({ tx }: Context, run: string, people: readonly ReadPerson[]): Promise<void> {
  // What was cut to its length may end within a sign, which no JSON of the database takes.
  const json = JSON.stringify(people, (_name, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value));
  await sql`
    insert into directory_people (subject, username, name, email, phone, groups, attributes, active, seen_in)
    select subject, username, name, email, phone, groups, attributes, active, ${run}::uuid
    from jsonb_to_recordset(${json}::jsonb)
      as p (subject text, username text, name text, email text, phone text, groups jsonb, attributes jsonb, active boolean)
    on conflict (subject) do update set
      username = excluded.username, name = excluded.name, email = excluded.email, phone = excluded.phone, groups = excluded.groups,
      attributes = excluded.attributes, active = excluded.active, seen_in = excluded.seen_in`.execute(tx);
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
