import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/** Packs of Git as tests need them: also such as Git never writes (gitformat-pack). */
export interface PackObject {
  type: number;
  data: Buffer;
  /** Size that it says it has, where it lies. */
  size?: number;
  /** Of a delta: how many objects before it its base is. */
  back?: number;
}

function header(type: number, size: number): Buffer {
  const bytes: number[] = [];
  let left = Math.floor(size / 16);
  bytes.push((left > 0 ? 0x80 : 0) | (type << 4) | (size % 16));
  while (left > 0) {
    const next = Math.floor(left / 128);
    bytes.push((next > 0 ? 0x80 : 0) | (left % 128));
    left = next;
  }
  return Buffer.from(bytes);
}

function offset(back: number): Buffer {
  const bytes = [back & 0x7f];
  for (let left = back >> 7; left > 0; left >>= 7) {
    left -= 1;
    bytes.unshift(0x80 | (left & 0x7f));
  }
  return Buffer.from(bytes);
}

export function packOf(objects: readonly PackObject[], count = objects.length): Buffer {
  const head = Buffer.alloc(12);
  head.write('PACK');
  head.writeUInt32BE(2, 4);
  head.writeUInt32BE(count, 8);
  const parts = [head];
  const starts: number[] = [];
  let at = head.length;
  for (const { type, data, size = data.length, back } of objects) {
    const base = back === undefined ? Buffer.alloc(type === 7 ? 20 : 0) : offset(at - (starts.at(-back) ?? 0));
    const whole = Buffer.concat([header(type, size), base, deflateSync(data)]);
    starts.push(at);
    at += whole.length;
    parts.push(whole);
  }
  const body = Buffer.concat(parts);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}
