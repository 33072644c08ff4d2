import { type ChildProcess, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { mayMount } from '@postern/testkit/may-mount';
import { openPage, type Page } from '@postern/testkit/terminal-page';
import { until } from '@postern/testkit/until';
import { afterEach, expect, test } from 'vitest';
import { allOf } from './cast.ts';
import { chainHolds } from './chain.ts';
import { FAULTS, type Fault, type Lost } from './fault-table.ts';
import { type GatewayProcesses, gatewayProcesses } from './gateway-process.ts';
import { ANN_COOKIE, eventually } from './world.ts';

// Fault × mode: what of a recording is lost (docs/evidence.md#faults). Both modes meet a fault together, each in a session of its own.

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const MODES = ['strict', 'best_effort'] as const;
type Mode = (typeof MODES)[number];

interface Carried {
  mode: Mode;
  page: Page;
  id: string;
}

/** Lines with a number that only counts up, and the millisecond at which each was printed; any line that is entered ends them, and the session. */
const TICKS = 'i=0; while ! read -t 0.02 x; do i=$((i+1)); echo "line-$i at $(date +%s%3N)."; done; exit\r';
const lines = (text: string): { n: number; at: number }[] =>
  [...text.matchAll(/line-(\d+)(?: at (\d+))?\./g)].map(([, n, at]) => ({ n: Number(n), at: Number(at ?? 0) }));
const last = (text: string) => lines(text).at(-1) ?? { n: 0, at: 0 };

/** A session in each mode. */
async function sessions({ port, token }: GatewayProcesses): Promise<Carried[]> {
  return Promise.all(
    MODES.map(async (mode) => {
      const page = openPage(port, `token=${token({ recording: mode })}`, { cookie: ANN_COOKIE });
      return { mode, page, id: JSON.parse((await page.frame('TERMINAL_SESSION')).data).session.id };
    }),
  );
}
const ticking = async (all: readonly Carried[]): Promise<void> => {
  for (const { page } of all) page.type(TICKS);
  await Promise.all(all.map(({ page }) => eventually(() => last(page.text()).n >= 40)));
};
/** Enters lines until one is taken: `read` loses what comes in the moment in which it gives up. */
async function leaves({ page }: Carried): Promise<void> {
  let over = false;
  void page.closed.then(() => {
    over = true;
  });
  await until(
    'the session is over',
    60_000,
    () => {
      if (!over) page.type('\r');
      return over;
    },
    200,
  );
}

/** The recording as the core has it, with a chain over all of it. */
async function kept({ core, spool }: GatewayProcesses, { id }: Carried): Promise<string> {
  const replay = await eventually(() => core.replays.get(id));
  const cast = gunzipSync(replay.file);
  expect(chainHolds(cast, String(replay.chain))).toBe(true);
  await eventually(() => core.sessions.get(id)?.has_replay === true && core.sessions.get(id)?.is_finished === true);
  await eventually(() => readdirSync(spool).every((name) => !name.startsWith(id)));
  return allOf(cast);
}

/** What a person saw, against what was kept of it. */
const HELD: Readonly<Record<Lost, (seen: string, cast: string) => void>> = {
  nothing: (seen, cast) => expect(lines(cast).slice(0, lines(seen).length)).toEqual(lines(seen)),
  second(seen, cast) {
    expect(lines(cast).map(({ n }) => n)).toEqual(lines(cast).map((_, at) => at + 1));
    expect(last(seen).at - last(cast).at).toBeLessThan(1_000);
  },
  rest(seen, cast) {
    const [saw, has] = [lines(seen), lines(cast)];
    expect(has.length).toBeGreaterThan(100);
    expect(has).toEqual(saw.slice(0, has.length));
  },
  gap(seen, cast) {
    const [saw, has] = [new Set(lines(seen).map(({ n }) => n)), new Set(lines(cast).map(({ n }) => n))];
    expect([...has].every((n) => saw.has(n))).toBe(true);
    expect(has.size).toBeLessThan(saw.size);
    expect(has.has(last(seen).n)).toBe(true);
    expect(cast).toMatch(/\[\d+ B not recorded\]/);
  },
};

const hold = (core: GatewayProcesses['core'], matches: (path: string, method: string) => boolean) => {
  const gate = Promise.withResolvers<void>();
  let held = 0;
  core.before = (request, path) => {
    if (!matches(path, request.method ?? '')) return undefined;
    held += 1;
    return gate.promise;
  };
  return {
    held: () => held,
    release() {
      core.before = undefined;
      gate.resolve();
    },
  };
};
const uploads = (path: string): boolean => path.endsWith('/replay/');
const killed = async (child: ChildProcess): Promise<void> => {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
};

/** Brings a fault about; everything is well again when it is over. */
const BRING: Readonly<Record<Fault, (on: GatewayProcesses, first: () => Promise<ChildProcess>) => Promise<Carried[]>>> = {
  async 'the disk is full, and has room again'(on, start) {
    mkdirSync(on.dataDir, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', on.dataDir]);
    cleanups.splice(1, 0, () => void execFileSync('umount', ['-l', on.dataDir]));
    await start();
    const all = await sessions(on);
    // On a busy machine all that follows may come to the disk at once, and not fit.
    for (const { page } of all) page.type("seq -f 'line-%.0f.' 1 200\r");
    await eventually(() => all.every(({ id }) => readFileSync(join(on.spool, `${id}.cast`), 'utf8').includes('line-200.')));
    const ballast = join(on.dataDir, 'ballast');
    const { bavail, bsize } = statfsSync(on.dataDir);
    writeFileSync(ballast, Buffer.alloc(bavail * bsize - 300_000));
    for (const { page } of all) page.type("seq -f 'line-%.0f.' 201 60000; echo do''ne\r");
    const [strict, lenient] = all as [Carried, Carried];
    expect(JSON.parse((await strict.page.frame('CLOSE')).data)).toMatchObject({ reason: 'recording_failed' });
    // Also of a disk on which nothing else has room: it leaves without a file.
    await eventually(() => on.core.replays.get(strict.id));
    await lenient.page.see(/^done\r$/m);
    rmSync(ballast);
    await eventually(() => readFileSync(join(on.spool, `${lenient.id}.cast`), 'utf8').includes('not recorded'));
    lenient.page.type("seq -f 'line-%.0f.' 70001 70100; exit\r");
    await lenient.page.closed;
    return all;
  },

  async 'the storage is slow'(on, start) {
    await start();
    const all = await sessions(on);
    await ticking(all);
    const slow = hold(on.core, uploads);
    await Promise.all(all.map(leaves));
    await eventually(() => slow.held() === all.length);
    // Others are not held up by it, and are recorded.
    const more = await sessions(on);
    await ticking(more);
    await Promise.all(more.map(leaves));
    slow.release();
    return [...all, ...more];
  },

  async 'the storage is full, and has room again'(on, start) {
    await start();
    const all = await sessions(on);
    await ticking(all);
    on.core.full = true;
    await Promise.all(all.map(leaves));
    await eventually(() => on.core.refusedUploads >= all.length);
    expect(on.core.replays.size).toBe(0);
    // The spool keeps them, and others are recorded meanwhile.
    expect(all.every(({ id }) => existsSync(join(on.spool, `${id}.cast`)))).toBe(true);
    const more = await sessions(on);
    await ticking(more);
    await Promise.all(more.map(leaves));
    on.core.full = false;
    return [...all, ...more];
  },

  async 'the storage is gone, and comes back'(on, start) {
    await start();
    const all = await sessions(on);
    await ticking(all);
    let refused = 0;
    on.core.before = (request, path) => {
      if (!uploads(path)) return undefined;
      refused += 1;
      request.socket.destroy();
      return new Promise(() => undefined);
    };
    await Promise.all(all.map(leaves));
    await eventually(() => refused >= all.length);
    expect(on.core.replays.size).toBe(0);
    on.core.before = undefined;
    return all;
  },

  async 'the gateway is killed while it records'(on, start) {
    const first = await start();
    const all = await sessions(on);
    await ticking(all);
    await killed(first);
    await Promise.all(all.map(({ page }) => page.closed));
    await start();
    return all;
  },

  async 'the gateway is killed while it closes a session'(on, start) {
    const first = await start();
    const all = await sessions(on);
    await ticking(all);
    const closing = hold(on.core, (path, method) => method === 'PATCH' && path.startsWith('/terminal/sessions/'));
    await Promise.all(all.map(leaves));
    await eventually(() => closing.held() >= all.length && all.every(({ id }) => existsSync(join(on.spool, `${id}.end`))));
    await killed(first);
    closing.release();
    await start();
    return all;
  },

  async 'the gateway is killed while it ships'(on, start) {
    const first = await start();
    const all = await sessions(on);
    await ticking(all);
    const shipping = hold(on.core, uploads);
    await Promise.all(all.map(leaves));
    await eventually(() => shipping.held() === all.length);
    await killed(first);
    on.core.before = undefined;
    await start();
    return all;
  },

  async 'the server dies while it takes a recording'(on, start) {
    await start();
    const all = await sessions(on);
    await ticking(all);
    const cut = new Set<string>();
    on.core.before = (request, path) => {
      if (uploads(path) && !cut.has(path)) {
        cut.add(path);
        request.once('data', () => request.socket.destroy());
      }
      return undefined;
    };
    await Promise.all(all.map(leaves));
    await eventually(() => cut.size === all.length);
    return all;
  },
};

const mountable = mayMount();
const faults = (Object.keys(FAULTS) as Fault[]).filter((fault) => mountable || !fault.startsWith('the disk'));

test.each(faults)('%s', async (fault) => {
  const on = await gatewayProcesses(cleanups);
  const all = await BRING[fault](on, () => on.start());
  for (const one of all) HELD[FAULTS[fault][one.mode]](one.page.text(), await kept(on, one));
  // Each is there once, and nothing was put aside.
  expect([...on.core.replays.keys()].toSorted()).toEqual(all.map(({ id }) => id).toSorted());
  expect(readdirSync(on.spool)).toEqual([]);
});
