import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CHAIN_START, type ChainLine, chainHash } from '@postern/contract/evidence';
import { openPage } from '@postern/testkit/terminal-page';
import { afterEach, describe, expect, it } from 'vitest';
import { gatewayProcesses } from './gateway-process.ts';
import { ANN_COOKIE, eventually } from './world.ts';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});
const setUp = () => gatewayProcesses(cleanups);

const events = (cast: string) =>
  cast
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as [number, string, string]);

describe('a gateway that dies', () => {
  it('loses at most a second of the recording, and its next start closes the session out', async () => {
    const { core, port, token, start, spool, keyFile } = await setUp();
    const first = await start();
    expect(statSync(keyFile).mode & 0o777).toBe(0o600);
    const key = readFileSync(keyFile, 'utf8');
    const page = openPage(port, `token=${token()}`, { cookie: ANN_COOKIE });
    const { id } = JSON.parse((await page.frame('TERMINAL_SESSION')).data).session;
    page.type('while sleep 0.02; do date +tick-%s%N; done\r');
    await eventually(() => page.text().split('tick-').length > 70);
    first.kill('SIGKILL');
    await page.closed;

    const seen = [...page.text().matchAll(/tick-(\d+)\d{6}/g)].map(([, ms]) => Number(ms));
    expect(seen.length).toBeGreaterThan(50);
    const left = readFileSync(join(spool, `${id}.cast`), 'utf8');
    const kept = [...left.slice(0, left.lastIndexOf('\n')).matchAll(/tick-(\d+)\d{6}/g)].map(([, ms]) => Number(ms));
    expect((seen.at(-1) ?? 0) - (kept.at(-1) ?? 0)).toBeLessThan(1000);
    expect(core.sessions.get(id)?.is_finished).toBeUndefined();

    await start();
    const replay = await eventually(() => core.replays.get(id));
    const cast = gunzipSync(replay.file);
    expect(left.startsWith(cast.toString('utf8'))).toBe(true);
    // All that the spool had: several ticks may have come in one piece, so events are not counted.
    expect(events(cast.toString('utf8')).flatMap(([, , data]) => [...data.matchAll(/tick-(\d+)\d{6}/g)]).length).toBe(kept.length);
    let prev = CHAIN_START;
    let at = 0;
    for (const line of replay.chain.toString('utf8').trim().split('\n')) {
      const link = JSON.parse(line) as ChainLine;
      expect(link.sha256).toBe(chainHash(prev, cast.subarray(at, at + link.bytes)));
      prev = link.sha256;
      at += link.bytes;
    }
    expect(at).toBe(cast.length);
    await eventually(() => core.sessions.get(id)?.has_replay === true);
    expect(core.sessions.get(id)).toMatchObject({ is_finished: true, end_reason: 'gateway_lost' });
    await eventually(() => readdirSync(spool).length === 0);
    // The same gateway, not a new registration.
    expect(readFileSync(keyFile, 'utf8')).toBe(key);
  });

  it('keeps its evidence while the core is away and hands it over later', async () => {
    const { core, port, token, start, spool } = await setUp();
    const first = await start();
    const page = openPage(port, `token=${token()}`, { cookie: ANN_COOKIE });
    const { id } = JSON.parse((await page.frame('TERMINAL_SESSION')).data).session;
    page.type('echo still $((40+2)) here\r');
    await page.see('still 42 here');
    core.down = true;
    page.type('exit\r');
    await page.frame('CLOSE');
    const stopped = new Promise((done) => first.once('exit', done));
    first.kill('SIGTERM');
    await stopped;
    expect(readdirSync(spool)).toContain(`${id}.cast`);
    core.down = false;
    await start();
    const replay = await eventually(() => core.replays.get(id));
    expect(gunzipSync(replay.file).toString('utf8')).toContain('still 42 here');
    await eventually(() => core.sessions.get(id)?.is_finished === true);
    // The gateway was gone when the core came back, but it had written down what ended the session.
    expect(core.sessions.get(id)).toMatchObject({ end_reason: 'target_closed' });
    await eventually(() => core.commands.length === 2);
    expect(core.commands.map(({ input }) => input)).toEqual(['echo still $((40+2)) here', 'exit']);
  });

  it('loses no command that it had read, though it sends them in batches', async () => {
    const { core, port, token, start, dataDir } = await setUp();
    const first = await start();
    const page = openPage(port, `token=${token()}`, { cookie: ANN_COOKIE });
    await page.frame('TERMINAL_SESSION');
    for (const n of [1, 2, 3]) {
      page.type(`echo $((${n} + 100))\r`);
      await page.see(`${n + 100}\r\n`);
    }
    const waiting = join(dataDir, 'gateway', 'commands');
    const written = () => readdirSync(waiting).flatMap((name) => readFileSync(join(waiting, name), 'utf8').trim().split('\n'));
    // The last one is read when the next is begun.
    await eventually(() => written().length >= 2);
    expect(core.commands).toEqual([]);
    const read = written().length;
    first.kill('SIGKILL');
    await page.closed;
    await start();
    await eventually(() => core.commands.length >= read && written().length === 0);
    expect(core.commands.map(({ input }) => input)).toEqual([1, 2, 3].slice(0, read).map((n) => `echo $((${n} + 100))`));
    expect(new Set(core.commands.map(({ id }) => id)).size).toBe(read);
  });
});

describe('a disk that is full', () => {
  it('ends a session that must be recorded, and only that', async () => {
    const { core, port, token, start } = await setUp();
    // The kernel refuses to let any file of this process grow further, as a full disk would.
    await start(['prlimit', '--fsize=200000', '--']);
    const strict = openPage(port, `token=${token()}`, { cookie: ANN_COOKIE });
    const { id } = JSON.parse((await strict.frame('TERMINAL_SESSION')).data).session;
    strict.type('seq 1 200000; echo all\r');
    expect(JSON.parse((await strict.frame('CLOSE')).data)).toMatchObject({ reason: 'recording_failed' });
    const replay = await eventually(() => core.replays.get(id));
    const cast = gunzipSync(replay.file).toString('utf8');
    expect(cast.length).toBeGreaterThan(150_000);
    expect(cast.length).toBeLessThanOrEqual(200_000);
    expect(events(cast).length).toBeGreaterThan(2);

    const lenient = openPage(port, `token=${token({ recording: 'best_effort' })}`, { cookie: ANN_COOKIE });
    await lenient.frame('TERMINAL_SESSION');
    lenient.type('seq 1 200000; echo a""ll\r');
    await lenient.see(/^all\r$/m);
    lenient.type('exit\r');
    expect(JSON.parse((await lenient.frame('CLOSE')).data)).toMatchObject({ reason: 'target_closed' });
  });
});
