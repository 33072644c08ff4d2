import { connect } from 'node:net';
import { forThisFile } from '@postern/testkit/for-this-file';
import { expect, test } from 'vitest';
import { each } from './matrix/parallel.ts';
import { fill } from './matrix/paths.ts';
import { createWorld } from './matrix/world.ts';

/** A stranger walks along everything there is: routes with every method, sockets, pages, files, and what lies beside them. */

const world = forThisFile(createWorld, (it) => it.close());

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

test('a stranger gets no further than 401, 404 or 405 on any address with a policy', async () => {
  const { kernel, routes } = world.server.assembly;
  const open = new Set(routes.filter((route) => route.policy.allow === 'anyone').map((route) => `${route.method} ${route.path}`));
  // Pages, which share their address with the form they show.
  open.add('GET /core/auth/login/');
  open.add('GET /core/auth/password/reset/');
  const addresses = [...new Set(routes.map((route) => route.path))];
  const cases = addresses.flatMap((path) => METHODS.map((method) => ({ path, method })));
  const wrong = await each(cases, 8, async ({ path, method }) => {
    // HEAD is the GET without its body.
    if (open.has(`${method === 'HEAD' ? 'GET' : method} ${path}`)) return undefined;
    const url = await fill(path, kernel, async () => '11111111-1111-4111-8111-111111111111');
    const answers = [url, url.replace(/\/$/, ''), `${url}?format=json`, url.replace('/api/', '/API/'), url.replaceAll('/', '//')];
    const found: string[] = [];
    for (const address of answers) {
      const answer = await world.server.anyone
        .send(method, address.startsWith('//') ? `${world.server.url}${address}` : address)
        .catch(() => undefined);
      if (!answer) continue;
      const forgotten = answer.status === 301 && answer.headers.get('location')?.startsWith(url);
      if (![401, 404, 405].includes(answer.status) && !forgotten) found.push(`${method} ${address}: ${answer.status}`);
    }
    return found.join('\n') || undefined;
  });
  expect(wrong.filter(Boolean).join('\n')).toBe('');
  expect(addresses.length).toBeGreaterThan(150);
});

test('pages and files show the applications and nothing beside them', async () => {
  const outside = [
    'package.json',
    'src/app.ts',
    '../server/package.json',
    '../../package.json',
    '../../../package.json',
    '../../../../etc/passwd',
    'node_modules/.package-lock.json',
  ];
  const encodings = [
    (path: string) => path,
    (path: string) => path.replaceAll('../', '..%2f'),
    (path: string) => path.replaceAll('../', '%2e%2e/'),
    (path: string) => path.replaceAll('../', '%2e%2e%2f'),
    (path: string) => path.replaceAll('../', '..%5c'),
    (path: string) => path.replaceAll('../', '....//'),
    (path: string) => `${path}%00.js`,
    (path: string) => `/${path}`,
  ];
  const prefixes = [
    '/ui/',
    '/core/static/',
    '/core/static/assets/',
    '/luna/',
    '/ui/assets/',
    '/static/',
    '/static/img/avatar/',
    '/media/',
    '/media/replay/',
    '/core/',
    '/',
  ];
  const wrong: string[] = [];
  for (const prefix of prefixes) {
    for (const path of outside) {
      for (const encode of encodings) {
        // fetch() would tidy the path up before sending it.
        const address = `${prefix}${encode(path)}`;
        const answer = await raw(address);
        if (/"(name|workspaces|lockfileVersion)"\s*:|root:x:0|import \{/.test(answer.body))
          wrong.push(`${address}: ${answer.status} shows a file from outside`);
        if (answer.status >= 500 && answer.status !== 503) wrong.push(`${address}: ${answer.status}`);
      }
    }
  }
  for (const path of [
    '/.env',
    '/.git/config',
    '/data/',
    '/media/',
    '/static/',
    '/admin/',
    '/metrics',
    '/debug',
    '/api/',
    '/api/v1/',
    '/api/v1/users/',
    '/server-status',
  ]) {
    const answer = await raw(path);
    if (![301, 302, 401, 403, 404].includes(answer.status)) wrong.push(`${path}: ${answer.status}`);
  }
  expect(wrong.join('\n')).toBe('');
  // The walk reached a server, or it has seen nothing.
  expect((await raw('/')).status).toBe(302);
});

/** A GET whose path goes out as it is written. */
async function raw(path: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(world.server.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`),
    );
    let text = '';
    socket.setTimeout(10_000, () => socket.destroy(new Error(`no answer to ${path}`)));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.once('error', reject);
    socket.once('close', () =>
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0), body: text.slice(text.indexOf('\r\n\r\n') + 4) }),
    );
  });
}
