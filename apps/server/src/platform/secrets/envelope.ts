import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { SecretBox } from '@postern/resource';
import type { Keyring } from './keyring.ts';

/**
 * Secrets at rest: AES-256-GCM under a data key of their own, which is wrapped by the master key. The
 * text form carries the id of the master key, so keys can be rotated while both are in use:
 * `pv1.{key id}.{iv, wrapped key, tag}.{iv}.{ciphertext, tag}`, each part base64url.
 */
const FORM = /^pv1\.([0-9a-f]{16})\.([\w-]+)\.([\w-]+)\.([\w-]+)$/;
/** The same inside longer text, for rotation. */
export const ENCRYPTED_IN_TEXT = /pv1\.[0-9a-f]{16}\.[\w-]+\.[\w-]+\.[\w-]+/g;
const IV = 12;
const TAG = 16;

function gcmEncrypt(key: Buffer, iv: Buffer, plain: Buffer, context: string): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function gcmDecrypt(key: Buffer, iv: Buffer, encrypted: Buffer, context: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG }).setAAD(Buffer.from(context));
  decipher.setAuthTag(encrypted.subarray(encrypted.length - TAG));
  return Buffer.concat([decipher.update(encrypted.subarray(0, encrypted.length - TAG)), decipher.final()]);
}

function wrap(keyring: Keyring, dataKey: Buffer): string {
  const master = keyring.current();
  const iv = randomBytes(IV);
  return `pv1.${master.id}.${Buffer.concat([iv, gcmEncrypt(master.key, iv, dataKey, master.id)]).toString('base64url')}`;
}

function parts(encrypted: string): [keyId: string, wrapped: string, iv: string, body: string] {
  const found = FORM.exec(encrypted);
  if (!found) throw new Error('This value is not in the encrypted form');
  return [found[1] ?? '', found[2] ?? '', found[3] ?? '', found[4] ?? ''];
}

function unwrap(keyring: Keyring, keyId: string, wrapped: string): Buffer {
  const bytes = Buffer.from(wrapped, 'base64url');
  return gcmDecrypt(keyring.byId(keyId).key, bytes.subarray(0, IV), bytes.subarray(IV), keyId);
}

/** Encrypts and decrypts under a keyring. `decrypt` throws for a damaged value or an unknown master key; messages never hold either. */
export function createSecretBox(keyring: Keyring): SecretBox {
  return {
    encrypt(plain) {
      const dataKey = randomBytes(32);
      const iv = randomBytes(IV);
      const body = gcmEncrypt(dataKey, iv, Buffer.from(plain), 'value').toString('base64url');
      return `${wrap(keyring, dataKey)}.${iv.toString('base64url')}.${body}`;
    },
    decrypt(encrypted) {
      const [keyId, wrapped, iv, body] = parts(encrypted);
      return gcmDecrypt(unwrap(keyring, keyId, wrapped), Buffer.from(iv, 'base64url'), Buffer.from(body, 'base64url'), 'value').toString();
    },
    // What is kept elsewhere is opened by the box that the platform makes of this one (external-secrets.ts).
    async open(stored) {
      return this.decrypt(stored);
    },
    derive(purpose, name) {
      // A key of its own for each purpose: what is derived for one says nothing about another, nor about the master key (RFC 5869 §3.2).
      const key = Buffer.from(hkdfSync('sha256', keyring.current().key, 'postern', `derive ${purpose}`, 32));
      return createHmac('sha256', key).update(name).digest();
    },
  };
}

/** The same secret with its data key wrapped by the current master key; the body is not decrypted. */
export function rewrap(keyring: Keyring, encrypted: string): string {
  const [keyId, wrapped, iv, body] = parts(encrypted);
  if (keyId === keyring.current().id) return encrypted;
  return `${wrap(keyring, unwrap(keyring, keyId, wrapped))}.${iv}.${body}`;
}
