import { setImmediate as turn } from 'node:timers/promises';
import { inflateSync } from 'node:zlib';
import { MAX_BYTES, MAX_FILE, MAX_FILES } from './limits.ts';

/**
 * Looks through a pack of Git before anybody unpacks it (gitformat-pack): what would come out of it is bounded as the files of a playbook are. A
 * pack of a few kilobytes can say that it holds terabytes, by what is inflated and by what deltas copy.
 */

/** Files, their folders, and the commit. */
const MAX_OBJECTS = 4 * MAX_FILES;
/** Folders come on top of the files. */
const MAX_OUT = 2 * MAX_BYTES;
/** How many deltas may stand on each other; Git makes 50. */
const MAX_CHAIN = 50;
const OFS_DELTA = 6;
/** Commit, tree, blob, tag. A delta on an object by its name is for packs that stand on what somebody has: here is nothing. */
const WHOLE: readonly number[] = [1, 2, 3, 4];

export class PackProblem extends Error {
  readonly why: 'damaged' | 'too_large';
  constructor(why: PackProblem['why']) {
    super(`pack: ${why}`);
    this.name = 'PackProblem';
    this.why = why;
  }
}

class Reader {
  readonly bytes: Buffer;
  at: number;
  constructor(bytes: Buffer, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  byte(): number {
    const value = this.bytes[this.at];
    if (value === undefined) throw new PackProblem('damaged');
    this.at += 1;
    return value;
  }
  /** A size in portions of seven bits, the lowest first, behind bits that are there already. */
  size(value: number, shift: number, more: boolean): number {
    let [sum, place, going] = [value, shift, more];
    while (going) {
      if (place > 35) throw new PackProblem('too_large');
      const next = this.byte();
      sum += (next & 0x7f) * 2 ** place;
      place += 7;
      going = next >= 0x80;
    }
    return sum;
  }
  /** How far back the base of a delta begins. */
  back(): number {
    let next = this.byte();
    let value = next & 0x7f;
    for (let steps = 0; next >= 0x80; steps += 1) {
      if (steps > 4) throw new PackProblem('damaged');
      next = this.byte();
      value = (value + 1) * 128 + (next & 0x7f);
    }
    return value;
  }
}

function inflated(pack: Buffer, at: number, size: number): { data: Buffer; used: number } {
  try {
    // What is behind the end of the stream is the next object.
    const { buffer, engine } = inflateSync(pack.subarray(at), { maxOutputLength: Math.max(1, size), info: true }) as unknown as {
      buffer: Buffer;
      engine: { bytesWritten: number };
    };
    return { data: buffer, used: engine.bytesWritten };
  } catch {
    throw new PackProblem('damaged');
  }
}

/** @throws PackProblem */
export async function checkPack(pack: Buffer): Promise<void> {
  if (pack.length < 32 || pack.toString('latin1', 0, 4) !== 'PACK' || pack.readUInt32BE(4) !== 2) throw new PackProblem('damaged');
  const count = pack.readUInt32BE(8);
  if (count > MAX_OBJECTS) throw new PackProblem('too_large');
  const reader = new Reader(pack, 12);
  const chains = new Map<number, number>();
  let out = 0;
  const add = (size: number): void => {
    out += size;
    if (size > MAX_FILE || out > MAX_OUT) throw new PackProblem('too_large');
  };
  for (let left = count; left > 0; left -= 1) {
    const start = reader.at;
    const first = reader.byte();
    const type = (first >> 4) & 7;
    const size = reader.size(first & 0x0f, 4, first >= 0x80);
    add(size);
    const chain = type === OFS_DELTA ? (chains.get(start - reader.back()) ?? Number.NaN) + 1 : 0;
    if (Number.isNaN(chain) || (type !== OFS_DELTA && !WHOLE.includes(type))) throw new PackProblem('damaged');
    if (chain > MAX_CHAIN) throw new PackProblem('too_large');
    chains.set(start, chain);
    const { data, used } = inflated(pack, reader.at, size);
    if (data.length !== size) throw new PackProblem('damaged');
    if (type === OFS_DELTA) {
      const delta = new Reader(data);
      for (let which = 0; which < 2; which += 1) {
        const result = delta.size(0, 0, true);
        if (which === 1) add(result);
      }
    }
    reader.at += used;
    if (left % 200 === 0) await turn();
  }
}
