import { SmsRefusal } from '../refusal.ts';

/** Packets of SMPP 3.4: what it takes to send one message. */

export const HEADER = 16;
const ANSWER = 0x8000_0000;
export const COMMAND = { bindTransmitter: 0x02, submit: 0x04, unbind: 0x06, enquireLink: 0x15 } as const;
const NACK = 0x8000_0000;

export interface Packet {
  command: number;
  status: number;
  sequence: number;
}

export function packetOf(command: number, sequence: number, body: Buffer = Buffer.alloc(0), status = 0): Buffer {
  const head = Buffer.alloc(HEADER);
  head.writeUInt32BE(HEADER + body.length, 0);
  head.writeUInt32BE(command, 4);
  head.writeUInt32BE(status, 8);
  head.writeUInt32BE(sequence, 12);
  return Buffer.concat([head, body]);
}

export const read = (packet: Buffer): Packet => ({
  command: packet.readUInt32BE(4),
  status: packet.readUInt32BE(8),
  sequence: packet.readUInt32BE(12),
});

/** Whether a packet answers another: its own kind of answer, or that it was not understood, with its number. */
export const answering =
  (command: number, sequence: number) =>
  (packet: Buffer): boolean => {
    const { command: kind, sequence: number } = read(packet);
    return number === sequence && (kind === (ANSWER | command) >>> 0 || kind === NACK);
  };

/** What is said to a packet that nobody asked for: that we are there; to anything else, nothing. */
export function replyTo(packet: Buffer): Buffer | undefined {
  const { command, sequence } = read(packet);
  return command === COMMAND.enquireLink || command === COMMAND.unbind ? packetOf((ANSWER | command) >>> 0, sequence) : undefined;
}

/** A text that ends with a zero. */
const text = (value: string): Buffer => Buffer.from(`${value}\0`, 'latin1');
const bytes = (...values: number[]): Buffer => Buffer.from(values);

export const bindBody = (systemId: string, password: string, systemType: string): Buffer =>
  Buffer.concat([text(systemId), text(password), text(systemType), bytes(0x34, 0, 0), text('')]);

/** Characters that are the same in GSM 03.38, ASCII and Latin 1, whatever a server takes its default alphabet for. */
const PLAIN = /^[A-Za-z0-9 .,:;!?'"()%&+\-/<=>#*\r\n]*$/;
const MAX_PLAIN = 160;
const MAX_BYTES = 140;

/** UCS-2, big-endian, as phones read it. */
export const ucs2 = (value: string): Buffer => Buffer.from(value, 'utf16le').swap16();

/** Whether one message holds a text. */
export const fitsInOne = (value: string): boolean => (PLAIN.test(value) ? value.length <= MAX_PLAIN : ucs2(value).length <= MAX_BYTES);

/** A text as one message, and by which alphabet. @throws SmsRefusal too_long */
export function encodedText(value: string): { coding: number; content: Buffer } {
  if (!fitsInOne(value)) throw new SmsRefusal('too_long');
  return PLAIN.test(value) ? { coding: 0, content: Buffer.from(value, 'latin1') } : { coding: 8, content: ucs2(value) };
}

/** A number or name, of which kind and plan. */
export interface Address {
  ton: number;
  npi: number;
  address: string;
}
const addressOf = ({ ton, npi, address }: Address): Buffer => Buffer.concat([bytes(ton, npi), text(address)]);

export function submitBody(from: Address, to: Address, words: string): Buffer {
  const { coding, content } = encodedText(words);
  return Buffer.concat([
    text(''),
    addressOf(from),
    addressOf(to),
    bytes(0, 0, 0),
    text(''),
    text(''),
    bytes(0, 0, coding, 0, content.length),
    content,
  ]);
}
