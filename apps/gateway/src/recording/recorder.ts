import { type FileHandle, open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { type ChainLine, chainLink } from '@postern/contract/evidence';
import { type CastHeader, castEvent, castHeader } from './cast.ts';
import { spoolPaths } from './spool.ts';
import { createStreamEvents, type StreamCode } from './stream-events.ts';

/** Milliseconds a byte may wait before it is written and synced; under the second that docs/evidence.md#recording allows. */
const FLUSH_MS = 500;
/** Bytes that start a flush at once. */
const FLUSH_AT = 512 * 1024;
/** Bytes waiting for the disk above which the source has to pause. */
const HIGH_WATER = 4 * 1024 * 1024;

export interface Recorder {
  /** Takes terminal output; false when the disk is behind and the source should wait for `onDrain`. */
  output(bytes: Uint8Array): boolean;
  /** Takes bytes of a program without a terminal, or for it, none changed and none left out; false as above. */
  stream(name: StreamName, bytes: Buffer): boolean;
  resize(cols: number, rows: number): void;
  /** Everything taken so far is on disk when this resolves. Never rejects: failures go to `onFailure`. */
  flush(): Promise<void>;
  /** Flushes, syncs and closes the files. Safe to call twice. */
  close(): Promise<void>;
  /** Bytes on disk. */
  size(): number;
}

export type StreamName = 'in' | 'out' | 'err';

export interface RecorderEvents {
  onDrain(): void;
  /** The disk refused. Nothing is written any more, or until it takes something again; called once each time. */
  onFailure(error: unknown): void;
  /** Milliseconds until a disk that refused is tried again. Undefined: never. */
  readonly againMs?: number;
}

/**
 * Appends one session to `{sid}.cast` in the spool and one chain line per written segment to `{sid}.chain`. Text is
 * encoded as it arrives and written in segments at most FLUSH_MS later, so a crash of the process loses less than a
 * second. Times are taken on arrival, not when written.
 * @param clock milliseconds, monotonic
 */
export async function startRecorder(
  spoolDir: string,
  sessionId: string,
  header: CastHeader,
  events: RecorderEvents,
  clock: () => number = () => performance.now(),
): Promise<Recorder> {
  const paths = spoolPaths(spoolDir, sessionId);
  const cast = await open(paths.cast, 'ax', 0o600);
  const chain = await open(paths.chain, 'ax', 0o600).catch(async (error: unknown) => {
    await cast.close();
    throw error;
  });
  const recorder = createRecorder(cast, chain, header, events, clock);
  await recorder.flush();
  return recorder;
}

function createRecorder(cast: FileHandle, chain: FileHandle, header: CastHeader, events: RecorderEvents, clock: () => number): Recorder {
  const start = clock();
  // Holds the bytes of a character that was cut between two chunks (RFC 3629); a bad byte becomes U+FFFD.
  const decoder = new StringDecoder('utf8');
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let last: ChainLine | undefined;
  let written = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let behind = false;
  let linked = 0;
  let failed = false;
  let closed = false;
  /** Bytes that came to no disk since it refused; those of them that a line on its way tells, and the length of that line. */
  let missing = 0;
  let telling = 0;
  let mark = 0;
  let again: NodeJS.Timeout | undefined;
  let closing: Promise<void> | undefined;

  const seconds = () => (clock() - start) / 1000;

  function take(line: Buffer): boolean {
    if (failed) missing += line.length;
    if (failed || closed) return true;
    waiting.push(line);
    waitingBytes += line.length;
    if (waitingBytes >= FLUSH_AT) void write();
    else timer ??= setTimeout(() => void write(), FLUSH_MS);
    if (waitingBytes < HIGH_WATER) return true;
    behind = true;
    return false;
  }

  function forget(): void {
    waiting = [];
    waitingBytes = 0;
  }

  const emit = (code: StreamCode, data: string) => take(castEvent(seconds(), code, data));
  const streams = { in: createStreamEvents('i', emit), out: createStreamEvents('o', emit), err: createStreamEvents('o', emit) };

  /** Starts writing what waits, unless a write is under way; that one goes on with what came meanwhile. */
  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing ??= drain().finally(() => {
      writing = undefined;
    });
    return writing;
  }

  async function drain(): Promise<void> {
    while (waitingBytes > 0 && !failed) {
      const segment = Buffer.concat(waiting, waitingBytes);
      forget();
      try {
        await append(segment);
        missing -= telling;
        telling = 0;
        mark = 0;
      } catch (error) {
        await refused(error, segment.length);
      }
      if (behind && (failed || waitingBytes < HIGH_WATER / 2)) {
        behind = false;
        events.onDrain();
      }
    }
  }

  async function append(segment: Buffer): Promise<void> {
    await cast.appendFile(segment);
    await cast.datasync();
    const link = chainLink(last, segment);
    const line = `${JSON.stringify(link)}\n`;
    await chain.appendFile(line);
    last = link;
    written += segment.length;
    linked += line.length;
  }

  async function refused(error: unknown, bytes: number): Promise<void> {
    failed = true;
    missing += bytes + waitingBytes - mark;
    telling = 0;
    mark = 0;
    forget();
    events.onFailure(error);
    if (events.againMs === undefined) return;
    // Half a segment is no evidence of anything; what was linked stays whole, and goes on from there.
    await Promise.allSettled([cast.truncate(written), chain.truncate(linked)]);
    if (!closed) again = setTimeout(goOn, events.againMs).unref();
  }

  /** Tries the disk with a line that says how much is not there. */
  function goOn(): void {
    clearTimeout(again);
    failed = false;
    telling = missing;
    const line = castEvent(seconds(), 'o', `\r\n\x1b[2m[${missing} B not recorded]\x1b[22m\r\n`);
    mark = line.length;
    take(line);
    void write();
  }

  async function end(): Promise<void> {
    const rest = decoder.end();
    if (rest !== '') take(castEvent(seconds(), 'o', rest));
    for (const stream of Object.values(streams)) stream.end();
    closed = true;
    await write();
    clearTimeout(again);
    if (failed && events.againMs !== undefined) {
      closed = false;
      goOn();
      closed = true;
      await write();
    }
    await Promise.allSettled([cast.close(), chain.close()]);
  }

  take(castHeader(header));
  return {
    output(bytes) {
      const decoded = decoder.write(bytes as Buffer);
      return decoded === '' ? true : take(castEvent(seconds(), 'o', decoded));
    },
    stream: (name, bytes) => streams[name].take(bytes),
    resize(cols, rows) {
      take(castEvent(seconds(), 'r', `${cols}x${rows}`));
    },
    flush: () => (waitingBytes === 0 ? (writing ?? Promise.resolve()) : write()),
    close() {
      closing ??= end();
      return closing;
    },
    size: () => written,
  };
}
