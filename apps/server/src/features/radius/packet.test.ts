import { createHash, createHmac, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { md4 } from './md4.ts';
import { ntResponse, provesServer, serverProof } from './ms-chap.ts';
import {
  type Answer,
  ATTRIBUTE,
  type Attribute,
  CODE,
  hidePassword,
  readAnswer,
  vendorAttribute,
  vendorValues,
  writeRequest,
} from './packet.ts';

const SECRET = Buffer.from('shared');
const question = () => ({ id: 7, authenticator: randomBytes(16) });
const md5 = (...parts: Buffer[]): Buffer => createHash('md5').update(Buffer.concat(parts)).digest();

/** An answer as a server writes it, by the words of the RFCs and not by our code. */
function answerOf(
  asked: ReturnType<typeof question>,
  code: number,
  given: readonly Attribute[],
  { signed = true, secret = SECRET, id = asked.id, forged = false } = {},
): Buffer {
  const plain = given.map(({ type, value }) => Buffer.concat([Buffer.from([type, value.length + 2]), value]));
  const parts = signed ? [...plain, Buffer.concat([Buffer.from([80, 18]), Buffer.alloc(16)])] : plain;
  const body = Buffer.concat(parts);
  const head = Buffer.from([code, id, 0, 0]);
  head.writeUInt16BE(20 + body.length, 2);
  if (signed)
    createHmac('md5', secret)
      .update(Buffer.concat([head, asked.authenticator, body]))
      .digest()
      .copy(body, body.length - 16);
  if (forged) randomBytes(16).copy(body, body.length - 16);
  return Buffer.concat([head, md5(head, asked.authenticator, body, secret), body]);
}

describe('what others have worked out', () => {
  test.each([
    ['', '31d6cfe0d16ae931b73c59d7e0c089c0'],
    ['message digest', 'd9130a8164549fe818874806e1c7014b'],
    ['12345678901234567890123456789012345678901234567890123456789012345678901234567890', 'e33b4ddc9c38f2199c3e7b164fcc0536'],
  ])('MD4 of "%s" (RFC 1320 A.5)', (word, hash) => expect(md4(Buffer.from(word)).toString('hex')).toBe(hash));

  test('MS-CHAPv2 of "User" (RFC 2759 §9.2), with and without a domain before the name', () => {
    const challenges = {
      challenge: Buffer.from('5B5D7C7D7B3F2F3E3C2C602132262628', 'hex'),
      peer: Buffer.from('21402324255E262A28295F2B3A337C7E', 'hex'),
    };
    for (const name of ['User', 'CORP\\User']) {
      const response = ntResponse(name, 'clientPass', challenges);
      expect(response.toString('hex').toUpperCase()).toBe('82309ECD8D708B5EA08FAA3981CD83544233114A3D85D6DF');
      const proof = serverProof(name, 'clientPass', challenges, response);
      expect(proof).toBe('S=407A5589115FD0D6209F510FE9C04566932CDA56');
      expect(provesServer(Buffer.from(`\x05${proof}`), 5, proof)).toBe(true);
      expect(provesServer(Buffer.from(`\x06${proof}`), 5, proof)).toBe(false);
      expect(provesServer(Buffer.from(`\x05${proof.slice(0, -1)}0`), 5, proof)).toBe(false);
      expect(provesServer(undefined, 5, proof)).toBe(false);
    }
  });

  test('a hidden password (RFC 2865 §7.1)', () => {
    const hidden = hidePassword(
      Buffer.from('arctangent'),
      Buffer.from('0f403f9473978057bd83d5cb98f4227a', 'hex'),
      Buffer.from('xyzzy5461'),
    );
    expect(hidden.toString('hex')).toBe('0dbe708d93d413ce3196e43f782a0aee');
  });
});

test('whatever attributes an answer has come out as they went in; one bit changed anywhere, and nothing does', () => {
  for (let run = 0; run < 300; run += 1) {
    const asked = question();
    const given = Array.from({ length: run % 9 }, () => ({
      type: 1 + ((randomBytes(1)[0] ?? 0) % 79),
      value: randomBytes((randomBytes(1)[0] ?? 0) % 254),
    }));
    const packet = answerOf(asked, CODE.accept, given);
    const read = readAnswer(packet, asked, SECRET);
    expect(read).toMatchObject({ code: CODE.accept });
    expect((read as Answer).attributes.slice(0, -1)).toEqual(given);
    // What stands after the length that a packet says is no part of it.
    expect(readAnswer(Buffer.concat([packet, randomBytes(5)]), asked, SECRET)).toEqual(read);
    const bit = randomBytes(4).readUInt32BE(0) % (packet.length * 8);
    const forged = Buffer.from(packet);
    forged[bit >> 3] = (forged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(typeof readAnswer(forged, asked, SECRET)).not.toBe('object');
    expect(readAnswer(packet.subarray(0, -1), asked, SECRET)).toBeUndefined();
    expect(readAnswer(randomBytes(run), asked, SECRET)).toBeUndefined();
  }
});

describe('an answer that does not count', () => {
  const asked = question();
  const two = [{ type: ATTRIBUTE.messageAuthenticator, value: Buffer.alloc(16) }];
  test.each<[string, Buffer, unknown]>([
    ['of another secret', answerOf(asked, CODE.accept, [], { secret: Buffer.from('other') }), undefined],
    ['to another question', answerOf({ ...asked, authenticator: randomBytes(16) }, CODE.accept, []), undefined],
    ['with another number', answerOf(asked, CODE.accept, [], { id: 8 }), undefined],
    ['of a kind that is none', answerOf(asked, 5, []), undefined],
    ['that MD5 alone vouches for', answerOf(asked, CODE.accept, [], { signed: false }), 'unsigned'],
    ['that MD5 vouches for, with a signature that somebody made up', answerOf(asked, CODE.accept, [], { forged: true }), undefined],
    ['with two signatures', answerOf(asked, CODE.accept, two), undefined],
    [
      'whose attributes do not add up',
      answerOf(asked, CODE.accept, [
        { type: 79, value: Buffer.alloc(0) },
        { type: 0, value: Buffer.from([]) },
      ]).fill(1, 21, 22),
      undefined,
    ],
  ])('%s', (_, packet, found) => expect(readAnswer(packet, asked, SECRET)).toBe(found));
});

test('a request is signed first of all, over all of it', () => {
  const asked = question();
  const packet = writeRequest({ ...asked, attributes: [{ type: ATTRIBUTE.userName, value: Buffer.from('pat') }] }, SECRET);
  expect([packet[0], packet[1], packet.readUInt16BE(2)]).toEqual([1, 7, packet.length]);
  expect([packet[20], packet[21]]).toEqual([80, 18]);
  const blank = Buffer.from(packet).fill(0, 22, 38);
  expect(packet.subarray(22, 38)).toEqual(createHmac('md5', SECRET).update(blank).digest());
  const long = { type: 1, value: Buffer.alloc(254) };
  expect(() => writeRequest({ ...asked, attributes: [long] }, SECRET)).toThrow(RangeError);
  const many = Array.from({ length: 17 }, () => ({ type: 1, value: Buffer.alloc(253) }));
  expect(() => writeRequest({ ...asked, attributes: many }, SECRET)).toThrow(RangeError);
});

test('attributes of a vendor are found by vendor and type, and none in one that is cut', () => {
  const given = [
    vendorAttribute(311, 26, Buffer.from('S=1')),
    vendorAttribute(9, 26, Buffer.from('other')),
    { type: 26, value: Buffer.from([0, 0, 1, 55, 26, 9]) },
  ];
  expect(vendorValues(given, 311, 26).map(String)).toEqual(['S=1']);
});
