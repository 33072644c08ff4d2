import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, request as toEngine } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '@postern/testkit/api';
import { type BreakableProxy, startBreakableProxy } from '@postern/testkit/breakable-proxy';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startOpenSearch } from '@postern/testkit/opensearch';
import { until } from '@postern/testkit/until';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type CommandWorld, commandWorld, documents } from '../../../test/command-world.ts';
import { serverOfFile } from '../../../test/harness.ts';
import type { Component } from '../../../test/matrix/actors.ts';

/** Commands on their way into a real OpenSearch, and out of it by retention: nothing is lost and nothing is there twice, whatever breaks. */

let world: CommandWorld;
const engine = forThisFile(startOpenSearch, (it) => it.stop());
const server = serverOfFile({ settings: { outboundAllow: ['127.0.0.1'] } });
beforeAll(async () => {
  world = await commandWorld(server);
});

const DAY_S = 86_400;
const typed = (n: number, from = 0): Json[] =>
  Array.from({ length: n }, (_, at) => ({ input: `cmd ${from + at}`, timestamp: 1_700_000_000 + from + at }));
const ship = () => world.job('command-log-ship');
/** As after its pause. */
const due = () => sql`update command_shippers set date_next = null`.execute(server.db);
const errorOf = async ({ id }: Json): Promise<string> =>
  (await sql<{ error: string }>`select error from command_shippers where storage_id = ${id}`.execute(server.db)).rows[0]?.error ?? '';

/** A storage, a component that uses it and a session of it. */
async function route(url = engine.url, change: Json = {}): Promise<{ storage: Json; component: Component; session: string }> {
  const storage = await world.storage(url, change);
  const component = await world.componentFor(storage);
  return { storage, component, session: await world.session(component) };
}

/** Every command is listed once, and once only among the documents. */
async function complete(storage: Json, session: string, n: number): Promise<void> {
  await world.shipped(storage);
  // An engine counts what is written with its next refresh.
  await until('the engine counts them', 60_000, async () => (await documents(engine, storage)) === n);
  // An engine that was away is asked again a little later.
  const rows = await until('all are listed', 60_000, async () => {
    const found = await world.list(`session_id=${session}`);
    return found.length >= n && found;
  });
  expect(new Set(rows.map(({ input }) => input)).size).toBe(n);
  expect(rows).toHaveLength(n);
}

describe('when something breaks', () => {
  test('an engine that is away for a while: what is typed is kept here, said to be missing, and filled in afterwards', async () => {
    const { storage, component, session } = await route();
    await world.give(component, session, typed(1_200));
    await ship();
    await engine.pause();
    await world.give(component, session, typed(2_300, 1_200));
    await ship();
    expect(await errorOf(storage)).toContain('unreachable');
    // The storage itself is of no use; the merge has what is here and says what it lacks.
    expect(await world.admin.get<Json>(`terminal/commands/?command_storage_id=${storage.id}`)).toMatchObject({
      status: 400,
      body: { code: 'storage_invalid' },
    });
    const merged = (await world.admin.get<Json>(`terminal/commands/?session_id=${session}&limit=10&order=timestamp`)).body;
    expect(merged).toMatchObject({ count: 2_300, missing: expect.arrayContaining([storage.name]) });
    expect(merged.results[0].input).toBe('cmd 1200');
    const bare = await world.admin.get(`terminal/commands/?session_id=${session}`);
    expect(decodeURIComponent(bare.headers.get('x-missing') ?? '').split(',')).toContain(storage.name);
    expect((await world.admin.get<Json>(`terminal/commands/?session_id=${session}&format=csv`)).body).toMatchObject({
      code: 'storage_invalid',
    });
    const leaf = (await world.admin.get<Json[]>('terminal/command-storages/tree/')).body.find(({ id }) => id === storage.id);
    expect(leaf).toMatchObject({ valid: false, name: `${storage.name}(es)(unavailable)` });
    expect((await world.admin.get<Json>(`terminal/command-storages/${storage.id}/test-connective/`)).body).toMatchObject({
      is_valid: false,
    });
    expect((await world.admin.delete(`terminal/command-storages/${storage.id}/`)).body).toMatchObject({
      code: expect.stringMatching(/^storage_/),
    });
    expect((await world.admin.get<Json>(`terminal/sessions/${session}/`)).status).toBe(200);
    await engine.resume();
    await due();
    await complete(storage, session, 3_500);
    await until('nothing is missing', 60_000, async () => {
      const { body } = await world.admin.get<Json>(`terminal/commands/?session_id=${session}&limit=1`);
      return body.missing === undefined && body.count === 3_500;
    });
  });

  test('an answer that is lost on its way: the same again makes nothing twice', async () => {
    const proxy: BreakableProxy = await startBreakableProxy(Number(new URL(engine.url).port));
    try {
      const { storage, component, session } = await route(`http://127.0.0.1:${proxy.port}`);
      await world.give(component, session, typed(300));
      proxy.cutAt('_bulk', 'after');
      await ship();
      expect(await errorOf(storage)).not.toBe('');
      // All of it is there, and all of it is here still: it is listed and counted once.
      await until('the engine has it', 60_000, async () => (await documents(engine, storage)) === 300);
      expect(await world.waiting(storage)).toBe(300);
      proxy.restore();
      await until('the list is whole', 60_000, async () => {
        const { body } = await world.admin.get<Json>(`terminal/commands/?command_storage_id=${storage.id}&limit=100&offset=250`);
        return body.count === 300 && body.results.length === 50;
      });
      expect((await world.admin.get<Json>(`terminal/sessions/${session}/`)).body.command_amount).toBe(300);
      await due();
      await complete(storage, session, 300);
    } finally {
      proxy.close();
    }
  });

  test('an engine that is too busy is left alone, and asked again later', async () => {
    let busy = true;
    const door = createServer((request, response) => {
      if (busy && request.url?.startsWith('/_bulk')) return response.writeHead(429).end('{"error":{"type":"circuit_breaking_exception"}}');
      const inward = toEngine(`${engine.url}${request.url}`, { method: request.method, headers: request.headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      return request.pipe(inward);
    });
    door.listen(0, '127.0.0.1');
    await once(door, 'listening');
    try {
      const { storage, component, session } = await route(`http://127.0.0.1:${(door.address() as AddressInfo).port}`);
      await world.give(component, session, typed(20));
      await ship();
      expect(await errorOf(storage)).toBe('429 circuit_breaking_exception');
      busy = false;
      await ship();
      expect([await world.waiting(storage), await documents(engine, storage)]).toEqual([20, 0]);
      await due();
      await complete(storage, session, 20);
    } finally {
      door.close();
      door.closeAllConnections();
    }
  });

  test('an index that takes nothing: all of it waits, and goes when it may', async () => {
    const { storage, component, session } = await route();
    await engine.ask('PUT', `/${storage.meta.INDEX}/_settings`, { 'index.blocks.write': true });
    await world.give(component, session, typed(50));
    await ship();
    expect(await errorOf(storage)).toContain('403');
    expect(await world.waiting(storage)).toBe(50);
    expect(await world.list(`session_id=${session}`)).toHaveLength(50);
    await engine.ask('PUT', `/${storage.meta.INDEX}/_settings`, { 'index.blocks.write': null });
    await due();
    await complete(storage, session, 50);
  });

  test('single commands that are refused wait for their own try, and hold nothing else up', async () => {
    const { storage, component, session } = await route(engine.url, { meta: { INDEX_BY_DATE: true } });
    const [good, bad] = [1_650_000_000, 1_650_000_000 + 10 * DAY_S];
    await world.give(component, session, [{ input: 'bad', timestamp: bad }]);
    await world.shipped(storage);
    const { body } = await engine.ask('GET', `/_alias/${storage.meta.INDEX}-alias`);
    const day = Object.keys(body).find((name) => name.endsWith('2022-04-25'));
    expect(day, Object.keys(body).join()).toBeDefined();
    await engine.ask('POST', `/${day}/_close`);
    await world.give(component, session, [
      { input: 'good', timestamp: good },
      { input: 'bad too', timestamp: bad },
      { input: 'good too', timestamp: good + DAY_S },
    ]);
    await ship();
    await ship();
    expect(await world.waiting(storage)).toBe(1);
    const kept = await sql<{
      error: string;
      tries: number;
    }>`select error, tries from command_retries where storage_id = ${storage.id}`.execute(server.db);
    expect(kept.rows).toEqual([{ error: 'index_closed_exception', tries: 1 }]);
    await engine.ask('POST', `/${day}/_open?wait_for_active_shards=1`);
    await sql`update command_retries set date_next = now()`.execute(server.db);
    await complete(storage, session, 4);
    expect((await sql`select 1 from command_retries where storage_id = ${storage.id}`.execute(server.db)).rows).toEqual([]);
  });

  test('two who ship at once take each command once, and a changed choice of storage loses none', async () => {
    const [first, second] = [await route(), await route()];
    const { component } = first;
    await world.give(component, first.session, typed(500));
    const choose = (name: string) => world.admin.patch(`terminal/terminals/${component.terminalId}/`, { command_storage: name });
    expect((await choose(second.storage.name)).status).toBe(200);
    await world.give(component, first.session, typed(500, 500));
    expect((await choose('default')).status).toBe(200);
    await world.give(component, first.session, typed(500, 1_000));
    await Promise.all([ship(), ship(), ship()]);
    for (const { storage } of [first, second]) await world.shipped(storage);
    expect([await documents(engine, first.storage), await documents(engine, second.storage)]).toEqual([500, 500]);
    const rows = await world.list(`session_id=${first.session}&order=timestamp`);
    expect(rows.map(({ input }) => input)).toEqual(typed(1_500).map(({ input }) => input));
    expect((await world.admin.get<Json>(`terminal/sessions/${first.session}/`)).body.command_amount).toBe(1_500);
    expect((await world.admin.delete(`terminal/command-storages/${first.storage.id}/`)).status).toBe(204);
  });
});

test('the database lets go of nothing that was meant to stay, nor of what audit receivers have not heard of', async () => {
  const { storage } = await route();
  const stays = await world.componentFor();
  const session = await world.session(stays);
  await world.give(stays, session, typed(3));
  const ids = (await world.list(`session_id=${session}`)).map(({ id }) => id);
  const handOver = (id: string, which: string[]) =>
    sql<{ n: number }>`select hand_over_commands(${id}::uuid, ${which}::uuid[])::int as n`.execute(server.db);
  expect((await handOver(storage.id, ids)).rows[0]?.n).toBe(0);
  const [own] = (await world.admin.get<Json[]>('terminal/command-storages/?type=server')).body;
  for (const id of [own?.id, randomUUID()]) await expect(handOver(id, ids)).rejects.toThrow('command storage only');
  await expect(sql`update commands set storage_id = ${storage.id}`.execute(server.db)).rejects.toThrow('permission denied');
  expect(await world.list(`session_id=${session}`)).toHaveLength(3);
  const receiver = await world.admin.post<Json>('settings/audit-receivers/', { name: 'siem', type: 'file', address: 'siem.log' });
  expect(receiver.status, JSON.stringify(receiver.body)).toBe(201);
  const leaves = await world.componentFor(storage);
  const heard = await world.session(leaves);
  await world.give(leaves, heard, typed(2));
  const waits = await sql<{ id: string }>`select id from commands where session = ${heard}`.execute(server.db);
  expect(
    (
      await handOver(
        storage.id,
        waits.rows.map(({ id }) => id),
      )
    ).rows[0]?.n,
  ).toBe(0);
  await ship();
  expect(await world.waiting(storage)).toBe(2);
  await until('the receiver has heard of it', 60_000, async () => {
    await world.job('audit-forward');
    await due();
    await ship();
    return (await world.waiting(storage)) === 0;
  });
  expect((await world.admin.delete(`settings/audit-receivers/${receiver.body.id}/`)).status).toBe(204);
});

test.each([false, true])(
  'retention takes out what is old and leaves what belongs to a session that is there (one index a day: %s)',
  async (byDate) => {
    const { storage, component, session } = await route(engine.url, { meta: { INDEX_BY_DATE: byDate } });
    const now = Math.floor(Date.now() / 1_000);
    const old = await world.session(component);
    const running = await world.session(component);
    await world.give(component, old, [
      { input: 'older', timestamp: now - 300 * DAY_S },
      { input: 'old', timestamp: now - 250 * DAY_S },
    ]);
    await world.give(component, running, [{ input: 'long', timestamp: now - 250 * DAY_S }]);
    await world.give(component, session, [{ input: 'young', timestamp: now - 20 * DAY_S }]);
    await world.shipped(storage);
    await sql`delete from sessions where id = ${old}`.execute(server.db);
    await sql`update sessions set date_start = now() - interval '260 days' where id = ${running}`.execute(server.db);
    expect((await world.admin.patch('settings/setting/?category=clean', { TERMINAL_SESSION_KEEP_DURATION: 200 })).status).toBe(200);
    await world.job('command-log-retention');
    expect((await world.list(`command_storage_id=${storage.id}&order=timestamp`)).map(({ input }) => input)).toEqual(['long', 'young']);
    if (!byDate) return;
    const { body } = await engine.ask('GET', `/_alias/${storage.meta.INDEX}-alias`);
    // Of the days that had commands, the oldest one's index is gone; that of the long session and today's are there.
    expect(Object.keys(body)).toHaveLength(3);
    const events = await sql<{ resource: string }>`select resource from operate_logs where resource like ${`${storage.name}:%`}`.execute(
      server.db,
    );
    expect(events.rows).toEqual([{ resource: `${storage.name}: 2` }]);
  },
);
