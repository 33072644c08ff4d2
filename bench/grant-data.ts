import { ORG } from '@postern/contract/ids';
import type { Api } from '@postern/testkit/api';
import { PASSWORD } from '@postern/testkit/dataset';
import { createUser } from '@postern/testkit/factories';

/** Somebody granted a good quarter of the dataset by many permissions: teams, and single assets, by name and through a group. */
export const MANY = 'bench-many';
const PERMISSIONS = 1_000;
const TEAMS_EACH = 2;
const SINGLE_EACH = 10;

interface Client {
  query(statement: string, values?: unknown[]): Promise<unknown>;
}

/** Once per database, behind `fillDataset`. */
export async function grantMany(superuser: Api, client: Client): Promise<void> {
  await createUser(superuser.inOrg(ORG.DEFAULT), { username: MANY, password: PASSWORD });
  await client.query('begin');
  for (const statement of statements) await client.query(statement, statement.includes('$1') ? [ORG.DEFAULT] : []);
  await client.query('commit');
  await client.query('vacuum analyze');
}

const id = (number: string): string => `('be00000c-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;
const all = `generate_series(0, ${PERMISSIONS - 1}) i`;
const GROUP = id(String(PERMISSIONS));

const statements: readonly string[] = [
  `insert into user_groups (id, org_id, name) values (${GROUP}, $1, 'Of ${MANY}')`,
  `insert into user_group_members (group_id, user_id) select ${GROUP}, id from users where username = '${MANY}'`,
  `insert into asset_permissions (id, org_id, name, accounts, actions, date_start, date_expired)
   select ${id('i')}, $1, 'Of many ' || i, '["@ALL"]', 63, now() - interval '1 day', now() + interval '10 years' from ${all}`,
  `insert into asset_permission_users (permission_id, user_id)
   select ${id('i')}, u.id from ${all}, users u where u.username = '${MANY}' and i % 2 = 0`,
  `insert into asset_permission_groups (permission_id, group_id) select ${id('i')}, ${GROUP} from ${all} where i % 2 = 1`,
  `insert into asset_permission_nodes (permission_id, node_id)
   select ${id('i')}, t.id from ${all}
   join (select id, row_number() over (order by id) - 1 as at from nodes where org_id = $1 and key like '%:%:%') t
     on t.at % 4 = 0 and t.at / ${4 * TEAMS_EACH} = i`,
  `insert into asset_permission_assets (permission_id, asset_id)
   select ${id('i')}, a.id from ${all}
   join (select id, row_number() over (order by id) - 1 as at from assets where org_id = $1) a
     on a.at % 10 = 0 and a.at / ${10 * SINGLE_EACH} = i`,
];
