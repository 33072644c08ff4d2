import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

let dataDir: string;
const running: EmbeddedPostgres[] = [];

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  running.push(server);
  return server;
}

async function query(url: string, sql: string): Promise<Array<Record<string, unknown>>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'postern-pg-'));
});

afterAll(async () => {
  for (const server of running) await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('embedded PostgreSQL', () => {
  test('creates a cluster that speaks UTF-8 and has the extensions we use', async () => {
    const server = await start();
    expect(server.adopted).toBe(false);
    for (const name of ['pg_trgm', 'ltree', 'citext', 'pgcrypto']) await query(server.url, `create extension ${name}`);
    const [row] = await query(server.url, "select array_length(show_trgm('数据库服务器'), 1) > 0 as words, lower('ÄÖ') as lower");
    expect(row).toEqual({ words: true, lower: 'äö' });
    await query(server.url, 'create table kept (id int)');
  });

  test('keeps its password to its owner and away from the network', async () => {
    const [server] = running;
    expect((await stat(join(dataDir, 'postgres/password'))).mode & 0o777).toBe(0o600);
    const wrong = server?.url.replace(/:[0-9a-f]{64}@/, ':wrong@') ?? '';
    await expect(query(wrong, 'select 1')).rejects.toThrow('password authentication failed');
    const [row] = await query(server?.url ?? '', 'show listen_addresses');
    expect(row).toEqual({ listen_addresses: '127.0.0.1' });
  });

  test('is spoken to by a socket in a folder that is its own, or by loopback where no socket can be', async () => {
    const way = 'select inet_server_addr() is null as socket';
    const [server] = running;
    expect(await query(server?.url ?? '', way)).toEqual([{ socket: true }]);
    expect((await stat(join(dataDir, 'postgres'))).mode & 0o777).toBe(0o700);
    // Longer than the name of a socket may be (unix(7)).
    const deep = join(dataDir, 'x'.repeat(120));
    const other = await startEmbeddedPostgres({ dataDir: deep, log: () => undefined });
    try {
      expect(await query(other.url, way)).toEqual([{ socket: false }]);
    } finally {
      await other.stop();
    }
  });

  test('uses a server that a killed supervisor left running', async () => {
    const [first] = running;
    const again = await start();
    expect(again).toMatchObject({ adopted: true, pid: first?.pid, url: first?.url });
  });

  test('comes back after kill -9, with its rows and on the same port', async () => {
    const first = await start();
    await query(first.url, 'insert into kept values (7)');
    process.kill(first.pid, 'SIGKILL');
    await first.exited;
    const again = await start();
    expect(again.adopted).toBe(false);
    expect(again.url).toBe(first.url);
    expect(await query(again.url, 'select id from kept')).toEqual([{ id: 7 }]);
  });

  test('is not misled by a lock whose process number now belongs to someone else', async () => {
    const before = await start();
    const lockFile = join(dataDir, 'postgres/cluster/postmaster.pid');
    const lock = await readFile(lockFile, 'utf8');
    await before.stop();
    await writeFile(lockFile, lock.replace(/^\d+/, String(process.pid)));
    const again = await start();
    expect(again.adopted).toBe(false);
    expect(await query(again.url, 'select id from kept')).toEqual([{ id: 7 }]);
  });

  test('stops cleanly, so the next start needs no recovery', async () => {
    const server = await start();
    await server.stop();
    await server.exited;
    await expect(query(server.url, 'select 1')).rejects.toThrow('connect ENOENT');
    const text = await readFile(join(dataDir, 'postgres/server.log'), 'utf8');
    expect(text.trimEnd().split('\n').at(-1)).toContain('database system is shut down');
  });
});
