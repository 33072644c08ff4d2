import { createHmac } from 'node:crypto';
import { request as rawRequest } from 'node:http';
import { mac, signedHeaders, signingString } from '@postern/contract/signature';
import { beforeAll, describe, expect, test } from 'vitest';
import { serverOfFile } from './harness.ts';

interface Key {
  id: string;
  secret: string;
}

let key: Key;
const server = serverOfFile();
beforeAll(async () => {
  const admin = await server.as('admin');
  key = (await admin.post('authentication/access-keys/', {})).body as Key;
});

const PATH = '/api/v1/users/users/?limit=1&search=%E4%B8%AD';
/** As components in Shanghai write it. */
const shanghai = (ms: number): string => new Date(ms + 8 * 3_600_000).toUTCString().replace('GMT', 'CST');
const DATE = shanghai(Date.now());
const ask = async (headers: Record<string, string>, path = PATH): Promise<number> => (await server.anyone.get(path, { headers })).status;

/** Sends the target as it is written; `fetch` would tidy it up. */
const askRaw = (sent: string, signed = sent): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server.url);
    const call = rawRequest({ hostname, port, path: sent, headers: signedHeaders(key, 'GET', signed, DATE) }, (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    call.on('error', reject);
    call.end();
  });

describe('access-key signatures', () => {
  test('the text under the MAC is the documented one, byte for byte', () => {
    const text = signingString(['(request-target)', 'date'], 'GET', '/api/v1/users/profile/?a=1', () => DATE);
    expect(text).toBe(`(request-target): get /api/v1/users/profile/?a=1\ndate: ${DATE}`);
    expect(mac('7f3e1f10-0000-4000-8000-000000000001', text ?? '')).toBe(
      createHmac('sha256', '7f3e1f10-0000-4000-8000-000000000001')
        .update(`(request-target): get /api/v1/users/profile/?a=1\ndate: ${DATE}`)
        .digest('base64'),
    );
  });

  test('a signed request is its user; odd zones in Date do not matter', async () => {
    expect(await ask(signedHeaders(key, 'GET', PATH, DATE))).toBe(200);
  });

  test.each([
    ['a query that is empty', '/api/v1/users/users/?'],
    ['parameters in an order of their own', '/api/v1/users/users/?search=b&limit=1&offset=0&fields_size=mini'],
    ['a parameter twice', '/api/v1/users/users/?limit=1&search=a&search=b'],
    ['small letters in an escape', '/api/v1/users/users/?limit=1&search=%e4%b8%ad'],
    ['an escape of what needs none', '/api/v1/users/users/?limit=1&search=%61dmin'],
    ['a plus and an escaped space', '/api/v1/users/users/?limit=1&search=a+b%20c'],
    ['an empty value, a name alone and an empty pair', '/api/v1/users/users/?limit=1&search=&all&&offset=0'],
    ['brackets and colons as they are', '/api/v1/users/users/?limit=1&search=[a]:b/c'],
    ['a second question mark', '/api/v1/users/users/?limit=1&search=what?'],
    ['an escape in the path', '/api/v1/users/%75sers/?limit=1'],
  ])('hold for the target as it was sent: %s', async (_, path) => {
    expect(await askRaw(path)).toBe(200);
    expect(await askRaw(path, '/api/v1/users/users/?limit=1&search=else')).toBe(401);
  });

  test('a question mark with nothing behind it may be signed and left out, or the other way round', async () => {
    expect(await askRaw('/api/v1/users/profile/', '/api/v1/users/profile/?')).toBe(200);
    expect(await askRaw('/api/v1/users/profile/?', '/api/v1/users/profile/')).toBe(200);
    expect(await askRaw('/api/v1/users/profile/?a=1', '/api/v1/users/profile/')).toBe(401);
    expect(await askRaw('/api/v1/users/profile/', '/api/v1/users/profile/?a=1')).toBe(401);
  });

  test('further headers and the other algorithms are understood', async () => {
    for (const [algorithm, hash] of [
      ['hmac-sha1', 'sha1'],
      ['hmac-sha512', 'sha512'],
    ] as const) {
      const text =
        signingString(['(request-target)', 'accept', 'date'], 'GET', PATH, (name) => ({ accept: 'application/json', date: DATE })[name]) ??
        '';
      const signature = createHmac(hash, key.secret).update(text).digest('base64');
      const authorization = `Signature keyId="${key.id}",algorithm="${algorithm}",headers="(request-target) accept date",signature="${signature}"`;
      expect(await ask({ authorization, date: DATE, accept: 'application/json' })).toBe(200);
    }
  });

  test('anything else is the same 401', async () => {
    const good = signedHeaders(key, 'GET', PATH, DATE);
    const refused: Record<string, string>[] = [
      { ...good, date: 'another date' },
      signedHeaders(key, 'POST', PATH, DATE),
      signedHeaders(key, 'GET', '/api/v1/users/users/', DATE),
      signedHeaders({ ...key, secret: '00000000-0000-0000-0000-000000000000' }, 'GET', PATH, DATE),
      signedHeaders({ ...key, id: '00000000-0000-0000-0000-000000000000' }, 'GET', PATH, DATE),
      signedHeaders({ ...key, id: "' or 1=1" }, 'GET', PATH, DATE),
      { authorization: `Signature keyId="${key.id}",algorithm="hmac-sha256",signature="${mac(key.secret, `date: ${DATE}`)}"`, date: DATE },
      { authorization: `Signature keyId="${key.id}",algorithm="none",headers="(request-target) date",signature=""`, date: DATE },
      {
        authorization: `Signature keyId="${key.id}",algorithm="hmac-sha256",headers="(request-target) date x-absent",signature="AAAA"`,
        date: DATE,
      },
      { authorization: 'Signature ' },
    ];
    for (const headers of refused) expect([headers.authorization, await ask(headers)]).toEqual([headers.authorization, 401]);
  });

  test('a key that was switched off opens nothing', async () => {
    const admin = await server.as('admin');
    await admin.patch(`authentication/access-keys/${key.id}/`, { is_active: false });
    expect(await ask(signedHeaders(key, 'GET', PATH, DATE))).toBe(401);
    await admin.patch(`authentication/access-keys/${key.id}/`, { is_active: true });
    expect(await ask(signedHeaders(key, 'GET', PATH, DATE))).toBe(200);
  });
});
