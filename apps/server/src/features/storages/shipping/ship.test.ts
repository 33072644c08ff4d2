import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Json } from '@postern/testkit/api';
import { uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { until } from '@postern/testkit/until';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Component, registerComponent } from '../../../../test/matrix/actors.ts';
import { type ShippingWorld, shippingWorld } from '../../../../test/shipping-world.ts';
import { wireComponent } from '../../../../test/wire-component.ts';
import { runJob } from '../../../app.ts';
import { listVersions } from '../s3.ts';
import { openStore } from '../stores/open-store.ts';
import { testStore } from '../tested.ts';

/** Recordings on their way to a real S3 server and back, and what may happen to them there. */

let server: ShippingWorld['server'];
let admin: ShippingWorld['admin'];
let moto: ShippingWorld['moto'];
let line: ShippingWorld['line'];
let liar: ShippingWorld['liar'];
let gateway: ShippingWorld['gateway'];
let tools: ShippingWorld['tools'];
let at: ShippingWorld['at'];
let bucketStore: ShippingWorld['bucketStore'];
let storage: ShippingWorld['storage'];
let choose: ShippingWorld['choose'];
let shown: ShippingWorld['shown'];
let job: ShippingWorld['job'];
let ship: ShippingWorld['ship'];
let later: ShippingWorld['later'];
let states: ShippingWorld['states'];
let local: ShippingWorld['local'];
let forgetCache: ShippingWorld['forgetCache'];
let withRights: ShippingWorld['withRights'];
let recorded: ShippingWorld['recorded'];
let handIn: ShippingWorld['handIn'];
let CAST: ShippingWorld['CAST'];
let played: ShippingWorld['played'];
let inBucket: ShippingWorld['inBucket'];
let putIntoBucket: ShippingWorld['putIntoBucket'];
let told: ShippingWorld['told'];
const world = forThisFile(shippingWorld, (it) => it.close(), 700_000);
beforeAll(async () => {
  ({
    server,
    admin,
    moto,
    line,
    liar,
    gateway,
    tools,
    at,
    bucketStore,
    storage,
    choose,
    shown,
    job,
    ship,
    later,
    states,
    local,
    forgetCache,
    withRights,
    recorded,
    handIn,
    CAST,
    played,
    inBucket,
    putIntoBucket,
    told,
  } = world);
});
afterEach(() => line.restore());

describe('a recording', () => {
  test('is here until its storage has it, then only there, and is played and taken away from there', async () => {
    const bucket = await storage();
    await choose(bucket);
    const { id, path, packed } = await recorded(CAST('hello'));
    expect([existsSync(local(path)), await states(id)]).toEqual([true, ['waiting']]);
    expect(await shown(bucket)).toMatchObject({ waiting: 1, last_error: '' });
    await ship();
    expect(await states(id)).toEqual(['kept']);
    expect(existsSync(local(path))).toBe(false);
    expect((await inBucket(path))?.equals(packed)).toBe(true);
    expect(await shown(bucket)).toMatchObject({ waiting: 0, last_error: '' });
    expect(await played(id)).toContain('hello');
    // What somebody asked for is here for the next, but the books say where it lies.
    await bucketStore().remove(path);
    expect(await played(id)).toContain('hello');
    await forgetCache();
    expect(await admin.get<Json>(`terminal/sessions/${id}/replay/`)).toMatchObject({ status: 404, body: { code: 'stored_object_gone' } });
  });

  test('stays where it is when another storage is chosen, and what comes later goes there', async () => {
    const first = await storage();
    await choose(first);
    const one = await recorded(CAST('one'));
    await ship();
    await choose({ name: 'default' });
    const two = await recorded(CAST('two'));
    await ship();
    expect([await states(one.id), await states(two.id)]).toEqual([['kept'], []]);
    expect([existsSync(local(one.path)), existsSync(local(two.path))]).toEqual([false, true]);
    expect([await played(one.id), await played(two.id)]).toEqual([expect.stringContaining('one'), expect.stringContaining('two')]);
    // What holds recordings is not taken away.
    expect(await admin.delete(`terminal/replay-storages/${first.id}/`)).toMatchObject({ status: 400, body: { code: 'storage_in_use' } });
  });

  test('goes to the default, which our own gateways follow; components of others do not', async () => {
    await choose({ name: 'default' });
    const other = await registerComponent(server);
    const bucket = await storage({}, { is_default: true });
    expect((await shown(bucket)).is_default).toBe(true);
    const { body } = await admin.get<Json[]>('terminal/replay-storages/?is_default=true');
    expect(body.map(({ name }) => name)).toEqual([bucket.name]);
    const used = async ({ terminalId }: Component) => (await admin.get<Json>(`terminal/terminals/${terminalId}/`)).body.replay_storage;
    expect([await used(gateway), await used(other)]).toEqual([bucket.name, 'default']);
    // A form that does not say it leaves it as it is; and whoever may only make storages makes none the default.
    const { name, type, meta } = bucket;
    expect(
      (await admin.put<Json>(`terminal/replay-storages/${bucket.id}/?type=s3`, { name, type: type.value, meta })).body.is_default,
    ).toBe(true);
    const maker = await withRights(/^(view|add)_replaystorage$/);
    const made = (is_default: boolean) =>
      maker.post<Json>('terminal/replay-storages/?type=s3', {
        name: uniqueName('bucket'),
        type: 's3',
        meta: { ...meta, SECRET_KEY: 'x' },
        is_default,
      });
    expect([(await made(true)).status, (await made(false)).status]).toEqual([403, 201]);
    const { id } = await recorded(CAST('by default'));
    expect(await states(id)).toEqual(['waiting']);
    await ship();
    expect(await states(id)).toEqual(['kept']);
    expect(await admin.patch(`terminal/replay-storages/${bucket.id}/`, { is_default: false })).toMatchObject({ status: 400 });
    const [builtIn] = (await admin.get<Json[]>('terminal/replay-storages/?type=server')).body;
    expect((await admin.patch(`terminal/replay-storages/${builtIn?.id}/`, { is_default: true })).status).toBe(200);
    expect(await used(gateway)).toBe('default');
  });

  test('of which the server did not hear that it was taken is handed in again, and is one', async () => {
    await choose(await storage());
    const { id, path, packed } = await recorded(CAST('again'));
    await ship();
    // Its gateway sends it again; it is there, and it is the same.
    expect((await handIn(id, packed)).status).toBe(201);
    expect((await handIn(id, gzipSync(CAST('another')))).status).toBe(400);
    await ship();
    expect([await states(id), existsSync(local(path))]).toEqual([['kept'], false]);
    expect(await listVersions(server.platform.outbound, at('recordings'), path)).toHaveLength(1);
  });

  test('that was changed in its storage is said to be changed, wherever it is asked for', async () => {
    await choose(await storage());
    const { id, path, packed } = await recorded(CAST('true'));
    await ship();
    const forged = gzipSync(CAST('lies'));
    await putIntoBucket(path, Buffer.concat([forged, randomBytes(8)]).subarray(0, packed.length));
    for (const what of ['replay', 'replay/download', 'replay/bundle'])
      expect(await admin.get<Json>(`terminal/sessions/${id}/${what}/`), what).toMatchObject({
        status: 409,
        body: { code: 'stored_object_changed' },
      });
    const verified = () => admin.get<Json>(`terminal/sessions/${id}/replay/verify/`);
    expect((await verified()).body).toMatchObject({ chained: false, intact: false });
    await putIntoBucket(path, packed);
    expect(await played(id)).toContain('true');
    expect((await verified()).body).toMatchObject({ chained: false, intact: null });
  });

  test('and the copy of a file go the same way, and go from there with their row', async () => {
    await choose(await storage());
    const { id } = await recorded(CAST('with a file'));
    const koko = wireComponent(server.url, gateway.key);
    const row = await koko.post('audits/ftp-logs/', {
      session: id,
      operate: 'upload',
      filename: '/tmp/plan.txt',
      is_success: true,
      size: 4,
    });
    expect(row.status, JSON.stringify(row.body)).toBe(201);
    const at = `audits/ftp-logs/${row.body.id}/`;
    expect((await koko.upload(`${at}upload/`, {}, Buffer.from('plan'))).status).toBe(201);
    expect((await koko.patch(at, { has_file: true })).status).toBe(200);
    await ship();
    expect(await states(String(row.body.id))).toEqual(['kept']);
    const name = `FTP_FILES/${new Date().toISOString().slice(0, 10)}/${row.body.id}`;
    expect((await inBucket(name))?.toString()).toBe('plan');
    expect(existsSync(join(server.platform.settings.dataDir, name))).toBe(false);
    expect((await admin.get<string>(`${at}file/download/`)).body).toBe('plan');
    await server.platform.asSystem('test', async (ctx) => {
      await sql`update stored_objects set owner_id = ${randomUUID()} where owner_id = ${row.body.id}`.execute(ctx.tx);
    });
    await job('ftp-logs.clean-copies');
    await ship();
    expect(await inBucket(name)).toBeUndefined();
  });

  test('that is long is read in pieces where it lies, each looked at', async () => {
    await choose(await storage());
    const long = Array.from({ length: 900 }, (_, n) => JSON.stringify([n, 'o', randomBytes(4_500).toString('hex')])).join('\n');
    const { id, path } = await recorded(Buffer.from(`{"version":2,"width":80,"height":24}\n${long}\n`));
    const prepare = server.assembly.jobs.find(({ name }) => name === 'sessions-prepare-recording');
    await runJob(server.platform, prepare ?? expect.fail('no job'), { session: id });
    expect(await states(id)).toEqual(['waiting', 'waiting', 'waiting']);
    // A hiccup of the bucket is a pause, and the next run goes on.
    await until('all of it lies there', 60_000, async () => {
      await later();
      await ship();
      return (await states(id)).every((state) => state === 'kept');
    });
    const index = await admin.get<Json>(`terminal/sessions/${id}/replay/index/`);
    expect(index.body).toMatchObject({ status: 'pieces' });
    expect(index.body.times.length).toBeGreaterThan(5);
    expect((await admin.get<string>(`terminal/sessions/${id}/replay/pieces/3/`)).body).toContain('"s"');
    // For that nothing but the index was brought here.
    const cached = join(server.platform.settings.dataDir, 'cache', 'replays');
    expect([existsSync(join(cached, path)), existsSync(join(cached, path.replace('.cast.gz', '.index')))]).toEqual([false, true]);
    const pieces = path.replace('.cast.gz', '.pieces');
    const bytes = (await inBucket(pieces)) ?? expect.fail('no pieces');
    bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
    await putIntoBucket(pieces, bytes);
    const answers = [];
    for (let n = 0; n < index.body.times.length; n += 1)
      answers.push((await admin.get<Json>(`terminal/sessions/${id}/replay/pieces/${n}/`)).status);
    expect(answers.filter((status) => status === 409)).toHaveLength(1);
    expect(answers.filter((status) => status === 200)).toHaveLength(answers.length - 1);
  }, 120_000);

  test('that is past its time goes from its storage, and one that is locked there says so until it may', async () => {
    await admin.patch('settings/setting/?category=clean', { TERMINAL_SESSION_KEEP_DURATION: 180 });
    const [open, locked] = [await storage(), await storage({ BUCKET: 'locked', LOCK_DAYS: 400 })];
    const before = new Date(Date.now() - 300 * 86_400_000);
    await choose(open);
    const one = await recorded(CAST('one'), before);
    await choose(locked);
    const two = await recorded(CAST('two'), before);
    await ship();
    expect([await states(one.id), await states(two.id)]).toEqual([['kept'], ['kept']]);
    await sql`update sessions set date_end = ${before} where id in (${one.id}, ${two.id})`.execute(server.db);
    await job('sessions-retention');
    await ship();
    expect([await states(one.id), await states(two.id)]).toEqual([[], ['leaving']]);
    expect(await inBucket(one.path)).toBeUndefined();
    expect((await shown(locked)).last_error).toContain('locked');
    expect(await told('locked')).toBe(1);
    expect(await inBucket(two.path, 'locked')).toBeDefined();
  });
});

describe('a storage', () => {
  test('that is away loses nothing: it is told, and caught up with by itself', async () => {
    const bucket = await storage();
    await choose(bucket);
    const one = await recorded(CAST('one'));
    line.cut();
    const two = await recorded(CAST('two'));
    for (let round = 0; round < 4; round += 1) {
      await later();
      await ship();
    }
    expect([await states(one.id), await states(two.id)]).toEqual([['waiting'], ['waiting']]);
    expect([existsSync(local(one.path)), existsSync(local(two.path))]).toEqual([true, true]);
    expect(await shown(bucket)).toMatchObject({ waiting: 2, last_error: expect.stringContaining('unreachable') });
    expect(await told(String(bucket.name))).toBe(1);
    // Meanwhile it is not asked at every turn.
    line.restore();
    await ship();
    expect(await states(one.id)).toEqual(['waiting']);
    await later();
    await ship();
    expect([await states(one.id), await states(two.id)]).toEqual([['kept'], ['kept']]);
    expect(await shown(bucket)).toMatchObject({ waiting: 0, last_error: '' });
  });

  test('that breaks off while it takes a recording, before or after it has it, has it once', async () => {
    await choose(await storage());
    for (const moment of ['before', 'after'] as const) {
      const { id, path, packed } = await recorded(CAST(moment));
      line.cutAt(`PUT /recordings/${path}`, moment);
      await ship();
      expect(await states(id)).toEqual(['waiting']);
      expect(existsSync(local(path))).toBe(true);
      line.restore();
      await later();
      await ship();
      expect(await states(id)).toEqual(['kept']);
      expect((await inBucket(path))?.equals(packed)).toBe(true);
    }
  });

  test('that is asked for what it does not give says so', async () => {
    await choose(await storage());
    const { id } = await recorded(CAST('away'));
    await ship();
    await forgetCache();
    line.cut();
    const answer = await admin.get<Json>(`terminal/sessions/${id}/replay/`);
    expect(answer).toMatchObject({ status: 503, body: { code: 'storage_unreachable' } });
    expect(JSON.stringify(answer.body)).not.toContain(moto.key.secret);
    line.restore();
    expect(await played(id)).toContain('away');
  });

  test('holding another object under the name gets the recording in its place; a file changed here goes nowhere', async () => {
    const bucket = await storage();
    await choose(bucket);
    const one = await recorded(CAST('one'));
    await putIntoBucket(one.path, randomBytes(one.packed.length));
    const two = await recorded(CAST('two'));
    await writeFile(local(two.path), 'somebody was here');
    await ship();
    expect([await states(one.id), await states(two.id)]).toEqual([['kept'], ['waiting']]);
    expect((await inBucket(one.path))?.equals(one.packed)).toBe(true);
    expect(await inBucket(two.path)).toBeUndefined();
    expect((await shown(bucket)).last_error).toContain('changed on this server');
    await writeFile(local(two.path), two.packed);
    await later();
    await ship();
    expect(await states(two.id)).toEqual(['kept']);
  });

  test('that keeps something else than it was given is found out, and keeps the recording here', async () => {
    const bucket = await storage({ ENDPOINT: `http://127.0.0.1:${liar.port}` });
    await choose(bucket);
    liar.lie(true);
    const { id, path, packed } = await recorded(CAST('true'));
    await ship();
    expect([await states(id), existsSync(local(path))]).toEqual([['waiting'], true]);
    expect(await shown(bucket)).toMatchObject({ waiting: 1, last_error: 'what arrived is not what was sent' });
    liar.lie(false);
    await later();
    await ship();
    expect(await states(id)).toEqual(['kept']);
    expect((await inBucket(path))?.equals(packed)).toBe(true);
  });

  test('that is slow holds up nobody: neither who hands in, nor another storage', async () => {
    const [slow, other] = [await storage({ ENDPOINT: `http://127.0.0.1:${liar.port}` }), await storage()];
    await choose(slow);
    const one = await recorded(CAST('one'));
    const goOn = liar.stall('PUT');
    const before = liar.asked('PUT');
    const shipping = ship();
    await until('the slow storage is asked', 10_000, () => liar.asked('PUT') > before);
    await choose(other);
    const two = await recorded(CAST('two'));
    // By the same worker, which has one run at a time.
    await until('the other storage has its recording', 20_000, async () => (await states(two.id))[0] === 'kept');
    expect(await states(one.id)).toEqual(['waiting']);
    // A test of it does not wait for ever, and says where it stopped.
    const tested = await testStore(openStore({ type: 's3', meta: { ...slow.meta, SECRET_KEY: moto.key.secret } }, tools()), 500);
    expect(tested).toEqual({ step: expect.objectContaining({ en: 'Write' }), detail: 'timeout' });
    goOn();
    await shipping;
    expect(await states(one.id)).toEqual(['kept']);
  });

  test('whose worker is killed while it puts has the recording once, by the next one', async () => {
    await choose(await storage({ BUCKET: 'locked', ENDPOINT: `http://127.0.0.1:${liar.port}` }));
    const { id, path, packed } = await recorded(CAST('killed'));
    // It is killed once the storage has it and before it hears of that.
    const before = liar.asked('HEAD');
    const goOn = liar.stall('GET');
    const script = new URL('../../../../test/run-job.ts', import.meta.url).pathname;
    const worker = spawn(process.execPath, [script, server.databaseUrl, 'storages-ship', server.platform.settings.dataDir], {
      stdio: 'ignore',
    });
    const gone = new Promise((resolve) => worker.once('exit', (_code, signal) => resolve(signal)));
    try {
      // The second look is that at what arrived.
      await until('the storage has it', 30_000, () => liar.asked('HEAD') >= before + 2);
    } finally {
      worker.kill('SIGKILL');
      goOn();
    }
    expect(await gone).toBe('SIGKILL');
    expect([await states(id), existsSync(local(path))]).toEqual([['waiting'], true]);
    await ship();
    expect(await states(id)).toEqual(['waiting']);
    await later();
    await ship();
    expect([await states(id), existsSync(local(path))]).toEqual([['kept'], false]);
    expect((await inBucket(path, 'locked'))?.equals(packed)).toBe(true);
    // Put once, whoever put it.
    expect(await listVersions(server.platform.outbound, at('locked'), path)).toHaveLength(1);
  });

  test('is tested once a day, and what cannot be used is one message', async () => {
    const name = uniqueName('unusable');
    await storage({}, { name });
    const bad = await storage({ BUCKET: 'nowhere' }, { name: `${name}-2` });
    await job('storages-check');
    expect(await told(String(bad.name))).toBe(1);
    expect(await told(`${name} (`)).toBe(0);
  });
});

test('a worker that died between any two steps leaves what another one ends', async () => {
  await choose(await storage());
  const { id, path, packed } = await recorded(CAST('killed'));
  const holder = randomUUID();
  const die = (state: string) =>
    sql`update stored_objects set state = ${state}, holder = ${holder}, lease = now() + interval '90 seconds' where owner_id = ${id}`.execute(
      server.db,
    );
  // While its lease lasts nobody else touches it.
  await die('waiting');
  await ship();
  expect(await states(id)).toEqual(['waiting']);
  // Put, and not written down: it is found there and not put again.
  await putIntoBucket(path, packed);
  await later();
  await ship();
  expect(await states(id)).toEqual(['kept']);
  // Written down, and still here.
  await writeFile(local(path), packed);
  await die('shipped');
  await later();
  await ship();
  expect([await states(id), existsSync(local(path))]).toEqual([['kept'], false]);
  expect(gunzipSync((await inBucket(path)) ?? Buffer.alloc(0)).toString()).toContain('killed');
  // Removed there, and not written down.
  await die('leaving');
  await bucketStore().remove(path);
  await later();
  await ship();
  expect(await states(id)).toEqual([]);
});
