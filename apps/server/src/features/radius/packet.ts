import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Packets of RADIUS (RFC 2865), as a client writes and reads them. Why they are ours: docs/decisions/0119. */

export const CODE = { request: 1, accept: 2, reject: 3, challenge: 11 } as const;
export const ATTRIBUTE = {
  userName: 1,
  userPassword: 2,
  chapPassword: 3,
  nasAddress: 4,
  filterId: 11,
  replyMessage: 18,
  state: 24,
  class: 25,
  vendor: 26,
  callingStation: 31,
  nasIdentifier: 32,
  chapChallenge: 60,
  nasPortType: 61,
  messageAuthenticator: 80,
  nasAddress6: 95,
} as const;

const HEADER = 20;
const MAX_PACKET = 4096;
export const MAX_VALUE = 253;
const BLOCK = 16;
/** A password is at most eight blocks (RFC 2865 §5.2). */
export const MAX_PASSWORD = 128;

export interface Attribute {
  type: number;
  value: Buffer;
}

const md5 = (...parts: readonly Uint8Array[]): Buffer => parts.reduce((hash, part) => hash.update(part), createHash('md5')).digest();
const same = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** @throws RangeError for a value that no attribute holds */
function written({ type, value }: Attribute): Buffer {
  if (value.length > MAX_VALUE) throw new RangeError('A value is too long for an attribute');
  return Buffer.concat([Buffer.from([type, value.length + 2]), value]);
}

const head = (code: number, id: number, attributes: Buffer, authenticator: Buffer): Buffer => {
  const start = Buffer.alloc(4);
  start.writeUInt8(code, 0);
  start.writeUInt8(id, 1);
  start.writeUInt16BE(HEADER + attributes.length, 2);
  return Buffer.concat([start, authenticator]);
};

/** What proves that a packet is whole and of somebody who knows the secret (RFC 3579 §3.2): over all of it, itself as zeros. */
const signature = (packet: Buffer, secret: Buffer): Buffer => createHmac('md5', secret).update(packet).digest();

/** An Access-Request, signed; the signature stands first, so that nothing of others stands before it. */
export function writeRequest(
  { id, authenticator, attributes }: { id: number; authenticator: Buffer; attributes: readonly Attribute[] },
  secret: Buffer,
): Buffer {
  const unsigned = written({ type: ATTRIBUTE.messageAuthenticator, value: Buffer.alloc(BLOCK) });
  const body = Buffer.concat([unsigned, ...attributes.map(written)]);
  if (HEADER + body.length > MAX_PACKET) throw new RangeError('A request is too long');
  const packet = Buffer.concat([head(CODE.request, id, body, authenticator), body]);
  signature(packet, secret).copy(packet, HEADER + 2);
  return packet;
}

/** A password under the secret (RFC 2865 §5.2). @throws RangeError when it is longer than the protocol has room for */
export function hidePassword(password: Buffer, authenticator: Buffer, secret: Buffer): Buffer {
  if (password.length > MAX_PASSWORD) throw new RangeError('A password is too long');
  const padded = Buffer.alloc(Math.max(BLOCK, Math.ceil(password.length / BLOCK) * BLOCK));
  password.copy(padded);
  let before = authenticator;
  for (let at = 0; at < padded.length; at += BLOCK) {
    const mask = md5(secret, before);
    for (let i = 0; i < BLOCK; i += 1) padded[at + i] = (padded[at + i] ?? 0) ^ (mask[i] ?? 0);
    before = padded.subarray(at, at + BLOCK);
  }
  return padded;
}

/** What CHAP shows in place of a password (RFC 2865 §2.2). */
export const chapPassword = (id: number, password: Buffer, challenge: Buffer): Buffer =>
  Buffer.concat([Buffer.from([id]), md5(Buffer.from([id]), password, challenge)]);

export const vendorAttribute = (vendor: number, type: number, value: Buffer): Attribute => {
  const start = Buffer.alloc(6);
  start.writeUInt32BE(vendor, 0);
  start.writeUInt8(type, 4);
  start.writeUInt8(value.length + 2, 5);
  return { type: ATTRIBUTE.vendor, value: Buffer.concat([start, value]) };
};

/** The values of an attribute of a vendor; several may lie in one attribute (RFC 2865 §5.26). */
export function vendorValues(attributes: readonly Attribute[], vendor: number, type: number): Buffer[] {
  return attributes
    .filter((one) => one.type === ATTRIBUTE.vendor && one.value.length >= 4 && one.value.readUInt32BE(0) === vendor)
    .flatMap(({ value }) => readAttributes(value.subarray(4)) ?? [])
    .flatMap((one) => (one.type === type ? [one.value] : []));
}

/** Undefined when the lengths do not add up. */
function readAttributes(bytes: Buffer): Attribute[] | undefined {
  const found: Attribute[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [type, length = 0] = [bytes[at] ?? 0, bytes[at + 1]];
    if (length < 2 || at + length > bytes.length) return undefined;
    found.push({ type, value: bytes.subarray(at + 2, at + length) });
    at += length;
  }
  return found;
}

export interface Answer {
  code: number;
  attributes: readonly Attribute[];
}

/**
 * Reads the answer to a request. It counts only with both proofs: the response authenticator of RFC 2865, which MD5 alone makes and others can
 * therefore forge (CVE-2024-3596), and exactly one Message-Authenticator over all of it.
 * @returns `unsigned` for one that only lacks the latter, so that an administrator can be told; undefined for anything else that does not hold
 */
export function readAnswer(
  datagram: Buffer,
  { id, authenticator }: { id: number; authenticator: Buffer },
  secret: Buffer,
): Answer | 'unsigned' | undefined {
  if (datagram.length < HEADER || datagram.length > MAX_PACKET) return undefined;
  const length = datagram.readUInt16BE(2);
  if (length < HEADER || length > datagram.length || datagram[1] !== id) return undefined;
  const code = datagram[0] ?? 0;
  if (code !== CODE.accept && code !== CODE.reject && code !== CODE.challenge) return undefined;
  const body = datagram.subarray(HEADER, length);
  if (!same(md5(datagram.subarray(0, 4), authenticator, body, secret), datagram.subarray(4, HEADER))) return undefined;
  const attributes = readAttributes(body);
  if (!attributes) return undefined;
  const proofs = attributes.filter(({ type }) => type === ATTRIBUTE.messageAuthenticator);
  const [proof] = proofs;
  if (!proof) return 'unsigned';
  if (proofs.length !== 1 || proof.value.length !== BLOCK) return undefined;
  const given = Buffer.from(proof.value);
  const blank = Buffer.concat([datagram.subarray(0, 4), authenticator, body]);
  // The value is a part of the datagram: it is blanked where it lies.
  blank.fill(0, proof.value.byteOffset - datagram.byteOffset, proof.value.byteOffset - datagram.byteOffset + BLOCK);
  return same(signature(blank, secret), given) ? { code, attributes } : undefined;
}
