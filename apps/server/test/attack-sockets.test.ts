import { setImmediate as turn } from 'node:timers/promises';
import { createUser } from '@postern/testkit/factories';
import { until } from '@postern/testkit/until';
import { sql } from 'kysely';
import { afterAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { serverOfFile } from './harness.ts';

/** What somebody with an ordinary account does with WebSockets to end the server, or to slow it for others. */

const LOG = '/ws/ops/tasks/log/';
const MESSAGES = '/ws/notifications/site-msg/';
const MIB = 1024 * 1024;

let run: string;
const open = new Set<WebSocket>();
const server = serverOfFile();
afterAll(async () => {
  for (const socket of open) socket.terminate();
});

interface Person {
  headers: Record<string, string>;
  id: string;
}

async function person(): Promise<Person> {
  const user = await createUser(await server.as('admin'));
  const { cookies } = await server.browser(String(user.username));
  return { headers: cookies.headers('GET'), id: String(user.id) };
}

/** The open socket, or the status of the refusal. */
function connect(path: string, { headers }: Person): Promise<WebSocket | { status: number; retry: string | undefined }> {
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}${path}`, { headers });
  return new Promise((resolve, reject) => {
    socket.on('unexpected-response', (_request, response) =>
      resolve({ status: response.statusCode ?? 0, retry: response.headers['retry-after'] }),
    );
    socket.on('error', reject);
    socket.on('open', () => {
      open.add(socket);
      resolve(socket);
    });
  });
}

async function opened(path: string, who: Person): Promise<WebSocket> {
  const socket = await connect(path, who);
  if (!(socket instanceof WebSocket)) throw new Error(`refused: ${socket.status}`);
  return socket;
}

/** A run of somebody with 4 MiB of output. */
async function longRun({ id }: Person): Promise<string> {
  run = crypto.randomUUID();
  const { db } = server.platform.database;
  await sql`insert into task_runs (id, name, kwargs, is_finished, date_published, user_id, org_id, language, state)
    values (${run}, 'task-retention', '{}', true, now(), ${id}, '00000000-0000-0000-0000-000000000002', 'en', 'SUCCESS')`.execute(db);
  await sql`insert into task_logs (run_id, seq, text)
    select ${run}::uuid, n, lpad(n::text, 8, '0') || repeat('x', 4087) || chr(10) from generate_series(1, 1024) n`.execute(db);
  return run;
}

async function figure(name: string): Promise<number> {
  const { body } = await server.anyone.get<string>('/api/v1/prometheus/metrics/');
  const line = String(body)
    .split('\n')
    .find((text) => text.startsWith(name));
  return line ? Number(line.split(' ').at(-1)) : Number.NaN;
}

const closed = (socket: WebSocket): Promise<{ code: number; reason: string }> =>
  new Promise((resolve) => {
    if (socket.readyState === WebSocket.CLOSED) resolve({ code: 0, reason: '' });
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
  });

describe('many sockets', () => {
  test('of one person are refused past a number, and told when to come again; others come in', async () => {
    const [greedy, other] = [await person(), await person()];
    const answers = await Promise.all(Array.from({ length: 40 }, () => connect(LOG, greedy)));
    const refused = answers.flatMap((answer) => (answer instanceof WebSocket ? [] : [answer]));
    expect(answers.length - refused.length).toBe(8);
    expect(refused[0]).toEqual({ status: 429, retry: expect.stringMatching(/^\d+$/) });
    await opened(LOG, other);
    await opened(MESSAGES, greedy);
    // A place is free again when its socket has gone.
    const [first] = answers;
    if (first instanceof WebSocket) first.terminate();
    await expect.poll(async () => (await connect(LOG, greedy)) instanceof WebSocket).toBe(true);
  });

  test('of all paths together are bounded as well', async () => {
    const greedy = await person();
    const answers = await Promise.all(Array.from({ length: 100 }, (_, at) => connect(at % 2 ? LOG : MESSAGES, greedy)));
    expect(answers.filter((answer) => answer instanceof WebSocket).length).toBeLessThanOrEqual(40);
  });
});

describe('a client that does not read', () => {
  test('makes the log wait instead of filling the memory, and misses nothing in the end', async () => {
    const greedy = await person();
    const task = await longRun(greedy);
    const sockets = await Promise.all(Array.from({ length: 8 }, () => opened(LOG, greedy)));
    const before = process.memoryUsage();
    for (const socket of sockets) {
      socket.pause();
      for (let at = 0; at < 8; at += 1) socket.send(JSON.stringify({ task }));
    }
    await expect.poll(() => figure('postern_socket_queue_bytes')).toBeGreaterThan(64 * 1024);
    let most = 0;
    let looks = 0;
    await until('it was looked at often', 60_000, async () => {
      most = Math.max(most, await figure('postern_socket_queue_bytes'));
      looks += 1;
      return looks > 30;
    });
    expect(most).toBeLessThan(8 * 512 * 1024);
    const after = process.memoryUsage();
    // Unbounded, these clients would cost 8 × 16 MiB and more.
    expect(after.heapUsed + after.external - before.heapUsed - before.external).toBeLessThan(96 * MIB);
    const [one] = sockets;
    const seen: number[] = [];
    let whole = 0;
    const end = new Promise<void>((resolve) => {
      one?.on('message', (data) => {
        const frame = JSON.parse(data.toString()) as { message?: string; event?: string };
        for (const [, n] of (frame.message ?? '').matchAll(/(\d{8})x/g)) seen.push(Number(n));
        if (frame.event === 'end') whole += 1;
        if (whole === 1) resolve();
      });
    });
    one?.resume();
    await end;
    // Each request begins anew; the last run through is whole and in order.
    expect(seen.slice(-1024)).toEqual(Array.from({ length: 1024 }, (_, at) => at + 1));
  });

  test('and sends pings all the time gets no heap of answers', async () => {
    const greedy = await person();
    const socket = await opened(LOG, greedy);
    socket.pause();
    const payload = Buffer.alloc(120);
    for (let at = 0; at < 200_000 && socket.readyState === WebSocket.OPEN; at += 1) {
      socket.ping(payload);
      if (at % 2_000 === 0) await turn();
    }
    expect(await figure('postern_socket_queue_bytes')).toBeLessThan(MIB);
    expect((await server.anyone.get('/api/health/')).status).toBe(200);
    socket.terminate();
  });
});

describe('a client that sends fast', () => {
  test('is cut off with a reason; the database is not asked for every message', async () => {
    const greedy = await person();
    const socket = await opened(LOG, greedy);
    const gone = closed(socket);
    for (let at = 0; at < 20_000; at += 1) socket.send(JSON.stringify({ task: crypto.randomUUID() }));
    expect(await figure('postern_database_connections{state="waiting"}')).toBeLessThan(50);
    expect(await gone).toEqual({ code: 1008, reason: 'Too many messages' });
    expect((await server.anyone.get('/api/health/')).status).toBe(200);
  });

  test('or sends more than any message holds is cut off', async () => {
    const socket = await opened(LOG, await person());
    const gone = closed(socket);
    socket.send('x'.repeat(64 * 1024));
    expect((await gone).code).toBe(1009);
  });
});
