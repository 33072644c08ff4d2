import { createHash, createHmac, randomBytes } from 'node:crypto';

/**
 * NTLM version 2 as a client, with sealing of messages ([MS-NLMP]). Node's cryptography leaves MD4 and RC4 out; NTLM is made
 * of them, so they are here and for nothing else. Older versions of NTLM are not spoken.
 */

const FLAGS = {
  unicode: 0x1,
  target: 0x4,
  sign: 0x10,
  seal: 0x20,
  ntlm: 0x200,
  alwaysSign: 0x8000,
  extended: 0x8_0000,
  targetInfo: 0x80_0000,
  strong: 0x2000_0000,
  keyExchange: 0x4000_0000,
} as const;
const OURS = Object.values(FLAGS).reduce((all, one) => all | one, 0) >>> 0;
/** Without these a message would travel readable, or under a weak key. */
const NEEDED = (FLAGS.unicode | FLAGS.sign | FLAGS.seal | FLAGS.extended | FLAGS.strong | FLAGS.keyExchange) >>> 0;

const MAGIC = Buffer.from('NTLMSSP\0', 'latin1');
const MAX_INFO = 8_192;
/** Kinds of the pairs in a challenge ([MS-NLMP] 2.2.2.1). */
const PAIR = { end: 0, flags: 6, timestamp: 7, bindings: 10 } as const;
const MIC_PRESENT = 2;
const MIC_AT = 64;

const rotate = (value: number, by: number): number => (value << by) | (value >>> (32 - by));

/** RFC 1320. */
export function md4(input: Buffer): Buffer {
  const blocks = Math.ceil((input.length + 9) / 64);
  const message = Buffer.alloc(blocks * 64);
  input.copy(message);
  message[input.length] = 0x80;
  message.writeBigUInt64LE(BigInt(input.length) * 8n, message.length - 8);
  let [a, b, c, d] = [0x67452301, 0xefcdab89 | 0, 0x98badcfe | 0, 0x10325476];
  const rounds = [
    { mix: (x: number, y: number, z: number) => (x & y) | (~x & z), plus: 0, by: [3, 7, 11, 19], word: (at: number) => at },
    {
      mix: (x: number, y: number, z: number) => (x & y) | (x & z) | (y & z),
      plus: 0x5a827999,
      by: [3, 5, 9, 13],
      word: (at: number) => (at % 4) * 4 + (at >> 2),
    },
    {
      mix: (x: number, y: number, z: number) => x ^ y ^ z,
      plus: 0x6ed9eba1,
      by: [3, 9, 11, 15],
      word: (at: number) => [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15][at] ?? 0,
    },
  ];
  for (let block = 0; block < message.length; block += 64) {
    const before = [a, b, c, d] as const;
    for (const { mix, plus, by, word } of rounds)
      for (let at = 0; at < 16; at += 1) {
        const next = rotate((a + mix(b, c, d) + message.readInt32LE(block + word(at) * 4) + plus) | 0, by[at % 4] ?? 0);
        [a, b, c, d] = [d, next, b, c];
      }
    [a, b, c, d] = [(a + before[0]) | 0, (b + before[1]) | 0, (c + before[2]) | 0, (d + before[3]) | 0];
  }
  const digest = Buffer.alloc(16);
  [a, b, c, d].forEach((word, at) => {
    digest.writeInt32LE(word, at * 4);
  });
  return digest;
}

/** A stream of RC4: each call goes on where the last one ended. */
export function rc4(key: Buffer): (data: Buffer) => Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, at) => at);
  const swap = (one: number, other: number): void => {
    [state[one], state[other]] = [state[other] ?? 0, state[one] ?? 0];
  };
  for (let at = 0, other = 0; at < 256; at += 1) {
    other = (other + (state[at] ?? 0) + (key[at % key.length] ?? 0)) & 255;
    swap(at, other);
  }
  let [left, right] = [0, 0];
  return (data) =>
    Buffer.from(
      data.map((byte) => {
        left = (left + 1) & 255;
        right = (right + (state[left] ?? 0)) & 255;
        swap(left, right);
        return byte ^ (state[((state[left] ?? 0) + (state[right] ?? 0)) & 255] ?? 0);
      }),
    );
}

const hmac = (key: Buffer, ...parts: readonly Buffer[]): Buffer => createHmac('md5', key).update(Buffer.concat(parts)).digest();
const md5 = (...parts: readonly Buffer[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest();
const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');

export interface NtlmIdentity {
  /** Empty for an account of the machine itself. */
  domain: string;
  username: string;
  password: string;
}

/** The key of an account: `NTOWFv2`. */
export const accountKey = ({ domain, username, password }: NtlmIdentity): Buffer =>
  hmac(md4(wide(password)), wide(username.toUpperCase() + domain));

/** One direction of a sealed conversation. */
export interface Sealer {
  /** @returns signature (16 bytes) and the sealed message */
  seal(message: Buffer): { signature: Buffer; sealed: Buffer };
  /** @returns the message; undefined when it is not what the other side sent */
  open(signature: Buffer, sealed: Buffer): Buffer | undefined;
}

export function sealer(sessionKey: Buffer, direction: 'client-to-server' | 'server-to-client'): Sealer {
  const key = (use: string): Buffer => md5(sessionKey, Buffer.from(`session key to ${direction} ${use} key magic constant\0`, 'latin1'));
  const [signing, cipher] = [key('signing'), rc4(key('sealing'))];
  let sequence = 0;
  const sign = (message: Buffer): Buffer => {
    const number = Buffer.alloc(4);
    number.writeUInt32LE(sequence);
    sequence += 1;
    return Buffer.concat([Buffer.from([1, 0, 0, 0]), cipher(hmac(signing, number, message).subarray(0, 8)), number]);
  };
  return {
    seal(message) {
      const sealed = cipher(message);
      return { sealed, signature: sign(message) };
    },
    open(signature, sealed) {
      const message = cipher(sealed);
      return sign(message).equals(signature) ? message : undefined;
    },
  };
}

/** First message: what we can do. */
export function negotiate(): Buffer {
  const message = Buffer.alloc(32);
  MAGIC.copy(message);
  message.writeUInt32LE(1, 8);
  message.writeUInt32LE(OURS, 12);
  return message;
}

interface Pair {
  kind: number;
  value: Buffer;
}

/** The pairs of a challenge, or of a response. Undefined when they are cut off. */
export function readPairs(info: Buffer): Pair[] | undefined {
  const pairs: Pair[] = [];
  for (let at = 0; at + 4 <= info.length; ) {
    const [kind, length] = [info.readUInt16LE(at), info.readUInt16LE(at + 2)];
    if (kind === PAIR.end) return pairs;
    if (at + 4 + length > info.length) return undefined;
    pairs.push({ kind, value: info.subarray(at + 4, at + 4 + length) });
    at += 4 + length;
  }
  return undefined;
}

const printPairs = (pairs: readonly Pair[]): Buffer =>
  Buffer.concat(
    [...pairs, { kind: PAIR.end, value: Buffer.alloc(0) }].flatMap(({ kind, value }) => {
      const head = Buffer.alloc(4);
      head.writeUInt16LE(kind);
      head.writeUInt16LE(value.length, 2);
      return [head, value];
    }),
  );

export interface Proof {
  /** Last message. */
  message: Buffer;
  send: Sealer;
  receive: Sealer;
}

/** Days between 1601 and 1970, in units of 100 ns. */
const EPOCH = 116_444_736_000_000_000n;
const now = (): Buffer => {
  const time = Buffer.alloc(8);
  time.writeBigUInt64LE(BigInt(Date.now()) * 10_000n + EPOCH);
  return time;
};

/** What ties a login to the TLS connection it is made over (RFC 5929 `tls-server-end-point`), as Windows hashes it. */
export function channelBinding(certificateHash: Buffer): Buffer {
  const data = Buffer.concat([Buffer.from('tls-server-end-point:', 'latin1'), certificateHash]);
  const head = Buffer.alloc(20);
  head.writeUInt32LE(data.length, 16);
  return md5(head, data);
}

/** The answer to a server's challenge and client challenge: proof, whole response, key of the session. */
export function respond(key: Buffer, serverChallenge: Buffer, clientChallenge: Buffer, time: Buffer, info: Buffer) {
  const rest = Buffer.concat([Buffer.from([1, 1, 0, 0, 0, 0, 0, 0]), time, clientChallenge, Buffer.alloc(4), info, Buffer.alloc(4)]);
  const proof = hmac(key, serverChallenge, rest);
  return { proof, response: Buffer.concat([proof, rest]), sessionKey: hmac(key, proof) };
}

/**
 * Last message, from the first one and the server's challenge.
 * @param binding ties the login to its TLS connection
 * @returns undefined when the challenge is none, or the server cannot seal
 */
export function authenticate(first: Buffer, challenge: Buffer, identity: NtlmIdentity, binding?: Buffer): Proof | undefined {
  if (challenge.length < 48 || challenge.length > MAX_INFO || !challenge.subarray(0, 8).equals(MAGIC) || challenge.readUInt32LE(8) !== 2)
    return undefined;
  const flags = (challenge.readUInt32LE(20) & OURS) >>> 0;
  if ((flags & NEEDED) >>> 0 !== NEEDED) return undefined;
  const [length, at] = [challenge.readUInt16LE(40), challenge.readUInt32LE(44)];
  const pairs = readPairs(challenge.subarray(at, at + length));
  if (!pairs) return undefined;
  const time = pairs.find(({ kind, value }) => kind === PAIR.timestamp && value.length === 8)?.value;
  const own = pairs.filter(({ kind }) => kind !== PAIR.flags && kind !== PAIR.bindings);
  if (time) own.push({ kind: PAIR.flags, value: Buffer.from([MIC_PRESENT, 0, 0, 0]) });
  if (binding) own.push({ kind: PAIR.bindings, value: binding });
  const [key, serverChallenge, clientChallenge] = [accountKey(identity), challenge.subarray(24, 32), randomBytes(8)];
  const { response, sessionKey } = respond(key, serverChallenge, clientChallenge, time ?? now(), printPairs(own));
  // With a time in the challenge the old response has to be empty.
  const old = time ? Buffer.alloc(24) : Buffer.concat([hmac(key, serverChallenge, clientChallenge), clientChallenge]);
  const exported = randomBytes(16);
  const fields = [old, response, wide(identity.domain), wide(identity.username), Buffer.alloc(0), rc4(sessionKey)(exported)];
  const head = Buffer.alloc(MIC_AT + 8 + 16);
  MAGIC.copy(head);
  head.writeUInt32LE(3, 8);
  let offset = head.length;
  for (const [index, field] of fields.entries()) {
    head.writeUInt16LE(field.length, 12 + index * 8);
    head.writeUInt16LE(field.length, 14 + index * 8);
    head.writeUInt32LE(offset, 16 + index * 8);
    offset += field.length;
  }
  head.writeUInt32LE(flags, 60);
  const message = Buffer.concat([head, ...fields]);
  if (time) hmac(exported, first, challenge, message).copy(message, MIC_AT + 8);
  return { message, send: sealer(exported, 'client-to-server'), receive: sealer(exported, 'server-to-client') };
}
