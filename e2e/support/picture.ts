import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { constants, inflateSync } from 'node:zlib';
import type { CDPSession, Locator, Page, PageScreenshotOptions } from 'playwright-core';
import { PATIENCE } from './patience.ts';
import { answered, until } from './until.ts';

/** A blank page with a bar has three or four; the barest page we keep, one sentence, has two hundred in the smoothed edges of its letters. */
const LEAST_COLOURS = 64;
/** Part of a picture that is not of its commonest colour. One sentence on a wide screen is three times as much. */
const LEAST_INK = 0.001;

/** Milliseconds after which a picture is asked for anew; a quiet machine takes a tenth of a second. */
const CAPTURE_MS = 20_000;

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** A picture as Chromium draws it, packed quickly: making it small would take most of the time, and hundreds are kept to be looked at once. */
async function quickly(page: Page): Promise<Buffer> {
  const session = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, session);
  const cdp = await session;
  let data = '';
  // Chromium gives up on a picture when its compositor has no frame in time, as on a busy machine, or says nothing at all; the next attempt
  // finds one.
  await until('the page can be captured', PATIENCE.step, async () => {
    const capture = () => cdp.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
    const taken = await answered(CAPTURE_MS, capture).catch((error: Error) => {
      if (error.message.includes('Unable to capture screenshot')) return undefined;
      throw error;
    });
    data = taken?.data ?? '';
    return taken !== undefined;
  });
  return Buffer.from(data, 'base64');
}

/**
 * Keeps a picture of a page. A picture on which there is nothing fails whoever keeps it.
 *
 * @param options for one that shall be small, or may take only so long
 */
export async function takePicture(page: Page, path: string, options?: PageScreenshotOptions): Promise<void> {
  const png = options ? await page.screenshot({ animations: 'disabled', ...options }) : await quickly(page);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, png);
  // The top of a page says as a rule that there is something on it; only a picture that is nearly empty is read to its end.
  let found: Ink = { colours: 0, ink: 0 };
  for (const part of [1 / 8, 1]) {
    found = inkOf(png, part);
    if (found.colours >= LEAST_COLOURS && found.ink >= LEAST_INK) return;
  }
  const { colours, ink } = found;
  throw new Error(`${path} is a picture of nothing: ${colours} colours, ${(ink * 100).toFixed(3)} % not of the commonest one`);
}

/** Pixels around a part in which its frame is drawn. */
const AROUND = 6;

/** Whether something that happens to a part changes how it looks, or what is right around it. */
export async function looksOther(part: Locator, act: () => Promise<unknown>): Promise<boolean> {
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const clip = { x: Math.max(0, x - AROUND), y: Math.max(0, y - AROUND), width: width + 2 * AROUND, height: height + 2 * AROUND };
  const shot = () => part.page().screenshot({ animations: 'disabled', clip });
  const before = await shot();
  await act();
  return !before.equals(await shot());
}

interface Ink {
  /** Different colours. */
  colours: number;
  /** Part of all pixels, 0 to 1, that is not of the commonest colour; at least so much where only the top was read. */
  ink: number;
}

/** Pixels of each colour, kept between pictures; whoever counts leaves it empty. */
const counts = new Uint32Array(1 << 24);

/**
 * Counts the colours of a PNG as Chromium writes it: eight bits, RGB or RGBA, not interlaced.
 *
 * @param part of the compressed data that is read, 0 to 1. What follows counts as if it were of the commonest colour, so that it never says too much.
 */
function inkOf(png: Buffer, part: number): Ink {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const [depth, kind, , , interlaced] = png.subarray(24, 29);
  const size = kind === 6 ? 4 : 3;
  if (depth !== 8 || (kind !== 2 && kind !== 6) || interlaced !== 0)
    throw new Error(`no PNG that can be read: ${depth}/${kind}/${interlaced}`);
  const data = Buffer.concat(dataOf(png));
  // The whole has to have an end; a part has none.
  const lines = part === 1 ? inflateSync(data) : inflateSync(data.subarray(0, data.length * part), { finishFlush: constants.Z_SYNC_FLUSH });
  const stride = width * size;
  const rows = Math.min(height, Math.floor(lines.length / (stride + 1)));
  const seen: number[] = [];
  let before = new Uint8Array(stride);
  for (let row = 0; row < rows; row += 1) {
    const start = row * (stride + 1);
    const line = new Uint8Array(lines.subarray(start + 1, start + 1 + stride));
    unfilter(lines[start] ?? 0, line, before, size);
    for (let at = 0; at < stride; at += size) {
      const colour = ((line[at] ?? 0) << 16) | ((line[at + 1] ?? 0) << 8) | (line[at + 2] ?? 0);
      const count = counts[colour] ?? 0;
      if (count === 0) seen.push(colour);
      counts[colour] = count + 1;
    }
    before = line;
  }
  let most = 0;
  for (const colour of seen) {
    most = Math.max(most, counts[colour] ?? 0);
    counts[colour] = 0;
  }
  return { colours: seen.length, ink: (width * rows - most) / (width * height) };
}

/** The compressed parts of a PNG, in their order. */
function dataOf(png: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return parts;
}

/** Undoes the filter of one line in place (PNG specification §9: none, sub, up, average, Paeth). */
function unfilter(filter: number, line: Uint8Array, before: Uint8Array, size: number): void {
  if (filter === 0) return;
  for (let at = 0; at < line.length; at += 1) {
    const left = at < size ? 0 : (line[at - size] ?? 0);
    const up = before[at] ?? 0;
    const upLeft = at < size ? 0 : (before[at - size] ?? 0);
    const guess = filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : paeth(left, up, upLeft);
    line[at] = ((line[at] ?? 0) + guess) & 255;
  }
}

function paeth(left: number, up: number, upLeft: number): number {
  const [toLeft, toUp, toUpLeft] = [Math.abs(up - upLeft), Math.abs(left - upLeft), Math.abs(left + up - 2 * upLeft)];
  if (toLeft <= toUp && toLeft <= toUpLeft) return left;
  return toUp <= toUpLeft ? up : upLeft;
}

/** What is in sight of a page as a WebP, for pictures that are shipped. */
export async function asWebp(page: Page): Promise<Buffer> {
  const cdp = await page.context().newCDPSession(page);
  const { data } = await cdp.send('Page.captureScreenshot', { format: 'webp', quality: 60 });
  await cdp.detach();
  return Buffer.from(data, 'base64');
}

/** A page as a JPEG, all of it, however long (up to the 16,384 pixels that Chromium draws at once). For sheets of pictures that were looked at one by one. */
export const wholePage = (page: Page, quality: number): Promise<Buffer> => page.screenshot({ type: 'jpeg', quality, fullPage: true });
