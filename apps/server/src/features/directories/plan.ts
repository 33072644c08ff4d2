import { type Context, eb } from '@postern/resource';
import { PROVIDER } from './way.ts';

/** What bringing accounts in line with the directory, as it was last read, would do. */

/** Names that are told of each kind. */
const NAMED = 100;
/** So many leavers are a slip of somebody, a wrong search or half an answer, until a person says that they are not. */
const FEW = 10;
const SHARE = 0.2;

export interface Planned {
  count: number;
  names: string[];
}
export interface Plan {
  create: Planned;
  update: Planned;
  disable: Planned;
  /** More would be disabled than happens by itself. */
  too_many: boolean;
}

/** People of the directory who are active there and have no account here. */
const newcomers = ({ tx }: Context) =>
  tx
    .selectFrom('directory_people as p')
    .leftJoin('external_identities as l', (join) => join.onRef('l.subject', '=', 'p.subject').on('l.provider', '=', PROVIDER))
    .leftJoin('users as u', 'u.username', 'p.username')
    .where('p.active', '=', true)
    .where('l.user_id', 'is', null)
    .where('u.id', 'is', null)
    .select('p.username');

/** People here of whom the directory says something else today. */
const changed = ({ tx }: Context) =>
  tx
    .selectFrom('directory_people as p')
    .innerJoin('external_identities as l', (join) => join.onRef('l.subject', '=', 'p.subject').on('l.provider', '=', PROVIDER))
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .where((where) =>
      where.or([
        where.and([where('p.name', '<>', ''), where('u.name', '<>', where.ref('p.name'))]),
        where.and([where('p.email', '<>', ''), where('u.email', '<>', where.ref('p.email'))]),
      ]),
    )
    .select('u.username');

/** Accounts of the directory that are active here. */
const ours = ({ tx }: Context) =>
  tx.selectFrom('users as u').where('u.source', '=', 'ldap').where('u.is_active', '=', true).where('u.is_service_account', '=', false);

/** Of those, whoever is gone or switched off there: by the identifier of the directory, or by name where nobody has logged in yet. */
export const leavers = (ctx: Context) =>
  ours(ctx)
    .leftJoin('external_identities as l', (join) => join.onRef('l.user_id', '=', 'u.id').on('l.provider', '=', PROVIDER))
    .where(({ exists, not, selectFrom, or, and }) =>
      not(
        exists(
          selectFrom('directory_people as p')
            .select('p.subject')
            .where('p.active', '=', true)
            .where(
              or([
                eb('p.subject', '=', eb.ref('l.subject')),
                and([eb('l.subject', 'is', null), eb('p.username', '=', eb.ref('u.username'))]),
              ]),
            ),
        ),
      ),
    )
    .select(['u.id', 'u.username']);

async function counted(
  query: { limit(most: number): { execute(): Promise<{ username: string }[]> } },
  count: Promise<number>,
): Promise<Planned> {
  const names = await query.limit(NAMED).execute();
  return { count: await count, names: names.map(({ username }) => username) };
}

export async function planOf(ctx: Context): Promise<Plan> {
  const [create, update, gone] = [newcomers(ctx), changed(ctx), leavers(ctx)];
  const numberOf = async (query: { clearSelect(): unknown }): Promise<number> => {
    const { n } = await (query as typeof create)
      .clearSelect()
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return Number(n);
  };
  const disable = await counted(gone.orderBy('u.username'), numberOf(gone));
  const all = await numberOf(ours(ctx).select('u.id'));
  return {
    create: await counted(create.orderBy('p.username'), numberOf(create)),
    update: await counted(update.orderBy('u.username'), numberOf(update)),
    disable,
    too_many: disable.count > FEW || (disable.count > 1 && disable.count > all * SHARE),
  };
}
