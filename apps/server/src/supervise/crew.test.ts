import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@postern/testkit/ports';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { upOf } from '../../test/supervised.ts';
import type { ChildSpec } from './child.ts';
import { type Door, openDoor } from './doors.ts';
import { startUp, type Up } from './up.ts';

/** Real processes that take connections from one port. */

let dataDir: string;
let lines: string[];
let running: Up | null;
let door: Door;
let port: number;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'postern-crew-'));
  lines = [];
  running = null;
  port = await freePort();
  door = await openDoor('127.0.0.1', port);
});

afterEach(async () => {
  running?.stop();
  await running?.finished;
  door.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Answers with its process id, and has hardly a moment when it is asked to. */
const BODY = `
  const channel = require('node:diagnostics_channel').channel('postern.ready');
  const spin = (ms) => { const end = Date.now() + ms; while (Date.now() < end); };
  let busy;
  const server = require('node:http').createServer((request, response) => {
    if (request.url === '/busy') busy ??= setInterval(() => spin(40), 41);
    if (request.url === '/freeze') { response.end(); setTimeout(() => spin(60_000), 50); return; }
    response.end(String(process.pid));
  }).listen({ fd: 5 }, () => { console.log('here ' + process.pid); channel.publish(true); });
  process.on('SIGTERM', () => server.close(() => process.exit(0)));`;

const server = (place: number): ChildSpec => ({
  name: place === 1 ? 'server' : `server ${place}`,
  args: ['-e', BODY],
  env: process.env,
  stopLimitMs: 1_000,
  frozenMs: 2_000,
  doors: [door],
  place,
});

async function start(processes: ChildSpec[]): Promise<void> {
  running = await startUp(await upOf(dataDir, processes, (line) => lines.push(line)));
}

const ask = async (path = '/'): Promise<number> => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { connection: 'close' }, signal: AbortSignal.timeout(15_000) });
  return Number(await answer.text());
};
const here = (): number[] => lines.flatMap((line) => /here (\d+)$/.exec(line)?.[1] ?? []).map(Number);
const until = (look: () => boolean): Promise<void> => expect.poll(look, { timeout: 15_000, message: 'it never happened' }).toBe(true);

/** One of ours: what it answers may be here before the line that it printed. */
const known = (pid: number): Promise<void> => until(() => here().includes(pid));

describe('several servers', () => {
  test('another one is called when those that run have hardly a moment, each at its turn', async () => {
    await start([server(1), server(2), server(3)]);
    await until(() => here().length === 1);
    await ask('/busy');
    await until(() => here().length === 2);
    expect(lines.some((line) => line.includes('The server is busy: another one starts (server 2)'))).toBe(true);
    // The second does nothing, so that the third has no reason to come; it would be here before the first is seen idle again.
    const [first, second] = here();
    process.kill(first ?? 0, 'SIGKILL');
    await until(() => here().length === 3);
    expect(lines.filter((line) => line.includes('another one starts'))).toHaveLength(1);
    expect(here()[1]).toBe(second);
  });

  test('they are renewed one after the other, and nobody is turned away', async () => {
    await start([server(1), server(2)]);
    await until(() => here().length === 1);
    await ask('/busy');
    await until(() => here().length === 2);
    const before = new Set(here());
    let asked = 0;
    let over = false;
    const asking = (async () => {
      const from = new Set<number>();
      while (!over) {
        from.add(await ask());
        asked += 1;
      }
      return from;
    })();
    await running?.renewServers();
    const after = here().slice(2);
    over = true;
    await asking;
    expect(after).toHaveLength(2);
    expect(after.some((pid) => before.has(pid))).toBe(false);
    expect(asked).toBeGreaterThan(0);
    // The second went when the first was back.
    const back = lines.findIndex((line) => line.endsWith(`here ${after[0]}`));
    expect(lines.findIndex((line) => line.endsWith(`here ${after[1]}`))).toBeGreaterThan(back);
  });

  test('whoever comes while the only one is away waits until it is back', async () => {
    await start([server(1)]);
    await until(() => here().length === 1);
    process.kill(here()[0] ?? 0, 'SIGKILL');
    await expect.poll(() => lines.some((line) => line.includes('ended (SIGKILL)'))).toBe(true);
    await known(await ask());
    expect(here()).toHaveLength(2);
  });

  test('nobody waits for one that has frozen while another one has a moment', async () => {
    await start([server(1), server(2)]);
    await until(() => here().length === 1);
    await ask('/busy');
    await until(() => here().length === 2);
    await ask('/freeze');
    await until(() => lines.some((line) => line.includes('does not answer')));
    for (let turn = 0; turn < 5; turn += 1) await known(await ask());
  });
});

test('a port that somebody else has is not taken quietly', async () => {
  const taken = await freePort();
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(taken, '127.0.0.1', resolve));
  await expect(openDoor('127.0.0.1', taken)).rejects.toThrow(`Port ${taken} of 127.0.0.1 is taken`);
  await new Promise((resolve) => other.close(resolve));
});
