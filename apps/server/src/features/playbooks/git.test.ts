import tls from 'node:tls';
import type { Api, Json } from '@postern/testkit/api';
import { createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { GIT_TOKEN, startGitServer } from '@postern/testkit/git-server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packOf } from '../../../test/git-packs.ts';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { contentOf, entriesOf, filesAt, madePlaybook, PLAYBOOKS } from '../../../test/playbook-calls.ts';
import { runJob } from '../../app.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';
import { fetchFiles } from './git.ts';
import { checkPack } from './git-pack.ts';

let server: TestServer;
let mia: Api;
const trusted = tls.getCACertificates('default');
const git = forThisFile(startGitServer, (it) => it.close());
beforeAll(async () => {
  tls.setDefaultCACertificates([...trusted, git.cert]);
  server = await startTestServer({ settings: { outboundAllow: ['127.0.0.1'] } });
  mia = await server.as(String((await createUser(await server.as('admin'))).username));
});
afterAll(async () => {
  tls.setDefaultCACertificates(trusted);
  await server?.close();
});

const MAIN = '- name: p\n  hosts: all\n';

/** Carries out the update that a playbook was asked for. @returns its state and its log */
async function carriedOut(run: string): Promise<{ state: string; log: string }> {
  const job = server.assembly.jobs.find(({ name }) => name === 'sync-playbook');
  if (!job) throw new Error('no job');
  await runJob(server.platform, job, { task_run: run });
  const { rows } = await sql<{ state: string; log: string }>`
    select state, (select coalesce(string_agg(text, '' order by seq), '') from task_logs where run_id = r.id) as log
    from task_runs as r where r.id = ${run}`.execute(server.db);
  return rows[0] as { state: string; log: string };
}
const fromGit = (repository: string, more: Json = {}): Promise<Json> =>
  madePlaybook(mia, { create_method: 'vcs', vcs_url: git.url(repository), ...more });
const shown = async (id: unknown): Promise<Json> => (await mia.get<Json>(`${PLAYBOOKS}${id}/`)).body;
/** Asks for an update and carries it out. */
const updated = async (id: unknown) => carriedOut(String((await mia.post<Json>(`${PLAYBOOKS}${id}/sync/`)).body.task_id));

describe('a playbook from Git', () => {
  it('is fetched, told with its commit, and replaced as a whole by the next', async () => {
    const first = git.commit('one.git', { 'main.yml': MAIN, 'roles/web/tasks/main.yml': '- ping:\n', 'old.txt': 'old' });
    const made = await fromGit('one.git');
    expect(made.task_id).toEqual(expect.any(String));
    expect((await carriedOut(made.task_id)).state).toBe('SUCCESS');
    expect(await shown(made.id)).toMatchObject({ vcs_commit: first, date_synced: expect.any(String), task_id: null });
    expect(await entriesOf(mia, made.id)).toEqual([
      'roles',
      'roles/web',
      'roles/web/tasks',
      'main.yml',
      'old.txt',
      'roles/web/tasks/main.yml',
    ]);
    await mia.patch(filesAt(made.id), { key: 'main.yml', content: 'changed here' });
    const second = git.commit('one.git', { 'main.yml': `${MAIN}# two\n` });
    const { state, log } = await updated(made.id);
    expect([state, log]).toEqual(['SUCCESS', expect.stringContaining(second)]);
    expect([await entriesOf(mia, made.id), await contentOf(mia, made.id, 'main.yml')]).toEqual([['main.yml'], `${MAIN}# two\n`]);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from operate_logs where resource_id = ${String(made.id)} and diff::text like ${`%${second}%`}`.execute(
      server.db,
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('is of the branch or tag that is said', async () => {
    git.commit('refs.git', { 'main.yml': MAIN, at: 'first' });
    git.git('refs.git', 'tag', '-a', 'v1', '-m', 'one');
    git.git('refs.git', 'push', '-q', 'origin', 'v1');
    git.commit('refs.git', { 'main.yml': MAIN, at: 'main' });
    git.git('refs.git', 'checkout', '-qb', 'next');
    git.commit('refs.git', { 'main.yml': MAIN, at: 'next' });
    for (const [vcs_ref, content] of [
      ['', 'main'],
      ['next', 'next'],
      ['v1', 'first'],
    ]) {
      const made = await fromGit('refs.git', { vcs_ref });
      expect([(await carriedOut(made.task_id)).state, await contentOf(mia, made.id, 'at')]).toEqual(['SUCCESS', content]);
    }
  });

  it('leaves out links and repositories within it, and says so', async () => {
    git.commit('inner.git', { x: 'x' });
    git.commit('odd.git', { 'main.yml': MAIN, passwd: null });
    git.git('odd.git', 'submodule', 'add', '-q', '../inner.git', 'inner');
    git.git('odd.git', 'commit', '-qm', 'inner');
    git.git('odd.git', 'push', '-q', 'origin', 'HEAD');
    const made = await fromGit('odd.git');
    const { state, log } = await carriedOut(made.task_id);
    expect([state, await entriesOf(mia, made.id)]).toEqual(['SUCCESS', ['.gitmodules', 'main.yml']]);
    expect(log).toMatch(/inner is left out[\s\S]*passwd is left out/);
  });

  it('is asked for with a token that is never told again, and goes nowhere else', async () => {
    git.commit('private/a.git', { 'main.yml': MAIN });
    const made = await fromGit('private/a.git', { vcs_username: 'deploy', vcs_token: GIT_TOKEN });
    const { state, log } = await carriedOut(made.task_id);
    expect(state).toBe('SUCCESS');
    expect(git.asked.at(-1)?.authorization).toBe(`Basic ${Buffer.from(`deploy:${GIT_TOKEN}`).toString('base64')}`);
    expect(JSON.stringify([made, await shown(made.id), log])).not.toContain(GIT_TOKEN);
    const stored = await server.db.selectFrom('playbooks').select('vcs_token').where('id', '=', made.id).executeTakeFirst();
    expect(stored?.vcs_token).not.toContain(GIT_TOKEN);
    const at = `${PLAYBOOKS}${made.id}/`;
    expect(await mia.patch<Json>(at, { vcs_url: 'https://evil.example/private/a.git' })).toMatchObject({
      status: 400,
      body: { vcs_token: expect.anything() },
    });
    expect((await mia.patch(at, { vcs_url: git.url('private/b.git') })).status).toBe(200);
    expect((await mia.patch(at, { vcs_url: 'https://other.example/x', vcs_token: 'another' })).status).toBe(200);
  });

  it.each([
    ['no token', 'private/a.git', {}, 'wants a username and token'],
    ['a wrong token', 'private/a.git', { vcs_token: 'wrong' }, 'wants a username and token'],
    ['a repository that there is not', 'nothing.git', {}, 'no such repository'],
    ['a branch that there is not', 'one.git', { vcs_ref: 'nothing' }, 'no such repository, branch'],
    ['a server that sends us elsewhere', 'moved/x.git', {}, 'sends us elsewhere'],
    ['a page in place of a repository', 'page/x.git', {}, 'cannot be read'],
    ['an answer without end', 'endless/x.git', {}, 'more than a playbook may'],
    ['no entry', 'inner.git', {}, 'no main.yml'],
  ])('is not changed by %s, and the log says why', async (_name, repository, more, says) => {
    const made = await fromGit(repository, more);
    const { state, log } = await carriedOut(made.task_id);
    expect([state, log]).toEqual(['FAILURE', expect.stringContaining(says)]);
    expect(log).not.toContain('wrong');
    expect([await entriesOf(mia, made.id), (await shown(made.id)).vcs_commit]).toEqual([[], '']);
    // It may be tried again.
    expect((await mia.post(`${PLAYBOOKS}${made.id}/sync/`)).status).toBe(201);
  });

  it('stays as it was when the next is more than it may be', async () => {
    git.commit('grows.git', { 'main.yml': MAIN });
    const made = await fromGit('grows.git');
    await carriedOut(made.task_id);
    const larger: Record<string, string | Buffer>[] = [
      { 'main.yml': MAIN, large: Buffer.alloc(1024 * 1024 + 1, 'x') },
      { 'main.yml': MAIN, ...Object.fromEntries(Array.from({ length: 1_001 }, (_one, at) => [`f${at}`, 'same'])) },
      { 'main.yml': MAIN, 'root/x': 'x' },
    ];
    for (const files of larger) {
      git.commit('grows.git', files);
      expect((await updated(made.id)).state).toBe('FAILURE');
      expect(await entriesOf(mia, made.id)).toEqual(['main.yml']);
    }
  });

  it('is updated once at a time, and not where it is not from Git', async () => {
    const made = await fromGit('one.git');
    expect((await mia.post(`${PLAYBOOKS}${made.id}/sync/`)).body).toMatchObject({ code: 'playbook_syncing' });
    const blank = await madePlaybook(mia);
    expect((await mia.post(`${PLAYBOOKS}${blank.id}/sync/`)).body).toMatchObject({ code: 'playbook_not_git' });
  });

  it.each([
    '',
    'http://127.0.0.1/x.git',
    'ssh://git@host/x.git',
    'git@host:x.git',
    'file:///etc',
    'https://a:b@host/x.git',
    'https://host/x?a=b',
    'ext::sh -c id',
  ])('has an address of https: %j is refused', async (vcs_url) => {
    const answer = await mia.post<Json>(PLAYBOOKS, { name: 'Wrong', create_method: 'vcs', vcs_url });
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['vcs_url']]);
  });
});

describe('what is fetched', () => {
  const remote = (repository: string) => ({ url: git.url(repository), ref: '', username: '', token: '' });

  it('does not come from where the server may not go, nor from whom it does not trust', async () => {
    const strict = createOutbound({ allow: [] });
    await expect(fetchFiles(strict, remote('one.git'), AbortSignal.timeout(30_000))).rejects.toMatchObject({ why: 'blocked' });
    await strict.close();
    tls.setDefaultCACertificates(trusted);
    const fresh = createOutbound({ allow: ['127.0.0.1'] });
    await expect(fetchFiles(fresh, remote('one.git'), AbortSignal.timeout(30_000))).rejects.toMatchObject({ why: 'untrusted' });
    await fresh.close();
    tls.setDefaultCACertificates([...trusted, git.cert]);
  });

  it('ends when it is to stop', async () => {
    const stop = new AbortController();
    const fetching = fetchFiles(server.platform.outbound, remote('silent/x.git'), stop.signal);
    stop.abort();
    await expect(fetching).rejects.toMatchObject({ why: 'late' });
  });

  it.each([
    ['that is none', () => Buffer.from('nothing at all, and long enough to be looked at'), 'damaged'],
    ['that says it holds a terabyte', () => packOf([{ type: 3, size: 2 ** 34, data: Buffer.from('x') }]), 'too_large'],
    ['that inflates to more than it says', () => packOf([{ type: 3, size: 10, data: Buffer.alloc(5_000_000) }]), 'damaged'],
    ['that inflates to less than it says', () => packOf([{ type: 3, size: 10, data: Buffer.from('x') }]), 'damaged'],
    ['with a file beyond its size', () => packOf([{ type: 3, data: Buffer.alloc(1024 * 1024 + 1) }]), 'too_large'],
    ['with much in all', () => packOf(Array.from({ length: 25 }, () => ({ type: 3, data: Buffer.alloc(1024 * 1024) }))), 'too_large'],
    ['with too many objects', () => packOf(Array.from({ length: 4_001 }, () => ({ type: 3, data: Buffer.from('x') }))), 'too_large'],
    ['that says it has more objects than it has', () => packOf([{ type: 3, data: Buffer.from('x') }], 2), 'damaged'],
    [
      'with a delta that copies to a terabyte',
      () =>
        packOf([
          { type: 3, data: Buffer.from('x') },
          { type: 6, back: 1, data: Buffer.from([1, 0xff, 0xff, 0xff, 0xff, 0x0f]) },
        ]),
      'too_large',
    ],
    ['with a delta on what we are to have', () => packOf([{ type: 7, data: Buffer.from('x') }]), 'damaged'],
    [
      'with deltas on deltas without end',
      () =>
        packOf([
          { type: 3, data: Buffer.from('x') },
          ...Array.from({ length: 60 }, () => ({ type: 6, back: 1, data: Buffer.from([1, 1, 1, 120]) })),
        ]),
      'too_large',
    ],
  ])('is no pack %s', async (_name, make, why) => {
    await expect(checkPack(make())).rejects.toMatchObject({ why });
  });

  it('may have deltas as Git makes them', async () => {
    await checkPack(
      packOf([
        { type: 3, data: Buffer.from('x') },
        ...Array.from({ length: 40 }, () => ({ type: 6, back: 1, data: Buffer.from([1, 1, 1, 120]) })),
      ]),
    );
    const text = Array.from({ length: 3_000 }, (_one, at) => `line ${at}\n`).join('');
    git.commit('deltas.git', { 'main.yml': MAIN, a: text, b: `${text}end\n`, c: `begin\n${text}` });
    git.git('deltas.git', 'push', '-q', 'origin', 'HEAD');
    const { files } = await fetchFiles(server.platform.outbound, remote('deltas.git'), AbortSignal.timeout(30_000));
    expect(files.find(({ path }) => path === 'c')?.content.toString()).toBe(`begin\n${text}`);
  });
});
