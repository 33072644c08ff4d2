import { createCipheriv, createHash, timingSafeEqual } from 'node:crypto';
import { md4 } from './md4.ts';

/** MS-CHAP version 2 (RFC 2759) inside of RADIUS (RFC 2548): client and server prove to each other that they know the password. */

export const MICROSOFT = 311;
export const MS_CHAP = { challenge: 11, response: 25, success: 26 } as const;

const sha1 = (...parts: readonly Uint8Array[]): Buffer => parts.reduce((hash, part) => hash.update(part), createHash('sha1')).digest();

/** 56 bits with a place for parity after each seven, which DES does not look at. */
function desKey(seven: Buffer): Buffer {
  const bits = BigInt(`0x${seven.toString('hex')}`);
  return Buffer.from(Array.from({ length: 8 }, (_, i) => Number((bits >> BigInt(49 - i * 7)) & 0x7fn) << 1));
}

/** DES of one block. OpenSSL 3 has it only three times over: with one key that is once. */
function des(block: Buffer, seven: Buffer): Buffer {
  const key = desKey(seven);
  const cipher = createCipheriv('des-ede3', Buffer.concat([key, key, key]), null).setAutoPadding(false);
  return Buffer.concat([cipher.update(block), cipher.final()]);
}

/** A domain before the name is not part of what is signed (RFC 2759 §8.2). */
const bare = (username: string): Buffer => Buffer.from(username.slice(username.lastIndexOf('\\') + 1), 'utf8');
const passwordHash = (password: string): Buffer => md4(Buffer.from(password, 'utf16le'));

export interface Challenges {
  /** 16 bytes, of the authenticator. */
  challenge: Buffer;
  /** 16 bytes, of the peer. */
  peer: Buffer;
}

const challengeHash = (username: string, { challenge, peer }: Challenges): Buffer => sha1(peer, challenge, bare(username)).subarray(0, 8);

/** The 24 bytes that show the password (RFC 2759 §8.1). */
export function ntResponse(username: string, password: string, challenges: Challenges): Buffer {
  const keys = Buffer.concat([passwordHash(password), Buffer.alloc(5)]);
  const block = challengeHash(username, challenges);
  return Buffer.concat([0, 7, 14].map((at) => des(block, keys.subarray(at, at + 7))));
}

const MAGIC_1 = Buffer.from('Magic server to client signing constant');
const MAGIC_2 = Buffer.from('Pad to make it do more than one iteration');

/** What a server that knows the password says to this response: `S=` and 40 digits (RFC 2759 §8.7). */
export function serverProof(username: string, password: string, challenges: Challenges, response: Buffer): string {
  const first = sha1(md4(passwordHash(password)), response, MAGIC_1);
  return `S=${sha1(first, challengeHash(username, challenges), MAGIC_2).toString('hex').toUpperCase()}`;
}

/** The value of the attribute MS-CHAP2-Response (RFC 2548 §2.3.2). */
export const msChapResponse = (id: number, peer: Buffer, response: Buffer): Buffer =>
  Buffer.concat([Buffer.from([id, 0]), peer, Buffer.alloc(8), response]);

/** Whether MS-CHAP2-Success of an answer is the proof that was expected, of this exchange. */
export function provesServer(success: Buffer | undefined, id: number, proof: string): boolean {
  if (!success || success[0] !== id) return false;
  const [given, wanted] = [success.subarray(1, 1 + proof.length), Buffer.from(proof)];
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
