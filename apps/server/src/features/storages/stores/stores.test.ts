import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { startAzurite } from '@postern/testkit/azurite';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startMoto } from '@postern/testkit/moto';
import { startSshd } from '@postern/testkit/sshd';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutbound, type Outbound } from '../../../platform/outbound/outbound.ts';
import { testStore } from '../tested.ts';
import { azureSignature } from './azure.store.ts';
import { digestsOf } from './digest.ts';
import { type ObjectStore, StoreError } from './object-store.ts';
import { type Described, openStore } from './open-store.ts';

/** Each kind of store against a server that others wrote: moto for S3, OpenSSH for SFTP, Azurite for Azure. */

let folder: string;
let outbound: Outbound;
const KINDS = ['s3', 'sftp', 'azure'] as const;
let described: Record<(typeof KINDS)[number], Described>;

/** Containers are made by hand: that is nothing an object store is asked for. */
async function makeContainer(name: string): Promise<void> {
  const path = `/${azurite.account}/${name}`;
  const headers = { 'x-ms-date': new Date().toUTCString(), 'x-ms-version': '2021-12-02' };
  const signature = azureSignature(azurite.key, azurite.account, 'PUT', `${path}\nrestype:container`, headers);
  const answer = await fetch(`${azurite.endpoint}${path}?restype=container`, {
    method: 'PUT',
    headers: { ...headers, authorization: `SharedKey ${azurite.account}:${signature}` },
  });
  expect(answer.status, await answer.text()).toBe(201);
}

const moto = forThisFile(
  () => startMoto([{ name: 'recordings' }]),
  (it) => it.stop(),
  700_000,
);
const azurite = forThisFile(startAzurite, (it) => it.stop(), 700_000);
const sshd = forThisFile(startSshd, (it) => it.stop());
beforeAll(async () => {
  await makeContainer('recordings');
  folder = mkdtempSync(join(tmpdir(), 'postern-sftp-'));
  outbound = createOutbound({ allow: ['127.0.0.1'] });
  described = {
    s3: {
      type: 's3',
      meta: { BUCKET: 'recordings', ACCESS_KEY: moto.key.id, SECRET_KEY: moto.key.secret, ENDPOINT: moto.endpoint },
    },
    sftp: {
      type: 'sftp',
      meta: {
        SFTP_HOST: '127.0.0.1',
        SFTP_PORT: String(sshd.port),
        SFTP_HOST_KEY: sshd.hostKey.fingerprint,
        SFTP_USERNAME: sshd.user,
        SFTP_PRIVATE_KEY: sshd.privateKey,
        SFTP_ROOT_PATH: folder,
      },
    },
    azure: {
      type: 'azure',
      meta: {
        CONTAINER_NAME: 'recordings',
        ACCOUNT_NAME: azurite.account,
        ACCOUNT_KEY: azurite.key,
        ENDPOINT_SUFFIX: 'core.windows.net',
        ENDPOINT: azurite.endpoint,
      },
    },
  };
}, 700_000);
afterAll(async () => {
  if (folder) rmSync(folder, { recursive: true, force: true });
  await outbound?.close();
});

const open = (kind: (typeof KINDS)[number], meta: Described['meta'] = {}, allow = ['127.0.0.1']): ObjectStore =>
  openStore({ type: kind, meta: { ...described[kind].meta, ...meta } }, { outbound, allow });
const content = async (bytes: Buffer) => ({ ...(await digestsOf(Readable.from([bytes]))), open: () => Readable.from([bytes]) });
const read = async (body: Readable | undefined): Promise<Buffer | undefined> => body && (await buffer(body));

describe.each(KINDS)('%s', (kind) => {
  test('gives back what it was given, whole and in parts, in place of what was there, and removes it', async () => {
    const store = open(kind);
    try {
      const name = `2026-01-02/${kind} (1)+ä.cast.gz`;
      expect([await store.stat(name), await store.get(name)]).toEqual([undefined, undefined]);
      await store.remove(name);
      const [first, second] = [randomBytes(100), randomBytes(3_000_000)];
      await store.put(name, await content(first));
      expect((await read(await store.get(name)))?.equals(first)).toBe(true);
      await store.put(name, await content(second));
      expect(await store.stat(name)).toMatchObject({ bytes: second.length });
      expect((await read(await store.get(name)))?.equals(second)).toBe(true);
      expect((await read(await store.get(name, { from: 1_999_990, bytes: 20 })))?.equals(second.subarray(1_999_990, 2_000_010))).toBe(true);
      await store.remove(name);
      expect(await store.stat(name)).toBeUndefined();
    } finally {
      store.close();
    }
  });

  test('is tested in four steps, of which none fails', async () => {
    expect(await testStore(open(kind))).toBeUndefined();
  });
});

test.each([
  ['s3', { SECRET_KEY: 'canary-9d1f' }, 'SignatureDoesNotMatch'],
  ['s3', { BUCKET: 'nowhere' }, 'NoSuchBucket'],
  ['azure', { ACCOUNT_KEY: Buffer.from('canary-9d1f').toString('base64') }, 'AuthorizationFailure'],
  ['azure', { CONTAINER_NAME: 'nowhere' }, 'ContainerNotFound'],
  ['sftp', { SFTP_PRIVATE_KEY: '', SFTP_PASSWORD: 'canary-9d1f' }, 'SSH refused'],
  ['sftp', { SFTP_HOST_KEY: `SHA256:${'A'.repeat(43)}` }, 'SSH hostKey'],
  ['sftp', { SFTP_ROOT_PATH: '/dev/null/x' }, 'SFTP'],
] as const)('a %s that cannot be used says at which step and why, without its key', async (kind, meta, why) => {
  const failed = await testStore(open(kind, meta));
  expect(failed).toMatchObject({ step: { en: 'Write' }, detail: expect.stringContaining(why) });
  expect(JSON.stringify(failed)).not.toMatch(/canary|PRIVATE KEY/);
});

test('nothing is spoken to that the operator did not allow, by no kind', async () => {
  const closed = createOutbound({ allow: [] });
  try {
    for (const kind of KINDS) {
      const store = openStore(described[kind], { outbound: closed, allow: [] });
      expect(await testStore(store), kind).toMatchObject({ detail: 'blocked address' });
    }
  } finally {
    await closed.close();
  }
});

test('what breaks off on its way to an SFTP server leaves nothing there', async () => {
  const store = open('sftp');
  const bytes = randomBytes(1_000_000);
  async function* torn(): AsyncGenerator<Buffer> {
    yield bytes.subarray(0, 500_000);
    throw new Error('broken off');
  }
  const put = store.put('torn/one', { ...(await content(bytes)), open: () => Readable.from(torn()) });
  await expect(put).rejects.toThrow(StoreError);
  expect(readdirSync(join(folder, 'torn'))).toEqual([]);
  store.close();
});

test('Alibaba, Huawei and Tencent are asked with the bucket in the name of the host', async () => {
  const asked: string[] = [];
  const listening: Outbound = {
    ...outbound,
    open: async (url) => {
      asked.push(url);
      return { status: 404, headers: {}, body: Readable.from([]) };
    },
  };
  const meta = { BUCKET: 'recordings', ACCESS_KEY: 'id', SECRET_KEY: 'key', ENDPOINT: 'https://oss-cn-hangzhou.aliyuncs.com' };
  for (const type of ['oss', 'obs', 'cos', 'ceph']) await openStore({ type, meta }, { outbound: listening, allow: [] }).get('a/b c');
  const inHost = 'https://recordings.oss-cn-hangzhou.aliyuncs.com/a/b%20c';
  expect(asked).toEqual([inHost, inHost, inHost, 'https://oss-cn-hangzhou.aliyuncs.com/recordings/a/b%20c']);
});
