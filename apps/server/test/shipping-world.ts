import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { ORG, ROLE } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { startBreakableProxy } from '@postern/testkit/breakable-proxy';
import { createHost, createUser, uniqueName } from '@postern/testkit/factories';
import { startLiar } from '@postern/testkit/liar';
import { startMoto } from '@postern/testkit/moto';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { runJob } from '../src/app.ts';
import { digestsOf } from '../src/features/storages/stores/digest.ts';
import { s3Store } from '../src/features/storages/stores/s3.store.ts';
import { exchanged, TYPED_IN } from './exchanged.ts';
import { startTestServer } from './harness.ts';
import { registerComponent } from './matrix/actors.ts';

const BUCKETS = [{ name: 'recordings' }, { name: 'locked', lock: true }];

export type ShippingWorld = Awaited<ReturnType<typeof shippingWorld>>;

/** A gateway that hands recordings in, and a real S3 server to which they go: over a line that breaks, or by way of somebody who lies about it. */
export async function shippingWorld() {
  const moto = await startMoto(BUCKETS);
  const [line, liar] = [await startBreakableProxy(moto.port), await startLiar(moto.port)];
  const server = await startTestServer({ settings: { outboundAllow: ['127.0.0.1'] } });
  const admin = await server.as('admin');
  const gateway = await registerComponent(server);
  // Our own gateways say what they carry.
  await sql`update terminals set methods = '["ssh/web_cli"]'::jsonb where id = ${gateway.terminalId}`.execute(server.db);
  const [person, host] = [await createUser(admin), await createHost(admin)];
  await exchanged(server, gateway.terminalId, { user_id: String(person.id), asset_id: String(host.id) });

  const tools = () => ({ outbound: server.platform.outbound, allow: ['127.0.0.1'] });
  const at = (bucket: string) => ({ endpoint: moto.endpoint, bucket, region: 'us-east-1', key: moto.key });
  const bucketStore = (bucket = 'recordings') => s3Store(server.platform.outbound, at(bucket));
  const storage = async (meta: Json = {}, more: Json = {}): Promise<Json> => {
    const answer = await admin.post<Json>('terminal/replay-storages/?type=s3', {
      name: uniqueName('bucket'),
      type: 's3',
      meta: {
        BUCKET: 'recordings',
        ACCESS_KEY: moto.key.id,
        SECRET_KEY: moto.key.secret,
        ENDPOINT: `http://127.0.0.1:${line.port}`,
        ...meta,
      },
      ...more,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return answer.body;
  };
  const choose = async ({ name }: Json) =>
    expect((await admin.patch(`terminal/terminals/${gateway.terminalId}/`, { replay_storage: name })).status).toBe(200);
  const shown = async ({ id }: Json) => (await admin.get<Json>(`terminal/replay-storages/${id}/`)).body;
  const job = async (name: string) => {
    const found = server.assembly.jobs.find((one) => one.name === name);
    if (!found) throw new Error(`No job ${name}`);
    await runJob(server.platform, found, {});
  };
  const ship = () => job('storages-ship');
  /** Pauses and leases are over, as they are after some time. */
  const later = async () => {
    await sql`update stored_objects set date_next = null, lease = null`.execute(server.db);
    await sql`update storage_health set date_next = null`.execute(server.db);
  };
  const states = async (id: string): Promise<string[]> =>
    (await sql<{ state: string }>`select state from stored_objects where owner_id = ${id} order by path`.execute(server.db)).rows.map(
      ({ state }) => state,
    );
  const local = (path: string) => join(server.platform.settings.dataDir, 'replays', path);
  const forgetCache = () => rm(join(server.platform.settings.dataDir, 'cache'), { recursive: true, force: true });

  /** A person with these rights, in the system. */
  async function withRights(codes: RegExp): Promise<Api> {
    const role = await admin.post<Json>('rbac/system-roles/', { scope: 'system', name: uniqueName('role'), permissions: [] });
    const known = await admin.get<Json[]>('rbac/permissions/?scope=system');
    const permissions = known.body.filter(({ codename }) => codes.test(codename)).map(({ id }) => id);
    await admin.patch(`rbac/system-roles/${role.body.id}/`, { permissions });
    return server.as((await createUser(admin, { system_roles: [role.body.id, ROLE.USER] })).username);
  }

  /** A session that is over, with its recording handed in. */
  async function recorded(recording: Buffer, start = new Date()): Promise<{ id: string; path: string; packed: Buffer }> {
    const id = randomUUID();
    const made = await gateway.api.post('terminal/sessions/', {
      id,
      user: 'x',
      user_id: person.id,
      asset: 'y',
      asset_id: host.id,
      account: 'root',
      account_id: TYPED_IN,
      protocol: 'ssh',
      org_id: ORG.DEFAULT,
      date_start: start.toISOString(),
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const packed = gzipSync(recording);
    expect((await handIn(id, packed)).status).toBe(201);
    await gateway.api.patch(`terminal/sessions/${id}/`, { is_finished: true });
    await gateway.api.patch(`terminal/sessions/${id}/`, { has_replay: true });
    return { id, path: `${start.toISOString().slice(0, 10)}/${id}.cast.gz`, packed };
  }
  function handIn(id: string, packed: Buffer) {
    const form = new FormData();
    form.append('version', '3');
    form.append('file', new Blob([new Uint8Array(packed)]), 'recording');
    return gateway.api.post<Json>(`terminal/sessions/${id}/replay/`, form);
  }
  const CAST = (words: string) => Buffer.from(`{"version":2,"width":80,"height":24}\n[0.1,"o","${words}"]\n`);
  const played = async (id: string): Promise<string> => {
    const { body } = await admin.get<Json>(`terminal/sessions/${id}/replay/`);
    const answer = await admin.get<string>(String(body.src));
    return String(answer.body);
  };
  const inBucket = async (path: string, bucket?: string) => {
    const body = await bucketStore(bucket).get(path);
    return body && (await buffer(body));
  };
  async function putIntoBucket(path: string, bytes: Buffer): Promise<void> {
    await bucketStore().put(path, { ...(await digestsOf(Readable.from([bytes]))), open: () => Readable.from([bytes]) });
  }
  const told = async (words: string): Promise<number> =>
    (await sql<{ n: number }>`select count(*)::int as n from site_messages where message::text like ${`%${words}%`}`.execute(server.db))
      .rows[0]?.n ?? 0;

  return {
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
    async close() {
      await server.close();
      line.close();
      liar.close();
      await moto.stop();
    },
  };
}
