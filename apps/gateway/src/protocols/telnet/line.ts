import type { Duplex } from 'node:stream';
import { createRateLimit } from '@postern/contract/bounds';
import type { Size } from '../driver.ts';
import { createOptions } from './options.ts';
import { createWireReader, escaped, IAC } from './wire.ts';

/** Negotiations of a target: more than anybody needs at once, and than anybody keeps up. */
const AT_ONCE = 512;
const PER_SECOND = 32;
/** Milliseconds of silence after which a sign of life is sent: translators of addresses forget what is quiet for longer. */
const SILENCE_MS = 30_000;
/** No operation (RFC 854). */
const NOP = Buffer.from([IAC, 241]);
/** Milliseconds a target has to close its side when we closed ours. */
const CLOSE_MS = 1_000;

export interface LineEvents {
  /** What the target shows, without any telnet in it. */
  data(bytes: Buffer): void;
  drained(): void;
  /** It does what no target in its senses does. Nothing more is read. */
  harm(detail: string): void;
  /** Everything was read. Called once; `lost` when the connection broke. */
  closed(lost: boolean): void;
}

/** A telnet connection as bytes of a terminal. */
export interface Line {
  write(bytes: Buffer): void;
  /** The target said that it does not echo. */
  silent(): boolean;
  writable(): boolean;
  resize(size: Size): void;
  pause(): void;
  resume(): void;
  close(): void;
}

/** Speaks telnet over `stream`, which it owns from here. */
export function createLine(stream: Duplex, size: Size, on: LineEvents, silenceMs = SILENCE_MS): Line {
  const options = createOptions(size);
  const rate = createRateLimit(PER_SECOND, AT_ONCE);
  let broken = false;
  let harmful = false;
  let paused = false;
  let full = false;
  /** It showed that it speaks telnet: to others a sign of life would be keys. */
  let telnets = false;
  let lastSent = performance.now();

  function send(bytes: Buffer): void {
    if (bytes.length === 0 || !stream.writable) return;
    lastSent = performance.now();
    stream.write(bytes);
  }

  function flow(): void {
    if (paused || full) stream.pause();
    else stream.resume();
  }

  function harm(detail: string): void {
    if (harmful) return;
    harmful = true;
    on.harm(detail);
    stream.destroy();
  }

  /** Answers are read by nobody as long as the target does not read: then nothing more is read from it either. */
  function answer(make: () => Buffer): void {
    if (harmful) return;
    telnets = true;
    if (!rate.take('', performance.now())) {
      harm('telnet options without end');
      return;
    }
    send(make());
    full = stream.writableNeedDrain;
  }

  const read = createWireReader({
    data: (bytes) => {
      if (!harmful) on.data(bytes);
    },
    negotiate: (verb, option) => answer(() => options.negotiate(verb, option)),
    parameter: (option, body) => answer(() => options.parameter(option, body)),
    endless: () => harm('a telnet parameter without end'),
  });

  stream.on('data', (bytes: Buffer) => {
    read(bytes);
    if (full) flow();
  });
  stream.on('drain', () => {
    full = false;
    flow();
    on.drained();
  });
  stream.on('error', () => {
    broken = true;
    stream.destroy();
  });
  const alive = setInterval(() => {
    if (telnets && !full && performance.now() - lastSent >= silenceMs) send(NOP);
  }, silenceMs).unref();
  stream.once('end', () => stream.end());
  stream.once('close', () => clearInterval(alive));
  stream.once('close', () => on.closed(broken || !stream.readableEnded));
  send(options.begin());

  return {
    write: (bytes) => send(escaped(bytes)),
    silent: () => options.silent(),
    writable: () => !stream.writableNeedDrain,
    resize: (to) => send(options.resize(to)),
    pause() {
      paused = true;
      flow();
    },
    resume() {
      paused = false;
      flow();
    },
    close() {
      paused = false;
      flow();
      stream.end();
      setTimeout(() => stream.destroy(), CLOSE_MS).unref();
    },
  };
}
