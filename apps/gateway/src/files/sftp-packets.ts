import { ANSWER, MAX_PACKET, REQUEST } from '@postern/contract/sftp';

/**
 * Packets of SFTP version 3 (draft-ietf-secsh-filexfer-02) in a stream of bytes. Contents of files are passed on in the pieces in which they
 * came, never copied: only the head of a packet is read.
 */

/** Of WRITE and DATA so much is read: type, number, the longest handle, offset and length. */
const HEAD = 1 + 4 + (4 + 256) + 8 + 4;

export interface Packet {
  type: number;
  /** All of it, its length in front, as it came. */
  pieces: readonly Buffer[];
  /** What is behind the type: all of it, or the head alone of a packet with contents of a file. */
  body: Buffer;
}

/** Not SFTP: nothing behind it can be read. */
export class NotSftp extends Error {}

/**
 * Cuts a stream into packets.
 * @returns a function that takes what came and answers the packets that are whole with it
 * @throws NotSftp for a length that no packet has
 */
export function createPacketReader(): (bytes: Buffer) => Packet[] {
  let pieces: Buffer[] = [];
  let have = 0;
  let size = 0;

  /** Length and type of the packet that has begun, from as many pieces as hold them. */
  function begin(): void {
    const length = firstOf(pieces, 4).readUInt32BE(0);
    if (length < 1 || length > MAX_PACKET) throw new NotSftp(`a packet of ${length} bytes`);
    size = 4 + length;
  }

  return (bytes) => {
    const whole: Packet[] = [];
    let rest = bytes;
    while (rest.length > 0) {
      const wanted = size > 0 ? size : 4;
      const some = rest.subarray(0, wanted - have);
      rest = rest.subarray(some.length);
      pieces.push(some);
      have += some.length;
      if (have < wanted) break;
      if (size === 0) begin();
      else {
        whole.push(packetOf(pieces, size));
        pieces = [];
        have = 0;
        size = 0;
      }
    }
    return whole;
  };
}

function packetOf(pieces: readonly Buffer[], size: number): Packet {
  const type = firstOf(pieces, 5)[4] as number;
  const contents = type === REQUEST.WRITE || type === ANSWER.DATA;
  return { type, pieces, body: firstOf(pieces, contents ? Math.min(size, 4 + HEAD) : size).subarray(5) };
}

function firstOf(pieces: readonly Buffer[], count: number): Buffer {
  const [first] = pieces;
  if (first && first.length >= count) return first.subarray(0, count);
  return Buffer.concat(
    pieces as Buffer[],
    Math.min(
      count,
      pieces.reduce((sum, { length }) => sum + length, 0),
    ),
  );
}

/** Pieces that stand behind each other in memory as one, without copying: each becomes a packet of SSH. */
export function joined(pieces: readonly Buffer[]): Buffer[] {
  const whole: Buffer[] = [];
  for (const piece of pieces) {
    const last = whole.at(-1);
    if (last && last.buffer === piece.buffer && last.byteOffset + last.length === piece.byteOffset)
      whole[whole.length - 1] = Buffer.from(last.buffer, last.byteOffset, last.length + piece.length);
    else whole.push(piece);
  }
  return whole;
}

/** The contents in a WRITE or DATA packet, `at` bytes behind its type. */
export function* contentsOf({ pieces }: Packet, at: number): Generator<Buffer> {
  let skip = 5 + at;
  for (const piece of pieces) {
    if (piece.length > skip) yield piece.subarray(skip);
    skip = Math.max(0, skip - piece.length);
  }
}

/** Reads the fields of a body one after the other. What is not there reads as empty or 0: the target decides about bad packets. */
export interface FieldReader {
  uint32(): number;
  uint64(): number;
  string(): Buffer;
  text(): string;
  /** Bytes read so far. */
  at(): number;
}

export function readFields(body: Buffer): FieldReader {
  let at = 0;
  const string = (): Buffer => {
    const length = uint32();
    const found = body.subarray(at, at + length);
    at += found.length;
    return found;
  };
  function uint32(): number {
    if (at + 4 > body.length) {
      at = body.length;
      return 0;
    }
    at += 4;
    return body.readUInt32BE(at - 4);
  }
  return {
    uint32,
    uint64: () => uint32() * 2 ** 32 + uint32(),
    string,
    text: () => string().toString('utf8'),
    at: () => at,
  };
}

/** A STATUS packet, as the target would send it. */
export function statusPacket(id: number, code: number, message: string): Buffer {
  const text = Buffer.from(message);
  const packet = Buffer.alloc(4 + 1 + 4 + 4 + 4 + text.length + 4);
  let at = packet.writeUInt32BE(packet.length - 4, 0);
  at = packet.writeUInt8(ANSWER.STATUS, at);
  at = packet.writeUInt32BE(id, at);
  at = packet.writeUInt32BE(code, at);
  at = packet.writeUInt32BE(text.length, at);
  at += text.copy(packet, at);
  packet.writeUInt32BE(0, at);
  return packet;
}

/** A VERSION packet that names extensions. */
export function versionPacket(version: number, extensions: readonly (readonly [Buffer, Buffer])[]): Buffer {
  const head = Buffer.alloc(9);
  head.writeUInt8(ANSWER.VERSION, 4);
  head.writeUInt32BE(version, 5);
  const packet = Buffer.concat([head, ...extensions.flat().flatMap((one) => [lengthOf(one), one])]);
  packet.writeUInt32BE(packet.length - 4, 0);
  return packet;
}

function lengthOf(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return length;
}
