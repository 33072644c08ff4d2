import { readCookie } from './cookies.ts';

/**
 * Transport form of secrets (decision 0008, docs/wire/conventions.md#secrets-on-their-way): a one-time key encrypts the text with AES-ECB and zero
 * padding, the session's RSA key encrypts the one-time key (PKCS#1 v1.5), and `{rsa}:{aes}`, both base64, travels.
 * TLS protects the secret on its way; this form keeps it out of proxies' and browsers' request logs.
 */

const KEY_LENGTH = 16;
const BLOCK = 16;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The session's public key as PEM, from the cookie `jms_public_key`; undefined when the server gave none or it cannot be read. */
export function sessionPublicKey(cookies?: string): string | undefined {
  const value = readCookie('jms_public_key', cookies);
  if (!value) return undefined;
  try {
    const pem = atob(value);
    return pem.includes('PUBLIC KEY') ? pem : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Encrypts one secret for the server. `publicKey` is a PEM; by default the session's. An empty text stays empty, and without a
 * public key the plain text is returned, which the server accepts. The ciphers are loaded on first use.
 */
export async function encryptSecret(plain: string, publicKey: string | undefined = sessionPublicKey()): Promise<string> {
  if (plain === '' || !publicKey) return plain;
  const [{ JSEncrypt }, { ecb }] = await Promise.all([import('jsencrypt'), import('@noble/ciphers/aes.js')]);
  const key = oneTimeKey();
  const rsa = new JSEncrypt();
  rsa.setPublicKey(publicKey);
  const wrapped = rsa.encrypt(key);
  if (!wrapped) return plain;
  const encrypted = ecb(new TextEncoder().encode(key), { disablePadding: true }).encrypt(zeroPadded(plain));
  return `${wrapped}:${base64(encrypted)}`;
}

/** Encrypts the named secret fields of a body, leaving the rest and absent ones alone; lists are mapped. */
export async function encryptFields<T extends Record<string, unknown>>(
  body: T,
  fields: readonly string[] = ['password', 'token', 'private_key'],
): Promise<T> {
  const entries = await Promise.all(
    Object.entries(body).map(async ([name, value]) => [name, fields.includes(name) ? await encryptValue(value) : value] as const),
  );
  return Object.fromEntries(entries) as T;
}

async function encryptValue(value: unknown): Promise<unknown> {
  if (typeof value === 'string') return encryptSecret(value);
  if (Array.isArray(value)) return Promise.all(value.map(encryptValue));
  return value;
}

/** Sixteen characters of a 64-letter alphabet: text, because the other side reads the decrypted key as text. */
function oneTimeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(KEY_LENGTH));
  return Array.from(bytes, (byte) => ALPHABET.charAt(byte & 63)).join('');
}

function zeroPadded(plain: string): Uint8Array {
  const bytes = new TextEncoder().encode(plain);
  const padded = new Uint8Array(Math.ceil(bytes.length / BLOCK) * BLOCK);
  padded.set(bytes);
  return padded;
}

function base64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}
