import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Arrived, type ReplayStore, SUFFIX } from '../replay-store.ts';
import { createEmulator, type Emulator } from './emulator.ts';
import { type CastLine, readCast } from './read-cast.ts';
import { type Block, createSeenText } from './seen-text.ts';

/** A recording in pieces, so that a player loads the one it needs (docs/decisions/0096-recordings-in-pieces.md). */
export interface PieceIndex {
  cols: number;
  rows: number;
  /** Unix seconds of the first moment; 0 where the recording does not say. */
  start: number;
  duration: number;
  truncated: boolean;
  /** Seconds, packed bytes and SHA-256 of each piece (those of before have none); none where the recording is played as a whole. */
  pieces: readonly { time: number; bytes: number; sha256?: string }[];
}

/** Characters of events in a piece: half a second of drawing at most. */
const PIECE = 512 * 1024;
/** Unpacked characters up to which a recording is played as a whole. */
const SMALL = 4 * 1024 * 1024;
/** Seconds that a screen has to stand still, or after which it is looked at anyhow, for its lines to be kept. */
const STILL = 0.7;
const OFTEN = 3;
/** Bytes of an index: so many pieces have the longest recordings that are prepared. */
const MAX_INDEX = 4 * 1024 * 1024;

/** Prepared recordings lie beside the recording and go with it. */
export const piecesPath = (path: string): string => path.replace(SUFFIX[3] ?? '', '.pieces');
export const indexPath = (path: string): string => path.replace(SUFFIX[3] ?? '', '.index');

const pack = promisify(gzip);

/** One piece, as it is played: an asciicast of its own with the screen that it begins with in front. */
function pieceText(size: { cols: number; rows: number }, screen: string, first: number, lines: readonly string[]): string {
  const head = JSON.stringify({ version: 2, width: size.cols, height: size.rows });
  return `${head}\n${JSON.stringify([first, 's', screen])}\n${lines.join('\n')}\n`;
}

interface Open {
  time: number;
  size: { cols: number; rows: number };
  screen: string;
  lines: string[];
  length: number;
}

/** Reads a recording once: cuts it into pieces and gathers what was on its screen. */
async function read(packed: Readable, put: (piece: Buffer) => Promise<void>): Promise<{ index: PieceIndex; blocks: readonly Block[] }> {
  const seen = createSeenText();
  const pieces: { time: number; bytes: number; sha256: string }[] = [];
  let now = 0;
  let looked = 0;
  let dirty = false;
  let all = 0;
  let terminal: Emulator | undefined;
  let open: Open | undefined;
  let first = { cols: 80, rows: 24, timestamp: 0 };

  async function close(): Promise<void> {
    if (!open) return;
    const bytes = await pack(pieceText(open.size, open.screen, open.time, open.lines));
    await put(bytes);
    pieces.push({ time: open.time, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
    open = undefined;
  }
  function look(screen: Emulator): void {
    for (const line of screen.lines(screen.fullScreen())) seen.line(now, line);
    dirty = false;
    looked = now;
  }
  function draw(screen: Emulator, [time, kind, data]: CastLine): void {
    // What stood there until now was to be read.
    if (dirty && (time - now > STILL || time - looked > OFTEN)) look(screen);
    now = time;
    const [, cols, rows] = (kind === 'r' && /^(\d{1,4})x(\d{1,4})$/.exec(data)) || [];
    if (kind === 'o') screen.write(data);
    else if (cols && rows) screen.resize(Math.min(Math.max(Number(cols), 2), 1000), Math.min(Math.max(Number(rows), 1), 1000));
    dirty = true;
  }

  const { truncated, duration } = await readCast(packed, {
    start(start) {
      first = start;
      terminal = createEmulator(Math.max(start.cols, 2), start.rows, (line) => seen.line(now, line));
    },
    async event(line) {
      const [time, kind] = line;
      if (!terminal || (kind !== 'o' && kind !== 'r')) return;
      if (open && open.length > PIECE) await close();
      open ??= {
        time: pieces.length === 0 ? 0 : time,
        size: terminal.size(),
        screen: pieces.length === 0 ? '' : terminal.drawn(),
        lines: [],
        length: 0,
      };
      const text = JSON.stringify(line);
      open.lines.push(text);
      open.length += text.length;
      all += text.length;
      draw(terminal, line);
    },
  });
  await close();
  if (terminal) look(terminal);
  const { cols, rows, timestamp } = first;
  const whole = all < SMALL;
  return { index: { cols, rows, start: timestamp, duration, truncated, pieces: whole ? [] : pieces }, blocks: seen.blocks() };
}

/** Packed pieces on their way to a file, handed over one at a time. */
function channel(): { stream: Readable; put(piece: Buffer): Promise<void>; end(error?: Error): void } {
  let drained: (() => void) | undefined;
  const stream = new Readable({
    highWaterMark: 1024 * 1024,
    read() {
      drained?.();
      drained = undefined;
    },
  });
  // Who writes it is told as well, and may not have begun to.
  stream.on('error', () => undefined);
  return {
    stream,
    put: (piece) =>
      new Promise((resolve) => {
        if (stream.destroyed || stream.push(piece)) resolve();
        else drained = resolve;
      }),
    end: (error) => (error ? stream.destroy(error) : void stream.push(null)),
  };
}

/** What was on the screen, and the files that were written. */
export interface Prepared {
  blocks: readonly Block[];
  files: readonly (Arrived & { path: string })[];
}

/**
 * Prepares a stored asciicast: pieces and index beside it, and the text for searching. One that cannot be prepared (no asciicast, too large,
 * damaged) gets an index without pieces and plays as a whole.
 */
export async function prepareRecording(store: ReplayStore, path: string, limit: number): Promise<Prepared> {
  const { stream, put, end } = channel();
  const writing = store.write(piecesPath(path), stream, limit);
  // Looked at below; until then it is nobody's failure.
  writing.catch(() => stream.destroy());
  let found: { index: PieceIndex; blocks: readonly Block[] };
  try {
    found = await read(store.read(path), put);
    end();
  } catch (error) {
    end(error as Error);
    await writing.catch(() => undefined);
    if (!(error instanceof RangeError) && !String((error as { code?: unknown }).code).startsWith('Z_')) throw error;
    found = { index: { cols: 80, rows: 24, start: 0, duration: 0, truncated: false, pieces: [] }, blocks: [] };
  }
  const cut = found.index.pieces.length > 0;
  const pieces = await writing.catch((error: unknown) => {
    if (cut) throw error;
    return undefined;
  });
  if (!cut) await store.remove(piecesPath(path));
  const index = await store.write(indexPath(path), Readable.from([Buffer.from(JSON.stringify(found.index))]), MAX_INDEX);
  const files = [{ path: indexPath(path), ...index }, ...(cut && pieces ? [{ path: piecesPath(path), ...pieces }] : [])];
  return { blocks: found.blocks, files };
}
