import { among, at, type Context, inOrg, insert, type Kernel, type Row, readBody, type Values } from '@postern/resource';
import { anyRow } from '../platform/database/any-row.ts';
import { addressOf } from './addresses.ts';
import { type DemoPerson, HOSTS, PEOPLE, PERMISSIONS } from './demo-data.ts';

export interface Person {
  id: string;
  username: string;
  name: string;
  /** Which of the demo's people. */
  number: number;
}

export interface Machine {
  id: string;
  name: string;
  address: string;
  accounts: readonly { id: string; name: string; username: string }[];
}

/** Makes an object as its form would. */
export type Make = (name: string, body: Record<string, unknown>, beside?: Values) => Promise<Row>;

export const maker =
  (kernel: Kernel, ctx: Context): Make =>
  (name, body, beside = {}) => {
    const resource = kernel.byName(name);
    return insert(resource, ctx, { ...readBody(resource, ctx, body, { verb: 'create', partial: false }), ...beside }, body);
  };

const hasDemoMachines = async ({ tx }: Context): Promise<boolean> =>
  await anyRow(
    tx
      .selectFrom('assets')
      .where('name', '=', HOSTS[0]?.name ?? '')
      .where('address', '=', addressOf(0)),
  );

/** What the demo may be filled into: there is nobody but the first administrator, and no machine. */
async function isEmpty({ tx }: Context): Promise<boolean> {
  const people = await tx.selectFrom('users').select('id').where('is_service_account', '=', false).limit(2).execute();
  const machine = await tx.selectFrom('assets').select('id').limit(1).executeTakeFirst();
  return people.length <= 1 && machine === undefined;
}

/** Whether an installation is a demo already, may become one, or is somebody's own. */
export async function standing(ctx: Context): Promise<'filled' | 'empty' | 'own'> {
  if (await hasDemoMachines(ctx)) return 'filled';
  return (await isEmpty(ctx)) ? 'empty' : 'own';
}

/** Makes those people that are not there yet, in groups that may be. @returns ids of those who were made, by username */
export async function fillPeople(ctx: Context, make: Make, people: readonly DemoPerson[], password: string): Promise<Map<string, string>> {
  const groups = new Map<string, unknown>();
  for (const name of new Set(people.map((person) => person.group))) {
    const known = await ctx.tx
      .selectFrom('user_groups as g')
      .select('g.id')
      .where('g.name', '=', name)
      .where(inOrg(ctx, at('g')))
      .executeTakeFirst();
    groups.set(name, known?.id ?? (await make('usergroup', { name })).id);
  }
  const made = new Map<string, string>();
  for (const { username, name, group, role } of people) {
    const known = await anyRow(ctx.tx.selectFrom('users').where('username', '=', username));
    if (known) continue;
    const body = {
      username,
      name,
      email: `${username}@shop.example`,
      password_strategy: 'custom',
      password,
      groups: [groups.get(group)],
      ...(role ? { system_roles: [role] } : {}),
    };
    // Nobody is asked to complete a profile that the demo has made up.
    made.set(username, String((await make('user', body, { is_first_login: false })).id));
  }
  return made;
}

async function fillMachines(make: Make, target: { password: string; port: number }): Promise<void> {
  for (const [at, { name, node, comment, logins }] of HOSTS.entries()) {
    const host = await make('host', {
      name,
      address: addressOf(at),
      comment,
      platform: 1,
      nodes_display: [node],
      protocols: [{ name: 'ssh', port: target.port }],
    });
    for (const username of logins) {
      await make('account', {
        asset: host.id,
        name: username,
        username,
        secret_type: 'password',
        secret: target.password,
        privileged: username === 'root',
      });
    }
  }
}

async function fillPermissions(ctx: Context, make: Make): Promise<void> {
  for (const { name, groups, nodes, accounts } of PERMISSIONS) {
    const rows = await ctx.tx
      .selectFrom('nodes as n')
      .select('n.id')
      .where(inOrg(ctx, at('n')))
      .where(
        among(
          at('n')('full_value'),
          nodes.map((path) => `/Default${path}`),
        ),
      )
      .execute();
    const teams = await ctx.tx
      .selectFrom('user_groups as g')
      .select('g.id')
      .where(inOrg(ctx, at('g')))
      .where(among(at('g')('name'), groups))
      .execute();
    await make('assetpermission', {
      name,
      user_groups: teams.map((row) => row.id),
      nodes: rows.map((row) => row.id),
      accounts: [...accounts],
      actions: ['all'],
    });
  }
}

/** People, machines and who may use which. */
export async function fillInventory(ctx: Context, make: Make, target: { password: string; port: number }, password: string): Promise<void> {
  await fillPeople(ctx, make, PEOPLE, password);
  await fillMachines(make, target);
  await fillPermissions(ctx, make);
}

/** The demo's people who are there. */
export async function peopleOf(ctx: Context, all: readonly DemoPerson[]): Promise<Person[]> {
  const rows = await ctx.tx
    .selectFrom('users as u')
    .select(['u.id', 'u.username', 'u.name'])
    .where(
      among(
        at('u')('username'),
        all.map(({ username }) => username),
      ),
    )
    .execute();
  return rows.map((row) => ({ ...row, number: all.findIndex(({ username }) => username === row.username) }));
}

/** The demo's machines that are there. */
export async function machinesOf(ctx: Context): Promise<Machine[]> {
  const rows = await ctx.tx
    .selectFrom('assets as a')
    .innerJoin('accounts as c', 'c.asset_id', 'a.id')
    .select(['a.id', 'a.name', 'a.address', 'c.id as account', 'c.name as account_name', 'c.username'])
    .where(inOrg(ctx, at('a')))
    .where(
      among(
        at('a')('address'),
        HOSTS.map((_, at) => addressOf(at)),
      ),
    )
    .orderBy('a.name')
    .execute();
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((accounts) => {
    const [first] = accounts;
    if (!first) return [];
    const { id, name, address } = first;
    return [
      { id, name, address, accounts: accounts.map((one) => ({ id: one.account, name: one.account_name, username: one.username ?? '' })) },
    ];
  });
}
