import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRecording } from './open-recording.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'postern-open-recording-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const limitFiles = (limit: string) => execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${limit}`]);

const opened = (strict: boolean, on: { drained(): void; failed(): void }, notes: string[], spoolDir = dir) =>
  openRecording(
    { spoolDir, id: 's', title: '', size: { cols: 80, rows: 24 }, strict, log: { warn: (_data, note) => notes.push(note) } },
    on,
  );
const nothing = { drained: () => undefined, failed: () => undefined };

describe.each([true, false])('a recording that has to be there: %s', (strict) => {
  it('cannot be started', async () => {
    const notes: string[] = [];
    const start = opened(strict, nothing, notes, join(dir, 'missing'));
    if (strict) await expect(start).rejects.toMatchObject({ reason: 'recording_failed' });
    else expect(await start).toBeUndefined();
    expect(notes).toEqual(['recording could not be started']);
  });

  it('cannot go on', async () => {
    const notes: string[] = [];
    let failed = 0;
    const recorder = await opened(strict, { ...nothing, failed: () => (failed += 1) }, notes);
    // The kernel refuses to let any file of this process grow further, as a full disk would.
    limitFiles('1000:');
    try {
      recorder?.output(Buffer.alloc(2_000, 'x'));
      await recorder?.flush();
    } finally {
      limitFiles('unlimited:');
    }
    expect([failed, notes]).toEqual([strict ? 1 : 0, ['recording failed']]);
    await recorder?.close();
  });
});
