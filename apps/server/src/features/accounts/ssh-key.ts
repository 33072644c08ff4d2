import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { InvalidInput } from '@postern/contract/errors';
import { type Schema, TEXT_SCHEMA } from '@postern/resource';
import { ssh2 } from '../../platform/ssh/ssh2.ts';

export interface PrivateKey {
  /** Unencrypted OpenSSH form, as every component reads it. */
  pem: string;
  /** Colon-separated MD5 of the public key, the form that clients show. */
  fingerprint: string;
}

const u32 = (value: number): Buffer => {
  const out = Buffer.alloc(4);
  out.writeUInt32BE(value);
  return out;
};
const field = (bytes: Buffer): Buffer => Buffer.concat([u32(bytes.length), bytes]);
const word = (text: string): Buffer => field(Buffer.from(text));
/** mpint of RFC 4251 §5: no needless leading zeros, one when the top bit is set. */
function mpint(encoded: string | undefined): Buffer {
  let bytes = Buffer.from(encoded ?? '', 'base64url');
  while (bytes.length > 1 && bytes[0] === 0 && ((bytes[1] ?? 0) & 0x80) === 0) bytes = bytes.subarray(1);
  return field(((bytes[0] ?? 0) & 0x80) !== 0 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
}

const CURVES: Readonly<Record<string, string>> = { 'P-256': 'nistp256', 'P-384': 'nistp384', 'P-521': 'nistp521' };

/** Fields of the public and the private half, in the order of OpenSSH (RFC 4253 §6.6, openssh/PROTOCOL.key). */
function halves(key: KeyObject): { publicKey: Buffer; fields: Buffer } | undefined {
  const jwk = key.export({ format: 'jwk' });
  const raw = (value: string | undefined): Buffer => Buffer.from(value ?? '', 'base64url');
  if (jwk.kty === 'RSA') {
    return {
      publicKey: Buffer.concat([word('ssh-rsa'), mpint(jwk.e), mpint(jwk.n)]),
      fields: Buffer.concat([word('ssh-rsa'), ...[jwk.n, jwk.e, jwk.d, jwk.qi, jwk.p, jwk.q].map(mpint)]),
    };
  }
  if (jwk.kty === 'OKP' && jwk.crv === 'Ed25519') {
    const publicKey = Buffer.concat([word('ssh-ed25519'), field(raw(jwk.x))]);
    return { publicKey, fields: Buffer.concat([publicKey, field(Buffer.concat([raw(jwk.d), raw(jwk.x)]))]) };
  }
  const curve = jwk.kty === 'EC' ? CURVES[jwk.crv ?? ''] : undefined;
  if (!curve) return undefined;
  const point = Buffer.concat([Buffer.from([4]), raw(jwk.x), raw(jwk.y)]);
  const publicKey = Buffer.concat([word(`ecdsa-sha2-${curve}`), word(curve), field(point)]);
  return { publicKey, fields: Buffer.concat([publicKey, mpint(jwk.d)]) };
}

/** OpenSSH container without encryption (openssh/PROTOCOL.key). The two check words only matter for encrypted keys. */
function openSsh(publicKey: Buffer, fields: Buffer): string {
  const plain = Buffer.concat([u32(0), u32(0), fields, word('')]);
  const padding = Buffer.from(Array.from({ length: (8 - (plain.length % 8)) % 8 }, (_, index) => index + 1));
  const body = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    word('none'),
    word('none'),
    word(''),
    u32(1),
    field(publicKey),
    field(Buffer.concat([plain, padding])),
  ]);
  const lines = body.toString('base64').match(/.{1,70}/g) ?? [];
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join('\n')}\n-----END OPENSSH PRIVATE KEY-----\n`;
}

/** ssh2 reads OpenSSH, PuTTY and classic PEM, node:crypto reads PKCS#8. */
function parse(text: string, passphrase: string | undefined): KeyObject {
  if (/-----BEGIN (ENCRYPTED )?PRIVATE KEY-----/.test(text)) {
    return createPrivateKey({ key: text, format: 'pem', ...(passphrase === undefined ? {} : { passphrase }) });
  }
  const parsed = ssh2().utils.parseKey(text, passphrase);
  const key = Array.isArray(parsed) ? parsed[0] : parsed;
  if (!key || key instanceof Error || !key.isPrivateKey()) throw new Error('not a private key');
  return createPrivateKey(key.getPrivatePEM());
}

/**
 * Reads a private key of any usual form and returns it unencrypted.
 * @throws InvalidInput on `secret` when it cannot be read, is a public key, or the passphrase is wrong.
 */
export function readPrivateKey(text: string, passphrase: string | undefined): PrivateKey {
  try {
    const found = halves(parse(`${text.trim()}\n`, passphrase || undefined));
    if (!found) throw new Error('unsupported key type');
    const fingerprint = (createHash('md5').update(found.publicKey).digest('hex').match(/../g) ?? []).join(':');
    return { pem: openSsh(found.publicKey, found.fields), fingerprint };
  } catch {
    throw InvalidInput.on('secret', 'invalid_key');
  }
}

/** A new Ed25519 key pair: the private half as `readPrivateKey` gives it, the public one as a line of `authorized_keys` without a comment. */
export function newKeyPair(): { pem: string; line: string } {
  const found = halves(generateKeyPairSync('ed25519').privateKey);
  if (!found) throw new Error('Ed25519 keys have an OpenSSH form');
  return { pem: openSsh(found.publicKey, found.fields), line: `ssh-ed25519 ${found.publicKey.toString('base64')}` };
}

/** What rows of accounts and templates say of their key; empty for other secrets. */
export const keyInfo = (row: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  row.secret_type === 'ssh_key' ? { ssh_key_fingerprint: row.ssh_fingerprint ?? '' } : {};

/** What `keyInfo` says. */
export const KEY_INFO: Schema = { type: 'object', properties: { ssh_key_fingerprint: TEXT_SCHEMA } };
