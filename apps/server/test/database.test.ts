import { until } from '@postern/testkit/until';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connect } from '../src/platform/database/connection.ts';
import { type Migration, migrate } from '../src/platform/database/migrate.ts';
import { createEventBus, type EventBus } from '../src/platform/events/bus.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };
let url: string;
let name: string;

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(statement);
  await client.end();
}

beforeAll(async () => {
  name = `empty_${Date.now()}`;
  await asAdmin(`create database ${name}`);
  const address = new URL(inject('postgresUrl'));
  address.pathname = `/${name}`;
  url = address.href;
});
afterAll(() => asAdmin(`drop database ${name} with (force)`));

const migration = (number: number, text: string): Migration => ({ name: `000${number}_test.sql`, sql: text, checksum: text });

describe('migrations', () => {
  const first = migration(1, 'create table a (id int); insert into a values (1)');

  test('run once, in order, whoever comes at the same time', async () => {
    const results = await Promise.all([migrate(url, [first]), migrate(url, [first]), migrate(url, [first])]);
    expect(results.flat()).toEqual(['0001_test.sql']);
  });

  test('one that fails leaves nothing of itself', async () => {
    const broken = migration(2, 'create table b (id int); insert into b values (1); select nonsense');
    await expect(migrate(url, [first, broken])).rejects.toThrow('Migration 0002_test.sql failed');
    const { db, close } = connect({ url, name: 'test', max: 1 });
    const { rows } = await sql<{ table: string | null }>`select to_regclass('b')::text as table`.execute(db);
    expect(rows[0]?.table).toBeNull();
    await close();
    expect(await migrate(url, [first, migration(2, 'create table b (id int)')])).toEqual(['0002_test.sql']);
  });

  test('a rewritten one and one of a newer version are refused', async () => {
    await expect(migrate(url, [migration(1, 'create table other (id int)'), migration(2, 'create table b (id int)')])).rejects.toThrow(
      'never rewritten',
    );
    await expect(migrate(url, [first])).rejects.toThrow('newer version');
  });
});

describe('connection', () => {
  test('times come as Date, counts as number, a statement that runs too long ends', async () => {
    const { db, close } = connect({ url, name: 'test', max: 1, statementTimeout: 200 });
    const { rows } = await sql<{
      at: Date;
      n: number;
      x: number;
    }>`select now() as at, 9007199254740991::bigint as n, 1.5::numeric as x`.execute(db);
    expect(rows[0]).toEqual({ at: expect.any(Date), n: Number.MAX_SAFE_INTEGER, x: 1.5 });
    await expect(sql`select pg_sleep(5)`.execute(db)).rejects.toMatchObject({ code: '57014' });
    await close();
  });
});

describe('event bus', () => {
  let a: EventBus;
  let b: EventBus;
  const connection = () => connect({ url, name: 'test', max: 2 });
  beforeAll(async () => {
    a = createEventBus(url, silent);
    b = createEventBus(url, silent);
    await Promise.all([a.start(), b.start()]);
  });
  afterAll(() => Promise.all([a.stop(), b.stop()]));

  const eventually = (condition: () => boolean): Promise<boolean> => until('it came true', 60_000, condition);

  test('a message reaches every node once its transaction commits, and never when it does not', async () => {
    const { db, close } = connection();
    const heard: string[] = [];
    a.subscribe('news', ({ text }) => void heard.push(`a ${text}`));
    const end = b.subscribe('news', ({ text }) => void heard.push(`b ${text}`));
    const undone = db.transaction().execute(async (trx) => {
      await a.publish(trx, 'news', { text: 'undone' });
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    await db.transaction().execute((trx) => a.publish(trx, 'news', { text: 'done' }));
    await eventually(() => heard.length === 2);
    expect(heard.sort()).toEqual(['a done', 'b done']);
    end();
    await a.publish(db, 'news', { text: 'later' });
    await eventually(() => heard.includes('a later'));
    expect(heard).not.toContain('b later');
    await expect(a.publish(db, 'news', { text: 'x'.repeat(8_000) })).rejects.toThrow('larger');
    await close();
  });

  test('a lost connection comes back, and says that something may have been missed', async () => {
    const { db, close } = connection();
    let gaps = 0;
    b.onGap(() => {
      gaps += 1;
    });
    const heard: unknown[] = [];
    b.subscribe('after', (payload) => void heard.push(payload));
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'postern events' and datname = current_database()`.execute(
      db,
    );
    await eventually(() => gaps > 0 && b.connected());
    await b.publish(db, 'after', { n: 1 });
    await eventually(() => heard.length === 1);
    await close();
  });
});
