import { createHash } from 'node:crypto';

export interface SshPublicKey {
  type: string;
  blob: Buffer;
  comment: string;
}

const TYPE = /^(ssh-(ed25519|rsa)|ecdsa-sha2-nistp(256|384|521)|sk-(ssh-ed25519|ecdsa-sha2-nistp256)@openssh\.com)$/;

/** Reads one line of `authorized_keys` form without options; undefined when it is none (RFC 4253 §6.6). */
export function parseSshPublicKey(line: string): SshPublicKey | undefined {
  const [type = '', encoded = '', ...words] = line.trim().split(/\s+/);
  if (!TYPE.test(type) || encoded.length > 16384 || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return undefined;
  const blob = Buffer.from(encoded, 'base64');
  if (blob.length < 4 + type.length) return undefined;
  const named = blob.readUInt32BE(0);
  if (named !== type.length || blob.subarray(4, 4 + named).toString('latin1') !== type) return undefined;
  return { type, blob, comment: words.join(' ').slice(0, 128) };
}

/** The name of its type stands first in the key itself (RFC 4253 §6.6), so that a key without the line around it can be read as well. */
function lineOf(text: string): string {
  const bare = text.trim();
  if (/\s/.test(bare) || bare.length > 16384 || !/^[A-Za-z0-9+/]+={0,2}$/.test(bare)) return text;
  const blob = Buffer.from(bare, 'base64');
  const length = blob.length < 4 ? 0 : blob.readUInt32BE(0);
  return `${blob.subarray(4, 4 + Math.min(length, 64)).toString('latin1')} ${bare}`;
}

/** Colon-separated MD5 of the key blob, the form clients are shown (docs/wire/users.md#the-own-profile). */
export const md5Fingerprint = (key: SshPublicKey): string =>
  (createHash('md5').update(key.blob).digest('hex').match(/../g) ?? []).join(':');

/** True when both hold the same key, whatever their comments; `right` may be the key alone, in base64, as components send it. */
export function sameKey(left: string, right: string): boolean {
  const [a, b] = [parseSshPublicKey(left), parseSshPublicKey(lineOf(right))];
  return a !== undefined && b !== undefined && a.blob.equals(b.blob);
}
