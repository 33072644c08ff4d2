/**
 * An archive that is written while its files are read: stored, not packed, with sizes behind each file (APPNOTE 6.3.10, ZIP64 where it takes it).
 * Only the list of names is in memory.
 */

const LIMIT = 0xffff_ffff;
const MANY = 0xffff;
/** Bit 3: sizes come behind the contents. Bit 11: names are UTF-8. */
const FLAGS = 0x0808;
const UNIX = 3 << 8;
const VERSION = 45;

export interface ZipEntry {
  /** With a slash at its end for a folder. */
  name: string;
  mode: number;
  /** Unix seconds. */
  modified: number;
}

interface Written extends ZipEntry {
  at: number;
  size: number;
  crc: number;
  bytes: Uint8Array;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1;
  return value;
});

function crcOf(data: Uint8Array, so: number): number {
  let crc = ~so;
  for (const byte of data) crc = (crc >>> 8) ^ (TABLE[(crc ^ byte) & 0xff] as number);
  return ~crc >>> 0;
}

type Field = [value: number, bytes: 2 | 4 | 8];

function record(fields: readonly Field[], ...tail: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const head = fields.reduce((sum, [, bytes]) => sum + bytes, 0);
  const out = new Uint8Array(tail.reduce((sum, { length }) => sum + length, head));
  const view = new DataView(out.buffer);
  let at = 0;
  for (const [value, bytes] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else if (bytes === 4) view.setUint32(at, value, true);
    else view.setBigUint64(at, BigInt(value), true);
    at += bytes;
  }
  for (const part of tail) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Time and date as MS-DOS wrote them, in the time of this machine. */
function dosTime(seconds: number): [Field, Field] {
  const date = new Date(seconds * 1000);
  const year = Math.min(127, Math.max(0, date.getFullYear() - 1980));
  return [
    [(date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1), 2],
    [(year << 9) | ((date.getMonth() + 1) << 5) | date.getDate(), 2],
  ];
}

export interface ZipWriter {
  add(entry: ZipEntry, contents: AsyncIterable<Uint8Array> | undefined): Promise<void>;
  end(): Promise<void>;
}

/** @param write takes the archive piece by piece; nothing is read before it has taken the last */
export function createZip(write: (bytes: Uint8Array) => Promise<void>): ZipWriter {
  const encoder = new TextEncoder();
  const written: Written[] = [];
  let at = 0;
  const put = async (bytes: Uint8Array): Promise<void> => {
    at += bytes.length;
    await write(bytes);
  };

  function central(one: Written): Uint8Array {
    const big: Field[] = [
      one.size > LIMIT || one.at > LIMIT ? [[one.size, 8] as Field, [one.size, 8] as Field, [one.at, 8] as Field] : [],
    ].flat();
    const extra = big.length > 0 ? record([[1, 2], [24, 2], ...big]) : new Uint8Array(0);
    const size: Field = [big.length > 0 ? LIMIT : one.size, 4];
    return record(
      [
        ...([
          [0x0201_4b50, 4],
          [UNIX | VERSION, 2],
          [VERSION, 2],
          [FLAGS, 2],
          [0, 2],
        ] as Field[]),
        ...dosTime(one.modified),
        ...([[one.crc, 4], size, size, [one.bytes.length, 2], [extra.length, 2], [0, 2], [0, 2], [0, 2]] as Field[]),
        [((one.mode & 0xffff) * 0x1_0000) >>> 0, 4],
        [big.length > 0 ? LIMIT : one.at, 4],
      ],
      one.bytes,
      extra,
    );
  }

  return {
    async add(entry, contents) {
      const bytes = encoder.encode(entry.name);
      const begin = at;
      // An empty ZIP64 field says that the sizes behind the contents have eight bytes.
      const extra = record([
        [1, 2],
        [16, 2],
        [0, 8],
        [0, 8],
      ]);
      await put(
        record(
          [
            ...([
              [0x0403_4b50, 4],
              [VERSION, 2],
              [FLAGS, 2],
              [0, 2],
            ] as Field[]),
            ...dosTime(entry.modified),
            ...([
              [0, 4],
              [LIMIT, 4],
              [LIMIT, 4],
              [bytes.length, 2],
              [extra.length, 2],
            ] as Field[]),
          ],
          bytes,
          extra,
        ),
      );
      let crc = 0;
      let size = 0;
      for await (const block of contents ?? []) {
        crc = crcOf(block, crc);
        size += block.length;
        await put(block);
      }
      await put(
        record([
          [0x0807_4b50, 4],
          [crc, 4],
          [size, 8],
          [size, 8],
        ]),
      );
      written.push({ ...entry, bytes, at: begin, size, crc });
    },
    async end() {
      const begin = at;
      for (const one of written) await put(central(one));
      const size = at - begin;
      const count = written.length;
      const end64 = at;
      if (count >= MANY || begin > LIMIT || size > LIMIT) {
        await put(
          record([
            [0x0606_4b50, 4],
            [44, 8],
            [UNIX | VERSION, 2],
            [VERSION, 2],
            [0, 4],
            [0, 4],
            [count, 8],
            [count, 8],
            [size, 8],
            [begin, 8],
          ]),
        );
        await put(
          record([
            [0x0706_4b50, 4],
            [0, 4],
            [end64, 8],
            [1, 4],
          ]),
        );
      }
      const few: Field = [Math.min(count, MANY), 2];
      await put(record([[0x0605_4b50, 4], [0, 2], [0, 2], few, few, [Math.min(size, LIMIT), 4], [Math.min(begin, LIMIT), 4], [0, 2]]));
    },
  };
}
