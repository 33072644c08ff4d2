import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSecretBox, rewrap } from './envelope.ts';
import { addKeyToFile, dropOldKeysFromFile, keyringOf, loadKeyring, masterKeyFile } from './keyring.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postern-keyring-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const GIVEN = 'a master key of the environment, long enough';
const keysIn = async () => (await readFile(masterKeyFile(folder), 'utf8')).split('\n').filter(Boolean);

describe('master keys', () => {
  test('without one nothing is encrypted, and what asks for another is told its id alone', () => {
    expect(() => createSecretBox(keyringOf([])).encrypt('secret')).toThrow('There is no master key');
    const ring = keyringOf([GIVEN]);
    expect(() => ring.byId('0123456789abcdef')).toThrow(/^The master key 0123456789abcdef is not known/);
    // Reading again finds nothing where keys were given.
    ring.reload();
    expect(ring.byId(ring.current().id)).toBe(ring.current());
  });

  test('that are given are used, and no file is made', async () => {
    const ring = await loadKeyring(folder, [GIVEN, 'an older one']);
    expect(ring.current().id).toBe(keyringOf([GIVEN]).current().id);
    expect(existsSync(masterKeyFile(folder))).toBe(false);
  });

  test('of the data folder are made once, for their owner alone', async () => {
    const box = createSecretBox(await loadKeyring(folder, []));
    expect((await stat(masterKeyFile(folder))).mode & 0o777).toBe(0o600);
    expect(await keysIn()).toHaveLength(1);
    expect(createSecretBox(await loadKeyring(folder, [])).decrypt(box.encrypt('secret'))).toBe('secret');
  });

  test('are rotated beside a process that runs; a rotation that was cut off goes on with the key it had made', async () => {
    const running = createSecretBox(await loadKeyring(folder, []));
    const [old] = await keysIn();
    const before = running.encrypt('before');
    await addKeyToFile(folder);
    const [next, ...rest] = await keysIn();
    expect([next === old, rest]).toEqual([false, [old]]);
    expect((await stat(masterKeyFile(folder))).mode & 0o777).toBe(0o600);
    await addKeyToFile(folder);
    expect(await keysIn()).toEqual([next, old]);
    const ring = await loadKeyring(folder, []);
    const after = createSecretBox(ring).encrypt('after');
    expect(running.decrypt(after)).toBe('after');
    const wrapped = rewrap(ring, before);
    await dropOldKeysFromFile(folder);
    expect(await keysIn()).toEqual([next]);
    const rotated = createSecretBox(await loadKeyring(folder, []));
    expect([rotated.decrypt(wrapped), rotated.decrypt(after)]).toEqual(['before', 'after']);
    expect(() => rotated.decrypt(before)).toThrow(/was it removed before the rotation had finished/);
    expect(existsSync(`${masterKeyFile(folder)}.new`)).toBe(false);
  });

  test('are lines; blank ones are none', async () => {
    await writeFile(masterKeyFile(folder), `\n  ${GIVEN}  \n\n`, { mode: 0o600 });
    expect((await loadKeyring(folder, [])).current().id).toBe(keyringOf([GIVEN]).current().id);
  });
});

describe('an encrypted value', () => {
  const ring = keyringOf([GIVEN, 'an older master key, long enough too']);
  const box = createSecretBox(ring);

  test('is of one piece: parts of two open nothing, and neither does the id of another key', () => {
    const [one, other] = [box.encrypt('one').split('.'), box.encrypt('other').split('.')];
    for (const at of [2, 3, 4])
      expect(() => box.decrypt(one.map((part, n) => (n === at ? other[n] : part)).join('.')), `part ${at}`).toThrow();
    const older = keyringOf(['an older master key, long enough too']).current().id;
    expect(() => box.decrypt(one.map((part, n) => (n === 1 ? older : part)).join('.'))).toThrow();
    for (const cut of ['pv1', 'pv1....', one.slice(0, 4).join('.'), `${one.join('.')}.x`, `x${one.join('.')}`, one.join('.').toUpperCase()])
      expect(() => box.decrypt(cut), cut.slice(0, 20)).toThrow('not in the encrypted form');
    expect(() => rewrap(ring, 'plain')).toThrow('not in the encrypted form');
  });

  test('says nothing of itself or of the key in what is thrown', () => {
    const stranger = createSecretBox(keyringOf(['a key of somebody else, long enough']));
    const encrypted = box.encrypt('canary-secret');
    // Another last character but one: a fixed ending would leave one value in 256 as it was.
    const damaged = `${encrypted.slice(0, -2)}${encrypted.at(-2) === 'A' ? 'B' : 'A'}${encrypted.slice(-1)}`;
    for (const open of [() => stranger.decrypt(box.encrypt('canary-secret')), () => box.decrypt(damaged)]) {
      let told = '';
      try {
        open();
      } catch (error) {
        told = String((error as Error).stack);
      }
      expect(told).not.toBe('');
      for (const secret of ['canary-secret', GIVEN, ring.current().key.toString('hex')]) expect(told).not.toContain(secret);
    }
  });
});
