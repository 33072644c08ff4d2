import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anchorJob } from '../src/features/audits/anchors/anchor.job.ts';
import { anchorFile, fileTarget } from '../src/features/audits/anchors/file.target.ts';
import { auditCommand } from '../src/features/audits/index.ts';
import { CHAIN_START, rowHash } from '../src/platform/audit/chain.ts';
import { appendLoginLog } from '../src/platform/audit/login-log.ts';
import { operateChain } from '../src/platform/audit/operate-log.ts';
import { verifyChain } from '../src/platform/audit/verify.ts';
import { unwatched } from '../src/platform/feature.ts';
import { platformJobs } from '../src/platform/jobs/platform-jobs.ts';
import type { Platform } from '../src/platform/platform.ts';
import { cloneDatabase } from './harness.ts';
import { testPlatform } from './test-platform.ts';

/**
 * The owner of the database covers their tracks, on copies of one real database: `postern audit verify` names the first link that does
 * not hold.
 */
type Copy = Awaited<ReturnType<typeof cloneDatabase>>;
let original: Copy;
let shared: Copy;
let folder: string;
/** Row of the first anchor, and of the head. */
let middle: number;
let end: number;

async function withPlatform<T>(copy: Copy, work: (platform: Platform) => Promise<T>, dataDir = folder): Promise<T> {
  const platform = testPlatform(copy.url, dataDir);
  await platform.start();
  try {
    return await work(platform);
  } finally {
    await platform.stop();
  }
}

async function asOwner<T>(copy: Copy, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: copy.ownerUrl });
  await client.connect();
  try {
    // What an owner can do first of all.
    await client.query(`set session_replication_role = 'replica'`);
    return await work(client);
  } finally {
    await client.end();
  }
}

const events = (platform: Platform, count: number): Promise<void> =>
  platform.asSystem('test', async (ctx) => {
    for (let n = 0; n < count; n += 1)
      ctx.audit({ action: 'create', resourceType: 'asset', resourceId: randomUUID(), resource: `asset ${n}` });
  });

const anchor = (platform: Platform): Promise<void> =>
  anchorJob({ platform, tellSubscribers: async () => undefined }).run(platform.systemContext('test'), {}, unwatched());

/** As the operator runs it: exit code and lines. */
async function verify(copy: Copy, argv: readonly string[] = [], dataDir = folder): Promise<{ code: number; lines: string[]; all: string }> {
  const lines: string[] = [];
  const code = await withPlatform(copy, (platform) => auditCommand(argv, platform, (line) => void lines.push(line)), dataDir);
  return { code, lines, all: lines.join('\n') };
}

const TABLES = ['operate_logs', 'audit_chains', 'audit_segments', 'audit_anchors', 'audit_anchor_targets', 'settings'];

/** A copy of the original, as it was before anybody touched it. It is one database, put back each time, which is quicker than another. */
async function onCopy(work: (copy: Copy) => Promise<void>): Promise<void> {
  await asOwner(shared, async (client) => {
    await client.query('begin');
    for (const table of TABLES)
      await client.query(`truncate ${table}; insert into ${table} overriding system value select * from kept.${table}`);
    await client.query('commit');
  });
  await work(shared);
}

/** Writes all rows from one on anew, each with the right hash, and the head with them: a forger who knows how it is done. */
async function relink(client: pg.Client, from: number): Promise<void> {
  const before = await client.query('select hash from operate_logs where seq = $1', [from - 1]);
  let hash: string = before.rows[0]?.hash ?? CHAIN_START;
  let seq = from - 1;
  // Two rounds, since numbers are unique.
  const { rows } = await client.query('select * from operate_logs where seq >= $1 order by seq', [from]);
  for (const row of rows) {
    const previous = hash;
    seq += 1;
    hash = rowHash(operateChain, previous, seq, row);
    await client.query('update operate_logs set seq = $1, prev_hash = $2, hash = $3 where id = $4', [-seq, previous, hash, row.id]);
  }
  await client.query('update operate_logs set seq = -seq where seq < 0');
  await client.query(`update audit_chains set seq = $1, hash = $2 where name = 'operate_logs'`, [seq, hash]);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'postern-tampering-'));
  original = await cloneDatabase();
  await withPlatform(original, async (platform) => {
    await events(platform, 30);
    await platform.database.db
      .transaction()
      .execute((trx) => appendLoginLog(trx, { username: 'x', type: 'W', ip: '::1', mfa: 2, ok: false }, new Date()));
    await platform.asSystem('test', (ctx) => platform.systemSettings.set(ctx, { AUDIT_ANCHOR_INTERVAL: 1 }));
    await anchor(platform);
    middle = await head(platform);
    // The next anchor is due when the interval is over; here the last one is made older than that.
    await asOwner(original, (client) => client.query(`update audit_anchors set date_made = date_made - interval '1 hour'`));
    await events(platform, 10);
  });
  // Signed for another time than the row now says: take them anew in the file's own words.
  await asOwner(original, (client) =>
    client.query(`update audit_anchors set date_made = date_made + interval '1 hour' - interval '2 minutes'`),
  );
  await withPlatform(original, anchor);
  end = await withPlatform(original, head);
  shared = await cloneDatabase(new URL(original.url).pathname.slice(1));
  await asOwner(shared, async (client) => {
    await client.query('create schema kept');
    for (const table of TABLES) await client.query(`create table kept.${table} as table ${table}`);
  });
});

const head = async (platform: Platform): Promise<number> =>
  (await platform.database.pool.query<{ seq: number }>(`select seq from audit_chains where name = 'operate_logs'`)).rows[0]?.seq ?? 0;

afterAll(async () => {
  await shared.drop();
  await original.drop();
  await rm(folder, { recursive: true, force: true });
});

test('an untouched copy passes, and says what it was compared with', async () => {
  expect(middle).toBeLessThan(end);
  await onCopy(async (copy) => {
    const { code, lines, all } = await verify(copy);
    expect({ code, all }).toMatchObject({ code: 0 });
    expect(lines).toContain(`operate_logs: ${end} rows, whole; 0 removed by retention, 2 anchors compared`);
    expect(lines).toContain('login_logs: 1 rows, whole; 0 removed by retention, 1 anchors compared');
    expect(all).not.toContain('WARNING');
  });
});

test('without the head of a chain nothing is written: that would be a second beginning', async () => {
  await onCopy(async (copy) => {
    await asOwner(copy, (client) => client.query(`delete from audit_chains where name = 'operate_logs'`));
    await withPlatform(copy, async (platform) => {
      await expect(events(platform, 3)).rejects.toThrow('has no head');
    });
    const { rows } = await asOwner(copy, (client) => client.query('select max(seq)::int as last from operate_logs'));
    expect(rows[0].last).toBe(end);
  });
});

describe('each of these is named', () => {
  test.each<[string, (client: pg.Client) => Promise<unknown>, () => string]>([
    [
      'a changed row',
      (client) => client.query(`update operate_logs set resource = 'other' where seq = 5`),
      () => 'BROKEN at row 5 (altered)',
    ],
    [
      'a changed actor',
      (client) => client.query(`update operate_logs set user_text = 'other' where seq = 7`),
      () => 'BROKEN at row 7 (altered)',
    ],
    [
      'a changed time',
      (client) => client.query(`update operate_logs set datetime = datetime - interval '1 second' where seq = 8`),
      () => 'BROKEN at row 8 (altered)',
    ],
    [
      'a changed row with a hash of its own',
      async (client) => {
        await client.query(`update operate_logs set resource = 'other' where seq = 5`);
        const { rows } = await client.query('select * from operate_logs where seq = 5');
        await client.query('update operate_logs set hash = $1 where seq = 5', [rowHash(operateChain, rows[0].prev_hash, 5, rows[0])]);
      },
      () => 'BROKEN at row 6 (unlinked)',
    ],
    ['a row out of the middle', (client) => client.query('delete from operate_logs where seq = 9'), () => 'BROKEN at row 9 (removed)'],
    ['the first rows', (client) => client.query('delete from operate_logs where seq < 4'), () => 'BROKEN at row 1 (removed)'],
    [
      'the last rows',
      (client) => client.query('delete from operate_logs where seq > $1', [end - 2]),
      () => `BROKEN at row ${end - 1} (truncated)`,
    ],
    [
      'the last rows and the head moved back',
      async (client) => {
        await client.query('delete from operate_logs where seq > $1', [end - 2]);
        await client.query(
          `update audit_chains set seq = $1, hash = (select hash from operate_logs where seq = $1) where name = 'operate_logs'`,
          [end - 2],
        );
      },
      () => `BROKEN at row ${end - 1} (truncated)`,
    ],
    [
      'a row behind the head',
      (client) =>
        client.query(`insert into operate_logs (id, seq, prev_hash, hash, user_text, user_id, action, resource_type, resource_id, resource, datetime, org_id)
          select gen_random_uuid(), seq + 1, hash, hash, user_text, user_id, action, resource_type, resource_id, resource, datetime, org_id
          from operate_logs order by seq desc limit 1`),
      () => `BROKEN at row ${end + 1} (inserted)`,
    ],
    [
      'two rows that changed places',
      (client) =>
        client
          .query('update operate_logs set seq = case seq when 5 then -6 else -5 end where seq in (5, 6)')
          .then(() => client.query('update operate_logs set seq = -seq where seq < 0')),
      () => 'BROKEN at row 5 (altered)',
    ],
    [
      'another head',
      (client) => client.query(`update audit_chains set hash = reverse(hash) where name = 'operate_logs'`),
      () => `BROKEN at row ${end} (head)`,
    ],
    [
      'everything written anew from a changed row on',
      async (client) => {
        await client.query(`update operate_logs set resource = 'other' where seq = 5`);
        await relink(client, 5);
      },
      () => `BROKEN at row ${middle} (rewritten)`,
    ],
    [
      'everything written anew without a row, after the first anchor',
      async (client) => {
        await client.query('delete from operate_logs where seq = $1', [middle + 2]);
        await relink(client, middle + 2);
      },
      () => `BROKEN at row ${end} (truncated)`,
    ],
    [
      'all of it, with other anchors in the database',
      async (client) => {
        await client.query(`update operate_logs set resource = 'other' where seq = 5`);
        await relink(client, 5);
        await client.query('delete from audit_anchors');
        await client.query('delete from audit_anchor_targets');
        await client.query(`delete from settings where name = 'AUDIT_ANCHOR_KEY'`);
      },
      () => `BROKEN at row ${middle} (rewritten)`,
    ],
    [
      'rows removed before their time, with a digest as if it were retention',
      async (client) => {
        await client.query(
          `insert into audit_segments (chain, first_seq, last_seq, prev_hash, hash, last_at, date_removed)
           select 'operate_logs', 1, seq, $1, hash, now() - interval '1 year', now() from operate_logs where seq = $2`,
          [CHAIN_START, middle + 3],
        );
        await client.query('delete from operate_logs where seq <= $1', [middle + 3]);
      },
      () => 'BROKEN at row 1 (segment)',
    ],
  ])('%s', async (_name, damage, expected) => {
    await onCopy(async (copy) => {
      await asOwner(copy, damage);
      const { code, all } = await verify(copy);
      expect(all).toContain(`operate_logs: ${expected()}`);
      expect(code).toBe(1);
      // The other chain is not accused.
      expect(all).toContain('login_logs: 1 rows, whole');
    });
  });
});

describe('retention', () => {
  /** A copy whose first 20 rows are ten months old, with a data folder of its own. */
  async function onOldCopy(work: (copy: Copy, dataDir: string) => Promise<void>): Promise<void> {
    const dataDir = await mkdtemp(join(tmpdir(), 'postern-old-'));
    await onCopy(async (copy) => {
      await asOwner(copy, async (client) => {
        await client.query(`update operate_logs set datetime = now() - interval '300 days' + seq * interval '1 hour' where seq <= 60`);
        await relink(client, 1);
        await client.query('delete from audit_anchors');
        await client.query('delete from audit_anchor_targets');
      });
      await work(copy, dataDir);
    });
    await rm(dataDir, { recursive: true, force: true });
  }

  const clean = (copy: Copy, dataDir: string): Promise<void> =>
    withPlatform(
      copy,
      async (platform) => {
        const job = platformJobs(platform).find(({ name }) => name === 'platform.retention');
        await platform.asSystem('test', async (ctx) => job?.run(ctx, {}, unwatched()));
      },
      dataDir,
    );
  const segments = (copy: Copy) =>
    asOwner(copy, async (client) => (await client.query('select * from audit_segments order by first_seq')).rows);

  test('removes whole sealed days, keeps their digests, and leaves an event; what remains is whole', async () => {
    await onOldCopy(async (copy, dataDir) => {
      await clean(copy, dataDir);
      const sealed = await segments(copy);
      expect(sealed.length).toBeGreaterThan(1);
      const last = Number(sealed.at(-1).last_seq);
      expect(sealed.every(({ date_removed }) => date_removed)).toBe(true);
      await withPlatform(copy, anchor, dataDir);
      const { code, all } = await verify(copy, [], dataDir);
      expect({ code, all }).toMatchObject({ code: 0 });
      // One event for each day that went.
      expect(all).toContain(`operate_logs: ${end - last + sealed.length} rows, whole; ${last} removed by retention`);
      await asOwner(copy, async (client) => {
        const { rows } = await client.query(`select resource_type, action, resource_id from operate_logs order by seq desc limit 1`);
        expect(rows).toEqual([{ resource_type: 'operatelog', action: 'delete', resource_id: `${sealed.at(-1).first_seq}-${last}` }]);
      });
      // Nothing is old enough any more.
      await clean(copy, dataDir);
      expect(await segments(copy)).toEqual(sealed);
    });
  });

  test('an anchor has the last word on the digest of a day that is gone', async () => {
    await onOldCopy(async (copy, dataDir) => {
      await clean(copy, dataDir);
      const [day] = await segments(copy);
      const against = (hash: string) =>
        withPlatform(
          copy,
          (platform) =>
            verifyChain(platform.database.db, operateChain, [
              { chain: operateChain.table, seq: Number(day.last_seq), hash, at: day.last_at, source: 'an anchor' },
            ]),
          dataDir,
        );
      const whole = await against(day.hash);
      expect([whole.anchors, whole.broken]).toEqual([1, undefined]);
      expect((await against(CHAIN_START)).broken).toMatchObject({
        kind: 'rewritten',
        seq: Number(day.last_seq),
        says: expect.stringContaining('an anchor of'),
      });
    });
  });

  test('removes nothing of a day with a hole, and seals none', async () => {
    await onOldCopy(async (copy, dataDir) => {
      await asOwner(copy, (client) => client.query('delete from operate_logs where seq = 12'));
      await expect(clean(copy, dataDir)).rejects.toThrow('broken');
      expect(await segments(copy)).toEqual([]);
    });
  });

  test('a sealed day that stands is compared with its rows', async () => {
    await onCopy(async (copy) => {
      const seal = (hash: string) =>
        asOwner(copy, (client) =>
          client.query(
            `insert into audit_segments (chain, first_seq, last_seq, prev_hash, hash, last_at)
             select 'operate_logs', 1, 10, '${CHAIN_START}', ${hash}, datetime from operate_logs where seq = 10`,
          ),
        );
      await seal('hash');
      expect((await verify(copy)).code).toBe(0);
      await asOwner(copy, (client) => client.query('delete from audit_segments'));
      await seal('reverse(hash)');
      const { code, all } = await verify(copy);
      expect([code, all]).toEqual([1, expect.stringMatching(/BROKEN at row 10 \(rewritten\).*its sealed day ends with/s)]);
    });
  });

  test.each<[string, string, string]>([
    [
      'an older day that is said to stand',
      `update audit_segments set date_removed = null where first_seq = 1`,
      'were removed before older ones',
    ],
    ['a changed digest', `update audit_segments set hash = reverse(hash) where first_seq = 1`, '(segment)'],
    ['a digest that is gone', `delete from audit_segments where first_seq = 1`, 'BROKEN at row 1 (segment)'],
    ['a row too many removed', `delete from operate_logs where seq = (select min(seq) from operate_logs)`, '(removed)'],
    [
      'a row put back',
      `insert into operate_logs (id, seq, prev_hash, hash, user_text, user_id, action, resource_type, resource_id, resource, datetime, org_id)
       select gen_random_uuid(), 3, hash, hash, user_text, user_id, action, resource_type, resource_id, resource, datetime, org_id from operate_logs limit 1`,
      'BROKEN at row 3 (inserted)',
    ],
  ])('shows %s afterwards', async (_name, damage, expected) => {
    await onOldCopy(async (copy, dataDir) => {
      await clean(copy, dataDir);
      await asOwner(copy, (client) => client.query(damage));
      const { code, all } = await verify(copy, [], dataDir);
      expect(all).toContain(expected);
      expect(code).toBe(1);
    });
  });
});

describe('the file of anchors', () => {
  async function withFile(text: (lines: string[]) => string[], work: (dataDir: string) => Promise<void>): Promise<void> {
    const dataDir = await mkdtemp(join(tmpdir(), 'postern-anchors-'));
    const lines = (await readFile(anchorFile(folder), 'utf8')).trimEnd().split('\n');
    await writeFile(anchorFile(dataDir), `${text(lines).join('\n')}\n`);
    await work(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  }

  test('belongs to its owner alone, and lines are only added', async () => {
    expect((await stat(anchorFile(folder))).mode & 0o777).toBe(0o600);
    const before = await readFile(anchorFile(folder), 'utf8');
    await onCopy(async (copy) => {
      await withPlatform(copy, anchor);
      expect(await readFile(anchorFile(folder), 'utf8')).toBe(before);
    });
  });

  test('a line in another hand shows', async () => {
    await withFile(
      (lines) => lines.map((line) => line.replace(/"signature":"(.{8})/, '"signature":"AAAAAAAA')),
      async (dataDir) => {
        const { code, all } = await verify(original, [], dataDir);
        expect(all).toContain('bear another signature');
        expect(code).toBe(1);
      },
    );
  });

  test('a line that is none shows', async () => {
    await withFile(
      ([first = '', ...rest]) => [first.slice(0, 40), ...rest],
      async (dataDir) => expect((await verify(original, [], dataDir)).all).toContain('lines 1 are damaged'),
    );
  });

  test('lines that are gone show, by the state that the database keeps', async () => {
    await withFile(
      (lines) => lines.slice(1),
      async (dataDir) => {
        await onCopy(async (copy) => {
          await asOwner(copy, (client) => client.query('update audit_anchor_targets set target = $1', [fileTarget(dataDir).name]));
          const { code, all } = await verify(copy, [], dataDir);
          expect(all).toMatch(/anchors \d+ were written to it and are gone/);
          expect(code).toBe(1);
        });
      },
    );
  });

  test('a place without anchors is not taken for a proof', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'postern-none-'));
    expect((await verify(original, [], dataDir)).all).toContain('WARNING: there are no anchors');
    // The lines as a syslog server has written them down.
    const syslog = join(dataDir, 'messages');
    await writeFile(
      syslog,
      (await readFile(anchorFile(folder), 'utf8')).replace(/^(?=.)/gm, '<109>1 2026-01-01T00:00:00Z here postern 1 audit-anchor - '),
    );
    expect(await verify(original, ['--anchors', syslog], dataDir)).toMatchObject({
      code: 0,
      lines: expect.arrayContaining([expect.stringContaining('2 anchors compared')]),
    });
    await rm(dataDir, { recursive: true, force: true });
  });
});
