import { createHash } from 'node:crypto';
import { InvalidInput } from '@postern/contract/errors';
import { fingerprint } from '../../platform/ssh/log-in.ts';

export interface SshPublicKey {
  type: string;
  blob: Buffer;
  comment: string;
}

/** What the parts of a key of a type are, after the name of the type (RFC 4253 §6.6, RFC 5656 §3.1, RFC 8709 §4, OpenSSH's PROTOCOL.u2f). */
const PARTS: Readonly<Record<string, number>> = {
  'ssh-ed25519': 1,
  'ssh-rsa': 2,
  'ecdsa-sha2-nistp256': 2,
  'ecdsa-sha2-nistp384': 2,
  'ecdsa-sha2-nistp521': 2,
  'sk-ssh-ed25519@openssh.com': 2,
  'sk-ecdsa-sha2-nistp256@openssh.com': 3,
};

/** Bytes of a key on the curve of Ed25519 (RFC 8709 §4). One that lost its first zero is no key, and no client would ever log in with it. */
const ED25519_BYTES = 32;
const ED25519: readonly string[] = ['ssh-ed25519', 'sk-ssh-ed25519@openssh.com'];

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** Characters of a key in base64, at most. */
const MAX_KEY = 16_384;
const MAX_COMMENT = 128;
/** Bits of an RSA key, at least (NIST SP 800-57 part 1, table 2). */
const MIN_RSA_BITS = 2048;
/** OpenSSH's and others' private keys as PEM, and PuTTY's. */
const PRIVATE = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----|^PuTTY-User-Key-File-/m;

/** The length-prefixed parts of a key (RFC 4251 §5); undefined when they do not fill it. */
function partsOf(blob: Buffer): Buffer[] | undefined {
  const parts: Buffer[] = [];
  for (let at = 0; at < blob.length; ) {
    if (at + 4 > blob.length) return undefined;
    const end = at + 4 + blob.readUInt32BE(at);
    if (end > blob.length) return undefined;
    parts.push(blob.subarray(at + 4, end));
    at = end;
  }
  return parts;
}

/** Reads one line of `authorized_keys` form without options; undefined when it is none (RFC 4253 §6.6). */
export function parseSshPublicKey(line: string): SshPublicKey | undefined {
  const [type = '', encoded = '', ...words] = line.trim().split(/\s+/);
  if (!Object.hasOwn(PARTS, type) || encoded.length > MAX_KEY || !BASE64.test(encoded)) return undefined;
  const blob = Buffer.from(encoded, 'base64');
  const parts = partsOf(blob);
  if (!parts || parts.length !== 1 + (PARTS[type] ?? 0) || parts[0]?.toString('latin1') !== type) return undefined;
  if (ED25519.includes(type) && parts[1]?.length !== ED25519_BYTES) return undefined;
  return { type, blob, comment: words.join(' ').slice(0, MAX_COMMENT) };
}

/** The name of its type stands first in the key itself (RFC 4253 §6.6), so that a key without the line around it can be read as well. */
function lineOf(text: string): string {
  const bare = text.trim();
  if (/\s/.test(bare) || bare.length > MAX_KEY || !BASE64.test(bare)) return text;
  return `${partsOf(Buffer.from(bare, 'base64'))?.[0]?.toString('latin1').slice(0, 64) ?? ''} ${bare}`;
}

/** A key that a client offers: a line, or the key alone, in base64, as components send it. */
export const parseOffered = (offered: string): SshPublicKey | undefined => parseSshPublicKey(lineOf(offered));

const bitsOf = (number: Buffer | undefined): number => (number ? BigInt(`0x0${number.toString('hex')}`).toString(2).length : 0);

const isWeak = ({ type, blob }: SshPublicKey): boolean => type === 'ssh-rsa' && bitsOf(partsOf(blob)?.[2]) < MIN_RSA_BITS;

/**
 * The key that somebody gave to be logged in by.
 * @throws InvalidInput under `field`: private_key_given, weak_key, invalid_key. What was given is in none of them
 */
export function acceptPublicKey(field: string, given: string): SshPublicKey {
  if (PRIVATE.test(given)) throw InvalidInput.on(field, 'private_key_given');
  if (given.trim().startsWith('ssh-dss ')) throw InvalidInput.on(field, 'weak_key');
  // A second line would become part of the comment of the first, and is a second key.
  const key = /[\r\n]/.test(given.trim()) ? undefined : parseSshPublicKey(given);
  if (!key) throw InvalidInput.on(field, 'invalid_key');
  if (isWeak(key)) throw InvalidInput.on(field, 'weak_key');
  return key;
}

/** As it is stored: type, key and comment. */
export const asLine = ({ type, blob, comment }: SshPublicKey): string =>
  [type, blob.toString('base64'), ...(comment === '' ? [] : [comment])].join(' ');

/** As OpenSSH shows it: `ssh-keygen -l`. */
export const sha256Fingerprint = ({ blob }: Pick<SshPublicKey, 'blob'>): string => fingerprint(blob);

/** Colon-separated MD5 of the key blob, the form clients are shown (docs/wire/users.md#the-own-profile). */
export const md5Fingerprint = ({ blob }: Pick<SshPublicKey, 'blob'>): string =>
  (createHash('md5').update(blob).digest('hex').match(/../g) ?? []).join(':');

/** Comment and MD5 fingerprint of a key as clients are shown them; empty without one. */
export function publicKeyFacts(line: string | undefined): { public_key_comment: string; public_key_hash_md5: string } {
  const key = line === undefined ? undefined : parseSshPublicKey(line);
  return { public_key_comment: key?.comment ?? '', public_key_hash_md5: key ? md5Fingerprint(key) : '' };
}
