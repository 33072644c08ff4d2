import { randomUUID } from 'node:crypto';
import { ORG, ROLE } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { createOrganisation, createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startOpenSearch } from '@postern/testkit/opensearch';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CommandWorld, commandWorld, documents } from '../../../test/command-world.ts';
import { serverOfFile } from '../../../test/harness.ts';
import { wireComponent } from '../../../test/wire-component.ts';
import { createCommandLogs } from './command-logs.ts';

/** A command log in a real OpenSearch: what is read from it, and by whom. How it gets there: `shipping.test.ts`. */

let world: CommandWorld;
const engine = forThisFile(startOpenSearch, (it) => it.stop());
const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });
beforeAll(async () => {
  world = await commandWorld(server);
});

const inputsOf = (rows: readonly Json[]) => rows.map(({ input }) => input);
const treeOf = async (query = '') => (await world.admin.get<Json[]>(`terminal/command-storages/tree/${query}`)).body;

describe('a storage', () => {
  test('is made where an engine answers, and its index with it; what cannot be one is refused and leaves nothing', async () => {
    const storage = await world.storage(engine.url);
    expect((await engine.ask('GET', `/${storage.meta.INDEX}/_mapping`)).body).toHaveProperty(
      [storage.meta.INDEX, 'mappings', 'properties', 'org_id'],
      {
        type: 'keyword',
        ignore_above: 4096,
      },
    );
    const { admin } = world;
    const tried = await admin.get<Json>(`terminal/command-storages/${storage.id}/test-connective/`);
    expect(tried.body).toMatchObject({ is_valid: true, msg: expect.stringMatching(/OpenSearch 2\.19\.2.*there: 0; waiting here: 0/) });
    const before = (await admin.get<Json[]>('terminal/command-storages/')).body.length;
    const make = (meta: Json) => admin.post<Json>('terminal/command-storages/?type=es', { name: 'none', type: 'es', meta });
    for (const meta of [
      {},
      { HOSTS: [] },
      { HOSTS: ['ftp://127.0.0.1:9200'] },
      { HOSTS: [`${engine.url}/other/path`] },
      { HOSTS: [`${engine.url}?x=1`] },
      { HOSTS: [engine.url], INDEX: '../_all' },
      { HOSTS: [engine.url], INDEX: 'a,b' },
      { HOSTS: [engine.url], INDEX: '_all' },
      { HOSTS: [engine.url], INDEX: 'a*' },
      { HOSTS: [engine.url], IGNORE_VERIFY_CERTS: true },
    ])
      expect((await make(meta)).body, JSON.stringify(meta)).toHaveProperty('meta');
    await engine.ask('PUT', '/of-others', { mappings: { properties: { user: { type: 'text' } } } });
    expect((await make({ HOSTS: [engine.url], INDEX: 'of-others' })).body.code).toBe('invalid_elasticsearch');
    // Nobody is there; and where the guarded client does not go: metadata, loopback that nobody allowed.
    for (const host of ['http://127.0.0.1:1', 'http://169.254.169.254', 'https://127.0.0.2:9200', 'http://10.0.0.1:9200'])
      expect((await make({ HOSTS: [host] })).body, host).toMatchObject({ code: 'invalid_elasticsearch' });
    expect((await admin.get<Json[]>('terminal/command-storages/')).body).toHaveLength(before);
    // What was written under one index would be found no more.
    const moved = await admin.patch(`terminal/command-storages/${storage.id}/`, { meta: { INDEX: 'elsewhere' } });
    expect(moved).toMatchObject({ status: 400, body: { meta: { INDEX: [expect.any(String)] } } });
  });

  test('keeps its credentials to itself, and sends them to no other place', async () => {
    const secret = 'canary%20of-the-engine';
    const { host } = new URL(engine.url);
    const storage = await world.storage(`http://writer:${secret}@${host}`);
    expect(storage.meta.HOSTS).toEqual([engine.url]);
    const [{ admin }, one] = [world, `terminal/command-storages/${storage.id}/`];
    for (const path of [
      one,
      'terminal/command-storages/',
      'terminal/command-storages/?format=csv',
      `${one}test-connective/`,
      'audits/operate-logs/',
    ])
      expect(JSON.stringify((await admin.get(path)).body), path).not.toContain('canary');
    const stored = await sql<{ row: string }>`select row_to_json(s)::text as row from command_storages s where id = ${storage.id}`.execute(
      server.db,
    );
    expect(stored.rows[0]?.row).not.toContain('canary');
    const chosen = await world.componentFor(storage);
    const told = async () => (await wireComponent(server.url, chosen.key).get('terminal/terminals/config/')).body.TERMINAL_COMMAND_STORAGE;
    const withLogin = `http://writer:${secret}@${host}`;
    expect(await told()).toEqual({
      TYPE: 'es',
      HOSTS: [withLogin],
      INDEX: storage.meta.INDEX,
      INDEX_BY_DATE: false,
      DOC_TYPE: '_doc',
      OTHER: { IGNORE_VERIFY_CERTS: false },
    });
    const other = await world.componentFor();
    expect((await wireComponent(server.url, other.key).get('terminal/terminals/config/')).body.TERMINAL_COMMAND_STORAGE).toEqual({
      TYPE: 'server',
    });
    // For our own gateway the server writes.
    const gateway = await world.componentFor(storage);
    await sql`update terminals set methods = '["ssh/web_cli"]'::jsonb where id = ${gateway.terminalId}`.execute(server.db);
    expect((await wireComponent(server.url, gateway.key).get('terminal/terminals/config/')).body.TERMINAL_COMMAND_STORAGE.TYPE).toBe(
      'server',
    );
    expect((await admin.patch(`terminal/terminals/${gateway.terminalId}/`, { command_storage: 'default' })).status).toBe(200);
    expect((await admin.patch(`terminal/terminals/${gateway.terminalId}/`, { command_storage: storage.id })).body).toMatchObject({
      command_storage: storage.name,
    });
    // The same place by another name is another place.
    const refused = await admin.patch<Json>(one, { meta: { HOSTS: [engine.url, `http://localhost:${new URL(engine.url).port}`] } });
    expect(refused.status, JSON.stringify(refused.body)).toBe(200);
    expect((await told()).HOSTS).toEqual([withLogin, `http://localhost:${new URL(engine.url).port}`]);
    // Who may not change it does not choose it either: choosing sends its credentials.
    const keeper = await createUser(admin, { system_roles: [ROLE.USER] });
    expect(
      (await (await server.as(keeper.username)).patch(`terminal/terminals/${other.terminalId}/`, { command_storage: storage.name })).status,
    ).toBe(403);
    expect((await admin.delete(one)).body).toMatchObject({ code: 'storage_in_use' });
  });
});

describe('commands there', () => {
  const BASE = 1_600_000_000;
  const ENTRIES: readonly Json[] = [
    { input: 'SELECT 100%', timestamp: BASE, user: 'Mei(mei)' },
    { input: 'select * from users where name = "x"', timestamp: BASE + 60, risk_level: 4 },
    { input: 'rm -rf /', timestamp: BASE + 120, user: 'Mo(mo)', risk_level: 5 },
    { input: 'echo a?b', timestamp: BASE + 180, account: 'deploy' },
    { input: 'echo a\\b', timestamp: BASE + 240, account: 'deploy', output: 'two\nlines' },
    { input: '查看 日志', timestamp: BASE + 300 },
  ];
  let storage: Json;
  let here: string;
  let there: string;
  beforeAll(async () => {
    storage = await world.storage(engine.url);
    const [stays, leaves] = [await world.componentFor(), await world.componentFor(storage)];
    [here, there] = [await world.session(stays), await world.session(leaves)];
    await world.give(stays, here, ENTRIES);
    await world.give(leaves, there, ENTRIES);
    await world.shipped(storage);
  });

  test('have left the table, are there once each, and are listed as those of the table are, whatever is asked', async () => {
    expect(await documents(engine, storage)).toBe(ENTRIES.length);
    const left = await sql<{ n: number }>`select count(*)::int as n from commands where session = ${there}`.execute(server.db);
    expect(left.rows[0]?.n).toBe(0);
    const [own] = (await world.admin.get<Json[]>('terminal/command-storages/?type=server')).body;
    for (const query of [
      '',
      'order=timestamp',
      'order=risk_level,timestamp',
      'order=-risk_level,timestamp',
      'user=Me',
      'user=*',
      'user=mei',
      'input=select',
      'input=*',
      'input=100%25',
      'input=a?b',
      'input=a%5Cb',
      'input=" OR org_id:*',
      'search=select users',
      'search=rm,/',
      'search=日志',
      'asset=db-01',
      'asset=db-*',
      'account=deploy',
      'risk_level=5',
      'risk_level=4',
      'risk_level=4,5',
      `date_from=${new Date((BASE + 60) * 1000).toISOString()}&date_to=${new Date((BASE + 180) * 1000).toISOString()}`,
      'session=x',
      'query={"match_all":{}}',
      'limit=2&offset=1',
      'limit=2&offset=50',
    ]) {
      const of = async (which: Json | undefined, session: string) =>
        (
          await world.admin.get<Json>(
            `terminal/commands/?${query || 'order=-timestamp'}&session_id=${session}&command_storage_id=${which?.id}`,
          )
        ).body;
      const plain = (body: Json) => {
        const rows = (Array.isArray(body) ? body : body.results) as Json[];
        return { count: body.count, rows: rows.map(({ id: _id, session: _session, ...rest }) => rest) };
      };
      const [table, log] = [plain(await of(own, here)), plain(await of(storage, there))];
      expect(log, query).toEqual(table);
    }
    expect(inputsOf(await world.list(`command_storage_id=${storage.id}&session_id=${there}&input=select`))).toHaveLength(2);
  });

  test('are merged by session, counted in trees, sessions and figures, opened by id, exported and chosen', async () => {
    expect(inputsOf(await world.list(`session_id=${there}&order=timestamp`))).toEqual(inputsOf(ENTRIES));
    const all = (
      await world.admin.get<Json>(
        `terminal/commands/?limit=3&offset=2&order=timestamp&date_to=${new Date((BASE + 9_000) * 1000).toISOString()}`,
      )
    ).body;
    expect(all).toMatchObject({ count: 12, next: expect.stringContaining('offset=5') });
    expect(inputsOf(all.results)).toEqual([ENTRIES[1]?.input, ENTRIES[1]?.input, ENTRIES[2]?.input]);
    expect(all).not.toHaveProperty('missing');
    const leaf = (await treeOf('?real=1&risk_level=5')).find(({ id }) => id === storage.id);
    expect(leaf).toMatchObject({ name: `${storage.name}(es)(1)`, valid: true });
    expect((await world.admin.get<Json>(`terminal/sessions/${there}/`)).body).toMatchObject({ command_amount: 6, has_command: true });
    const [one] = await world.list(`command_storage_id=${storage.id}&risk_level=5`);
    expect((await world.admin.get<Json>(`terminal/commands/${one?.id}/`)).body).toMatchObject({ id: one?.id, input: 'rm -rf /' });
    expect((await world.admin.get(`terminal/commands/${randomUUID()}/`)).status).toBe(404);
    expect(inputsOf(await world.list(`command_storage_id=${storage.id}&ids=${one?.id}`))).toEqual(['rm -rf /']);
    const csv = (await world.admin.get<string>(`terminal/commands/?command_storage_id=${storage.id}&order=timestamp&format=csv`)).body;
    expect(csv.split('\r\n').filter((line) => line.includes('db-01'))).toHaveLength(6);
    const { spm } = (await world.admin.post<Json>('common/resources/cache/', { resources: [one?.id] })).body;
    expect(inputsOf(await world.list(`command_storage_id=${storage.id}&spm=${spm}`))).toEqual(['rm -rf /']);
  });

  test('are all in what is told of a session elsewhere, the first ones first', async () => {
    const { outbound, settings } = server.platform;
    const logs = createCommandLogs({ outbound, timeZone: settings.timeZone });
    const told = await server.platform.asSystem('test', (ctx) => logs.ofSession(ctx, there, 4));
    expect(told.count).toBe(ENTRIES.length);
    expect(inputsOf(told.rows)).toEqual(inputsOf(ENTRIES.slice(0, 4)));
  });

  test('are never seen from another organisation, whatever the words of the request', async () => {
    const elsewhere = await createOrganisation(world.admin);
    const auditor = await createUser(world.admin.inOrg(elsewhere.id), { org_roles: [ROLE.ORG_AUDITOR] });
    const api = (await server.as(auditor.username)).inOrg(elsewhere.id);
    const [one] = await world.list(`command_storage_id=${storage.id}`);
    for (const query of [
      '',
      `org_id=${ORG.DEFAULT}`,
      'input=*',
      'search=*:*',
      `ids=${one?.id}`,
      `session_id=${there}`,
      `user=${encodeURIComponent('* OR *')}`,
    ])
      for (const which of [`command_storage_id=${storage.id}&`, '']) expect(await world.list(`${which}${query}`, api), query).toEqual([]);
    expect((await api.get(`terminal/commands/${one?.id}/`)).status).toBe(404);
    expect((await api.get<Json[]>('terminal/command-storages/tree/')).body.find(({ id }) => id === storage.id)?.name).toContain('(0)');
    const foreign = {
      id: randomUUID(),
      org_id: elsewhere.id,
      session: there,
      user: 'u',
      asset: 'a',
      account: 'c',
      input: 'theirs',
      timestamp: BASE,
    };
    await engine.ask('PUT', `/${storage.meta.INDEX}/_doc/${foreign.id}?refresh=true`, foreign);
    expect(inputsOf(await world.list('', api))).toEqual(['theirs']);
    expect(inputsOf(await world.list(`session_id=${there}`))).not.toContain('theirs');
    await engine.ask('DELETE', `/${storage.meta.INDEX}/_doc/${foreign.id}?refresh=true`);
  });

  test('that a component wrote by itself are listed, with ids that open them', async () => {
    const log = await world.storage(engine.url);
    const koko = await world.componentFor(log);
    const session = await world.session(koko);
    // As KoKo writes them: without an id, which the engine makes.
    const document = {
      session,
      org_id: ORG.DEFAULT,
      input: 'uptime',
      output: 'up',
      user: 'Mei(mei)',
      asset: 'db-01',
      account: 'root',
      risk_level: 0,
    };
    for (const timestamp of [BASE, BASE, BASE + 1])
      await engine.ask('POST', `/${log.meta.INDEX}/_doc?refresh=true`, { ...document, timestamp, date_created: new Date().toISOString() });
    const rows = await world.list(`command_storage_id=${log.id}&order=timestamp`);
    expect(rows).toHaveLength(3);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(3);
    for (const { id } of rows) {
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect((await world.admin.get<Json>(`terminal/commands/${id}/`)).body).toMatchObject({
        id,
        input: 'uptime',
        remote_addr: '192.0.2.9',
      });
    }
    expect((await world.admin.get<Json>(`terminal/sessions/${session}/`)).body.command_amount).toBe(3);
    const figures = async () =>
      (await world.admin.get<Json>('/api/v1/index/?days=1&total_count_commands=1&total_count_commands_danger=1')).body;
    const before = await figures();
    const today = { ...document, timestamp: Math.floor(Date.now() / 1_000), risk_level: 5 };
    await engine.ask('POST', `/${log.meta.INDEX}/_doc?refresh=true`, today);
    const { total_count_commands: all, total_count_commands_danger: danger } = await figures();
    expect([all - before.total_count_commands, danger - before.total_count_commands_danger]).toEqual([1, 1]);
    const csv = (await world.admin.get<string>(`terminal/commands/?session_id=${session}&format=csv`)).body;
    expect(csv.split('\r\n').filter((line) => line.includes('uptime'))).toHaveLength(4);
  });
});
