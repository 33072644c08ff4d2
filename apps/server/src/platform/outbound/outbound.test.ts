import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import tls from 'node:tls';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Lookup } from './guarded-address.ts';
import { createOutbound, type Outbound, type OutboundRequest } from './outbound.ts';

const LOOPBACK = ['127.0.0.0/8', '::1'];
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

function client(allow: readonly string[] = LOOPBACK, lookup?: Lookup): Outbound {
  const outbound = createOutbound({ allow, lookup });
  open.push(outbound);
  return outbound;
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({
    close() {
      server.closeAllConnections();
      server.close();
    },
  });
  return (server.address() as AddressInfo).port;
}

const serve = (answer: RequestListener): Promise<number> => listen(createServer(answer));
const why = async (outbound: Outbound, url: string, request?: OutboundRequest): Promise<string> =>
  outbound.fetch(url, request).then(
    ({ status }) => `answered ${status}`,
    (error: { why: string; detail: string }) => `${error.why} ${error.detail}`.trim(),
  );

/** A port on which somebody answers, so that a refusal is ours and not the system's. */
const hello = (): Promise<number> => serve((_request, response) => response.end('hello'));

test('an allowed place is answered, with its headers and body', async () => {
  const port = await serve((request, response) => {
    response.setHeader('x-seen', `${request.method} ${request.url} ${request.headers['accept-encoding']}`);
    request.pipe(response.writeHead(201));
  });
  const answer = await client().fetch(`http://127.0.0.1:${port}/a?b=c`, { method: 'POST', body: 'grüße' });
  expect(answer).toMatchObject({ status: 201, body: 'grüße', headers: { 'x-seen': 'POST /a?b=c identity' } });
});

test.each([
  (port: number) => `http://127.0.0.1:${port}/`,
  (port: number) => `http://localhost:${port}/`,
  (port: number) => `http://2130706433:${port}/`,
  (port: number) => `http://0x7f000001:${port}/`,
  (port: number) => `http://0177.0.0.1:${port}/`,
  (port: number) => `http://127.1:${port}/`,
  (port: number) => `http://0.0.0.0:${port}/`,
  (port: number) => `http://0:${port}/`,
  (port: number) => `http://[::1]:${port}/`,
  (port: number) => `http://[::]:${port}/`,
  (port: number) => `http://[::ffff:127.0.0.1]:${port}/`,
  (port: number) => `http://[::ffff:7f00:1]:${port}/`,
  (port: number) => `http://[0:0:0:0:0:ffff:127.0.0.1]:${port}/`,
  (port: number) => `http://[64:ff9b::7f00:1]:${port}/`,
  (port: number) => `http://①②⑦.0.0.1:${port}/`,
  () => 'http://169.254.169.254/latest/meta-data/',
  () => 'https://169.254.169.254/',
  () => 'http://[fd00:ec2::254]/latest/meta-data/',
  () => 'https://100.100.100.200/',
])('%s leads nowhere, named or not', async (address) => {
  const url = address(await hello());
  expect(await why(client([]), url)).toBe('blocked address');
  expect(await why(client([]), url, { named: true })).toBe('blocked address');
});

test.each([
  'ftp://1.1.1.1/',
  'file:///etc/passwd',
  'https://user:word@example.org/',
  'https:///',
  'data:text/plain,x',
  'nonsense',
  'unix:/run/x',
])('%s is no address to fetch', async (url) => {
  expect(await why(client(), url)).toBe('blocked url');
});

test('private ranges are for named places only, and want TLS', async () => {
  const lookup: Lookup = async () => [{ address: 'fd12:3456:789a::1', family: 6 }];
  expect(await why(client([], lookup), 'https://cloud.example/')).toBe('blocked address');
  expect(await why(client([], lookup), 'http://cloud.example/', { named: true })).toBe('blocked plain http');
  expect(await why(client([], lookup), 'https://cloud.example/', { named: true, limit: 100 })).not.toMatch(/^(blocked|answered)/);
});

test('a name with one good and one bad address is refused', async () => {
  const lookup: Lookup = async () => [
    { address: '127.0.0.1', family: 4 },
    { address: '169.254.169.254', family: 4 },
  ];
  expect(await why(client(['127.0.0.1'], lookup), `http://two.example:${await hello()}/`)).toBe('blocked address');
});

test('a name that changes its mind is asked once for a connection, and that answer is used', async () => {
  const port = await hello();
  const answers = ['127.0.0.1', '127.0.0.2', '169.254.169.254'];
  const asked: string[] = [];
  const lookup: Lookup = async (name) => {
    asked.push(name);
    return [{ address: answers[asked.length - 1] ?? '', family: 4 }];
  };
  // Only the first answer is allowed: a second resolution anywhere below would end on another address.
  expect(await why(client(['127.0.0.1'], lookup), `http://rebind.example:${port}/`)).toBe('answered 200');
  expect(asked).toEqual(['rebind.example']);
  expect(await why(client(['127.0.0.1'], lookup), `http://rebind.example:${port}/`)).toBe('blocked address');
});

test('a connection made for a named place is not lent to a request that is not', async () => {
  const asked: string[] = [];
  const lookup: Lookup = async (name) => {
    asked.push(name);
    return [{ address: '127.0.0.1', family: 4 }];
  };
  const [outbound, port] = [client(LOOPBACK, lookup), await hello()];
  const ask = async (named: boolean): Promise<number> => {
    await outbound.fetch(`http://pool.example:${port}/`, { named });
    // The connection goes back to its pool after the answer.
    await turn();
    return asked.length;
  };
  expect([await ask(true), await ask(true), await ask(false)]).toEqual([1, 1, 2]);
});

test('redirects stay within the origin, are few, and only for GET', async () => {
  const elsewhere = await hello();
  const port = await serve((request, response) => {
    const to = new URL(request.url ?? '/', 'http://x').searchParams.get('to');
    if (to === null) return response.end('here');
    response.writeHead(302, { location: to === 'loop' ? '/?to=loop' : to }).end();
  });
  const origin = `http://127.0.0.1:${port}`;
  const via = (to: string) => `${origin}/?to=${encodeURIComponent(to)}`;
  expect(await why(client(), via('/there'))).toBe('answered 200');
  expect(await why(client(), via('/there'), { method: 'POST', body: 'secret' })).toBe('redirect');
  expect(await why(client(), via('loop'))).toBe('redirect');
  expect(await why(client(), via(`http://127.0.0.1:${elsewhere}/`))).toBe('redirect');
  expect(await why(client(), via(`//localhost:${port}/`))).toBe('redirect');
  expect(await why(client(), via('http://169.254.169.254/latest/meta-data/'))).toBe('redirect');
  expect(await why(client(), via('file:///etc/passwd'))).toBe('blocked url');
});

test('huge bodies, slow bodies and slow headers end, and so does a caller who gives up', async () => {
  const port = await serve((request, response) => {
    if (request.url === '/huge') {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    }
    if (request.url === '/slow') {
      response.write('a');
      const drip = setInterval(() => response.write('a'), 20);
      response.on('close', () => clearInterval(drip));
    }
  });
  const at = (path: string) => `http://127.0.0.1:${port}${path}`;
  expect(await why(client(), at('/huge'), { maxBytes: 1_000_000 })).toBe('too_large');
  expect(await why(client(), at('/slow'), { limit: 300 })).toBe('timeout');
  expect(await why(client(), at('/silent'), { limit: 300 })).toBe('timeout');
  expect(await why(client(), at('/silent'), { signal: AbortSignal.timeout(100) })).toBe('aborted');
  expect(await why(client(), at('/silent'), { signal: AbortSignal.abort() })).toBe('aborted');
});

test('a name that is never resolved, and a place that never takes the connection, end in time', async () => {
  const silent: Lookup = () => new Promise(() => undefined);
  expect(await why(client([], silent), 'https://cloud.example/', { limit: 100 })).toBe('timeout');
  expect(await why(client([], silent), 'https://cloud.example/', { signal: AbortSignal.timeout(100) })).toBe('aborted');
});

test('nothing said about a failure repeats the address, a header or the body', async () => {
  const closed = await hello();
  for (const thing of open.splice(0)) await thing.close();
  const canary = 'canary-7f3a';
  const request: OutboundRequest = { method: 'POST', body: canary, headers: { authorization: canary } };
  for (const url of [`http://127.0.0.1:${closed}/?key=${canary}`, `https://u:${canary}@example.org/`, `http://%/${canary}`]) {
    const error: Error = await client()
      .fetch(url, request)
      .catch((caught) => caught);
    const cause = error.cause as (Error & Record<string, unknown>) | undefined;
    expect([error.message, error.stack, JSON.stringify(error), cause?.stack, JSON.stringify(cause)].join()).not.toContain(canary);
  }
});

const folder = mkdtempSync(join(tmpdir(), 'postern-outbound-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('certificates are verified, by name too', async () => {
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=good.example', '-addext', 'subjectAltName=DNS:good.example'];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-days',
      '2',
      ...subject,
      '-keyout',
      key,
      '-out',
      cert,
    ],
    {
      stdio: 'ignore',
    },
  );
  const pem = readFileSync(cert, 'utf8');
  const port = await listen(
    createTlsServer({ key: readFileSync(key), cert: pem }, (_request, response) => response.end('safe')) as unknown as Server,
  );
  const lookup: Lookup = async () => [{ address: '127.0.0.1', family: 4 }];
  expect(await why(client(LOOPBACK, lookup), `https://good.example:${port}/`)).toMatch(/^untrusted (DEPTH_ZERO_)?SELF_SIGNED/);
  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([pem]);
  try {
    expect(await why(client(LOOPBACK, lookup), `https://good.example:${port}/`)).toBe('answered 200');
    expect(await why(client(LOOPBACK, lookup), `https://other.example:${port}/`)).toBe('untrusted ERR_TLS_CERT_ALTNAME_INVALID');
  } finally {
    tls.setDefaultCACertificates(before);
  }
});

test('a file comes as bytes, under the same rules, and is not sent elsewhere', async () => {
  const bytes = Buffer.from([0, 255, 254, 10, 13, 128]);
  const port = await serve((request, response) => {
    if (request.url === '/away') response.writeHead(302, { location: '/file' }).end();
    else response.end(bytes);
  });
  const outbound = client();
  const { status, body } = await outbound.open(`http://127.0.0.1:${port}/file`);
  const parts: Buffer[] = [];
  for await (const part of body as AsyncIterable<Buffer>) parts.push(part);
  expect(status).toBe(200);
  expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  const away = await outbound.open(`http://127.0.0.1:${port}/away`);
  away.body.on('error', () => undefined).destroy();
  expect(away.status).toBe(302);
  await expect(client([]).open(`http://127.0.0.1:${port}/file`, { named: true })).rejects.toMatchObject({ why: 'blocked' });
});
