import type { Duplex } from 'node:stream';
import type { Channel } from 'ssh2';

export interface SpliceEvents {
  /** So many bytes went to the far end, or came from it. */
  moved(way: 'in' | 'out', bytes: number): void;
  /** Both ends are closed. Called once. */
  done(): void;
}

export interface Spliced {
  destroy(): void;
  /** Nothing more goes to the far end, until `resume`. */
  pause(): void;
  resume(): void;
}

/**
 * Joins a channel of the person's connection to a stream beyond it, with back-pressure and each end of input by itself: a program may
 * have said all and still listen. ssh2 would close a server's channel with the first of both, so its end is told by hand.
 */
export function splice(channel: Channel, far: Duplex, on: SpliceEvents): Spliced {
  const ended = { channel: false, far: false };
  let over = false;

  const destroy = () => {
    if (over) return;
    over = true;
    channel.close();
    far.destroy();
    on.done();
  };
  const half = (side: keyof typeof ended) => {
    ended[side] = true;
    if (ended.channel && ended.far) destroy();
  };

  channel.on('data', (bytes: Buffer) => on.moved('in', bytes.length));
  far.on('data', (bytes: Buffer) => on.moved('out', bytes.length));
  channel.pipe(far, { end: false });
  far.pipe(channel, { end: false });
  channel.once('end', () => {
    far.end(() => half('channel'));
  });
  far.once('end', () => {
    // Behind everything that still waits for the person's window.
    channel.write(Buffer.alloc(0), () => {
      if (!over) channel.eof();
      half('far');
    });
  });
  for (const side of [channel, far]) {
    side.once('close', destroy);
    side.on('error', destroy);
  }
  return {
    destroy,
    pause() {
      if (over) return;
      channel.unpipe(far);
      channel.pause();
    },
    resume() {
      if (!over) channel.pipe(far, { end: false });
    },
  };
}
