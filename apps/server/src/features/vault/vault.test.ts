import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import type { Api, Json } from '@postern/testkit/api';
import { createAccount, createHost, uniqueName } from '@postern/testkit/factories';
import { type KvServer, startKvServer } from '@postern/testkit/kv-server';
import { until } from '@postern/testkit/until';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { runJob } from '../../app.ts';

let server: TestServer;
let admin: Api;
let kv: KvServer;
let asset: Json;
const logged: string[] = [];
const keep = (details: object, message: string): void => void logged.push(`${message} ${inspect(details, { depth: 6 })}`);

beforeAll(async () => {
  const log = { debug: keep, info: keep, warn: keep, error: keep };
  server = await startTestServer({ settings: { outboundAllow: ['127.0.0.1'] }, log });
  admin = await server.browser('admin');
  asset = await createHost(admin);
});
afterAll(() => server?.close());
beforeEach(async () => {
  kv = await startKvServer();
});
afterEach(async () => {
  await sql`delete from accounts`.execute(server.db);
  await kv?.close();
});

const save = (body: Json) => admin.patch('settings/setting/', body, { query: { category: 'vault' } });
const settle = async (body: Json): Promise<void> => {
  const { status, body: answer } = await save(body);
  expect(status, JSON.stringify(answer)).toBe(200);
};
const turnOn = () => settle({ VAULT_ENABLED: true, VAULT_HCP_HOST: kv.url, VAULT_HCP_AUTH: 'token', VAULT_HCP_TOKEN: kv.token });
const work = async (name: string, data: Json = {}): Promise<void> => {
  const job = server.assembly.jobs.find((one) => one.name === name);
  if (!job) throw new Error(`no job ${name}`);
  await runJob(server.platform, job, data);
};
const ship = () => work('vault.ship');
/** A migration as the page starts it. @returns its run when it has ended */
const migrate = async (): Promise<Json> => {
  const asked = await admin.post('settings/vault/migrate/');
  expect(asked.status, JSON.stringify(asked.body)).toBe(201);
  const to = (await status()).enabled ? 'there' : 'here';
  await work('move-secrets', { task_run: asked.body.task, to });
  const { rows } = await sql<Json>`select state, done, total from task_runs where id = ${asked.body.task}`.execute(server.db);
  return rows[0] ?? {};
};
const status = async (): Promise<Json> => (await admin.get('settings/vault/status/')).body;
const stored = async (id: unknown): Promise<string> =>
  (await sql<{ secret: string }>`select secret from accounts where id = ${id}`.execute(server.db)).rows[0]?.secret ?? '';
const fresh = (secret: string) => createAccount(admin, String(asset.id), { name: uniqueName('acc'), username: uniqueName('u'), secret });
/** Looks at a secret as people do: the person has just confirmed. */
const look = (id: unknown) => server.platform.asSystem('test', async (ctx) => ctx.secrets.open(await stored(id)));

describe('a secret of an account', () => {
  test('goes to the store and is read from there; the database keeps its name alone, history included', async () => {
    await turnOn();
    const account = await fresh('Canary-in-the-store-1');
    expect(await stored(account.id)).toMatch(/^pv1\./);
    await ship();
    expect(await stored(account.id)).toMatch(/^ev1\./);
    expect([...kv.entries.values()]).toContainEqual({ secret: 'Canary-in-the-store-1' });
    expect(await look(account.id)).toBe('Canary-in-the-store-1');
    const { rows } = await sql<{ secret: string }>`select secret from accounts_history where account_id = ${account.id}`.execute(server.db);
    expect(rows.map(({ secret }) => secret)).toEqual([await stored(account.id)]);
    expect((await admin.get(`accounts/accounts/${account.id}/`)).body.has_secret).toBe(true);
    expect(logged.join('\n')).not.toContain('Canary-in-the-store-1');
    expect(logged.join('\n')).not.toContain(kv.token);
  });

  test('is not asked for by lists', async () => {
    await turnOn();
    await fresh('Listed-1');
    await ship();
    const before = kv.asked;
    expect((await admin.get('accounts/accounts/')).status).toBe(200);
    expect(kv.asked).toBe(before);
  });

  test.each(['cut', 'hangs', 'shut'] as const)(
    'is acknowledged while the store is gone (%s), read as long as it is here, and shipped when it is back',
    async (mode) => {
      await turnOn();
      const there = await fresh('Was-there-before-1');
      await ship();
      kv.mode = mode;
      const written = await fresh('Written-meanwhile-1');
      await ship();
      expect(await stored(written.id)).toMatch(/^pv1\./);
      expect(await look(written.id)).toBe('Written-meanwhile-1');
      const began = Date.now();
      await expect(look(there.id)).rejects.toMatchObject({ code: 'secret_store_unavailable' });
      await expect(look(there.id)).rejects.toMatchObject({ code: 'secret_store_unavailable' });
      expect(Date.now() - began).toBeLessThan(11_000);
      const asked = kv.asked;
      await expect(look(there.id)).rejects.toMatchObject({ code: 'secret_store_unavailable' });
      expect(kv.asked).toBe(asked);
      kv.mode = 'up';
      server.platform.externalSecrets.retry();
      await ship();
      expect(await stored(written.id)).toMatch(/^ev1\./);
      expect([await look(there.id), await look(written.id)]).toEqual(['Was-there-before-1', 'Written-meanwhile-1']);
    },
  );

  test('that the store gave back changed stays here', async () => {
    await turnOn();
    const account = await fresh('To-be-garbled-1');
    kv.onWrite = (path) => void kv.entries.set(path, { secret: 'garbled' });
    await ship();
    expect(await look(account.id)).toBe('To-be-garbled-1');
    expect(await stored(account.id)).toMatch(/^pv1\./);
  });
});

describe('all secrets', () => {
  test('are moved to the store and back, with what the page says of it', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, (_, n) => fresh(`Moved-${n}`)));
    await turnOn();
    expect(await migrate()).toMatchObject({ state: 'SUCCESS' });
    expect(await status()).toMatchObject({ enabled: true, here: 0, away: null });
    expect((await status()).there).toBeGreaterThanOrEqual(10);
    expect(await Promise.all(made.map(({ id }) => look(id)))).toEqual(made.map((_, n) => `Moved-${n}`));
    await settle({ VAULT_ENABLED: false });
    expect(await migrate()).toMatchObject({ state: 'SUCCESS' });
    expect(await status()).toMatchObject({ enabled: false, there: 0 });
    kv.mode = 'cut';
    expect(await Promise.all(made.map(({ id }) => look(id)))).toEqual(made.map((_, n) => `Moved-${n}`));
  });

  test('survive a worker that is killed in the middle; the next one goes on', async () => {
    const made = await Promise.all(Array.from({ length: 6 }, (_, n) => fresh(`Survives-${n}`)));
    await turnOn();
    let writes = 0;
    let let_go = (): void => undefined;
    kv.onWrite = () => {
      writes += 1;
      return writes > 3 ? new Promise<void>((resolve) => (let_go = resolve)) : undefined;
    };
    const program = fileURLToPath(new URL('../../../test/run-job.ts', import.meta.url));
    const child = spawn(process.execPath, [program, server.databaseUrl, 'vault.ship'], { stdio: 'ignore' });
    await until('the fourth secret reaches the store', 60_000, () => writes > 3);
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    kv.onWrite = () => undefined;
    let_go();
    const values = () => Promise.all(made.map(({ id }) => look(id)));
    const wanted = made.map((_, n) => `Survives-${n}`);
    expect(await values()).toEqual(wanted);
    await ship();
    expect(await values()).toEqual(wanted);
    expect((await status()).here).toBe(0);
  });

  test.each(['cut', 'hangs', 'shut'] as const)(
    'stay whole when the store goes away in the middle (%s), to it and back; the next run goes on where that one stopped',
    async (mode) => {
      const many = 70;
      const made: Json[] = [];
      for (let n = 0; n < many; n += 1) made.push(await fresh(`Midway-${n}`));
      const wanted = made.map((_, n) => `Midway-${n}`);
      /** One after the other: each takes a connection of the database. */
      const read = async (of: readonly Json[]): Promise<string[]> => {
        const found: string[] = [];
        for (const { id } of of) found.push(String(await look(id)));
        return found;
      };
      /** Away when the last of a page of 64 was read, or read back, and the question before it: those are moved, and the others are not. */
      const leaving = () => {
        let read = 0;
        return () => {
          read += 1;
          if (read === 1 + 64) kv.mode = mode;
        };
      };
      const back = () => {
        [kv.mode, kv.onRead] = ['up', () => undefined];
        server.platform.externalSecrets.retry();
      };
      /** A run that stops, and one that ends what it began: nothing is moved twice, and nothing is lost. */
      const twice = async (from: 'here' | 'there') => {
        const before = (await status())[from];
        kv.onRead = leaving();
        expect(await migrate()).toMatchObject({ state: 'FAILURE', total: before });
        const rest = (await status())[from];
        expect(rest).toBeGreaterThan(0);
        expect(rest).toBeLessThan(before);
        // What is here can be read while the store is away.
        const kept = await Promise.all(made.map(async ({ id }) => (await stored(id)).startsWith('pv1.')));
        expect(await read(made.filter((_, n) => kept[n]))).toEqual(wanted.filter((_, n) => kept[n]));
        back();
        expect(await read(made)).toEqual(wanted);
        expect(await migrate()).toMatchObject({ state: 'SUCCESS', total: rest, done: rest });
        expect(await status()).toMatchObject({ [from]: 0 });
        expect(await read(made)).toEqual(wanted);
      };

      await turnOn();
      await twice('here');
      await settle({ VAULT_ENABLED: false });
      await twice('there');
    },
    120_000,
  );

  test('that nothing names any more go from the store after a week, and no other', async () => {
    await turnOn();
    const [gone, stays] = [await fresh('Goes-1'), await fresh('Stays-1')];
    await ship();
    const entry = async (id: unknown) => `postern/${(await stored(id)).slice(4)}`;
    const [old, kept] = [await entry(gone.id), await entry(stays.id)];
    await admin.delete(`accounts/accounts/${gone.id}/`);
    await sql`update external_secrets set date_created = now() - interval '2 hours'`.execute(server.db);
    await work('vault.sweep');
    expect(kv.entries.has(old)).toBe(true);
    await sql`update external_secrets set date_unused = now() - interval '8 days' where date_unused is not null`.execute(server.db);
    await work('vault.sweep');
    expect([kv.entries.has(old), kv.entries.has(kept)]).toEqual([false, true]);
    expect(await look(stays.id)).toBe('Stays-1');
  });
});

describe('the settings of the store', () => {
  test('are tried step by step, saved or not', async () => {
    const form = { VAULT_HCP_HOST: kv.url, VAULT_HCP_AUTH: 'token', VAULT_HCP_TOKEN: kv.token };
    const good = (await admin.post('settings/vault/testing/', form)).body;
    expect(good).toMatchObject({ ok: true });
    expect(good.steps).toHaveLength(5);
    expect(kv.entries.size).toBe(0);
    const bad = (await admin.post('settings/vault/testing/', { ...form, VAULT_HCP_TOKEN: 'hvs.other' })).body;
    expect(bad).toMatchObject({ ok: false });
    expect(bad.steps.at(-1)).toMatchObject({ ok: false, detail: 'Refused: 403' });
    kv.mode = 'shut';
    expect((await admin.post('settings/vault/testing/', form)).body.steps).toMatchObject([{ ok: false, detail: 'No answer: sealed' }]);
  });

  test('of a form decide which store is asked, where in it, and whom it has to be', async () => {
    const tried = async (form: Json) => (await admin.post('settings/vault/testing/', form)).body.steps.at(-1);
    const form = { VAULT_HCP_HOST: kv.url, VAULT_HCP_AUTH: 'token', VAULT_HCP_TOKEN: kv.token };
    const written: string[] = [];
    kv.onWrite = (path) => void written.push(path.replace(/[^/]+$/, '*'));
    await tried({ ...form, VAULT_PREFIX: 'team/gate' });
    expect(written).toEqual(['team/gate/*']);
    expect(await tried({ ...form, VAULT_HCP_MOUNT_POINT: 'other' })).toMatchObject({ ok: false, detail: 'Not found: 404' });
    expect((await admin.post('settings/vault/testing/', { ...form, VAULT_HCP_MOUNT_POINT: '../sys' })).status).toBe(400);
    const ca = '-----BEGIN CERTIFICATE-----\nbm9uZQ==\n-----END CERTIFICATE-----';
    expect(await tried({ ...form, VAULT_HCP_HOST: kv.url.replace('http:', 'https:'), VAULT_HCP_CA: ca })).toMatchObject({ ok: false });
    // A server of AWS that is none: what it is asked shows the region and the key of the form.
    const asked = kv.asked;
    const aws = {
      VAULT_BACKEND: 'aws',
      VAULT_AWS_REGION_NAME: 'eu-central-1',
      VAULT_AWS_ENDPOINT: kv.url,
      VAULT_AWS_ACCESS_KEY_ID: 'AKIDKEY',
    };
    expect(await tried(aws)).toMatchObject({ detail: 'Address or credentials are missing.' });
    expect(kv.asked).toBe(asked);
    await tried({ ...aws, VAULT_AWS_ACCESS_SECRET_KEY: 'of-the-key' });
    expect(kv.signed.at(-1)).toMatch(/^AWS4-HMAC-SHA256 Credential=AKIDKEY\/\d{8}\/eu-central-1\/secretsmanager\/aws4_request/);
  });

  test('log in with an AppRole and in a namespace, and again when the log-in has ended', async () => {
    kv.namespace = 'team/a';
    await settle({
      VAULT_ENABLED: true,
      VAULT_HCP_HOST: kv.url,
      VAULT_HCP_NAMESPACE: 'team/a',
      VAULT_HCP_AUTH: 'approle',
      VAULT_HCP_ROLE_ID: kv.role.role_id,
      VAULT_HCP_SECRET_ID: kv.role.secret_id,
    });
    const account = await fresh('By-role-1');
    await ship();
    kv.expire();
    expect(await look(account.id)).toBe('By-role-1');
    expect(await stored(account.id)).toMatch(/^ev1\./);
    await sql`delete from accounts`.execute(server.db);
    await settle({ VAULT_HCP_NAMESPACE: '', VAULT_HCP_AUTH: 'token' });
  });

  test('never send the saved token to another address, tried or saved', async () => {
    await turnOn();
    const other = await startKvServer();
    try {
      await admin.post('settings/vault/testing/', { VAULT_HCP_HOST: other.url });
      await settle({ VAULT_HCP_HOST: other.url });
      await admin.post('settings/vault/testing/', {});
      await fresh('Not-for-strangers-1');
      await ship();
      expect(other.seen).toEqual([]);
    } finally {
      await other.close();
    }
  });

  test('under which the secrets that are there could not be read are refused', async () => {
    await turnOn();
    const account = await fresh('Left-behind-1');
    await ship();
    const refused = await save({ VAULT_HCP_MOUNT_POINT: 'elsewhere' });
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['VAULT_HCP_MOUNT_POINT']]);
    expect((await save({ VAULT_HCP_TOKEN: 'hvs.wrong' })).status).toBe(400);
    expect(await look(account.id)).toBe('Left-behind-1');
  });
});
