import type { Writable } from 'node:stream';
import type { ServerChannel } from 'ssh2';

/** Bytes on their way to the client above which the target waits, and below which it goes on. */
const HIGH_WATER = 2 * 1024 * 1024;
const LOW_WATER = 512 * 1024;

/** What ssh2 keeps of a write that waits for the client's window. */
interface Remains {
  _chunk?: Buffer | undefined;
  _chunkcb?: (() => void) | undefined;
  _chunkErr?: Buffer | undefined;
  _chunkcbErr?: (() => void) | undefined;
}

/**
 * Writes stdout and stderr of one channel. Both share the client's window, and ssh2 1.17 mixes them up when they wait
 * for it together or in turn: it forgets to drop the waiting chunk of one stream and sends it again instead of the
 * other's. So only one of them is written at a time, and what ssh2 left behind is removed before the other follows.
 */
export interface ChannelWriter {
  /** False when the sender should wait for `onDrain`. */
  write(stream: 'out' | 'err', bytes: Buffer): boolean;
  /** Resolves when the client's window took everything, or the client is gone. */
  flushed(): Promise<void>;
}

export function createChannelWriter(channel: ServerChannel, onDrain: () => void): ChannelWriter {
  const queue: { stream: 'out' | 'err'; bytes: Buffer }[] = [];
  const waiters: (() => void)[] = [];
  let current: 'out' | 'err' = 'out';
  let outstanding = 0;
  let size = 0;
  let behind = false;
  let closed = false;

  channel.once('close', () => {
    closed = true;
    queue.length = 0;
    settle();
  });

  function settle(): void {
    if (behind && size < LOW_WATER && !closed) {
      behind = false;
      onDrain();
    }
    if (closed || (queue.length === 0 && outstanding === 0)) for (const done of waiters.splice(0)) done();
  }

  function pump(): void {
    for (let item = queue[0]; item && !closed; item = queue[0]) {
      if (item.stream !== current) {
        if (outstanding > 0) return;
        current = item.stream;
        Object.assign(channel as Remains, { _chunk: undefined, _chunkcb: undefined, _chunkErr: undefined, _chunkcbErr: undefined });
      }
      queue.shift();
      outstanding += 1;
      const { bytes } = item;
      const stream: Writable = current === 'out' ? channel : channel.stderr;
      stream.write(bytes, () => {
        outstanding -= 1;
        size -= bytes.length;
        pump();
        settle();
      });
    }
  }

  return {
    write(stream, bytes) {
      if (closed) return true;
      queue.push({ stream, bytes });
      size += bytes.length;
      pump();
      if (size > HIGH_WATER) behind = true;
      return !behind;
    },
    flushed: () =>
      new Promise((resolve) => {
        waiters.push(resolve);
        settle();
      }),
  };
}
