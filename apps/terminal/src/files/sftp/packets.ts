import { ATTRIBUTES, MAX_PACKET } from '@postern/contract/sftp';
import { decodeName, encodeName } from './paths.ts';

/** What is known of something on the target. Times are unix seconds. */
export interface Attributes {
  size: number;
  mode: number;
  modified: number;
}

export interface Packet {
  type: number;
  id: number;
  fields: FieldReader;
}

/** What came is no SFTP: nothing behind it can be read. */
export class BrokenStream extends Error {}

type Field = { uint32: number } | { uint64: number } | { bytes: Uint8Array } | { mode: number | undefined };

export const uint32 = (value: number): Field => ({ uint32: value });
export const uint64 = (value: number): Field => ({ uint64: value });
export const bytes = (value: Uint8Array): Field => ({ bytes: value });
export const path = (value: string): Field => ({ bytes: encodeName(value) });
/** Attributes that name a mode, or nothing. */
export const mode = (value: number | undefined): Field => ({ mode: value });

const WORD = 2 ** 32;

function sizeOf(field: Field): number {
  if ('bytes' in field) return 4 + field.bytes.length;
  if ('uint64' in field) return 8;
  return 'mode' in field && field.mode !== undefined ? 8 : 4;
}

/** Writes one packet. The greeting has no number of its own: its version stands there. */
export function encodePacket(type: number, id: number, fields: readonly Field[]): Uint8Array<ArrayBuffer> {
  const length = fields.reduce((sum, field) => sum + sizeOf(field), 5);
  const packet = new Uint8Array(4 + length);
  const view = new DataView(packet.buffer);
  view.setUint32(0, length);
  packet[4] = type;
  view.setUint32(5, id);
  let at = 9;
  for (const field of fields) {
    if ('bytes' in field) {
      view.setUint32(at, field.bytes.length);
      packet.set(field.bytes, at + 4);
    } else if ('uint64' in field) {
      view.setUint32(at, Math.floor(field.uint64 / WORD));
      view.setUint32(at + 4, field.uint64 % WORD);
    } else if ('uint32' in field) view.setUint32(at, field.uint32);
    else {
      view.setUint32(at, field.mode === undefined ? 0 : ATTRIBUTES.MODE);
      if (field.mode !== undefined) view.setUint32(at + 4, field.mode);
    }
    at += sizeOf(field);
  }
  return packet;
}

export interface FieldReader {
  uint32(): number;
  bytes(): Uint8Array;
  text(): string;
  attributes(): Attributes;
  rest(): number;
}

function readFields(body: Uint8Array): FieldReader {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  let at = 0;
  const take = (length: number): number => {
    if (at + length > body.length) throw new BrokenStream('a packet that is too short');
    at += length;
    return at - length;
  };
  const reader: FieldReader = {
    uint32: () => view.getUint32(take(4)),
    bytes() {
      const length = reader.uint32();
      const from = take(length);
      return body.subarray(from, from + length);
    },
    text: () => decodeName(reader.bytes()),
    attributes() {
      const flags = reader.uint32();
      const has = (flag: number): boolean => (flags & flag) !== 0;
      const size = has(ATTRIBUTES.SIZE) ? reader.uint32() * WORD + reader.uint32() : 0;
      if (has(ATTRIBUTES.OWNER)) take(8);
      const found = { size, mode: has(ATTRIBUTES.MODE) ? reader.uint32() : 0, modified: 0 };
      if (has(ATTRIBUTES.TIMES)) {
        take(4);
        found.modified = reader.uint32();
      }
      if (has(ATTRIBUTES.EXTENDED)) for (let pairs = reader.uint32(); pairs > 0; pairs -= 1) [reader.bytes(), reader.bytes()];
      return found;
    },
    rest: () => body.length - at,
  };
  return reader;
}

/**
 * Cuts what comes into packets, however it was split.
 * @throws BrokenStream for a length that no packet has
 */
export function createPacketReader(): (chunk: Uint8Array) => Packet[] {
  let kept = new Uint8Array(0);
  return (chunk) => {
    let all = chunk;
    if (kept.length > 0) {
      all = new Uint8Array(kept.length + chunk.length);
      all.set(kept);
      all.set(chunk, kept.length);
    }
    const packets: Packet[] = [];
    let at = 0;
    while (all.length - at >= 4) {
      const length = new DataView(all.buffer, all.byteOffset + at, 4).getUint32(0);
      if (length < 5 || length > MAX_PACKET) throw new BrokenStream(`a packet of ${length} bytes`);
      if (all.length - at < 4 + length) break;
      const body = all.subarray(at + 5, at + 4 + length);
      const fields = readFields(body);
      packets.push({ type: all[at + 4] as number, id: fields.uint32(), fields });
      at += 4 + length;
    }
    kept = all.slice(at);
    return packets;
  };
}
