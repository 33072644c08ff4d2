import { createHash, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { rests } from '@postern/testkit/until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket, { WebSocketServer } from 'ws';
import { startTestServer, type TestServer } from './harness.ts';

/** A stand-in for the gateway's port that echoes: what is tested is the way there and back. */
let gateway: Server;
let sockets: WebSocketServer;
let server: TestServer;
beforeAll(async () => {
  gateway = createServer(async (request, response) => {
    if (request.url === '/koko/headers') return response.end(JSON.stringify(request.headers));
    response.writeHead(207, { 'x-from-gateway': 'yes', 'set-cookie': ['a=1', 'b=2'] });
    request.pipe(response);
  });
  sockets = new WebSocketServer({ server: gateway, handleProtocols: (offered) => [...offered][0] ?? false });
  sockets.on('connection', (ws, request) => {
    if (request.url?.includes('headers')) ws.send(JSON.stringify(request.headers));
    ws.on('message', (data, binary) => ws.send(data, { binary }));
  });
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  const { port } = gateway.address() as { port: number };
  server = await startTestServer({ settings: { gatewayPort: port } });
});
afterAll(async () => {
  await server.close();
  for (const ws of sockets.clients) ws.terminate();
  gateway.closeAllConnections();
  await new Promise((resolve) => gateway.close(resolve));
});

const hash = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');
const socketUrl = (path: string): string => `${server.url.replace('http', 'ws')}${path}`;

describe('what is passed on to the gateway', () => {
  test('a request goes there and its answer comes back, bytes and headers', async () => {
    const body = randomBytes(8 * 1024 * 1024);
    const response = await fetch(`${server.url}/koko/elfinder/?cmd=upload`, { method: 'POST', body });
    expect([response.status, response.headers.get('x-from-gateway'), response.headers.getSetCookie()]).toEqual([
      207,
      'yes',
      ['a=1', 'b=2'],
    ]);
    expect(hash(new Uint8Array(await response.arrayBuffer()))).toBe(hash(body));
  });

  test('says who the client is, whatever the client claims', async () => {
    const forged = { 'x-forwarded-for': '1.2.3.4', 'x-real-ip': '1.2.3.4', forwarded: 'for=1.2.3.4', cookie: 'jms_sessionid=abc' };
    const seen = (await (await fetch(`${server.url}/koko/headers`, { headers: forged })).json()) as Record<string, string>;
    expect(seen).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http', cookie: 'jms_sessionid=abc' });
    expect(seen).not.toHaveProperty('x-real-ip');
    expect(seen).not.toHaveProperty('forwarded');
  });

  test('a WebSocket carries text and bytes both ways, in order', async () => {
    const ws = new WebSocket(socketUrl('/koko/ws/terminal/?x=1'), ['JMS-KOKO']);
    const sent = Array.from({ length: 200 }, (_, at) => (at % 2 ? randomBytes(20_000) : Buffer.from(`text ${at}`)));
    const got: Buffer[] = [];
    const done = new Promise<void>((resolve, reject) => {
      ws.on('error', reject);
      ws.on('message', (data: Buffer) => {
        got.push(data);
        if (got.length === sent.length) resolve();
      });
    });
    await new Promise((resolve) => ws.once('open', resolve));
    expect(ws.protocol).toBe('JMS-KOKO');
    for (const message of sent) ws.send(message, { binary: message.length > 100 });
    await done;
    expect(got.map(hash)).toEqual(sent.map(hash));
    ws.close();
  });

  test('a client that reads nothing stops the gateway’s sending instead of filling our memory', async () => {
    const ws = new WebSocket(socketUrl('/koko/ws/slow/'));
    await new Promise((resolve) => ws.once('open', resolve));
    const before = sockets.clients.size;
    ws.pause();
    const [upstream] = [...sockets.clients].slice(-1);
    const chunk = Buffer.alloc(1024 * 1024);
    for (let sent = 0; sent < 64; sent += 1) upstream?.send(chunk);
    await rests('what the sender holds', () => upstream?.bufferedAmount ?? 0);
    // Most of it still waits at the sender: neither kernel nor proxy swallowed 64 MB.
    expect(upstream?.bufferedAmount).toBeGreaterThan(32 * 1024 * 1024);
    expect(before).toBeGreaterThan(0);
    ws.terminate();
  });

  test('the end of one side ends the other', async () => {
    const ws = new WebSocket(socketUrl('/koko/ws/end/'));
    await new Promise((resolve) => ws.once('open', resolve));
    const [upstream] = [...sockets.clients].slice(-1);
    const gone = new Promise((resolve) => upstream?.once('close', resolve));
    ws.terminate();
    await gone;
  });

  test('a gateway that is not there is a 502, for requests and sockets', async () => {
    const lonely = await startTestServer({ settings: { gatewayPort: 1 } });
    expect((await fetch(`${lonely.url}/koko/`)).status).toBe(502);
    const ws = new WebSocket(`${lonely.url.replace('http', 'ws')}/koko/ws/`);
    const status = await new Promise((resolve) => ws.once('unexpected-response', (_request, response) => resolve(response.statusCode)));
    expect(status).toBe(502);
    await lonely.close();
  });
});

describe('our own sockets', () => {
  const refusal = (path: string, headers: Record<string, string> = {}): Promise<unknown> =>
    new Promise((resolve) => {
      const ws = new WebSocket(socketUrl(path), { headers });
      ws.once('open', () => resolve('open'));
      ws.once('unexpected-response', (_request, response) => resolve(response.statusCode));
      ws.once('error', () => resolve('error'));
    });

  test('an unknown path is refused, a stranger as well', async () => {
    expect(await refusal('/ws/nothing/')).toBe(404);
    expect(await refusal('/ws/terminal-task/')).toBe(401);
  });

  test('a page of another site does not get in on the cookie', async () => {
    const admin = await server.browser('admin');
    const cookie = admin.cookies.text();
    expect(await refusal('/ws/terminal-task/', { cookie, origin: 'https://evil.example' })).toBe(403);
  });

  test('a person is not a component', async () => {
    const admin = await server.browser('admin');
    expect(await refusal('/ws/terminal-task/', { cookie: admin.cookies.text() })).toBe(403);
  });

  test('half a request on the port hurts nobody', async () => {
    const { port } = new URL(server.url);
    for (const text of [
      'GET',
      'GET / HTTP/1.1\r\nHost',
      '\u0000\u0001\u0002\r\n\r\n',
      'GET /%E0%A4%A HTTP/1.1\r\nHost: x\r\n\r\n',
      'GET /koko/ HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    ]) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      await new Promise<void>((written) => socket.write(text, () => written()));
      socket.destroy();
    }
    expect((await server.anyone.get('/api/health/')).status).toBe(200);
  });
});
