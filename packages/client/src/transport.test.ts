import { constants, createDecipheriv, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptFields, encryptSecret, sessionPublicKey } from './transport.ts';

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 1024,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

/** The server's side of the scheme, written with node's own primitives (RFC 8017 §7.2.2 unpadding by hand: OpenSSL guards it otherwise). */
function decrypt(encrypted: string): string {
  const [wrapped = '', text = ''] = encrypted.split(':');
  const block = privateDecrypt({ key: privateKey, padding: constants.RSA_NO_PADDING }, Buffer.from(wrapped, 'base64'));
  expect([block[0], block[1]]).toEqual([0, 2]);
  const key = block.subarray(block.indexOf(0, 2) + 1);
  expect(key).toHaveLength(16);
  const decipher = createDecipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  const bytes = Buffer.concat([decipher.update(Buffer.from(text, 'base64')), decipher.final()]);
  return bytes.toString('utf8').replace(/\0+$/, '');
}

test.each(['a', 'sixteen letters!', 'p:ä世界🔐', 'x'.repeat(5000)])('the server reads back what was encrypted (%#)', async (plain) => {
  const encrypted = await encryptSecret(plain, publicKey);
  expect(encrypted.split(':')).toHaveLength(2);
  expect(encrypted).not.toContain(plain.slice(0, 12).padEnd(12, '#'));
  expect(decrypt(encrypted)).toBe(plain);
});

test('each encryption uses a key of its own', async () => {
  expect(await encryptSecret('same', publicKey)).not.toBe(await encryptSecret('same', publicKey));
});

test('without a usable public key the text stays plain', async () => {
  expect(await encryptSecret('plain', undefined)).toBe('plain');
  expect(await encryptSecret('', publicKey)).toBe('');
});

test('the key comes from the cookie, quoted or not', () => {
  const value = Buffer.from(publicKey).toString('base64');
  expect(sessionPublicKey(`a=b; jms_public_key=${value}`)).toBe(publicKey);
  expect(sessionPublicKey(`jms_public_key="${value}"; c=d`)).toBe(publicKey);
  expect(sessionPublicKey(`jms_public_key=${encodeURIComponent(value)}`)).toBe(publicKey);
  expect(sessionPublicKey('jms_public_key=???')).toBeUndefined();
  expect(sessionPublicKey('')).toBeUndefined();
});

test('only the named fields of a body are touched', async () => {
  expect(await encryptFields({ name: 'n', password: 'p', count: 3 })).toEqual({ name: 'n', password: 'p', count: 3 });
});
