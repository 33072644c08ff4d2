import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAsk, refused } from './ask.ts';
import { keepLogin, keptLogin, loginFile } from './kept-login.ts';
import { originOf } from './place.ts';
import { cell, table } from './print.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'postern-cli-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

describe('the address of a server', () => {
  test.each([
    ['postern.example.com', 'https://postern.example.com'],
    ['https://postern.example.com:8443/ui/?x=1', 'https://postern.example.com:8443'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://localhost', 'http://localhost'],
    ['2001:db8::7', 'https://[2001:db8::7]'],
  ])('%s is %s', (given, origin) => {
    expect(originOf(given)).toBe(origin);
  });
  test.each([
    'http://postern.example.com',
    'http://127.0.0.1.example.com',
    'https://mia:word@postern.example.com',
    'ftp://127.0.0.1',
    'https://',
  ])('%s is refused', (given) => {
    expect(() => originOf(given)).toThrow();
  });
});

describe('the login that is kept', () => {
  const login = { origin: 'https://postern.example.com', token: 'a'.repeat(36), username: 'mia', expires: '2027/01/01 00:00:00 +0000' };

  test('is read by its owner alone, and comes back', async () => {
    const env = { XDG_CONFIG_HOME: join(dir, 'kept') };
    expect(await keptLogin(env)).toBeUndefined();
    await keepLogin(login, env);
    await keepLogin({ ...login, username: 'kenji' }, env);
    expect((await stat(loginFile(env))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dir, 'kept', 'postern'))).mode & 0o777).toBe(0o700);
    expect(await keptLogin(env)).toEqual({ ...login, username: 'kenji' });
  });

  test('that others can read is not used', async () => {
    const env = { XDG_CONFIG_HOME: join(dir, 'open') };
    await keepLogin(login, env);
    await chmod(loginFile(env), 0o640);
    await expect(keptLogin(env)).rejects.toThrow(/Others on this machine can read/);
  });
});

describe('a server with a certificate', () => {
  test('that nobody vouches for is not spoken to; with its authority it is', async () => {
    const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')];
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const make = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', ...subject];
    await promisify(execFile)('openssl', [...make, '-keyout', key, '-out', cert]);
    const heard: string[] = [];
    const server = createServer({ key: await readFile(key), cert: await readFile(cert) }, (request, response) => {
      heard.push(String(request.headers.authorization));
      response.writeHead(302, { location: 'https://elsewhere.example/' }).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const given = { proof: { token: 'the-token' }, version: '1' };
    await expect(createAsk({ origin }, given)('GET', '/api/v1/')).rejects.toThrow(/certificate of .* is not believed/);
    expect(heard).toEqual([]);
    const answer = await createAsk({ origin, ca: cert }, given)('GET', '/api/v1/');
    expect([answer.status, heard]).toEqual([302, ['Bearer the-token']]);
    // Nobody is followed to another place with what proves who somebody is.
    expect(refused(answer).exit).toBe(69);
    await writeFile(cert, 'no certificate');
    expect(() => createAsk({ origin, ca: cert }, given)).toThrow(/no certificate/);
    server.close();
    await expect(createAsk({ origin }, given)('GET', '/')).rejects.toThrow(/does not answer/);
  });
});

describe('what is printed', () => {
  test('holds nothing that a terminal obeys', () => {
    expect(cell('web\u001b[2J\u009b1m\u202e')).not.toMatch(/\p{Cc}|\p{Cf}/u);
    expect(table([{ name: 'a\u0007b', is_active: true }], ['name', 'is_active'])).toBe('NAME  IS_ACTIVE\na b   true');
  });
  test('is a refusal in the words of the server, field by field', () => {
    expect(refused({ status: 400, body: { username: ['Taken.'], email: ['No address.'] } }).message).toBe(
      'username: Taken.\nemail: No address.',
    );
    expect(refused({ status: 403, body: { code: 'permission_denied', detail: 'You may not.' } })).toMatchObject({
      message: 'You may not.',
      exit: 77,
    });
  });
});
