import { createHash } from 'node:crypto';
import { SmsRefusal } from '../refusal.ts';
import { ucs2 } from './smpp-packet.ts';

/** Packets of CMPP 2.0 (China Mobile Peer to Peer): what it takes to send one message. */

export const HEADER = 12;
const ANSWER = 0x8000_0000;
export const COMMAND = { connect: 0x01, terminate: 0x02, submit: 0x04, activeTest: 0x08 } as const;

export function packetOf(command: number, sequence: number, body: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(HEADER);
  head.writeUInt32BE(HEADER + body.length, 0);
  head.writeUInt32BE(command, 4);
  head.writeUInt32BE(sequence, 8);
  return Buffer.concat([head, body]);
}

export const answering =
  (command: number, sequence: number) =>
  (packet: Buffer): boolean =>
    packet.readUInt32BE(4) === (ANSWER | command) >>> 0 && packet.readUInt32BE(8) === sequence;

/** What is said to a packet that nobody asked for: that we are there; to anything else, nothing. */
export function replyTo(packet: Buffer): Buffer | undefined {
  const [command, sequence] = [packet.readUInt32BE(4), packet.readUInt32BE(8)];
  if (command === COMMAND.activeTest) return packetOf((ANSWER | command) >>> 0, sequence, Buffer.alloc(1));
  return command === COMMAND.terminate ? packetOf((ANSWER | command) >>> 0, sequence) : undefined;
}

/** Octets of a fixed length, filled up with zeros. @throws SmsRefusal not_set_up when it does not fit */
function octets(value: string, length: number): Buffer {
  const bytes = Buffer.from(value, 'latin1');
  if (bytes.length > length) throw new SmsRefusal('not_set_up');
  return Buffer.concat([bytes, Buffer.alloc(length - bytes.length)]);
}
const bytes = (...values: number[]): Buffer => Buffer.from(values);

/** MMDDHHMMSS of the clock of China, where these gateways are. */
export function timestampOf(at: Date): string {
  const there = new Date(at.getTime() + 8 * 3_600_000).toISOString();
  return there.slice(5, 19).replaceAll(/[-T:]/g, '');
}

/** Proves the secret: MD5 of account, nine zeros, secret and time. */
export const authenticatorOf = (account: string, secret: string, timestamp: string): Buffer =>
  createHash('md5')
    .update(Buffer.concat([Buffer.from(account, 'latin1'), Buffer.alloc(9), Buffer.from(secret, 'utf8'), Buffer.from(timestamp, 'latin1')]))
    .digest();

const VERSION_2 = 0x20;
export function connectBody(account: string, secret: string, at: Date): Buffer {
  const timestamp = timestampOf(at);
  const time = Buffer.alloc(4);
  time.writeUInt32BE(Number(timestamp));
  return Buffer.concat([octets(account, 6), authenticatorOf(account, secret, timestamp), bytes(VERSION_2), time]);
}

export interface Submission {
  account: string;
  service: string;
  source: string;
  phone: string;
  words: string;
}

const UCS2 = 8;
const MAX_BYTES = 140;
/** Whoever receives it pays nothing for it. */
const FREE = { fee: '01', code: '0' };

/** Whether one message holds a text. */
export const fitsInOne = (words: string): boolean => ucs2(words).length <= MAX_BYTES;

export function submitBody({ account, service, source, phone, words }: Submission): Buffer {
  const content = ucs2(words);
  if (!fitsInOne(words)) throw new SmsRefusal('too_long');
  return Buffer.concat([
    Buffer.alloc(8),
    // One part of one; no report; ordinary.
    bytes(1, 1, 0, 0),
    octets(service, 10),
    // Charged to the sender of this service, not to a phone.
    bytes(2),
    octets('', 21),
    bytes(0, 0, UCS2),
    octets(account, 6),
    octets(FREE.fee, 2),
    octets(FREE.code, 6),
    octets('', 17),
    octets('', 17),
    octets(source, 21),
    bytes(1),
    octets(phone, 21),
    bytes(content.length),
    content,
    Buffer.alloc(8),
  ]);
}
