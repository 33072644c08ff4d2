import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ORG } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { createHost, createUser } from '@postern/testkit/factories';
import { mayMount } from '@postern/testkit/may-mount';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exchanged, TYPED_IN } from '../../../test/exchanged.ts';
import { serverOfFile } from '../../../test/harness.ts';
import { type Component, registerComponent } from '../../../test/matrix/actors.ts';

/** A disk for recordings that is really full: a small file system in memory, which takes root to mount. */

const mountable = mayMount();

let koko: Component;
let people: { user_id: string; asset_id: string };
let disk: string;
const server = serverOfFile();
beforeAll(async () => {
  const admin = await server.as('admin');
  koko = await registerComponent(server);
  people = { user_id: String((await createUser(admin)).id), asset_id: String((await createHost(admin)).id) };
  await exchanged(server, koko.terminalId, people);
  disk = join(server.platform.settings.dataDir, 'replays');
  mkdirSync(disk, { recursive: true });
  if (mountable) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk]);
});
afterAll(async () => {
  if (mountable && disk) execFileSync('umount', ['-l', disk]);
});

const castOf = (megabytes: number): Buffer =>
  gzipSync(`{"version":2,"width":80,"height":24}\n[0.1,"o","${randomBytes(megabytes * 2 ** 20).toString('base64')}"]\n`, { level: 1 });

async function session(): Promise<string> {
  const id = randomUUID();
  const names = {
    user: 'Mei(mei)',
    asset: 'db-01(127.0.0.1)',
    account: 'root',
    account_id: TYPED_IN,
    protocol: 'ssh',
    org_id: ORG.DEFAULT,
  };
  const made = await koko.api.post('terminal/sessions/', { id, ...names, ...people, date_start: new Date().toISOString() });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return id;
}
function upload(id: string, recording: Buffer) {
  const form = new FormData();
  form.append('version', '3');
  form.append('file', new Blob([new Uint8Array(recording)]), 'recording');
  return koko.api.post<Json>(`terminal/sessions/${id}/replay/`, form);
}
const kept = () =>
  readdirSync(disk, { recursive: true })
    .map(String)
    .filter((name) => name.includes('.cast.gz'))
    .map((name) => name.slice(name.indexOf('/') + 1));
const pathOf = async (id: string) =>
  (await server.db.selectFrom('sessions').select('replay_path').where('id', '=', id).executeTakeFirstOrThrow()).replay_path;

test.runIf(mountable)(
  'a recording that has no room is refused and leaves nothing; what was acknowledged stays, and the next try succeeds',
  async () => {
    const [first, second] = [await session(), await session()];
    const recording = castOf(2);
    expect((await upload(first, recording)).status).toBe(201);
    // Room for a part of it.
    const ballast = join(disk, 'ballast');
    const { bavail, bsize } = statfsSync(disk);
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - 500_000));
    const refused = await upload(second, castOf(2));
    expect([refused.status, refused.body.code]).toEqual([507, 'storage_full']);
    expect(kept()).toEqual([`${first}.cast.gz`]);
    expect(await pathOf(second)).toBeNull();
    const admin = await server.as('admin');
    expect((await admin.get<string>(`/media/replay/${await pathOf(first)}`)).status).toBe(200);
    // Sent again, it is taken as given, without a byte of room.
    expect((await upload(first, recording)).status).toBe(201);

    rmSync(ballast);
    expect((await upload(second, castOf(2))).status).toBe(201);
    expect(kept().toSorted()).toEqual([first, second].map((id) => `${id}.cast.gz`).toSorted());
    expect(existsSync(join(disk, String(await pathOf(second))))).toBe(true);
  },
);
