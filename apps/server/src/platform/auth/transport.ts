import { constants, createDecipheriv, generateKeyPair, privateDecrypt } from 'node:crypto';
import { promisify } from 'node:util';

/**
 * Browser transport form of secrets (decision 0008, docs/wire/conventions.md#secrets-on-their-way): `{rsa}:{aes}`. RSA-1024 and ECB are what the
 * clients speak; TLS is the protection, this keeps secrets out of logs on the way.
 */
const generate = promisify(generateKeyPair);
/** Longer values cannot be in this form; decoding them would be work for nothing. */
const MAX_LENGTH = 512 * 1024;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const utf8 = new TextDecoder('utf-8', { fatal: true });

export interface TransportKeys {
  /** PEM, SPKI. */
  publicKey: string;
  /** PEM, PKCS#8. */
  privateKey: string;
}

/** Makes a key pair on the thread pool. */
export async function newTransportKeys(): Promise<TransportKeys> {
  return generate('rsa', {
    modulusLength: 1024,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}

/** Value of the cookie `jms_public_key`. */
export const publicKeyCookie = (publicKey: string): string => Buffer.from(publicKey).toString('base64');

/**
 * Undoes the transport form. Whatever does not decrypt (another session's key, a password with one colon in it) comes
 * back as it was given, so nobody is ever locked out by a stale key.
 */
export function decryptTransport(value: string, privateKey: string): string {
  const halves = value.split(':');
  const [wrapped, body] = halves;
  if (halves.length !== 2 || !wrapped || !body || value.length > MAX_LENGTH || !BASE64.test(wrapped) || !BASE64.test(body)) return value;
  try {
    const key = privateDecrypt({ key: privateKey, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(wrapped, 'base64'));
    // OpenSSL answers a wrong key with random bytes instead of an error, so no one learns from the difference; a real
    // one-time key is printable text.
    if (key.length < 6 || key.length > 32 || !key.every((byte) => byte > 0x20 && byte < 0x7f)) return value;
    return openAes(key, Buffer.from(body, 'base64')) ?? value;
  } catch {
    return value;
  }
}

function openAes(key: Buffer, body: Buffer): string | undefined {
  if (body.length === 0 || body.length % 16 !== 0) return undefined;
  const padded = Buffer.alloc(key.length <= 16 ? 16 : 32);
  key.copy(padded);
  const decipher = createDecipheriv(padded.length === 16 ? 'aes-128-ecb' : 'aes-256-ecb', padded, null).setAutoPadding(false);
  const bytes = Buffer.concat([decipher.update(body), decipher.final()]);
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return utf8.decode(bytes.subarray(0, end));
}
