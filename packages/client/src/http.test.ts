import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { csrfCookieName, readCookie } from './cookies.ts';
import { ApiError, createHttp, errorText, fieldMessage, withQuery } from './http.ts';

let server: Server;
let origin: string;
let seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string } | undefined;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
    const path = new URL(request.url ?? '/', 'http://x').pathname;
    if (path === '/slow') return;
    const [status, type, text] = ANSWERS[request.url ?? ''] ?? ANSWERS[path] ?? [200, 'application/json', '{"ok":true}'];
    response
      .writeHead(status, { 'content-type': type, 'x-request-id': 'r-1', 'content-disposition': `attachment; filename="a b.csv"` })
      .end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const ANSWERS: Record<string, [number, string, string]> = {
  '/form': [400, 'application/json', '{"name":["Too long.","Taken."],"protocols":[{"port":["Bad port."]}]}'],
  '/login': [401, 'application/json', '{"detail":"Log in first.","code":"not_authenticated"}'],
  '/consent': [400, 'application/json', '{"detail":"Not so.","code":"locks_you_out"}'],
  '/consent?lock_me_out=1': [204, 'application/json', ''],
  '/empty': [204, 'application/json', ''],
  '/html': [502, 'text/html', '<html>Bad gateway</html>'],
};

test('a write carries csrf, organisation, zone and json', async () => {
  const http = createHttp({
    origin,
    org: () => 'org-1',
    cookies: () => 'SESSION_COOKIE_NAME_PREFIX=jms_; jms_csrftoken=t0k',
    language: () => 'ja',
  });
  expect(await http.post('users/users/', { name: 'x' })).toEqual({ ok: true });
  expect(seen).toMatchObject({ method: 'POST', url: '/api/v1/users/users/', body: '{"name":"x"}' });
  expect(seen?.headers).toMatchObject({
    'x-csrftoken': 't0k',
    'x-jms-org': 'org-1',
    'content-type': 'application/json',
    'accept-language': 'ja',
  });
  expect(seen?.headers['x-tz']).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
});

test('a read carries no csrf token, and blanks leave the query', async () => {
  await createHttp({ origin, cookies: () => 'csrftoken=t' }).get('/api/v1/x/?a=1', {
    query: { search: '  two words ', none: '', no: undefined, zero: 0, ids: [1, 2] },
  });
  expect(seen?.headers['x-csrftoken']).toBeUndefined();
  expect(seen?.url).toBe('/api/v1/x/?a=1&search=two+words&zero=0&ids=1%2C2');
});

test('a refused form has its field errors', async () => {
  const error = await createHttp({ origin })
    .put('/form', {})
    .catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(ApiError);
  const refused = error as ApiError;
  expect(refused).toMatchObject({ status: 400, code: 'http_400', requestId: 'r-1', detail: 'Too long.; Taken.; Bad port.' });
  expect(fieldMessage(refused.fields.name)).toBe('Too long.; Taken.');
  expect(fieldMessage(refused.fields.protocols)).toBe('port: Bad port.');
});

test('a 401 is announced, unless the caller handles it', async () => {
  const announced: number[] = [];
  const http = createHttp({ origin, onUnauthorized: (error) => announced.push(error.status) });
  await expect(http.get('/login')).rejects.toMatchObject({ status: 401, code: 'not_authenticated', detail: 'Log in first.' });
  await expect(http.get('/login', { ownUnauthorized: true })).rejects.toMatchObject({ status: 401 });
  expect(announced).toEqual([401]);
});

test('no answer is an error with status 0; a cancelled request stays a cancellation', async () => {
  await expect(createHttp({ origin, timeout: 20 }).get('/slow')).rejects.toMatchObject({ status: 0, code: 'timeout' });
  await expect(createHttp({ origin: 'http://127.0.0.1:1' }).get('/x')).rejects.toMatchObject({ status: 0, code: 'network' });
  const controller = new AbortController();
  const request = createHttp({ origin }).get('/slow', { signal: controller.signal });
  controller.abort();
  await expect(request).rejects.toMatchObject({ name: 'AbortError' });
});

test('a request is given up after 120 s', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  await createHttp({ origin }).get('/file');
  expect(timeout).toHaveBeenCalledExactlyOnceWith(120_000);
  timeout.mockRestore();
});

test('lists of errors are joined by semicolons, whatever they belong to', () => {
  expect(errorText({ name: ['Taken.', 'Too short.'], port: ['Closed.'] })).toBe('Taken.; Too short.; Closed.');
  expect(fieldMessage(['Taken.', 'Too short.'])).toBe('Taken.; Too short.');
});

test('empty answers, pages and downloads', async () => {
  const http = createHttp({ origin });
  expect(await http.del('/empty')).toBeUndefined();
  await expect(http.get('/html')).rejects.toMatchObject({ status: 502, detail: '' });
  expect((await http.download('/file')).filename).toBe('a b.csv');
});

test('what is refused for want of consent goes out once more with it, and is given up without', async () => {
  const answers: (false | { lock_me_out: string } | undefined)[] = [undefined, false, { lock_me_out: '1' }, { lock_me_out: '2' }];
  const asked: ApiError[] = [];
  const http = createHttp({
    origin,
    onConsentMissing: async (error) => {
      asked.push(error);
      return answers[asked.length - 1];
    },
  });
  await expect(http.del('/consent')).rejects.toMatchObject({ status: 400, code: 'locks_you_out' });
  await expect(http.del('/consent')).rejects.toMatchObject({ name: 'AbortError' });
  await expect(http.del('/consent')).resolves.toBeUndefined();
  expect(seen).toMatchObject({ method: 'DELETE', url: '/consent?lock_me_out=1' });
  // Asked once for a request: a refusal with the consent is a refusal.
  await expect(http.del('/consent')).rejects.toMatchObject({ status: 400 });
  expect(asked).toHaveLength(4);
});

test('texts of error bodies come in the order of the spec', () => {
  expect(errorText({ detail: 'd', msg: 'm', error: 'e' })).toBe('e');
  expect(errorText({ detail: 'd', msg: 'm' })).toBe('m');
  expect(errorText({ detail: 'd', name: ['n'] })).toBe('d');
  expect(errorText({ non_field_errors: ['a', 'b'] })).toBe('a b');
  expect(errorText(['a', 'b'])).toBe('a; b');
  expect(errorText('plain')).toBe('plain');
  expect(errorText(null)).toBe('');
});

test('cookies', () => {
  expect(readCookie('b', 'ab=1; b=2=3')).toBe('2=3');
  expect(csrfCookieName('SESSION_COOKIE_NAME_PREFIX=""')).toBe('csrftoken');
  expect(readCookie('a', 'a="quoted"')).toBe('quoted');
  expect(readCookie('a', 'a="')).toBe('"');
  expect(csrfCookieName("SESSION_COOKIE_NAME_PREFIX=''")).toBe('csrftoken');
  expect(withQuery('/a', {})).toBe('/a');
});
