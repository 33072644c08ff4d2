import { randomBytes } from 'node:crypto';
import { ORG } from '@postern/contract/ids';
import { among, at, type Context, inOrg, insert, type Kernel, type Row, readBody, type Values } from '@postern/resource';
import { HOSTS, PEOPLE, PERMISSIONS } from './demo-data.ts';

/** `name=address` of every demo host, for the process that plays them. */
/** Where the first of the demo's machines listens; whoever has it has the others too. */
export const firstDemoAddress = (): string => addressOf(0);

export const demoHosts = (): string => HOSTS.map(({ name }, at) => `${name}=${addressOf(at)}`).join(',');

/** Loopback address of the nth demo host: Linux answers on all of 127.0.0.0/8. */
const addressOf = (at: number): string => `127.20.${Math.floor(at / 200)}.${(at % 200) + 1}`;

/**
 * Fills the Default organisation with demo people, hosts and permissions, once. `ctx` is the system's; the caller
 * commits. Answers the password of the demo people, or undefined when there was nothing to do.
 */
export async function fillDemo(kernel: Kernel, system: Context, target: { password: string; port: number }): Promise<string | undefined> {
  const ctx: Context = { ...system, org: { id: ORG.DEFAULT, name: 'Default', isRoot: false, isDefault: true } };
  const present = await ctx.tx
    .selectFrom('users')
    .select('id')
    .where('username', '=', PEOPLE[0]?.username ?? '')
    .executeTakeFirst();
  if (present) return undefined;
  const make = (name: string, body: Record<string, unknown>, beside: Values = {}): Promise<Row> => {
    const resource = kernel.byName(name);
    return insert(resource, ctx, { ...readBody(resource, ctx, body, { verb: 'create', partial: false }), ...beside }, body);
  };

  const password = `Demo-${randomBytes(6).toString('base64url')}-1`;
  const groups = new Map<string, unknown>();
  for (const name of new Set(PEOPLE.map((person) => person.group))) groups.set(name, (await make('usergroup', { name })).id);
  for (const { username, name, group } of PEOPLE) {
    const body = {
      username,
      name,
      email: `${username}@shop.example`,
      password_strategy: 'custom',
      password,
      groups: [groups.get(group)],
    };
    // Nobody is asked to complete a profile that the demo has made up.
    await make('user', body, { is_first_login: false });
  }

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

  for (const { name, groups: names, nodes, accounts } of PERMISSIONS) {
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
    await make('assetpermission', {
      name,
      user_groups: names.map((group) => groups.get(group)),
      nodes: rows.map((row) => row.id),
      accounts: [...accounts],
      actions: ['all'],
    });
  }
  return password;
}
