import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { type MariaDb, startMariaDb } from '@postern/testkit/mariadb';
import { freePort } from '@postern/testkit/ports';
import { type RedisServer, startRedis } from '@postern/testkit/redis';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loopbackReach } from '../../../../test/loopback-reach.ts';
import type { Login, Method, Reach } from './method.ts';
import { mysqlMethod } from './mysql.ts';
import { redis } from './redis.ts';

/** TLS, and streams that are no sockets as through a zone's gateway, to real MariaDB and Redis servers. */

let dir: string;
let maria: MariaDb;
let plainMaria: MariaDb;
let cache: RedisServer;
let tlsPort: number;
let ca: string;
let strangerCa: string;

function certificate(name: string): string {
  const file = (end: string): string => join(dir, `${name}.${end}`);
  const make = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${name}`];
  const names = ['-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  execFileSync('openssl', [...make, ...names, '-keyout', file('key'), '-out', file('crt')], { stdio: 'ignore' });
  for (const end of ['key', 'crt']) chmodSync(file(end), 0o644);
  return readFileSync(file('crt'), 'utf8');
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'postern-tls-'));
  chmodSync(dir, 0o755);
  [ca, strangerCa] = [certificate('localhost'), certificate('stranger')];
  tlsPort = await freePort();
  const [crt, key] = [join(dir, 'localhost.crt'), join(dir, 'localhost.key')];
  [maria, plainMaria, cache] = await Promise.all([
    startMariaDb([`--ssl-cert=${crt}`, `--ssl-key=${key}`, '--require-secure-transport=ON']),
    startMariaDb(),
    startRedis(
      ['requirepass Owner-secret-1', `tls-port ${tlsPort}`, `tls-cert-file ${crt}`, `tls-key-file ${key}`, 'tls-auth-clients no'],
      'config',
    ),
  ]);
});
afterAll(async () => {
  await Promise.all([maria?.stop(), plainMaria?.stop(), cache?.stop()]);
  rmSync(dir, { recursive: true, force: true });
});

/** Root of a fresh MariaDB has no password. */
const ROOT: Login = { username: 'root', secretType: 'password', secret: '' };
const OWNER: Login = { username: 'default', secretType: 'password', secret: 'Owner-secret-1' };

interface Kind {
  method: Method;
  login: Login;
  protocol: string;
  /** A port that speaks TLS, and one that does not. */
  ports: () => [number, number];
}
const KINDS: readonly (readonly [string, Kind])[] = [
  ['MariaDB', { method: mysqlMethod, login: ROOT, protocol: 'mariadb', ports: () => [maria.port, plainMaria.port] }],
  ['Redis', { method: redis, login: OWNER, protocol: 'redis', ports: () => [tlsPort, cache.port] }],
];

describe.each(KINDS)('%s', (_name, { method, login, protocol, ports }) => {
  const reach = (port: number, tls: Reach['database']['tls'], address = '127.0.0.1'): Reach =>
    loopbackReach(port, protocol, { address, database: { name: '', tls } });

  test('is trusted by its certificate: of the CA that is given, for the name or the address that is asked', async () => {
    const [secure] = ports();
    for (const address of ['127.0.0.1', 'localhost']) {
      expect(await method.verify(reach(secure, { ca, rejectUnauthorized: true }, address), login)).toBe(true);
      await expect(method.verify(reach(secure, { ca: strangerCa, rejectUnauthorized: true }, address), login)).rejects.toThrow(
        'unreachable',
      );
      await expect(method.verify(reach(secure, { rejectUnauthorized: true }, address), login)).rejects.toThrow('unreachable');
    }
    await expect(method.verify(reach(secure, { ca, rejectUnauthorized: true }, 'elsewhere.test'), login)).rejects.toThrow('unreachable');
    expect(await method.verify(reach(secure, { rejectUnauthorized: false }), login)).toBe(true);
  });

  test('that speaks no TLS gets no password when TLS is asked for', async () => {
    const plain = plainMaria.port;
    let sent = '';
    const spied: Reach = {
      ...reach(plain, { rejectUnauthorized: false }),
      dial: async () => {
        const socket = connect(plain, '127.0.0.1');
        await new Promise((done) => socket.once('connect', done));
        const write = socket.write.bind(socket);
        return Object.assign(socket, {
          write(bytes: Buffer | string, ...rest: []) {
            sent += bytes.toString('latin1');
            return write(bytes, ...rest);
          },
        });
      },
    };
    const secret = 'Never-in-the-clear-1';
    await expect(method.verify(spied, { ...login, secret })).rejects.toThrow('unreachable');
    expect(sent).not.toContain(secret);
    expect(sent).not.toContain(login.username);
  });

  test('is reached over a stream that is no socket, as a gateway gives it', async () => {
    for (const [at, tls] of [{ ca, rejectUnauthorized: true }, false as const].entries()) {
      const port = ports()[at] ?? 0;
      const through: Reach = {
        ...reach(port, tls),
        dial: async () => {
          const socket = connect(port, '127.0.0.1');
          await new Promise((done) => socket.once('connect', done));
          return Duplex.from({ readable: socket, writable: socket });
        },
      };
      expect(await method.verify(through, login)).toBe(true);
      expect(await method.verify(through, { ...login, secret: 'Not-it-1' })).toBe(false);
      const session = await method.open(through, login);
      expect((await session.gather()).map(({ username }) => username)).toContain(login.username);
      session.close();
    }
  });
});
