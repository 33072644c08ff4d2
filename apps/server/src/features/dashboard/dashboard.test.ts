import type { Api, Json } from '@postern/testkit/api';
import { createHost, createOrganisation, createUser } from '@postern/testkit/factories';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

let admin: Api;
let elsewhere: Api;

const server = serverOfFile();
beforeAll(async () => {
  const root = await server.as('admin');
  admin = root.inOrg((await createOrganisation(root)).id);
  elsewhere = root.inOrg((await createOrganisation(root)).id);
});

const figures = async (api: Api, query: Record<string, string | number>): Promise<Json> => (await api.get<Json>('index/', { query })).body;

test('only what is asked for is counted, spaces around values notwithstanding, and only in the organisation', async () => {
  const host = await createHost(admin);
  await createHost(admin);
  expect(await figures(admin, { total_count_assets: '1 ', days: '7   ' })).toEqual({ total_count_assets: 2 });
  expect(await figures(elsewhere, { total_count_assets: 1 })).toEqual({ total_count_assets: 0 });
  const session = (org: string, daysBack: number, ok: boolean) =>
    sql`
    insert into sessions (id, org_id, "user", user_id, asset, asset_id, account, account_id, protocol, is_finished, is_success, date_start)
    values (gen_random_uuid(), ${org}, 'Ann(ann)', gen_random_uuid(), ${host.name}, ${host.id}, 'root', '', 'ssh', false, ${ok},
      now() - make_interval(days => ${daysBack}))`.execute(server.db);
  await session(host.org_id, 0, true);
  await session(host.org_id, 0, false);
  await session(host.org_id, 3, true);
  const now = await figures(admin, { total_count: 1 });
  expect(now).toMatchObject({
    total_count_assets: 2,
    total_count_assets_this_week: 2,
    total_count_online_sessions: 3,
    total_count_online_users: 3,
    total_count_today_active_assets: 1,
    total_count_today_failed_sessions: 1,
  });
  expect((await figures(elsewhere, { total_count: 1 })).total_count_online_sessions).toBe(0);
  const rank = async (days: number) => (await figures(admin, { dates_login_times_top10_assets: 1, days })).dates_login_times_top10_assets;
  expect(await rank(1)).toMatchObject([{ asset: host.name, total: 2 }]);
  expect(await rank(7)).toMatchObject([{ asset: host.name, total: 3 }]);
  const week = await figures(admin, { dates_metrics: 1, days: 7 });
  expect(week.dates_metrics_date).toHaveLength(7);
  expect(week.dates_metrics_total_count_active_assets).toEqual([0, 0, 0, 1, 0, 0, 1]);
  expect(week.dates_metrics_total_count_active_users).toEqual([0, 0, 0, 1, 0, 0, 2]);
  // A gateway that was cut off reports what it carried days ago.
  await session(host.org_id, 3, true);
  const later = await figures(admin, { dates_metrics: 1, days: 7 });
  expect(later.dates_metrics_total_count_active_users).toEqual([0, 0, 0, 2, 0, 0, 2]);
});

test('types come with their names in the language of the reader', async () => {
  const query = { total_count_type_to_assets_amount: 1 };
  expect(await figures(admin, query)).toEqual({ total_count_type_to_assets_amount: [{ type: 'linux', label: 'Linux', total: 2 }] });
  const { id } = (await admin.get<Json[]>('assets/platforms/', { query: { name: 'Website' } })).body[0] ?? {};
  expect((await admin.post('assets/webs/', { name: 'Wiki', address: 'http://wiki.example', platform: id })).status).toBe(201);
  const zh = await admin.get<Json>('index/', { query, headers: { 'accept-language': 'zh-hans' } });
  expect(zh.body.total_count_type_to_assets_amount.map((row: Json) => row.label)).toEqual(['Linux', '网站']);
});

test('who may see neither console nor audit gets no figures', async () => {
  const user = await createUser(admin);
  const ann = (await server.as(user.username)).inOrg(String(user.org_id ?? ''));
  expect((await ann.get('index/', { query: { total_count: 1 } })).status).toBe(403);
});

test('ranks are of ten, and so are the sessions that came last', async () => {
  const org = await createOrganisation(admin);
  await sql`
    insert into sessions (id, org_id, "user", user_id, asset, asset_id, account, account_id, protocol, is_finished, is_success, date_start)
    select gen_random_uuid(), ${org.id}, 'Person ' || n, gen_random_uuid(), 'host-' || n, '', 'root', '', 'ssh', true, true,
      now() - make_interval(secs => n) from generate_series(1, 11) n`.execute(server.db);
  const flags = ['dates_login_times_top10_users', 'dates_login_times_top10_assets', 'dates_login_record_top10_sessions'];
  const seen = await figures(admin.inOrg(org.id), { days: 7, ...Object.fromEntries(flags.map((flag) => [flag, 1])) });
  for (const flag of flags) expect(seen[flag], flag).toHaveLength(10);
  expect(seen.dates_login_record_top10_sessions.map((one: Json) => one.asset)).toEqual(
    Array.from({ length: 10 }, (_, at) => `host-${at + 1}`),
  );
});

test('figures and days are those of counting, in every zone, with what still runs told apart', async () => {
  const org = await createOrganisation(admin);
  const here = admin.inOrg(org.id);
  await sql`
    insert into sessions (id, org_id, "user", user_id, asset, asset_id, account, account_id, protocol, is_finished, is_success, date_start)
    select gen_random_uuid(), ${org.id}, 'Ann(ann)', '', 'host', '', 'root', '', 'ssh', n > 2, true, now() - make_interval(mins => n * 97)
      from generate_series(1, 60) n`.execute(server.db);
  await sql`
    insert into commands (id, org_id, "user", asset, account, session, input, "timestamp")
    select gen_random_uuid(), ${org.id}, 'Ann(ann)', 'host', 'root', 's', 'ls', extract(epoch from now())::int - n * 5820
      from generate_series(1, 60) n`.execute(server.db);
  const week = await figures(here, { total_count: 1, days: 7 });
  expect(week).toMatchObject({ total_count_history_sessions: 58, total_count_online_sessions: 2, total_count_commands: 60 });
  // In India days do not begin on the hour: there they are counted.
  for (const zone of ['UTC', 'Asia/Shanghai', 'America/New_York', 'Asia/Kolkata']) {
    const { body } = await here.get<Json>('index/', { query: { session_dates_metrics: 1, days: 7 }, headers: { 'x-tz': zone } });
    const { rows } = await sql<{ day: string; n: number }>`
      select to_char(date_start at time zone ${zone}, 'MM-DD') as day, count(*)::int as n from sessions where org_id = ${org.id} group by 1`.execute(
      server.db,
    );
    const told = Object.fromEntries(
      body.dates_metrics_date.map((day: string, at: number) => [day, body.dates_metrics_total_count_session[at]]),
    );
    expect([zone, Object.fromEntries(Object.entries(told).filter(([, n]) => n !== 0))]).toEqual([
      zone,
      Object.fromEntries(rows.map(({ day, n }) => [day, n])),
    ]);
  }
});
