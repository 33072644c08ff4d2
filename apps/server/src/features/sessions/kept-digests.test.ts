import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type ChainLine, chainLink } from '@postern/contract/evidence';
import { forThisFile } from '@postern/testkit/for-this-file';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { runJob } from '../../app.ts';
import { keptDigestChain } from '../../platform/audit/kept-digests.ts';
import { verifyChain } from '../../platform/audit/verify.ts';
import { evidenceConfirmCommand } from './index.ts';

/** What proves a recording stays when retention has removed it. */

const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
const ORG = '00000000-0000-0000-0000-000000000002';
const OLD = new Date(Date.now() - 250 * 86_400_000);

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'postern-kept-'));
  const set = await admin.patch('settings/setting/?category=clean', { TERMINAL_SESSION_KEEP_DURATION: 190, FTP_LOG_KEEP_DAYS: 190 });
  expect(set.status).toBe(200);
});
afterAll(() => rm(dir, { recursive: true }));

const digest = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function run(name: string): Promise<void> {
  const job = server.assembly.jobs.find((one) => one.name === name);
  if (!job) throw new Error(`No job ${name}`);
  await runJob(server.platform, job, {});
}

interface Made {
  id: string;
  bytes: Buffer;
  segments: readonly Buffer[];
  chain: ChainLine[];
}

/** An old session with a recording of its own; `seen` says that its digest was written down when it came. */
async function session(seen: boolean, { path: given }: { path?: string | null } = {}): Promise<Made> {
  const id = randomUUID();
  const segments = ['{"version":2}\n', `[0.1,"o","${id}"]\n`].map((line) => Buffer.from(line));
  const chain: ChainLine[] = [];
  for (const segment of segments) chain.push(chainLink(chain.at(-1), segment));
  const bytes = gzipSync(Buffer.concat(segments));
  const path = given === undefined ? `${OLD.toISOString().slice(0, 10)}/${id}.cast.gz` : given;
  await sql`insert into sessions (id, org_id, "user", user_id, asset, account, account_id, protocol, is_finished, date_start, date_end, replay_path,
      replay_chain, replay_bytes, replay_sha256)
    values (${id}, ${ORG}, 'Ann(ann)', 'u-1', 'web-1', 'root', 'a-1', 'ssh', true, ${OLD}, ${OLD}, ${path}, ${path && JSON.stringify(chain)},
      ${seen ? bytes.length : null}, ${seen ? digest(bytes) : null})`.execute(server.db);
  if (path) {
    const file = join(server.platform.settings.dataDir, 'replays', path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  return { id, bytes, segments, chain };
}

const keptOf = async (id: string) => (await sql`select * from kept_digests where id = ${id}`.execute(server.db)).rows;
const isThere = async (id: string): Promise<boolean> =>
  (await sql`select 1 from sessions where id = ${id}`.execute(server.db)).rows.length > 0;

async function confirm(bytes: Buffer, ...flags: readonly string[]): Promise<{ code: number | undefined; output: string }> {
  const path = join(dir, 'kept');
  await writeFile(path, bytes);
  const lines: string[] = [];
  const code = await evidenceConfirmCommand([path, ...flags], server.db, (line) => void lines.push(line));
  return { code, output: lines.join('\n') };
}

test('a session that goes leaves who, where, when and the digests of its recording', async () => {
  const seen = await session(true);
  const unseen = await session(false);
  const without = await session(true, { path: null });
  await run('sessions-retention');
  for (const { id, bytes, chain } of [seen, unseen])
    expect(await keptOf(id)).toMatchObject([
      {
        ...{ kind: 'recording', session_id: id, org_id: ORG, user: 'Ann(ann)', user_id: 'u-1', asset: 'web-1', account: 'root' },
        ...{ protocol: 'ssh', date_start: OLD, date_end: OLD, bytes: bytes.length, sha256: digest(bytes) },
        ...{ chain_links: 2, chain_end: chain[1]?.sha256 },
      },
    ]);
  expect(await keptOf(without.id)).toEqual([]);
  for (const { id } of [seen, unseen, without]) expect(await isThere(id)).toBe(false);
  expect((await verifyChain(server.db, keptDigestChain)).broken).toBeUndefined();
});

test('a copy that somebody kept is confirmed, packed anew by its chain; another one is not', async () => {
  const { id, bytes, segments, chain } = await session(true);
  expect(await confirm(bytes)).toMatchObject({ code: 1, output: expect.stringContaining(`session ${id}, which is still kept`) });
  await run('sessions-retention');
  expect(await confirm(bytes)).toMatchObject({ code: 0, output: expect.stringContaining(`CONFIRMED, byte for byte: no.`) });
  expect((await confirm(bytes)).output).toContain(`session ${id}, Ann(ann) as root on web-1 by ssh`);

  const links = join(dir, 'links');
  await writeFile(links, chain.map((line) => JSON.stringify(line)).join('\n'));
  const anew = gzipSync(Buffer.concat(segments), { level: 1 });
  const other = gzipSync(Buffer.concat([...segments, Buffer.from('[9,"o","more"]\n')]));
  expect(anew.equals(bytes)).toBe(false);
  expect(await confirm(anew)).toMatchObject({ code: 1, output: expect.stringContaining('NOT CONFIRMED') });
  expect(await confirm(anew, '--chain', links)).toMatchObject({ code: 0, output: expect.stringContaining('CONFIRMED by its chain') });
  for (const changed of [other, Buffer.concat([bytes, Buffer.from('x')]), bytes.subarray(1), Buffer.alloc(0)])
    for (const flags of [[], ['--chain', links]])
      expect(await confirm(changed, ...flags)).toMatchObject({ code: 1, output: expect.stringContaining('NOT CONFIRMED') });
  await writeFile(links, 'no chain');
  expect((await confirm(anew, '--chain', links)).code).toBe(1);
  expect(await evidenceConfirmCommand([], server.db, () => undefined)).toBeUndefined();
});

test('a crash before the end leaves the session and no digest, and the next night both are as they should be', async () => {
  const { id, bytes } = await session(true);
  const job = server.assembly.jobs.find(({ name }) => name === 'sessions-retention');
  if (!job) throw new Error('no job');
  const crash = server.platform.asSystem('test', async (ctx) => {
    await job.run(ctx, {}, { write: () => undefined } as unknown as Parameters<typeof job.run>[2]);
    expect((await sql`select 1 from kept_digests where id = ${id}`.execute(ctx.tx)).rows).toHaveLength(1);
    throw new Error('the power is gone');
  });
  await expect(crash).rejects.toThrow('the power is gone');
  expect([await isThere(id), await keptOf(id)]).toEqual([true, []]);
  await run('sessions-retention');
  expect([await isThere(id), await keptOf(id)]).toMatchObject([false, [{ sha256: digest(bytes) }]]);
  await run('sessions-retention');
  expect(await keptOf(id)).toHaveLength(1);
});

test('copies of moved files leave their digests, too', async () => {
  const [id, bytes] = [randomUUID(), Buffer.from(`what was moved ${randomUUID()}`)];
  await sql`insert into ftp_logs (id, org_id, "user", asset, account, operate, filename, date_start, session_id, size, has_file, file_sha256)
    values (${id}, ${ORG}, 'Ann(ann)', 'web-1', 'root', 'upload', ${`/${'x'.repeat(900)}`}, ${OLD}, ${randomUUID()}, ${bytes.length}, true,
      ${digest(bytes)})`.execute(server.db);
  expect((await confirm(bytes)).code).toBe(1);
  await run('ftp-logs.clean-copies');
  expect((await sql`select 1 from ftp_logs where id = ${id}`.execute(server.db)).rows).toEqual([]);
  const { code, output } = await confirm(bytes);
  expect([code, output]).toEqual([0, expect.stringContaining(`transfer ${id}, Ann(ann) as root on web-1`)]);
  const [kept] = (await sql<{ name: string }>`select name from kept_digests where id = ${id}`.execute(server.db)).rows;
  expect(kept?.name).toHaveLength(256);
});

test('who may do all in the database and changes a digest is found out', async () => {
  const { id, bytes } = await session(true);
  await run('sessions-retention');
  const owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  // Not even the owner by the way retention goes.
  await owner.query(`select set_config('postern.retention', 'on', false)`);
  await expect(owner.query('delete from kept_digests where id = $1', [id])).rejects.toThrow('append-only');
  await owner.query(`set session_replication_role = replica`);
  await owner.query('update kept_digests set sha256 = $2 where id = $1', [id, digest(Buffer.from('forged'))]);
  await owner.end();
  for (const one of [bytes, Buffer.from('forged')])
    expect(await confirm(one)).toMatchObject({ code: 1, output: expect.stringContaining('kept digests: BROKEN at row') });
});
