import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { castEvent } from './cast.ts';
import { compress } from './compress.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'postern-compress-'));
});
afterAll(() => rm(dir, { recursive: true }));

async function packed(name: string, content: Buffer): Promise<Buffer> {
  const [from, to] = [join(dir, name), join(dir, `${name}.gz`)];
  await writeFile(from, content);
  await compress(from, to);
  expect((await stat(to)).mode & 0o777, 'nobody else reads a recording').toBe(0o600);
  return readFile(to);
}

const lines = (make: (at: number) => Buffer) => Buffer.concat(Array.from({ length: 64 }, (_, at) => make(at)));
const text = lines((at) => castEvent(at, 'o', 'uid=0(root) gid=0(root) groups=0(root)\r\n'.repeat(400)));
const dense = lines((at) => castEvent(at, 'O', randomBytes(24_000).toString('base64')));

test.each([
  ['an empty recording', Buffer.alloc(0), 0],
  ['a short one', castEvent(0, 'o', 'hello'), 0],
  ['text', text, 0.02],
  ['bytes that cannot be packed', dense, 0.77],
  ['text with such bytes at its end', Buffer.concat([text, dense.subarray(0, dense.length >> 2)]), 0.5],
])('%s comes back to the byte, as one member', async (name, content, atMost) => {
  const result = await packed(name, content);
  expect(gunzipSync(result).equals(content)).toBe(true);
  if (atMost > 0) expect(result.length).toBeLessThan(content.length * atMost);
  expect(result.readUInt32LE(result.length - 4), 'the size of all of it stands at the end of the only member').toBe(content.length);
});

test('what cannot be read or written is told', async () => {
  await expect(compress(join(dir, 'not there'), join(dir, 'out'))).rejects.toThrow('ENOENT');
  await writeFile(join(dir, 'whole'), dense);
  await expect(compress(join(dir, 'whole'), '/dev/full')).rejects.toThrow('ENOSPC');
});
