import { createHash, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { type ChainLine, chainLink } from '@postern/contract/evidence';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BLOCK, type TarFile, tar, tarHeader } from '../tar.ts';
import { evidenceVerifyCommand } from './evidence.command.ts';
import { publicHalf, signed } from './manifest.ts';

/** Bundles that were changed on their way. That the product makes whole ones is in recordings.test.ts. */

const SESSION = '3f0a1b2c-0000-4000-8000-000000000001';
const SEGMENTS = ['{"version":2,"width":80,"height":24}\n', '[0.1,"o","hello"]\n', '[7,"o","bye"]\n'].map((line) => Buffer.from(line));
const CHAIN: ChainLine[] = [];
for (const segment of SEGMENTS) CHAIN.push(chainLink(CHAIN.at(-1), segment));
const PARTS: Readonly<Record<string, Buffer>> = {
  'session.json': Buffer.from(JSON.stringify({ id: SESSION, user: 'Mei(mei)' })),
  'commands.json': Buffer.from('[{"input":"id","timestamp":7}]'),
  'recording.chain': Buffer.from(CHAIN.map((link) => `${JSON.stringify(link)}\n`).join('')),
  'recording.cast.gz': gzipSync(Buffer.concat(SEGMENTS)),
  'index.html': Buffer.from('<!doctype html>'),
};
const { privateKey } = generateKeyPairSync('ed25519');
const OWN = publicHalf(privateKey).fingerprint;

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'postern-bundles-'));
});
afterAll(() => rm(dir, { recursive: true }));

/** Signs these parts as the product does. */
function sealed(parts: Readonly<Record<string, Buffer>>, key: KeyObject = privateKey): Record<string, Buffer> {
  const told = Object.entries(parts).map(([name, data]) => ({
    name,
    bytes: data.length,
    sha256: createHash('sha256').update(data).digest('hex'),
  }));
  const made = { session: SESSION, date_made: '2026-11-25T08:00:00.000Z', commands: { listed: 1, of: 1 }, parts: told };
  const { bytes, signature } = signed(made, key);
  return { ...parts, 'manifest.json': bytes, 'manifest.sig': signature };
}
const packed = (files: Readonly<Record<string, Buffer>>, folder = `postern-${SESSION}/`): Promise<Buffer> =>
  buffer(tar(Object.entries(files).map(([name, data]): TarFile => ({ name: folder + name, data }))));

async function check(
  bundle: Buffer,
  ...flags: readonly string[]
): Promise<{ code: number | undefined; broken: string[]; lines: string[] }> {
  const path = join(dir, 'bundle.tar');
  await writeFile(path, bundle);
  const lines: string[] = [];
  const code = await evidenceVerifyCommand([path, ...flags], (line) => void lines.push(line));
  return { code, lines, broken: lines.flatMap((line) => (line.includes(': BROKEN: ') ? [line.slice(0, line.indexOf(':'))] : [])) };
}

test('a whole bundle holds, under the key that was given in whichever form', async () => {
  const bundle = await packed(sealed(PARTS));
  const { code, lines, broken } = await check(bundle);
  expect([code, broken, lines.at(-1)]).toEqual([0, [], 'The bundle is whole.']);
  expect(lines).toEqual(expect.arrayContaining([expect.stringContaining('3 segments, whole'), expect.stringContaining('WARNING')]));
  const pem = String(createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }));
  await writeFile(join(dir, 'key.pem'), pem);
  const colons = OWN.toUpperCase().replaceAll(/(..)(?=.)/g, '$1:');
  for (const key of [OWN, colons, publicHalf(privateKey).public, pem, join(dir, 'key.pem')]) {
    const given = await check(bundle, `--key=${key}`);
    expect([given.code, given.broken, given.lines.join().includes('WARNING')], key).toEqual([0, [], false]);
  }
});

test('one that another key has signed holds for nobody who names the right one', async () => {
  const other = generateKeyPairSync('ed25519').privateKey;
  const bundle = await packed(sealed(PARTS, other));
  expect((await check(bundle)).code).toBe(0);
  expect(await check(bundle, '--key', OWN)).toMatchObject({ code: 1, broken: ['manifest.sig'] });
  // The right key in the manifest, and the signature of another.
  const mixed = { ...sealed(PARTS), 'manifest.sig': sealed(PARTS, other)['manifest.sig'] as Buffer };
  expect(await check(await packed(mixed), '--key', OWN)).toMatchObject({ code: 1, broken: ['manifest.sig'] });
  for (const key of ['', 'abc', OWN.slice(1), join(dir, 'nothing')]) expect((await check(bundle, '--key', key)).code, key).toBe(1);
});

test('a byte that is another, wherever it is, is told with the part that it is in', async () => {
  const files = sealed(PARTS);
  const bundle = await packed(files);
  let start = 0;
  for (const [name, data] of Object.entries(files)) {
    const changed = (at: number): Buffer => {
      const copy = Buffer.from(bundle);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy;
    };
    for (const at of [0, data.length >> 1, data.length - 1]) {
      const { code, broken } = await check(changed(start + BLOCK + at), '--key', OWN);
      expect(code, `${name} ${at}`).toBe(1);
      // The manifest is held by its signature.
      const part = name === 'manifest.json' ? /^manifest/ : new RegExp(`^${name}$`);
      expect(broken, `${name} ${at}`).toEqual(expect.arrayContaining([expect.stringMatching(part)]));
    }
    const filling = start + BLOCK + data.length;
    start = start + BLOCK + Math.ceil(data.length / BLOCK) * BLOCK;
    for (const at of [start - 1, ...(filling < start ? [filling] : []), start - Math.ceil(data.length / BLOCK) * BLOCK - 5])
      expect(await check(changed(at), '--key', OWN), `around ${name}`).toMatchObject({ code: 1, broken: ['archive'] });
  }
  for (const bytes of [bundle.subarray(0, -BLOCK), bundle.subarray(0, 700), Buffer.concat([bundle, Buffer.alloc(BLOCK)]), Buffer.alloc(0)])
    expect(await check(bytes), String(bytes.length)).toMatchObject({ code: 1, broken: ['archive'] });
});

test.each<[string, Record<string, Buffer | undefined>, string[]]>([
  ['without its recording', { 'recording.cast.gz': undefined }, ['recording.cast.gz', 'recording']],
  ['without its commands', { 'commands.json': undefined }, ['commands.json']],
  ['with something that nobody signed', { 'more.txt': Buffer.from('x') }, ['more.txt']],
  ['without a manifest', { 'manifest.json': undefined }, ['manifest.json']],
  ['without a signature', { 'manifest.sig': undefined }, ['manifest.sig']],
  ['with a signature that is none', { 'manifest.sig': Buffer.alloc(9) }, ['manifest.sig']],
])('one %s is broken', async (_what, change, broken) => {
  const files = Object.entries({ ...sealed(PARTS), ...change }).flatMap(([name, data]) => (data ? [[name, data] as const] : []));
  expect(await check(await packed(Object.fromEntries(files)), '--key', OWN)).toMatchObject({ code: 1, broken });
});

test('what was signed has to agree with itself: chain, recording and session', async () => {
  const chain = Buffer.from(String(PARTS['recording.chain']).replace(CHAIN[1]?.sha256 ?? '', 'a'.repeat(64)));
  const shorter = gzipSync(Buffer.concat(SEGMENTS.slice(0, 2)));
  const other = Buffer.from(JSON.stringify({ id: SESSION.replace('3', '4') }));
  for (const [change, part] of [
    [{ 'recording.chain': chain }, 'chain'],
    [{ 'recording.chain': Buffer.from('no chain') }, 'recording.chain'],
    [{ 'recording.cast.gz': shorter }, 'chain'],
    [{ 'recording.cast.gz': Buffer.from('not packed') }, 'chain'],
    [{ 'session.json': other }, 'session.json'],
    [{ 'session.json': Buffer.from('{') }, 'session.json'],
  ] as const)
    expect(await check(await packed(sealed({ ...PARTS, ...change })), '--key', OWN), part).toMatchObject({ code: 1, broken: [part] });
  const { 'recording.chain': _chain, ...unchained } = PARTS;
  const { code, lines } = await check(await packed(sealed(unchained)), '--key', OWN);
  expect([code, lines.some((line) => line.startsWith('chain: none'))]).toEqual([0, true]);
  const elsewhere = await packed(sealed(PARTS), 'postern-of-another/');
  expect(await check(elsewhere, '--key', OWN)).toMatchObject({ code: 1, broken: ['archive'] });
});

test('names that lead elsewhere, links, and sizes beyond measure are refused before anything is read', async () => {
  for (const folder of ['../', '/etc/', 'a/../', 'a/b/', '', '\x1b[2J/', '.ssh/', 'a\\..\\'])
    expect(await check(await packed(sealed(PARTS), folder)), folder).toMatchObject({ code: 1, broken: ['archive'] });
  for (const name of ['..', '../../x', '.profile', 'a b', '-rf/..'])
    expect(await check(await packed({ [name]: Buffer.from('x') })), name).toMatchObject({ code: 1, broken: ['archive'] });
  const head = (name: string, size: number, kind = '0'): Buffer => {
    const made = tarHeader(name, size);
    made.write(kind, 156);
    return made;
  };
  const tail = Buffer.alloc(BLOCK * 3);
  for (const made of [head('a/link', 0, '2'), head('a/huge', 8 ** 11 - 1), head('a/large', 1024 ** 3)])
    expect(await check(Buffer.concat([made, tail]))).toMatchObject({ code: 1, broken: ['archive'] });
  const many = Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`n${at}`, Buffer.from('x')]));
  expect(await check(await packed(many))).toMatchObject({ code: 1, broken: ['archive'] });
  expect(await check(Buffer.concat([head('a/x', 0), head('a/x', 0), tail]))).toMatchObject({ code: 1, broken: ['archive'] });

  // A manifest of a gigabyte, of which the disk holds nothing.
  const path = join(dir, 'sparse.tar');
  await writeFile(path, head(`postern-${SESSION}/manifest.json`, 1024 ** 3));
  await truncate(path, BLOCK + 1024 ** 3 + BLOCK * 2);
  const lines: string[] = [];
  expect(await evidenceVerifyCommand([path], (line) => void lines.push(line))).toBe(1);
  expect(lines[0]).toContain('too large');
});

test('wrong usage is told, and a file that is not there', async () => {
  expect(await evidenceVerifyCommand([], () => undefined)).toBeUndefined();
  expect(await evidenceVerifyCommand(['a', 'b'], () => undefined)).toBeUndefined();
  await expect(evidenceVerifyCommand([join(dir, 'nothing')], () => undefined)).rejects.toThrow('ENOENT');
});
