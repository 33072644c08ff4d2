import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHAIN_START, type ChainLine, chainHash } from '@postern/contract/evidence';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chainHolds } from '../../test/chain.ts';
import { castEvent } from './cast.ts';
import { startRecorder } from './recorder.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'postern-recorder-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const HEADER = { width: 80, height: 24, timestamp: 1_700_000_000, title: 'web-1' };
const quiet = { onDrain: () => undefined, onFailure: () => undefined };
const read = () => readFileSync(join(dir, 's.cast'), 'utf8');
const events = () =>
  read()
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as [number, string, string]);

describe('startRecorder', () => {
  it('writes asciicast v2 with times of arrival', async () => {
    let now = 0;
    const recorder = await startRecorder(dir, 's', HEADER, quiet, () => now);
    now = 1500;
    recorder.output(Buffer.from('a"\x1b[0m\r\n'));
    now = 2000;
    recorder.resize(100, 30);
    await recorder.close();
    expect(JSON.parse(read().split('\n', 1)[0] ?? '')).toEqual({
      version: 2,
      ...HEADER,
      env: { SHELL: '/bin/sh', TERM: 'xterm-256color' },
    });
    expect(events()).toEqual([
      [1.5, 'o', 'a"\x1b[0m\r\n'],
      [2, 'r', '100x30'],
    ]);
  });

  it('never breaks a character that comes in pieces', async () => {
    const recorder = await startRecorder(dir, 's', HEADER, quiet);
    for (const byte of Buffer.from('世界 ü 🚪')) recorder.output(Buffer.of(byte));
    recorder.output(Buffer.of(0xe4, 0xb8));
    await recorder.close();
    expect(
      events()
        .map(([, , text]) => text)
        .join(''),
    ).toBe('世界 ü 🚪\ufffd');
  });

  it('has what it was given on disk soon, without being closed', async () => {
    const recorder = await startRecorder(dir, 's', HEADER, quiet);
    recorder.output(Buffer.from('first'));
    await expect.poll(read).toContain('first');
    await recorder.close();
  });

  it('chains every segment', async () => {
    const recorder = await startRecorder(dir, 's', HEADER, quiet);
    for (let n = 0; n < 20; n += 1) {
      recorder.output(Buffer.from(`line ${n}\r\n`));
      if (n % 5 === 0) await recorder.flush();
    }
    await recorder.close();
    const cast = readFileSync(join(dir, 's.cast'));
    const links = readFileSync(join(dir, 's.chain'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as ChainLine);
    expect(links.length).toBeGreaterThan(4);
    let at = 0;
    let prev = CHAIN_START;
    for (const link of links) {
      expect(link).toMatchObject({ prev, sha256: chainHash(prev, cast.subarray(at, at + link.bytes)) });
      at += link.bytes;
      prev = link.sha256;
    }
    expect(at).toBe(cast.length);
  });

  it('asks to wait when the disk is behind, and says when to go on', async () => {
    const drained = Promise.withResolvers<void>();
    const recorder = await startRecorder(dir, 's', HEADER, { ...quiet, onDrain: drained.resolve });
    const chunk = Buffer.alloc(32 * 1024, 'x');
    let taken = 0;
    while (recorder.output(chunk) && taken < 1000) taken += 1;
    expect(taken).toBeLessThan(400);
    await drained.promise;
    await recorder.close();
    expect(events().length).toBe(taken + 1);
  });

  it('does not start where it cannot write, and never writes over an earlier recording', async () => {
    await expect(startRecorder(join(dir, 'missing'), 's', HEADER, quiet)).rejects.toThrow('ENOENT');
    const recorder = await startRecorder(dir, 's', HEADER, quiet);
    await expect(startRecorder(dir, 's', HEADER, quiet)).rejects.toThrow('EEXIST');
    await recorder.close();
  });

  it('takes nothing in hand when there is a chain already', async () => {
    writeFileSync(join(dir, 's.chain'), 'of another\n');
    await expect(startRecorder(dir, 's', HEADER, quiet)).rejects.toThrow('EEXIST');
    expect(readFileSync(join(dir, 's.chain'), 'utf8')).toBe('of another\n');
  });

  it('keeps the bytes of programs as they are, also those of a character that is never finished', async () => {
    const recorder = await startRecorder(dir, 's', HEADER, quiet);
    recorder.stream('in', Buffer.from('ls\n'));
    recorder.stream('err', Buffer.from('no\n'));
    recorder.stream('out', Buffer.of(0x61, 0xe4, 0xb8));
    await recorder.close();
    expect(events().map(([, kind, data]) => [kind, data])).toEqual([
      ['i', 'ls\n'],
      ['o', 'no\r\n'],
      ['o', 'a'],
      ['o', '\x1b[2m[…]\x1b[22m\r\n'],
      ['O', Buffer.of(0xe4, 0xb8).toString('base64')],
    ]);
  });

  it('takes nothing after its end, and ends once', async () => {
    const recorder = await startRecorder(dir, 's', HEADER, quiet);
    recorder.output(Buffer.from('last'));
    await Promise.all([recorder.close(), recorder.close()]);
    expect(recorder.output(Buffer.from('late'))).toBe(true);
    await recorder.flush();
    expect(events().map(([, , data]) => data)).toEqual(['last']);
    expect(recorder.size()).toBe(readFileSync(join(dir, 's.cast')).length);
  });

  it('says once that the disk refused, lets the source go on, and writes nothing any more', async () => {
    const drained = Promise.withResolvers<void>();
    const failures: unknown[] = [];
    const recorder = await startRecorder(dir, 's', HEADER, { onDrain: drained.resolve, onFailure: (error) => failures.push(error) });
    // The kernel refuses to let any file of this process grow further, as a full disk would.
    limitFiles('100000:');
    try {
      const chunk = Buffer.alloc(512 * 1024, 'x');
      while (recorder.output(chunk));
      await drained.promise;
    } finally {
      limitFiles('unlimited:');
    }
    expect(recorder.output(Buffer.from('more'))).toBe(true);
    await recorder.flush();
    await recorder.close();
    expect(failures).toEqual([expect.objectContaining({ code: 'EFBIG' })]);
    expect(readFileSync(join(dir, 's.cast')).length).toBe(100_000);
  });

  it('goes on where it may, once the disk takes something again, and says how much is missing', async () => {
    const failures: unknown[] = [];
    const recorder = await startRecorder(dir, 's', HEADER, { ...quiet, onFailure: (error) => failures.push(error), againMs: 1 });
    recorder.output(Buffer.from('before'));
    await recorder.flush();
    const kept = read();
    limitFiles(`${kept.length}:`);
    try {
      recorder.output(Buffer.alloc(5_000, 'x'));
      await recorder.flush();
      // What was written of it is taken back, whoever looks meanwhile.
      expect(read()).toBe(kept);
      await expect.poll(() => failures.length).toBeGreaterThan(2);
      limitFiles('unlimited:');
      await expect.poll(read).toContain('not recorded');
    } finally {
      limitFiles('unlimited:');
    }
    recorder.output(Buffer.from('after'));
    await recorder.close();
    const lost = castEvent(0, 'o', 'x'.repeat(5_000)).length;
    expect(events().map(([, , data]) => data)).toEqual(['before', `\r\n\x1b[2m[${lost} B not recorded]\x1b[22m\r\n`, 'after']);
    expect(chainHolds(readFileSync(join(dir, 's.cast')), readFileSync(join(dir, 's.chain'), 'utf8'))).toBe(true);
  });

  it('tells at its end what never came to the disk', async () => {
    const recorder = await startRecorder(dir, 's', HEADER, { ...quiet, againMs: 1_000_000 });
    limitFiles('1000:');
    recorder.output(Buffer.alloc(5_000, 'x'));
    await recorder.flush();
    limitFiles('unlimited:');
    recorder.output(Buffer.from('also lost'));
    await Promise.all([recorder.close(), recorder.close()]);
    expect(events().map(([, , data]) => data)).toEqual([expect.stringMatching(/\[50\d\d B not recorded\]/)]);
  });
});

const limitFiles = (limit: string) => execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${limit}`]);
