import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { newSshKey } from '@postern/testkit/ssh-keys';
import ssh2 from 'ssh2';
import { describe, expect, test } from 'vitest';
import { readPrivateKey } from './ssh-key.ts';

const pem = { type: 'pkcs8', format: 'pem' } as const;
const spki = { type: 'spki', format: 'pem' } as const;

describe('private keys', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ed = newSshKey('ed25519');
  const forms: [string, string, string | undefined][] = [
    ['RSA, PKCS#1', rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(), undefined],
    ['RSA, PKCS#8', rsa.privateKey.export(pem).toString(), undefined],
    ['RSA, encrypted PKCS#8', rsa.privateKey.export({ ...pem, cipher: 'aes-256-cbc', passphrase: 'pass' }).toString(), 'pass'],
    ['EC, SEC1', ec.privateKey.export({ type: 'sec1', format: 'pem' }).toString(), undefined],
    ['Ed25519, OpenSSH', ed.private, undefined],
    ['Ed25519, encrypted OpenSSH', newSshKey('ed25519', { passphrase: 'pass', cipher: 'aes256-ctr', rounds: 16 }).private, 'pass'],
    ['Ed25519, PKCS#8', generateKeyPairSync('ed25519').privateKey.export(pem).toString(), undefined],
  ];

  test.each(forms)('%s is read and written as OpenSSH that ssh2 reads again', (_form, text, passphrase) => {
    const { pem: written, fingerprint } = readPrivateKey(text, passphrase);
    const key = ssh2.utils.parseKey(written);
    if (key instanceof Error) throw key;
    const data = Buffer.from('signed');
    expect(key.verify(data, key.sign(data) as Buffer)).toBe(true);
    expect(fingerprint).toMatch(/^([0-9a-f]{2}:){15}[0-9a-f]{2}$/);
    expect(readPrivateKey(written, undefined)).toEqual({ pem: written, fingerprint });
  });

  test('it is the same key afterwards', () => {
    const text = rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
    const key = ssh2.utils.parseKey(readPrivateKey(text, undefined).pem);
    if (key instanceof Error) throw key;
    const data = Buffer.from('signed');
    expect(verify('sha256', data, rsa.publicKey.export(spki), sign('sha256', data, key.getPrivatePEM()))).toBe(true);
  });

  test.each([
    ['words', 'not a key', undefined],
    ['a public key', ed.public, undefined],
    ['a wrong passphrase', forms[2]?.[1] ?? '', 'wrong'],
    ['a missing passphrase', forms[5]?.[1] ?? '', undefined],
  ])('%s is refused', (_what, text, passphrase) => {
    expect(() => readPrivateKey(text, passphrase)).toThrow('invalid input');
  });
});
