import { OPEN_FLAGS } from '@postern/contract/sftp';
import { type Handle, type SftpClient, WRITE_FLAGS } from './client.ts';

/** Bytes of one request: what every server takes. */
export const BLOCK = 32 * 1024;
/** Requests of one transfer on their way at a time: 2 MiB, whatever the size of the file. */
export const WINDOW = 64;
/** Bytes of a local file that are read in one go. */
const PIECE = 32 * BLOCK;

/** Holds a transfer up while it is paused, and ends it. */
export interface Control {
  readonly signal: AbortSignal;
  /** Resolves when it may go on. */
  ready(): Promise<void>;
}

export interface ReadOptions {
  control: Control;
  /** As far as is known; further bytes are asked for one block at a time. */
  size: number;
  from?: number;
}

/** The contents of a file from its first byte to its last, in order. No more than a window is on its way, and none of it while the reader is busy. */
export async function* readBlocks(
  client: SftpClient,
  file: string,
  { control, size, from = 0 }: ReadOptions,
): AsyncGenerator<Uint8Array, void> {
  const handle = await client.open(file, OPEN_FLAGS.READ);
  const asked: { offset: number; length: number; answer: Promise<Uint8Array | undefined> }[] = [];
  let next = from;
  const ask = (offset: number, length: number): Promise<Uint8Array | undefined> => {
    const answer = client.read(handle, offset, length);
    // It may be let go unread, when an earlier one fails.
    answer.catch(() => undefined);
    return answer;
  };
  try {
    for (;;) {
      await control.ready();
      control.signal.throwIfAborted();
      while (asked.length === 0 || (asked.length < WINDOW && next < size)) {
        const length = next < size ? Math.min(BLOCK, size - next) : BLOCK;
        asked.push({ offset: next, length, answer: ask(next, length) });
        next += length;
      }
      const first = asked.shift() as (typeof asked)[number];
      let { offset, length } = first;
      let data = await first.answer;
      // Less than was asked for: the rest comes now, or there is none.
      for (;;) {
        if (!data) return;
        if (data.length > 0) yield data;
        offset += data.length;
        length -= data.length;
        if (length <= 0) break;
        control.signal.throwIfAborted();
        data = await ask(offset, length);
      }
    }
  } finally {
    await Promise.allSettled(asked.map(({ answer }) => answer));
    await client.close(handle).catch(() => undefined);
  }
}

/** What is uploaded: a `File` of the browser, or a part of it. */
export interface Source {
  readonly size: number;
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

export interface WriteOptions {
  control: Control;
  /** Where to go on; what lies before stays. */
  from?: number;
  /** Fails when something of this name is there. */
  onlyNew?: boolean;
  /** The file is open: what is there is this one from now on. */
  onOpen?(): void;
  /** So many bytes from the beginning are on the target. */
  onConfirmed(bytes: number): void;
}

/** Writes a file in order, with a window of requests on their way. Only pieces of it are ever in memory. */
export async function writeFile(client: SftpClient, file: string, source: Source, options: WriteOptions): Promise<void> {
  const { control, from = 0, onlyNew = false, onOpen, onConfirmed } = options;
  const handle = await client.open(file, from > 0 ? WRITE_FLAGS.onward : onlyNew ? WRITE_FLAGS.new : WRITE_FLAGS.fresh);
  onOpen?.();
  try {
    await sendAll(client, handle, source, { control, from, onConfirmed });
  } catch (error) {
    await client.close(handle).catch(() => undefined);
    throw error;
  }
  await client.close(handle);
}

async function sendAll(
  client: SftpClient,
  handle: Handle,
  source: Source,
  { control, from, onConfirmed }: Required<Omit<WriteOptions, 'onlyNew' | 'onOpen'>>,
): Promise<void> {
  const sent: { end: number; answer: Promise<void> }[] = [];
  const confirm = async (): Promise<void> => {
    const first = sent.shift();
    if (!first) return;
    await first.answer;
    onConfirmed(first.end);
  };
  try {
    for (let at = from; at < source.size; at += PIECE) {
      await control.ready();
      control.signal.throwIfAborted();
      const piece = new Uint8Array(await source.slice(at, Math.min(at + PIECE, source.size)).arrayBuffer());
      for (let offset = 0; offset < piece.length; offset += BLOCK) {
        while (sent.length >= WINDOW) await confirm();
        control.signal.throwIfAborted();
        const block = piece.subarray(offset, offset + BLOCK);
        const answer = client.write(handle, at + offset, block);
        answer.catch(() => undefined);
        sent.push({ end: at + offset + block.length, answer });
      }
    }
    while (sent.length > 0) {
      control.signal.throwIfAborted();
      await confirm();
    }
  } finally {
    await Promise.allSettled(sent.map(({ answer }) => answer));
  }
}
