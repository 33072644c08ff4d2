import { openAsBlob } from 'node:fs';
import { appendFile, mkdir, open, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type ComponentClient, coreDate } from '@postern/client/component';
import { CoreError } from '@postern/client/component-request';
import { type ChainLine, chainLine, chainLink } from '@postern/contract/evidence';
import { END_REASONS, type EndReason } from '@postern/contract/session-end';
import { jsonOf } from '@postern/contract/wire';
import { z } from 'zod';
import { completeLength } from './cast.ts';
import { compress, compressed } from './compress.ts';
import { spoolPaths } from './spool.ts';

type Core = Pick<ComponentClient, 'uploadReplay' | 'patchSession'>;

/** Waits before another try, in milliseconds; after the last one the recording stays in the spool for later. */
const RETRIES = [1_000, 5_000, 20_000];

/**
 * Gives a finished recording to the core and removes it from the spool once the core has it. A core that is away is
 * tried again; a core that does not know the session (404) or will not have the recording (400) never will, so the
 * evidence moves to `unclaimed/` for a person to judge.
 * @returns false when the recording is still in the spool
 */
export async function shipRecording(
  core: Core,
  spoolDir: string,
  sessionId: string,
  signal: AbortSignal,
  retries: readonly number[] = RETRIES,
): Promise<boolean> {
  const paths = spoolPaths(spoolDir, sessionId);
  // A disk that was full, or a process that died, leaves half a line and an open end of the chain.
  await cutToLastLine(paths.cast);
  const chain = await closeChain(spoolDir, sessionId);
  const replay = await pack(paths.cast, paths.gzip);
  for (let attempt = 0; ; attempt += 1) {
    try {
      await core.uploadReplay(sessionId, { replay: await replay(), name: basename(paths.gzip), chain });
      await core.patchSession(sessionId, { has_replay: true });
      await Promise.all([
        rm(paths.cast),
        rm(paths.gzip, { force: true }),
        rm(paths.chain, { force: true }),
        rm(paths.end, { force: true }),
      ]);
      return true;
    } catch (error) {
      if (error instanceof CoreError && (error.status === 404 || error.status === 400)) {
        await setAside(spoolDir, sessionId);
        return true;
      }
      const pause = retries[attempt];
      if (pause === undefined || signal.aborted) return false;
      await wait(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Bytes of a packed recording that stay in memory where the disk has no room: a spool that is full empties itself no other way. */
const MAX_PACKED = 64 * 1024 * 1024;

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
const isFull = (error: unknown): boolean => FULL.has((error as NodeJS.ErrnoException).code ?? '');

/** The packed recording, beside the other or, where there is no room, in memory. */
async function pack(cast: string, gzip: string): Promise<() => Promise<Blob>> {
  try {
    await compress(cast, gzip);
    return () => openAsBlob(gzip);
  } catch (error) {
    if (!isFull(error)) throw error;
    await rm(gzip, { force: true });
    const packed = await compressed(cast, MAX_PACKED);
    return async () => packed;
  }
}

async function setAside(spoolDir: string, sessionId: string): Promise<void> {
  const paths = spoolPaths(spoolDir, sessionId);
  const aside = join(spoolDir, 'unclaimed');
  await mkdir(aside, { recursive: true, mode: 0o700 });
  await Promise.all([rm(paths.gzip, { force: true }), rm(paths.end, { force: true })]);
  for (const path of [paths.cast, paths.chain]) await rename(path, join(aside, basename(path))).catch(() => undefined);
}

/**
 * Closes out a session whose gateway died: tells the core that it ended when the recording was last written, and ships
 * the recording up to its last complete line.
 */
export async function closeOut(
  core: Core,
  spoolDir: string,
  sessionId: string,
  signal: AbortSignal,
  retries?: readonly number[],
): Promise<boolean> {
  const { mtime } = await stat(spoolPaths(spoolDir, sessionId).cast);
  try {
    await core.patchSession(sessionId, { is_finished: true, date_end: coreDate(mtime), ...(await storedEnd(spoolDir, sessionId)) });
  } catch (error) {
    // A 404 is dealt with when shipping; anything else is a core that is away.
    if (!(error instanceof CoreError) || error.status !== 404) return false;
  }
  return shipRecording(core, spoolDir, sessionId, signal, retries);
}

/** What the core is told of how a session ended. */
export interface ReportedEnd {
  end_reason: EndReason;
  end_params: Readonly<Record<string, string>>;
}

const reportedEnd = z.object({ end_reason: z.enum(END_REASONS), end_params: z.record(z.string(), z.string()) });

/** Keeps how a session ended beside its recording, for a core that is away. */
export const keepEnd = (spoolDir: string, sessionId: string, end: ReportedEnd): Promise<void> =>
  writeFile(spoolPaths(spoolDir, sessionId).end, JSON.stringify(end), { mode: 0o600 });

/** A session whose end nobody wrote down was broken off by the end of its gateway. */
async function storedEnd(spoolDir: string, sessionId: string): Promise<ReportedEnd> {
  const text = await readFile(spoolPaths(spoolDir, sessionId).end, 'utf8').catch(() => '');
  return reportedEnd.safeParse(jsonOf(text)).data ?? { end_reason: 'gateway_lost', end_params: {} };
}

/** Bytes of one link when a chain is closed over more than a segment. */
const PIECE = 8 * 1024 * 1024;

/** Bytes looked at from the end; one line of a recording is never longer. */
const TAIL = 4 * 1024 * 1024;

async function cutToLastLine(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const offset = Math.max(0, size - TAIL);
    const tail = Buffer.alloc(size - offset);
    await file.read(tail, 0, tail.length, offset);
    const keep = completeLength(tail, offset);
    if (keep < size) await truncate(path, keep);
  } finally {
    await file.close();
  }
}

/** The chain may miss the last segment, or hold a link for bytes that were cut off; both end in a chain over the file as it is, which is answered. */
async function closeChain(spoolDir: string, sessionId: string): Promise<string> {
  const { cast, chain } = spoolPaths(spoolDir, sessionId);
  const { size } = await stat(cast);
  const text = await readFile(chain, 'utf8').catch(() => '');
  let covered = 0;
  let kept = 0;
  let last: ChainLine | undefined;
  // What stands behind the last line feed was cut, even if it can be read: the next link would be written onto its line.
  for (const line of text.split('\n').slice(0, -1)) {
    const link = parseLink(line);
    if (!link || covered + link.bytes > size) break;
    covered += link.bytes;
    kept += line.length + 1;
    last = link;
  }
  // Links are of ASCII: characters are bytes.
  if (kept < text.length) await truncate(chain, kept);
  const links: string[] = [];
  const file = await open(cast, 'r');
  try {
    while (covered < size) {
      const rest = Buffer.alloc(Math.min(PIECE, size - covered));
      await file.read(rest, 0, rest.length, covered);
      last = chainLink(last, rest);
      covered += rest.length;
      links.push(`${JSON.stringify(last)}\n`);
    }
  } finally {
    await file.close();
  }
  const more = links.join('');
  if (more !== '')
    await appendFile(chain, more, { mode: 0o600 }).catch((error: unknown) => {
      if (!isFull(error)) throw error;
    });
  return text.slice(0, kept) + more;
}

const parseLink = (line: string): ChainLine | undefined => chainLine.safeParse(jsonOf(line)).data;
