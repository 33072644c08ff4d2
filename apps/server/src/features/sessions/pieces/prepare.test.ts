import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import headless from '@xterm/headless';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createReplayStore, type ReplayStore } from '../replay-store.ts';
import { createEmulator } from './emulator.ts';
import { indexPath, type PieceIndex, piecesPath, prepareRecording } from './prepare.ts';
import { createSeenText } from './seen-text.ts';

const ID = '3f0a1b2c-0000-4000-8000-000000000001';
const PATH = `2026-01-02/${ID}.cast.gz`;
const LIMIT = 1024 ** 3;

let folder: string;
let store: ReplayStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postern-pieces-'));
  store = createReplayStore(folder);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type Event = readonly [time: number, kind: string, data: string];
const cast = (events: Iterable<Event>): string =>
  `{"version":2,"width":80,"height":24,"timestamp":1700000000}\n${[...events].map((event) => `${JSON.stringify(event)}\n`).join('')}`;
async function prepared(recording: string | Buffer) {
  await store.write(PATH, Readable.from([gzipSync(recording)]), LIMIT);
  const { blocks } = await prepareRecording(store, PATH, LIMIT);
  const index = JSON.parse(await text(store.read(indexPath(PATH)))) as PieceIndex;
  return { blocks, index };
}
async function pieceOf({ pieces }: PieceIndex, n: number): Promise<{ size: [number, number]; screen: string; events: Event[] }> {
  const from = pieces.slice(0, n).reduce((sum, { bytes }) => sum + bytes, 0);
  const packed = await buffer(store.read(piecesPath(PATH), { from, bytes: pieces[n]?.bytes ?? 0 }));
  const [head = '', first = '', ...lines] = gunzipSync(packed).toString().trimEnd().split('\n');
  const { width, height } = JSON.parse(head);
  return { size: [width, height], screen: JSON.parse(first)[2], events: lines.map((line) => JSON.parse(line)) };
}

/** All that is to be seen on a terminal: letters, looks, cursor and what goes on from here. */
function seen(terminal: headless.Terminal): unknown {
  const buffer = terminal.buffer.active;
  const rows = Array.from({ length: terminal.rows }, (_, y) => {
    const line = buffer.getLine(buffer.baseY + y);
    return Array.from({ length: terminal.cols }, (_, x) => {
      const cell = line?.getCell(x);
      if (!cell) return '';
      const look = [
        cell.isBold(),
        cell.isDim(),
        cell.isItalic(),
        cell.isUnderline(),
        cell.isInverse(),
        cell.isStrikethrough(),
        cell.isOverline(),
      ];
      return [
        cell.getChars() || ' ',
        cell.getWidth(),
        cell.getFgColorMode(),
        cell.getFgColor(),
        cell.getBgColorMode(),
        cell.getBgColor(),
        ...look,
      ].join();
    });
  });
  return { rows, type: buffer.type, x: buffer.cursorX, y: buffer.cursorY, modes: terminal.modes };
}
function shows(size: readonly [number, number], ...texts: readonly string[]): unknown {
  const terminal = new headless.Terminal({ cols: size[0], rows: size[1], scrollback: 0, allowProposedApi: true, logLevel: 'off' });
  const inside = terminal as unknown as { _core: { writeSync(text: string): void } };
  for (const one of texts) inside._core.writeSync(one);
  return seen(terminal);
}

describe('a screen that is drawn anew', () => {
  const lots = Array.from({ length: 40 }, (_, n) => `line ${n} \x1b[3${n % 8}mof\x1b[0m many\r\n`).join('');
  test.each([
    ['nothing', ''],
    ['lines that scrolled', lots],
    [
      'colours and looks',
      '\x1b[1;31mred\x1b[0;2;3;4mx\x1b[0;7;9;53my\x1b[38;5;200;48;5;17mz\x1b[38;2;1;2;3;48;2;250;251;252mrgb\x1b[97;104mbright',
    ],
    ['coloured blanks to the edge', '\x1b[44m\x1b[2J\x1b[5;5Hblue'],
    ['wide and combined characters', '日本語 e\u0301 👩‍🚀 ー\r\n한국'],
    ['a full line, whose next character begins another', 'x'.repeat(80)],
    ['a line over the edge', 'y'.repeat(200)],
    ['another screen', `shell\r\n$ vi\x1b[?1049h\x1b[2J\x1b[HINSIDE\x1b[24;1H-- INSERT --\x1b[3;4H`],
    ['a region that scrolls', `${lots}\x1b[3;10r\x1b[10;1Hin the region`],
    ['a region with an origin', `${lots}\x1b[3;10r\x1b[?6h\x1b[2;2Hin`],
    ['lines drawn by a set of characters', '\x1b(0lqqk\x1b(B text \x1b)0\x0eqqx'],
    ['insertion, and no cursor', 'abc\x1b[4h\x1b[1;1H\x1b[?25l'],
    ['no wrapping', `\x1b[?7l${'z'.repeat(90)}`],
  ])('with %s looks the same, and goes on the same', (_what, before) => {
    const emulator = createEmulator(80, 24, () => undefined);
    emulator.write(before);
    const anew = emulator.drawn();
    expect(shows([80, 24], anew)).toEqual(shows([80, 24], before));
    for (const after of ['next qx', `\r\n${lots}`, '\x1b[?1049lback', '\x1b[K\x1b[2P\n\n\n\n'])
      expect(shows([80, 24], anew, after), JSON.stringify(after)).toEqual(shows([80, 24], before, after));
  });
});

describe('a long recording', () => {
  /** A day of work: colours, a change of size, programs that take the whole screen. */
  function* day(): Generator<Event> {
    for (let n = 0; n < 24_000; n += 1) {
      if (n === 9_000) yield [n * 3.6, 'r', '100x30'];
      yield [n * 3.6, 'o', `\x1b[3${n % 8}mstep ${n}\x1b[0m ${'of the day '.repeat(20)}\r\n`];
      if (n % 1000 === 999) yield [n * 3.6 + 1, 'i', 'typed'];
    }
  }

  test('is cut into pieces, each of which begins with the screen of its moment', async () => {
    const all = [...day()];
    const { index } = await prepared(cast(all));
    expect(index).toMatchObject({ cols: 80, rows: 24, start: 1700000000, duration: 23_999 * 3.6 + 1, truncated: false });
    expect(index.pieces.length).toBeGreaterThan(8);
    expect(index.pieces.length).toBeLessThan(30);
    const pieces = await Promise.all(index.pieces.map((_, n) => pieceOf(index, n)));
    // Nothing is lost between two of them, and what is typed stays out.
    expect(pieces.flatMap(({ events }) => events)).toEqual(all.filter(([, kind]) => kind !== 'i'));
    for (const n of [1, pieces.length >> 1, pieces.length - 1]) {
      const piece = pieces[n];
      if (!piece) throw new Error('no piece');
      const first = index.pieces[n]?.time ?? 0;
      expect(piece.events[0]?.[0]).toBe(first);
      const emulator = createEmulator(80, 24, () => undefined);
      for (const [time, kind, data] of all) {
        if (time >= first) break;
        if (kind === 'o') emulator.write(data);
        else if (kind === 'r') emulator.resize(100, 30);
      }
      expect(piece.size).toEqual(first > 9_000 * 3.6 ? [100, 30] : [80, 24]);
      expect(piece.screen).toBe(emulator.drawn());
    }
  });

  test('that breaks off says so, and one that is none or damaged is played as a whole', async () => {
    const broken = await prepared(cast(day()).slice(0, -20));
    expect([broken.index.truncated, broken.index.pieces.length > 8]).toEqual([true, true]);
    for (const other of ['', 'hello', '{"version":9}\n', '[1,"o","x"]', randomBytes(10_000)]) {
      const { index, blocks } = await prepared(other);
      expect([index.pieces, blocks]).toEqual([[], []]);
    }
    await store.write(PATH, Readable.from([gzipSync(cast(day())).subarray(0, 20_000)]), LIMIT);
    expect((await prepareRecording(store, PATH, LIMIT)).blocks).toEqual([]);
    expect((await readdir(join(folder, '2026-01-02'))).sort()).toEqual([`${ID}.cast.gz`, `${ID}.index`]);
    // A recording that is not there is no damaged one.
    await store.remove(PATH);
    await expect(prepareRecording(store, PATH, LIMIT)).rejects.toThrow('ENOENT');
  });
});

describe('the text of a recording', () => {
  const textOf = async (events: Iterable<Event>) => (await prepared(cast(events))).blocks;

  test('is what stood on the screen: lines as they were when they were left, without sequences, once each', async () => {
    const blocks = await textOf([
      [1, 'o', '$ cat /etc/motd'],
      [1.2, 'o', '\x08\x08\x08\x08\x1b[Khosts\r\n'],
      [1.3, 'o', '\x1b[1;32m10.0.0.7\x1b[0m db-prod-7\x1b]0;title\x07\r\n'],
      [30, 'o', '10.0.0.7 db-prod-7\r\n日本語の行\r\n--\r\n'],
    ]);
    expect(blocks).toEqual([
      { at: 1, text: '$ cat /etc/hosts\n10.0.0.7 db-prod-7' },
      { at: 30, text: '日本語の行' },
    ]);
  });

  test('has what a full-screen program showed for a moment, and lines that were broken at the edge', async () => {
    const long = `begin ${'word '.repeat(30)}end`;
    const blocks = await textOf([
      [1, 'o', `${long}\r\n`],
      [2, 'o', '\x1b[?1049h\x1b[5;10Htop - 08:00:00 up 3 days\x1b[7;1Hpostgres 12%'],
      [9, 'o', '\x1b[?1049l$ '],
    ]);
    const all = blocks.map(({ text }) => text).join('\n');
    for (const line of [long, 'top - 08:00:00 up 3 days', 'postgres 12%']) expect(all).toContain(line);
    expect(blocks.find(({ text }) => text.includes('postgres'))?.at).toBe(1);
  });

  test('is bounded, whatever comes', () => {
    const text = createSeenText();
    for (let n = 0; n < 100_000; n += 1) text.line(n / 100, `line ${n} ${'x'.repeat(5_000)}\0`);
    const blocks = text.blocks();
    expect(blocks.reduce((sum, block) => sum + block.text.length, 0)).toBeLessThan(600 * 1024);
    expect(Math.max(...blocks.map((block) => block.text.length))).toBeLessThan(2_100);
    expect(blocks.some((block) => block.text.includes('\0'))).toBe(false);
  });
});
