import { createHash, randomBytes } from 'node:crypto';

/** What MySQL and MariaDB store of a password, made here so that no statement, and with it no log of a server, holds the password. */

const sha1 = (...parts: (string | Buffer)[]): Buffer => digest('sha1', parts);
const sha256 = (...parts: (string | Buffer)[]): Buffer => digest('sha256', parts);
function digest(name: string, parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash(name);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** The form of `mysql_native_password`: SHA-1 of SHA-1, in hex after a star. */
export const nativeHash = (password: string): string => `*${sha1(sha1(password)).toString('hex').toUpperCase()}`;

const ALPHABET = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Bytes of the digest in the order in which SHA-crypt prints them, three at a time; the last two follow. */
const ORDER = [
  [0, 10, 20],
  [21, 1, 11],
  [12, 22, 2],
  [3, 13, 23],
  [24, 4, 14],
  [15, 25, 5],
  [6, 16, 26],
  [27, 7, 17],
  [18, 28, 8],
  [9, 19, 29],
  [31, 30],
] as const;
/** `005` in the stored form stands for so many rounds. */
const ROUNDS = 5_000;
const SALT_BYTES = 20;
const DIGEST_BYTES = 32;

/** A digest repeated to a length. */
const stretched = (bytes: Buffer, length: number): Buffer =>
  Buffer.concat(Array.from({ length: Math.ceil(length / DIGEST_BYTES) }, () => bytes)).subarray(0, length);

function printed(bytes: Buffer): string {
  return ORDER.map((places) => {
    let value = places.reduce<number>((sum, place) => (sum << 8) | (bytes[place] ?? 0), 0);
    let text = '';
    for (let left = places.length + 1; left > 0; left -= 1) {
      text += ALPHABET[value & 63];
      value >>= 6;
    }
    return text;
  }).join('');
}

/** The digest of SHA-crypt with SHA-256 (U. Drepper, "Unix crypt using SHA-256 and SHA-512"), with a salt of any length. */
export function sha256Crypt(password: string, salt: Buffer): string {
  const word = Buffer.from(password);
  const mixed: Buffer[] = [word, salt, stretched(sha256(word, salt, word), word.length)];
  for (let bits = word.length; bits > 0; bits >>= 1) mixed.push(bits & 1 ? sha256(word, salt, word) : word);
  let state = sha256(...mixed);
  const words = stretched(sha256(...Array.from(word, () => word)), word.length);
  const salts = stretched(sha256(...Array.from({ length: 16 + (state[0] ?? 0) }, () => salt)), salt.length);
  for (let round = 0; round < ROUNDS; round += 1) {
    const odd = round % 2 === 1;
    state = sha256(odd ? words : state, round % 3 ? salts : '', round % 7 ? words : '', odd ? state : words);
  }
  return printed(state);
}

/** The form of `caching_sha2_password`: salt and digest of SHA-crypt. The salt is drawn from letters that need no quoting. */
export function cachingSha2Hash(
  password: string,
  salt: Buffer = Buffer.from(Array.from(randomBytes(SALT_BYTES), (byte) => ALPHABET.charCodeAt(byte & 63))),
): string {
  return `$A$005$${salt.toString('latin1')}${sha256Crypt(password, salt)}`;
}
