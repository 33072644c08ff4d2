import { ORG } from '@postern/contract/ids';
import type { Database } from '@postern/resource';
import { sql } from 'kysely';

export interface Amounts {
  assets: number;
  nodes: number;
  permissions: number;
  users: number;
}

/**
 * Fills the default organisation with believable amounts for figures: a tree four levels deep, hosts spread over it (one
 * in fifty on two nodes), users `scale-0…` in ten groups, permissions on nodes and single assets. Straight SQL, because
 * only reading is measured. `scale-all` is granted the root node, `scale-0` what its permissions give it.
 */
export async function fillAssets(db: Database, { assets, nodes, permissions, users }: Amounts): Promise<void> {
  const org = ORG.DEFAULT;
  // 100 departments, 10 sites each, then racks: keys follow the rule of nodes.
  await sql`
    insert into nodes (id, org_id, key, value, full_value, parent_key, child_mark)
    select gen_random_uuid(), ${org}, k.key, 'node ' || k.key, r.full_value || '/node ' || k.key, regexp_replace(k.key, ':[^:]+$', ''), 0
    from generate_series(0, ${nodes - 1}) i
    cross join lateral (select case when i < 100 then '1:' || i
      when i < 1100 then '1:' || (i % 100) || ':' || (i / 100)
      else '1:' || (i % 100) || ':' || (1 + (i / 100) % 10) || ':' || i end as key) k
    cross join (select full_value from nodes where key = '1') r`.execute(db);
  await sql`
    insert into assets (id, org_id, name, address, comment, platform_id, protocols, is_active)
    select gen_random_uuid(), ${org}, 'web-' || lpad(i::text, 6, '0') || '.dc' || (i % 7), '10.' || (i / 65536) || '.' || ((i / 256) % 256) || '.' || (i % 256),
      'rack ' || (i % 999), case when i % 5 = 0 then 5 else 1 end, '[{"name":"ssh","port":22}]'::jsonb, true
    from generate_series(1, ${assets}) i`.execute(db);
  await sql`
    with n as (select id, row_number() over (order by key) - 1 as at from nodes where key like '1:%'),
      a as (select id, row_number() over (order by name) as at from assets)
    insert into asset_nodes (asset_id, node_id)
    select a.id, n.id from a join n on n.at = (a.at * 7919) % ${nodes}
    union select a.id, n.id from a join n on n.at = (a.at * 104729) % ${nodes} where a.at % 50 = 0`.execute(db);
  await sql`
    insert into users (id, name, username, email, is_active, from_outside)
    select gen_random_uuid(), 'Scale ' || i, 'scale-' || i, 'scale-' || i || '@example.com', true, false from generate_series(0, ${users - 1}) i
    union all select gen_random_uuid(), 'Scale all', 'scale-all', 'scale-all@example.com', true, false`.execute(db);
  await sql`
    insert into role_bindings (id, user_id, role_id, scope, org_id)
    select gen_random_uuid(), u.id, '00000000-0000-0000-0000-000000000007', 'org', ${org} from users u where u.username like 'scale-%'`.execute(
    db,
  );
  await sql`
    insert into user_groups (id, org_id, name) select gen_random_uuid(), ${org}, 'scale group ' || i from generate_series(0, 9) i`.execute(
    db,
  );
  await sql`
    insert into user_group_members (group_id, user_id)
    select g.id, u.id from users u join user_groups g on g.name = 'scale group ' || (abs(hashtext(u.username)) % 10)
    where u.username like 'scale-%'`.execute(db);
  await sql`
    insert into asset_permissions (id, org_id, name, accounts, actions, is_active, date_start, date_expired)
    select gen_random_uuid(), ${org}, 'scale permission ' || i, '["@ALL"]'::jsonb, 63, i % 20 <> 0, now() - interval '1 day', now() + interval '1 year'
    from generate_series(1, ${permissions}) i`.execute(db);
  await sql`create temp table p as select id, row_number() over (order by name) as at from asset_permissions`.execute(db);
  await sql`
    insert into asset_permission_users (permission_id, user_id)
    select p.id, u.id from p join (select id, row_number() over (order by username) as at from users where username like 'scale-%') u
      on u.at = 1 + (p.at % ${users}) where p.at % 3 <> 0`.execute(db);
  await sql`
    insert into asset_permission_groups (permission_id, group_id)
    select p.id, g.id from p join (select id, row_number() over (order by name) as at from user_groups where name like 'scale group %') g
      on g.at = 1 + (p.at % 10) where p.at % 3 = 0`.execute(db);
  await sql`
    insert into asset_permission_nodes (permission_id, node_id)
    select p.id, n.id from p join (select id, row_number() over (order by key) as at from nodes where key like '1:%:%') n
      on n.at = 1 + (p.at * 31) % ${nodes - 100}`.execute(db);
  await sql`
    insert into asset_permission_assets (permission_id, asset_id)
    select p.id, a.id from p join (select id, row_number() over (order by name) as at from assets) a
      on a.at = 1 + (p.at * 17) % ${assets} or a.at = 1 + (p.at * 23) % ${assets}`.execute(db);
  await sql`drop table p`.execute(db);
  await sql`
    with made as (
      insert into asset_permissions (id, org_id, name, accounts, actions, is_active, date_start, date_expired)
      values (gen_random_uuid(), ${org}, 'scale everything', '["@ALL"]'::jsonb, 63, true, now() - interval '1 day', now() + interval '1 year') returning id),
    linked as (insert into asset_permission_users (permission_id, user_id) select made.id, u.id from made, users u where u.username = 'scale-all')
    insert into asset_permission_nodes (permission_id, node_id) select made.id, n.id from made, nodes n where n.key = '1'`.execute(db);
}
