import { randomBytes } from 'node:crypto';
import { ORG } from '@postern/contract/ids';
import { type Context, insert, type Kernel, type Row, readBody } from '@postern/resource';
import { sql } from 'kysely';
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
  const { rows: present } = await sql`select 1 from users where username = ${PEOPLE[0]?.username ?? ''}`.execute(ctx.tx);
  if (present.length > 0) return undefined;
  const make = (name: string, body: Record<string, unknown>): Promise<Row> => {
    const resource = kernel.byName(name);
    return insert(resource, ctx, readBody(resource, ctx, body, { verb: 'create', partial: false }), body);
  };

  const password = `Demo-${randomBytes(6).toString('base64url')}-1`;
  const groups = new Map<string, unknown>();
  for (const name of new Set(PEOPLE.map((person) => person.group))) groups.set(name, (await make('usergroup', { name })).id);
  for (const { username, name, group } of PEOPLE) {
    await make('user', {
      username,
      name,
      email: `${username}@shop.example`,
      password_strategy: 'custom',
      password,
      groups: [groups.get(group)],
    });
  }
  await sql`update users set is_first_login = false where username = any(${PEOPLE.map((person) => person.username)})`.execute(ctx.tx);

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
    const { rows } = await sql<{ id: string }>`
      select id from nodes where org_id = ${ORG.DEFAULT} and full_value = any(${nodes.map((path) => `/Default${path}`)})`.execute(ctx.tx);
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
