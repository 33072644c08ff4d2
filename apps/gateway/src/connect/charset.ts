import { StringDecoder } from 'node:string_decoder';
import type { ConnectionSecret } from '@postern/contract/component';
import { SessionRefusal } from '../pipeline/refusal.ts';

/** Turns the target's character set into UTF-8 and back. Everything behind the driver is UTF-8. */
export interface Charset {
  decode(bytes: Buffer): Buffer;
  /** What is left of a cut character when the target closes. */
  finish(): Buffer;
  encode(bytes: Buffer): Buffer;
}

const UTF8: Charset = { decode: (bytes) => bytes, finish: () => Buffer.alloc(0), encode: (bytes) => bytes };

/** `undefined` for a name nobody knows. */
export function charsetOf(name: string): (() => Charset) | undefined {
  const known = name.toLowerCase().replaceAll('-', '');
  if (known === '' || known === 'default' || known === 'utf8') return () => UTF8;
  if (known === 'gbk' || known === 'gb2312' || known === 'gb18030') return gbk;
  return undefined;
}

/** How the target reads the bytes of a command without a terminal, which pass unchanged; undefined when that is UTF-8. */
export function readingOf(name: string): ((bytes: Buffer) => string) | undefined {
  const charset = charsetOf(name)?.();
  if (charset && charset !== UTF8) return (bytes) => new TextDecoder('gbk').decode(bytes);
  return undefined;
}

/** The name of the target's character set: what the person chose, else what its platform says. */
export function charsetName(secret: Pick<ConnectionSecret, 'connect_options' | 'platform'>): string {
  const chosen = secret.connect_options.charset;
  return typeof chosen === 'string' && chosen !== '' && chosen !== 'default' ? chosen : secret.platform.charset.value;
}

/**
 * The character set of a grant's target.
 * @throws SessionRefusal `protocol_error` for one that nobody knows
 */
export function charsetFor(secret: Pick<ConnectionSecret, 'connect_options' | 'platform'>): Charset {
  const name = charsetName(secret);
  const make = charsetOf(name);
  if (!make) throw new SessionRefusal('protocol_error', { detail: `charset ${name}` });
  return make();
}

function gbk(): Charset {
  const decoder = new TextDecoder('gbk');
  const input = new StringDecoder('utf8');
  return {
    decode: (bytes) => Buffer.from(decoder.decode(bytes, { stream: true })),
    finish: () => Buffer.from(decoder.decode()),
    encode: (bytes) => encodeGbk(input.write(bytes)),
  };
}

let table: Map<string, number> | undefined;

/** The two-byte area of GBK turned around; built on first use, since Node decodes GBK but does not encode it. */
function gbkTable(): Map<string, number> {
  if (table) return table;
  const decoder = new TextDecoder('gbk');
  table = new Map();
  for (let high = 0x81; high <= 0xfe; high += 1) {
    for (let low = 0x40; low <= 0xfe; low += 1) {
      const char = decoder.decode(Uint8Array.of(high, low));
      if (char.length === 1 && char !== '\ufffd' && !table.has(char)) table.set(char, (high << 8) | low);
    }
  }
  return table;
}

function encodeGbk(text: string): Buffer {
  const bytes: number[] = [];
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if (code < 0x80) bytes.push(code);
    else {
      const pair = gbkTable().get(char);
      if (pair === undefined) bytes.push(0x3f);
      else bytes.push(pair >> 8, pair & 0xff);
    }
  }
  return Buffer.from(bytes);
}
