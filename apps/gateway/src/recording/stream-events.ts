import { isUtf8 } from 'node:buffer';

/** `o` and `i`: text that went out and in. `O` and `I`: bytes that are no text, in base64; players pass over them. */
export type StreamCode = 'o' | 'i' | 'O' | 'I';

/** Turns the chunks of one stream into events without losing or changing a byte. Returns what the recorder said of the last one. */
export interface StreamEvents {
  take(bytes: Buffer): boolean;
  /** Hands over what waited for the rest of a cut character. */
  end(): void;
}

/** Shown once where text goes over into bytes: a replay would stand still without a word. */
const NO_TEXT = '\x1b[2m[…]\x1b[22m\r\n';

/**
 * @param kind `o` gets the line ends that a terminal would have made of it (each line feed with a carriage return put in
 * front of it), or a player draws a staircase
 */
export function createStreamEvents(kind: 'o' | 'i', emit: (code: StreamCode, data: string) => boolean): StreamEvents {
  let cut: Buffer = Buffer.alloc(0);
  let binary = false;

  function put(bytes: Buffer): boolean {
    if (isText(bytes)) {
      binary = false;
      const text = bytes.toString('utf8');
      return emit(kind, kind === 'o' ? text.replaceAll('\n', '\r\n') : text);
    }
    if (!binary && kind === 'o') emit('o', NO_TEXT);
    binary = true;
    return emit(kind === 'o' ? 'O' : 'I', bytes.toString('base64'));
  }

  return {
    take(given) {
      const bytes = cut.length === 0 ? given : Buffer.concat([cut, given]);
      const whole = bytes.length - cutLength(bytes);
      cut = Buffer.from(bytes.subarray(whole));
      return whole === 0 || put(bytes.subarray(0, whole));
    },
    end() {
      if (cut.length > 0) put(cut);
      cut = Buffer.alloc(0);
    },
  };
}

/** Text without a byte of zero: that one is valid UTF-8, but no text has it, and JSON would write six characters for it. */
const isText = (bytes: Buffer): boolean => isUtf8(bytes) && !bytes.includes(0);

/** Bytes at the end that may be the beginning of a character (RFC 3629 §3). */
function cutLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}
