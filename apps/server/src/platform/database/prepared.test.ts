import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { createStatementNames, preparingClient } from './prepared.ts';

describe('names', () => {
  test('come with the fourth use of a text, and stay', () => {
    const names = createStatementNames();
    const found = Array.from({ length: 6 }, () => names.of('select $1'));
    expect(found.slice(0, 3)).toEqual([undefined, undefined, undefined]);
    expect(found[3]).toMatch(/^[\w-]{24}$/);
    expect(new Set(found.slice(3)).size).toBe(1);
    for (let n = 0; n < 3; n += 1) names.of('select $1 as other');
    expect(names.of('select $1 as other')).not.toBe(found[3]);
  });

  test('are bounded, whatever texts there are', () => {
    const names = createStatementNames();
    const given = new Set<string>();
    for (let text = 0; text < 1_000; text += 1)
      for (let use = 0; use < 5; use += 1) {
        const name = names.of(`select ${text}`);
        if (name) given.add(name);
      }
    expect(given.size).toBe(200);
  });
});

describe('a client', () => {
  let server: TestServer;
  let client: pg.Client;
  beforeAll(async () => {
    server = await startTestServer();
    client = new (preparingClient(createStatementNames()))({ connectionString: server.ownerUrl });
    await client.connect();
    await client.query('create temporary table things (id integer, name text)');
    await client.query(`insert into things select i, 'thing ' || i from generate_series(1, 9) i`);
  });
  afterAll(async () => {
    await client?.end();
    await server?.close();
  });
  const prepared = async () =>
    (await client.query('select statement from pg_prepared_statements')).rows.map((row) => String(row.statement));

  test('answers the same under a name, for each value', async () => {
    const text = 'select name from things where id = $1';
    const answers: unknown[] = [];
    for (const id of [1, 2, 3, 4, 5, 6]) answers.push((await client.query(text, [id])).rows[0]?.name);
    expect(answers).toEqual(['thing 1', 'thing 2', 'thing 3', 'thing 4', 'thing 5', 'thing 6']);
    expect(await prepared()).toEqual([text]);
  });

  test('goes on when a table got a column meanwhile: nothing that asks for all of them has a name', async () => {
    const all = 'select * from things where id = $1';
    const of = 'select t.* from things t where t.id = $1';
    for (const text of [all, of]) for (let use = 0; use < 6; use += 1) await client.query(text, [1]);
    await client.query(`alter table things add more text not null default 'x'`);
    expect((await client.query(all, [1])).rows).toEqual([{ id: 1, name: 'thing 1', more: 'x' }]);
    expect((await client.query(of, [1])).rows).toEqual([{ id: 1, name: 'thing 1', more: 'x' }]);
    expect((await client.query('select name from things where id = $1', [7])).rows).toEqual([{ name: 'thing 7' }]);
    expect(await prepared()).toHaveLength(1);
  });

  test('what is found by a pattern is planned for the pattern', async () => {
    for (let use = 0; use < 6; use += 1) await client.query('select name from things where name ilike $1', ['%9%']);
    expect(await prepared()).toHaveLength(1);
  });

  test('writes and what takes no values go as they are', async () => {
    for (let use = 0; use < 6; use += 1) {
      await client.query('update things set name = name where id = $1', [1]);
      await client.query('select count(*) from things');
    }
    expect(await prepared()).toHaveLength(1);
  });
});
