import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { CHAIN_START, rowHash } from '../src/platform/audit/chain.ts';
import { operateChain } from '../src/platform/audit/operate-log.ts';
import { verifyChain } from '../src/platform/audit/verify.ts';
import { connect } from '../src/platform/database/connection.ts';
import { migrate, readMigrations } from '../src/platform/database/migrate.ts';

/** An installation of before: retention had removed rows and moved a mark, and could be set to a day. */
const name = `old_${randomBytes(6).toString('hex')}`;
const url = new URL(inject('postgresUrl'));
const NEW = '0022_evidence.sql';

async function query(statement: string, values: unknown[] = [], address = url.href): Promise<void> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query(statement, values).finally(() => client.end());
}

beforeAll(async () => {
  await query(`create database ${name}`);
  url.pathname = `/${name}`;
});
afterAll(() => query(`drop database ${name} with (force)`, [], inject('postgresUrl')));

test('what retention removed before becomes a segment, and days below the floor are raised', async () => {
  const all = await readMigrations();
  await migrate(
    url.href,
    all.filter((one) => one.name < NEW),
  );
  let hash = CHAIN_START;
  for (let seq = 1; seq <= 6; seq += 1) {
    const row = {
      id: randomUUID(),
      user_text: 'x',
      user_id: randomUUID(),
      action: 'create',
      resource_type: 'asset',
      resource_id: '1',
      resource: 'x',
      remote_addr: '',
      datetime: new Date(),
      org_id: randomUUID(),
      diff: [],
    };
    const previous = hash;
    hash = rowHash(operateChain, previous, seq, row);
    // Rows 1 to 3 are gone, as the former retention left it.
    if (seq === 3)
      await query(`insert into audit_chains (name, seq, hash, anchor_seq, anchor_hash) values ('operate_logs', 3, $1, 3, $1)`, [hash]);
    if (seq <= 3) continue;
    const values = { ...row, diff: '[]', seq, prev_hash: previous, hash };
    const columns = Object.keys(values);
    await query(
      `insert into operate_logs (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
      Object.values(values),
    );
    await query(`update audit_chains set seq = $1, hash = $2 where name = 'operate_logs'`, [seq, hash]);
  }
  await query(`insert into settings (name, value) values ('OPERATE_LOG_KEEP_DAYS', '1'), ('LOGIN_LOG_KEEP_DAYS', '300')`);

  await migrate(url.href, all);
  const { db, pool, close } = connect({ url: url.href, name: 'test', max: 2 });
  expect(await verifyChain(db, operateChain)).toEqual({ table: 'operate_logs', rows: 3, removed: 3, anchors: 0 });
  const { rows } = await pool.query(`select name, value from settings order by name`);
  expect(rows).toEqual([
    { name: 'LOGIN_LOG_KEEP_DAYS', value: 300 },
    { name: 'OPERATE_LOG_KEEP_DAYS', value: 180 },
  ]);
  await close();
});
