import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ORG, ROLE } from '@postern/contract/ids';
import type { Api } from './api.ts';
import { clientOf } from './client.ts';
import { createUser, TEST_PASSWORD } from './factories.ts';

/** As much of a database connection as is used here, so that the suites choose their own client. */
export interface Database {
  query(statement: string, values?: unknown[]): Promise<{ rows: { n: number }[] }>;
}

/** How much of everything there is. */
export interface Amounts {
  assets: number;
  /** Of what assets are, by the categories of their platforms. */
  categories: readonly string[];
  /** Assets that hang on a second node. */
  onSecondNode: number;
  accounts: number;
  nodes: number;
  /** Nodes directly below the root; the others hang evenly below these. */
  departments: number;
  permissions: number;
  users: number;
  groups: number;
  labels: number;
  domains: number;
}

/** Amounts that the bench measures with, unless it says otherwise. */
export const AMOUNTS = {
  assets: 100_000,
  categories: ['host', 'device'],
  onSecondNode: 20_000,
  accounts: 100_000,
  nodes: 10_000,
  departments: 100,
  permissions: 5_000,
  users: 1_000,
  groups: 50,
  labels: 50,
  domains: 20,
} as const satisfies Amounts;

/** People whose view of their assets is measured, by what they are granted. */
export const PEOPLE = { everything: 'bench-everything', some: 'bench-some' } as const;
export const PASSWORD = TEST_PASSWORD;

/** Connection string of the embedded database, or another one of its server, of a product that runs on this data folder. It is its owner's. */
export async function embeddedDatabaseUrl(dataDir: string, database = 'postern'): Promise<string> {
  const [password, port] = await Promise.all(
    ['password', 'port'].map(async (name) => (await readFile(join(dataDir, 'postgres', name), 'utf8')).trim()),
  );
  return `postgres://postern:${password}@127.0.0.1:${port}/${database}`;
}

/**
 * Fills the default organisation of a running product straight in SQL: the API would take an hour. Names, paths and links
 * are what the product itself would store; everything follows from the row numbers, so each run is the same.
 * @param superuser the API as the first administrator
 */
export async function fillDataset(superuser: Api, client: Database, amounts: Amounts = AMOUNTS): Promise<void> {
  const admin = superuser.inOrg(ORG.DEFAULT);
  for (const username of Object.values(PEOPLE)) await createUser(admin, { username, password: PASSWORD });
  await clientOf(admin).nodes.tree(); // makes the root node when there is none yet
  await client.query('begin');
  for (const statement of statements(amounts)) await client.query(statement, statement.includes('$1') ? [ORG.DEFAULT] : []);
  await grant(client, PEOPLE.everything, `select id from nodes where org_id = $1 and parent_key = ''`);
  await grant(
    client,
    PEOPLE.some,
    `(select id from nodes where org_id = $1 and parent_key = '1' order by key limit 3)
     union (select id from nodes where org_id = $1 and key like '1:5%:%' order by key limit 20)`,
    'select id from assets where org_id = $1 order by address limit 200',
  );
  await client.query('commit');
  await client.query('vacuum analyze');
  for (const table of ['assets', 'nodes', 'asset_permissions'] as const) {
    const { rows } = await client.query(`select count(*)::int as n from ${table}`);
    const wanted = { assets: amounts.assets, nodes: amounts.nodes, asset_permissions: amounts.permissions }[table];
    if ((rows[0]?.n ?? 0) < wanted) throw new Error(`Only ${rows[0]?.n} rows in ${table}`);
  }
}

/** One permission for a user: the nodes, and the assets, that two queries choose. */
export async function grant(
  client: Database,
  username: string,
  nodes: string,
  assets = 'select id from assets where org_id = $1 and false',
): Promise<void> {
  const id = randomUUID();
  await client.query(
    `insert into asset_permissions (id, org_id, name, accounts, actions, date_start, date_expired)
     values ($1, $2, $3, '["@ALL"]', 63, now() - interval '1 day', now() + interval '10 years')`,
    [id, ORG.DEFAULT, `Of ${username}`],
  );
  await client.query('insert into asset_permission_users (permission_id, user_id) select $1, id from users where username = $2', [
    id,
    username,
  ]);
  await client.query(`insert into asset_permission_nodes (permission_id, node_id) select '${id}'::uuid, x.id from (${nodes}) x`, [
    ORG.DEFAULT,
  ]);
  await client.query(`insert into asset_permission_assets (permission_id, asset_id) select '${id}'::uuid, x.id from (${assets}) x`, [
    ORG.DEFAULT,
  ]);
}

/** A hex number of 12 digits behind a prefix that tells the table apart. */
const uuid = (prefix: string, number: string): string => `('${prefix}-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const leafNode = (number: string): string => uuid('be000002', number);
const texts = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

function statements(amounts: Amounts): readonly string[] {
  const perDepartment = amounts.nodes / amounts.departments - 1;
  const leaves = amounts.departments * perDepartment;
  const every = (part: number): number => Math.floor(amounts.assets / part);
  return [
    // Tree: root, departments, teams.
    `insert into nodes (id, org_id, key, value, full_value, parent_key, child_mark)
   select ${uuid('be000001', 'i')}, r.org_id, r.key || ':' || (r.child_mark + i), 'Department ' || i, r.full_value || '/Department ' || i, r.key, ${perDepartment}
   from generate_series(0, ${amounts.departments - 1}) i, nodes r where r.org_id = $1 and r.parent_key = ''`,
    `insert into nodes (id, org_id, key, value, full_value, parent_key)
   select ${leafNode(`d.i * ${perDepartment} + t`)}, p.org_id, p.key || ':' || t, 'Team ' || t, p.full_value || '/Team ' || t, p.key
   from generate_series(0, ${amounts.departments - 1}) d(i) join nodes p on p.id = ${uuid('be000001', 'd.i')}, generate_series(0, ${perDepartment - 1}) t
   where p.org_id = $1`,
    `update nodes set child_mark = child_mark + ${amounts.departments} where org_id = $1 and parent_key = ''`,
    `insert into labels (id, org_id, name, value)
   select ${uuid('be000003', 'i')}, $1, (array['env', 'team', 'tier', 'site', 'owner'])[1 + i % 5], 'value-' || i from generate_series(0, ${amounts.labels - 1}) i`,
    `insert into domains (id, org_id, name) select ${uuid('be000004', 'i')}, $1, 'zone-' || i from generate_series(0, ${amounts.domains - 1}) i`,
    // Every tenth asset lives in a domain; one platform in three hundred rows is something rare.
    `insert into assets (id, org_id, name, address, comment, domain_id, platform_id, protocols, connectivity, is_active, created_by,
     date_created, date_updated)
   select ${uuid('be000005', 'i')}, $1,
     (array['web', 'db', 'cache', 'queue', 'worker'])[1 + i % 5] || '-' || (array['berlin', 'osaka', 'lima', 'oslo'])[1 + (i / 5) % 4] || '-' || lpad(i::text, 6, '0'),
     '10.' || (i / 65536) || '.' || ((i / 256) % 256) || '.' || (i % 256),
     case when i % 3 = 0 then 'Rack ' || (i % 977) || ', kept by team ' || (i % 89) || case when i % 1000 = 0 then ' 数据中心' else '' end else '' end,
     case when i % 10 = 0 then ${uuid('be000004', `(i / 10) % ${amounts.domains}`)} end,
     p.id, case when p.type = 'windows' then '[{"name": "rdp", "port": 3389}]'::jsonb else '[{"name": "ssh", "port": 22}]'::jsonb end,
     (array['-', 'ok', 'ok', 'err'])[1 + i % 4], i % 50 <> 0, 'Bench',
     now() - i * interval '5 minutes', now() - (i * 7 % 100003) * interval '3 minutes'
   from generate_series(0, ${amounts.assets - 1}) i
   join (select id, type, row_number() over (order by id) - 1 as at, count(*) over () as total from platforms where category in (${texts(amounts.categories)}) and name <> 'Gateway') p
     on p.at = i % p.total`,
    `insert into asset_nodes (asset_id, node_id)
   select ${uuid('be000005', 'i')}, ${leafNode(`i % ${leaves}`)} from generate_series(0, ${amounts.assets - 1}) i
   union select ${uuid('be000005', 'i')}, ${leafNode(`(i::bigint * 7919) % ${leaves}`)} from generate_series(0, ${(amounts.onSecondNode - 1) * every(amounts.onSecondNode)}, ${every(amounts.onSecondNode)}) i`,
    `insert into asset_labels (asset_id, label_id)
   select ${uuid('be000005', 'i')}, ${uuid('be000003', `(i / 3) % ${amounts.labels}`)} from generate_series(0, ${amounts.assets - 1}, 3) i
   union select ${uuid('be000005', 'i')}, ${uuid('be000003', `(i / 9 + 7) % ${amounts.labels}`)} from generate_series(0, ${amounts.assets - 1}, 9) i`,
    `insert into accounts (id, org_id, name, username, asset_id)
   select ${uuid('be000006', 'i')}, $1, 'root', 'root', ${uuid('be000005', `i * ${every(amounts.accounts)}`)} from generate_series(0, ${amounts.accounts - 1}) i`,
    // People: in one group each, members of the organisation.
    `insert into users (id, name, username, email, is_first_login, from_outside)
   select ${uuid('be000007', 'i')}, 'Person ' || i, 'person-' || i, 'person-' || i || '@example.com', false, false from generate_series(0, ${amounts.users - 1}) i`,
    `insert into role_bindings (id, user_id, role_id, scope, org_id)
   select ${uuid('be000008', 'i')}, ${uuid('be000007', 'i')}, '${ROLE.ORG_USER}'::uuid, 'org', $1::uuid from generate_series(0, ${amounts.users - 1}) i
   union all select ${uuid('be000009', 'i')}, ${uuid('be000007', 'i')}, '${ROLE.USER}'::uuid, 'system', null from generate_series(0, ${amounts.users - 1}) i`,
    `insert into user_groups (id, org_id, name) select ${uuid('be00000a', 'i')}, $1, 'Group ' || i from generate_series(0, ${amounts.groups - 1}) i`,
    `insert into user_group_members (group_id, user_id)
   select ${uuid('be00000a', `i % ${amounts.groups}`)}, ${uuid('be000007', 'i')} from generate_series(0, ${amounts.users - 1}) i`,
    `insert into user_group_members (group_id, user_id)
   select ${uuid('be00000a', 'i')}, u.id from generate_series(0, 4) i, users u where u.username = '${PEOPLE.some}'`,
    // Permissions: one in two for a group, on a team, a department or twenty single assets; one in twenty switched off.
    `insert into asset_permissions (id, org_id, name, accounts, actions, is_active, date_start, date_expired)
   select ${uuid('be00000b', 'i')}, $1, 'Permission ' || i, '["@ALL"]', 63, i % 20 <> 0, now() - interval '1 day', now() + interval '10 years'
   from generate_series(0, ${amounts.permissions - 1}) i`,
    `insert into asset_permission_users (permission_id, user_id)
   select ${uuid('be00000b', 'i')}, ${uuid('be000007', `i % ${amounts.users}`)} from generate_series(0, ${amounts.permissions - 1}, 2) i`,
    `insert into asset_permission_groups (permission_id, group_id)
   select ${uuid('be00000b', 'i')}, ${uuid('be00000a', `(i / 2) % ${amounts.groups}`)} from generate_series(1, ${amounts.permissions - 1}, 2) i`,
    `insert into asset_permission_nodes (permission_id, node_id)
   select ${uuid('be00000b', 'i')}, ${leafNode(`(i * 13) % ${leaves}`)} from generate_series(0, ${amounts.permissions - 1}) i where i % 10 < 6
   union all select ${uuid('be00000b', 'i')}, ${uuid('be000001', `i % ${amounts.departments}`)} from generate_series(6, ${amounts.permissions - 1}, 10) i`,
    `insert into asset_permission_assets (permission_id, asset_id)
   select ${uuid('be00000b', 'i')}, ${uuid('be000005', `(i * 20 + k) % ${amounts.assets}`)}
   from generate_series(0, ${amounts.permissions - 1}) i, generate_series(0, 19) k where i % 10 > 6`,
  ];
}
