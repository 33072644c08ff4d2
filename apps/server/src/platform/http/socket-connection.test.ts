import { createServer } from 'node:http';
import { createRateLimit } from '@postern/contract/bounds';
import { afterEach, beforeEach, expect, test } from 'vitest';
import WebSocket, { WebSocketServer } from 'ws';
import { z } from 'zod';
import { openSocketConnection, type SocketConnection } from './socket-connection.ts';

const KIB = 1024;
const messages = [{ name: 'number', shape: z.number(), rows: 'none' }];

let server: WebSocketServer;
let client: WebSocket;
let connection: SocketConnection;
let waiting: { bytes: number };
const http = createServer();

async function open(missed: 'tell' | 'close', rate = createRateLimit(1_000, 1_000)): Promise<void> {
  const joined = new Promise<SocketConnection>((resolve) => {
    server.once('connection', (ws) => {
      ws.pause();
      resolve(openSocketConnection(ws, { waiting, rate, person: 'ann', missed, messages }));
    });
  });
  client = new WebSocket(`ws://127.0.0.1:${(http.address() as { port: number }).port}`);
  await new Promise((resolve) => client.once('open', resolve));
  connection = await joined;
}

beforeEach(async () => {
  waiting = { bytes: 0 };
  server = new WebSocketServer({ server: http, autoPong: false });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  client.terminate();
  for (const ws of server.clients) ws.terminate();
  server.close();
  await new Promise((resolve) => http.close(resolve));
});

const frame = (n: number) => JSON.stringify({ n, rest: 'x'.repeat(64 * KIB) });

test('drops what a client does not take, keeps little, and tells how much was dropped', async () => {
  await open('tell');
  const got: { n?: number; event?: string; frames?: number }[] = [];
  client.on('message', (data) => got.push(JSON.parse(data.toString())));
  client.pause();
  let most = 0;
  // The kernel keeps some; far more than that is sent.
  for (let n = 0; n < 2_000; n += 1) {
    connection.send(frame(n));
    most = Math.max(most, waiting.bytes);
  }
  expect(most).toBeLessThanOrEqual(256 * KIB);
  client.resume();
  await expect.poll(() => got.at(-1)?.event).toBe('missed');
  const kept = got.filter((one) => one.n !== undefined);
  expect(kept.length + (got.at(-1)?.frames ?? 0)).toBe(2_000);
  expect(kept.map((one) => one.n)).toEqual(Array.from({ length: kept.length }, (_, at) => at));
  await connection.drained();
  expect(waiting.bytes).toBe(0);
  expect(connection.send(frame(2_000))).toBe(false);
  await expect.poll(() => got.at(-1)?.n).toBe(2_000);
});

test('makes whoever asks wait until the client has read', async () => {
  await open('tell');
  const got: number[] = [];
  client.on('message', (data) => got.push(JSON.parse(data.toString()).n));
  client.pause();
  let sent = 0;
  const all = (async () => {
    for (; sent < 500; sent += 1) if (!connection.send(frame(sent))) await connection.drained();
  })();
  await expect.poll(() => waiting.bytes).toBeGreaterThan(0);
  expect(sent).toBeLessThan(500);
  client.resume();
  await all;
  await expect.poll(() => got.length).toBe(500);
});

test('sends away who asks for everything when it comes back', async () => {
  await open('close');
  const gone = new Promise((resolve) => client.once('close', (code, reason) => resolve([code, reason.toString()])));
  client.pause();
  for (let n = 0; n < 1_000; n += 1) connection.send(frame(n));
  client.resume();
  expect(await gone).toEqual([1013, 'Too far behind']);
  await expect.poll(() => waiting.bytes).toBe(0);
});

test('takes messages one after the other, in order, none lost, however slow the work is', async () => {
  await open('tell', createRateLimit(200, 5));
  const seen: unknown[] = [];
  let atOnce = 0;
  let most = 0;
  connection.onMessage(async ({ value }) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    seen.push(value);
    atOnce -= 1;
  });
  for (let n = 0; n < 100; n += 1) client.send(String(n));
  await expect.poll(() => seen.length).toBe(100);
  expect(seen).toEqual(Array.from({ length: 100 }, (_, n) => n));
  expect(most).toBe(1);
});

test('takes up what its route declares, and nothing else', async () => {
  await open('tell');
  const seen: unknown[] = [];
  connection.onMessage((message) => void seen.push(message));
  for (const text of ['"1"', '{}', '[1]', 'null', '', '{', '1e400', '7']) client.send(text);
  client.send(Buffer.from('8'));
  await expect.poll(() => seen.length).toBe(2);
  expect(seen).toEqual([
    { name: 'number', value: 7 },
    { name: 'number', value: 8 },
  ]);
});

test('ignores what nobody listens to', async () => {
  await open('tell');
  connection.start();
  for (let n = 0; n < 2_000; n += 1) client.send('hello');
  const answered = new Promise((resolve) => client.once('message', resolve));
  connection.send('still here');
  expect(String(await answered)).toBe('still here');
});
