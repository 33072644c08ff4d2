import type { Writable } from 'node:stream';
import { z } from 'zod';

/** What travels between the connection plugin inside of the sandbox and the worker: a length, a letter, a body. All that comes from inside is hostile. */

/** Bytes of one frame at most, and of one piece of a stream as we send it. */
export const MAX_FRAME = 1024 * 1024;
export const PIECE = 32 * 1024;

/** Letters of what comes from inside. */
export const FROM = { hello: 'H', exec: 'E', put: 'P', get: 'G', data: 'D', end: 'Z' } as const;
/** And of what goes there. */
export const TO = { ok: 'K', out: 'O', err: 'R', exit: 'X', data: 'D', failed: 'F' } as const;

export interface Frame {
  kind: string;
  body: Buffer;
}

const path = z.string().min(1).max(4_096);
export const HELLO = z.object({ host: z.string().min(1).max(512) });
export const EXEC = z.object({
  command: z
    .string()
    .min(1)
    .max(64 * 1024),
});
export const FILE = z.object({ path });

/** What was sent is not what was agreed on: the connection ends. */
export class BadFrame extends Error {}

/** @throws BadFrame */
export function read<T>(schema: z.ZodType<T>, { body }: Frame): T {
  let value: unknown;
  try {
    value = JSON.parse(body.toString('utf8'));
  } catch {
    throw new BadFrame('no JSON');
  }
  const found = schema.safeParse(value);
  if (!found.success) throw new BadFrame('not as agreed on');
  return found.data;
}

export function frame(kind: string, body: Buffer | object = Buffer.alloc(0)): Buffer {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body));
  const head = Buffer.alloc(5, kind, 'latin1');
  head.writeUInt32BE(bytes.length + 1);
  head.write(kind, 4, 'latin1');
  return Buffer.concat([head, bytes]);
}

/** Frames of a stream, one after the other; no more is read than is asked for. @throws BadFrame */
export async function* framesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let pending: Buffer = Buffer.alloc(0);
  for await (const bytes of stream) {
    pending = pending.length === 0 ? bytes : Buffer.concat([pending, bytes]);
    while (pending.length >= 4) {
      const length = pending.readUInt32BE();
      if (length < 1 || length > MAX_FRAME) throw new BadFrame('length');
      if (pending.length < 4 + length) break;
      yield { kind: pending.toString('latin1', 4, 5), body: pending.subarray(5, 4 + length) };
      pending = pending.subarray(4 + length);
    }
  }
}

/** Waits until a stream takes more, or is closed. */
export const roomIn = (stream: Writable): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done);
      stream.off('close', done);
      resolve();
    };
    if (stream.destroyed || stream.closed) return resolve();
    stream.on('drain', done);
    stream.on('close', done);
  });
