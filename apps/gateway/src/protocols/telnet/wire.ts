/** The bytes of telnet (RFC 854, 855): what comes is taken apart into data, negotiations and their parameters; what goes is escaped. */
export const IAC = 255;
export const VERB = { SE: 240, SB: 250, WILL: 251, WONT: 252, DO: 253, DONT: 254 } as const;
const CR = 13;
/** Bytes of one parameter that are kept: the longest we read has one byte. */
const MAX_KEPT = 64;
/** A parameter this long has no end: everything behind it would be swallowed. */
const MAX_PARAMETER = 64 * 1024;

export interface WireEvents {
  data(bytes: Buffer): void;
  negotiate(verb: number, option: number): void;
  /** `body` without the option, cut where it is too long to mean anything. */
  parameter(option: number, body: Buffer): void;
  /** A parameter that does not end. Nothing more is read. */
  endless(): void;
}

type State = 'data' | 'command' | 'option' | 'parameter' | 'parameter-command' | 'broken';

/** Reads a stream in any pieces. The data of one piece comes at once, behind the negotiations in it. */
export function createWireReader(on: WireEvents): (bytes: Buffer) => void {
  let state: State = 'data';
  let verb = 0;
  let afterReturn = false;
  let body: number[] = [];
  let length = 0;

  function command(byte: number, parts: Buffer[], bytes: Buffer, at: number): State {
    if (byte === IAC) {
      parts.push(plain(bytes.subarray(at, at + 1)));
      return 'data';
    }
    verb = byte;
    body = [];
    length = 0;
    if (byte === VERB.SB) return 'parameter';
    // All others are signals without meaning here (NOP, GA, DM, AYT…).
    return byte >= VERB.WILL && byte <= VERB.DONT ? 'option' : 'data';
  }

  function keep(byte: number): State {
    length += 1;
    if (length > MAX_PARAMETER) {
      on.endless();
      return 'broken';
    }
    if (body.length < MAX_KEPT) body.push(byte);
    return 'parameter';
  }

  function parameterCommand(byte: number): State {
    if (byte === IAC) return keep(byte);
    if (byte !== VERB.SE) return 'parameter';
    const [option, ...rest] = body;
    if (option !== undefined) on.parameter(option, Buffer.from(rest));
    return 'data';
  }

  /** Data between two commands. A carriage return alone comes with a zero behind it (RFC 854, the NVT printer). */
  function plain(bytes: Buffer): Buffer {
    const was = afterReturn;
    afterReturn = bytes.at(-1) === CR;
    if (!bytes.includes(0)) return bytes;
    return Buffer.from(bytes.filter((byte, at) => byte !== 0 || (at === 0 ? !was : bytes[at - 1] !== CR)));
  }

  return (bytes) => {
    const parts: Buffer[] = [];
    for (let at = 0; at < bytes.length && state !== 'broken'; at += 1) {
      const byte = bytes[at] as number;
      switch (state) {
        case 'data': {
          const next = bytes.indexOf(IAC, at);
          const end = next < 0 ? bytes.length : next;
          if (end > at) parts.push(plain(bytes.subarray(at, end)));
          at = end;
          if (next >= 0) state = 'command';
          break;
        }
        case 'command':
          state = command(byte, parts, bytes, at);
          break;
        case 'option':
          on.negotiate(verb, byte);
          state = 'data';
          break;
        case 'parameter':
          state = byte === IAC ? 'parameter-command' : keep(byte);
          break;
        default:
          state = parameterCommand(byte);
      }
    }
    const data = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
    if (data.length > 0) on.data(data);
  };
}

/** What was typed as it goes out: 255 doubled, and a zero behind each carriage return, which alone would begin a line end. */
export function escaped(bytes: Buffer): Buffer {
  if (!bytes.includes(IAC) && !bytes.includes(CR)) return bytes;
  const out: number[] = [];
  for (const byte of bytes) {
    out.push(byte);
    if (byte === IAC) out.push(IAC);
    else if (byte === CR) out.push(0);
  }
  return Buffer.from(out);
}

/** A parameter on the wire. */
export const parameter = (option: number, body: readonly number[]): Buffer =>
  Buffer.from([IAC, VERB.SB, option, ...body.flatMap((byte) => (byte === IAC ? [IAC, IAC] : [byte])), IAC, VERB.SE]);
