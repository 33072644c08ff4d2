import { createServer, get, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { boundConnections } from './connections.ts';

let server: Server;
let port: number;
let sockets: Socket[];

beforeEach(async () => {
  sockets = [];
  server = createServer((request, response) => {
    if (request.url === '/never') return;
    response.end('here');
  });
  boundConnections(server, { all: 20, each: 8, exempt: (ip) => ip === '127.0.0.99' });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as { port: number }).port;
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function open(localAddress: string, count: number, words = ''): void {
  for (let at = 0; at < count; at += 1) {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined).resume();
    if (words) socket.write(words);
    sockets.push(socket);
  }
}

const there = (): Promise<number> =>
  new Promise((resolve, reject) => server.getConnections((error, n) => (error ? reject(error) : resolve(n))));
const answer = (localAddress: string): Promise<string> =>
  new Promise((resolve) => {
    get({ port, host: '127.0.0.1', localAddress, agent: false }, (response) => {
      response.once('data', (part) => resolve(String(part)));
    }).once('error', (error) => resolve(error.message));
  });

test('one address has its share, whether its connections are silent, slow or unread', async () => {
  open('127.0.0.2', 10);
  open('127.0.0.2', 10, 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow:');
  open('127.0.0.2', 10, 'GET /never HTTP/1.1\r\nHost: x\r\n\r\n');
  await expect.poll(there).toBe(8);
  await expect.poll(() => sockets.filter((socket) => socket.closed).length).toBe(22);
  expect(await answer('127.0.0.2')).toBe('here');
});

test('many addresses together keep nobody out', async () => {
  for (let at = 2; at < 30; at += 1) open(`127.0.0.${at}`, 4);
  await expect.poll(there).toBe(20);
  expect(await answer('127.0.0.200')).toBe('here');
  expect(await answer('127.0.0.5')).toBe('here');
});

test('a proxy of ours is not counted', async () => {
  open('127.0.0.99', 40);
  await expect.poll(there).toBe(40);
});

test('whoever asks again and again stays; who is idle goes', async () => {
  open('127.0.0.3', 1);
  const [busy] = sockets;
  let answers = 0;
  busy?.on('data', (part) => {
    answers += String(part).split('here').length - 1;
  });
  for (let round = 1; round <= 5; round += 1) {
    busy?.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => answers).toBe(round);
    open('127.0.0.3', 7);
    await expect.poll(there).toBe(8);
  }
  expect(busy?.closed).toBe(false);
});
