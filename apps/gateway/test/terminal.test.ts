import { readdirSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { CHAIN_START, type ChainLine, chainHash } from '@postern/contract/evidence';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import { openPage } from '@postern/testkit/terminal-page';
import { describe, expect, it } from 'vitest';
import { outputOf } from './cast.ts';
import { ANN_COOKIE, BOB, BOB_COOKIE, eventually, grantFor, startWorld } from './world.ts';

const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(startWorld, (it) => it.stop());

const lastSession = () => [...world.core.sessions.keys()].at(-1) as string;

describe('a terminal in the browser', () => {
  it('carries an interactive shell and leaves a recording with its chain', async () => {
    const page = openPage(world.gateway.port, `token=${world.token(grantFor(sshd))}`, { cookie: ANN_COOKIE });
    const opened = JSON.parse((await page.frame('TERMINAL_SESSION')).data);
    expect(opened).toMatchObject({
      recording: true,
      permission: { actions: ['connect', 'upload', 'download', 'delete', 'copy', 'paste'] },
      session: { user: 'Ann(ann)', asset: 'web-1(127.0.0.1)', protocol: 'ssh' },
    });
    const id: string = opened.session.id;
    page.type('PS1="# "; stty size; echo "sum $((40+2)) 世界"\r');
    await page.see('sum 42 世界\r\n');
    await page.see('24 80');
    page.send('TERMINAL_RESIZE', { cols: 100, rows: 30 });
    page.type('stty size\r');
    await page.see('30 100');
    page.type('exit\r');
    expect(JSON.parse((await page.frame('CLOSE')).data)).toEqual({ reason: 'target_closed', params: {} });
    await page.closed;

    const replay = await eventually(() => world.core.replays.get(id));
    expect(replay).toMatchObject({ version: '3', name: `${id}.cast.gz` });
    const cast = gunzipSync(replay.file);
    expect(JSON.parse(cast.toString('utf8').split('\n', 1)[0] as string)).toMatchObject({
      version: 2,
      width: 80,
      height: 24,
      title: 'web-1(127.0.0.1)',
    });
    expect(outputOf(cast)).toBe(page.text());
    expect(cast.toString('utf8')).toContain('"r","100x30"');

    let prev = CHAIN_START;
    let at = 0;
    const links = replay.chain
      .toString('utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as ChainLine);
    links.forEach((link, n) => {
      expect(link).toMatchObject({ n, prev, sha256: chainHash(prev, cast.subarray(at, at + link.bytes)) });
      prev = link.sha256;
      at += link.bytes;
    });
    expect(at).toBe(cast.length);

    await eventually(() => world.core.sessions.get(id)?.has_replay === true);
    expect(world.core.sessions.get(id)).toMatchObject({ is_success: true, is_finished: true, login_from: 'WT', remote_addr: '127.0.0.1' });
    expect(world.core.sessions.get(id)?.date_end).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d \+0000$/);
    await eventually(() => readdirSync(world.spool).length === 0);
  });

  it('delivers every byte of a long output, also to the recording', async () => {
    const page = openPage(world.gateway.port, `token=${world.token(grantFor(sshd))}`, { cookie: ANN_COOKIE });
    await page.frame('TERMINAL_SESSION');
    page.type('stty -onlcr -echo; PS1=; clear; echo re""ady; read x; seq -w 1 900000 | tee >(sha256sum 1>&2 | cat); exit\r');
    await page.see('ready');
    page.type('\r');
    await page.frame('CLOSE', 50_000);
    const lines = page.text().match(/^\d{6}$/gm) ?? [];
    expect(lines.length).toBe(900_000);
    expect(lines[0]).toBe('000001');
    expect(lines.at(-1)).toBe('900000');
    const replay = await eventually(() => world.core.replays.get(lastSession()));
    expect(outputOf(gunzipSync(replay.file))).toBe(page.text());
  });

  it('takes a large paste whole', async () => {
    const page = openPage(world.gateway.port, `token=${world.token(grantFor(sshd))}`, { cookie: ANN_COOKIE });
    await page.frame('TERMINAL_SESSION');
    // The echo of the line, cut behind its "ready", must not pass for what the line prints: the paste would reach the shell before `stty`.
    page.type("stty -echo raw; echo rea''dy; head -c 5000000 | sha256sum; stty sane; exit\r");
    await page.see(/ready\s*$/);
    const paste = Array.from({ length: 100_000 }, (_, n) => `${String(n).padStart(49, 'x')}\n`).join('');
    expect(paste.length).toBe(5_000_000);
    for (let at = 0; at < paste.length; at += 32_000) page.type(paste.slice(at, at + 32_000));
    const { createHash } = await import('node:crypto');
    await page.see(createHash('sha256').update(paste).digest('hex'));
    page.socket.close();
  });
});

describe('who gets in', () => {
  const close = async (query: string, cookie: string) =>
    JSON.parse((await openPage(world.gateway.port, query, { cookie }).frame('CLOSE')).data);

  it('keeps what is typed before the shell is there, in order', async () => {
    const page = openPage(world.gateway.port, `token=${world.token(grantFor(sshd))}`, { cookie: ANN_COOKIE });
    await page.frame('CONNECT');
    // Right behind TERMINAL_INIT, which the page sends by itself, and in pieces.
    for (const piece of ['echo ea', 'rly $((20', '+3))', '\r']) page.type(piece);
    await page.see('early 23\r\n');
    page.type('exit\r');
    await page.closed;
  });

  it('refuses visitors the core does not know, before any frame', async () => {
    const page = openPage(world.gateway.port, `token=${world.token(grantFor(sshd))}`, { cookie: 'jms_sessionid=nobody' });
    expect(await page.closed).toBe(1006);
    expect(page.frames).toEqual([]);
    expect(world.core.tokens.size).toBe(1);
    world.core.tokens.clear();
  });

  it('refuses another site that rides on the cookies', async () => {
    const page = openPage(world.gateway.port, `token=${world.token(grantFor(sshd))}`, {
      cookie: ANN_COOKIE,
      origin: 'https://evil.example',
    });
    expect(await page.closed).toBe(1006);
    expect(world.core.tokens.size).toBe(1);
    world.core.tokens.clear();
    const proxied = openPage(world.gateway.port, `token=${world.token(grantFor(sshd))}`, {
      cookie: ANN_COOKIE,
      origin: 'https://bastion.example',
      headers: { 'x-forwarded-host': 'bastion.example' },
    });
    await proxied.frame('TERMINAL_SESSION');
    proxied.send('CLOSE', '');
    await proxied.closed;
  });

  it("refuses another user's token, and its owner comes in all the same", async () => {
    const token = world.token(grantFor(sshd));
    expect(await close(`token=${token}`, BOB_COOKIE)).toMatchObject({ reason: 'token_refused' });
    const page = openPage(world.gateway.port, `token=${token}`, { cookie: ANN_COOKIE });
    await page.frame('TERMINAL_SESSION');
    page.send('CLOSE', '');
    await page.closed;
    expect(await close(`token=${token}`, ANN_COOKIE)).toMatchObject({
      reason: 'token_refused',
      params: { detail: 'This token does not exist.' },
    });
  });

  it('refuses a grant without the right to connect, and a token that is none', async () => {
    const grant = grantFor(sshd, { actions: [{ value: 'copy', label: '' }] });
    expect(await close(`token=${world.token(grant)}`, ANN_COOKIE)).toMatchObject({ reason: 'token_refused' });
    expect(await close('token=../../x', ANN_COOKIE)).toMatchObject({ reason: 'token_refused' });
    expect(await close('', ANN_COOKIE)).toMatchObject({ reason: 'token_refused' });
  });
});

describe('targets that cannot be reached or trusted', () => {
  const open = async (change: Parameters<typeof grantFor>[1]) =>
    JSON.parse(
      (await openPage(world.gateway.port, `token=${world.token(grantFor(sshd, change))}`, { cookie: ANN_COOKIE }).frame('CLOSE')).data,
    );

  it('pins the first key and refuses a changed one', async () => {
    const page = openPage(world.gateway.port, `token=${world.token(grantFor(sshd, { host_keys: [] }))}`, { cookie: ANN_COOKIE });
    await page.frame('TERMINAL_SESSION');
    expect(world.core.pinned.at(-1)).toMatchObject({ ...sshd.hostKey, address: '127.0.0.1', port: sshd.port, session: lastSession() });
    page.socket.close();
    const other = { type: 'ssh-ed25519', fingerprint: 'SHA256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' };
    expect(await open({ host_keys: [other] })).toMatchObject({
      reason: 'host_key_changed',
      params: { ...sshd.hostKey, expected: other.fingerprint },
    });
    expect(world.core.changed.at(-1)).toMatchObject({
      fingerprint: sshd.hostKey.fingerprint,
      expected: other.fingerprint,
      session: lastSession(),
    });
    await eventually(() => world.core.sessions.get(lastSession())?.is_finished === true);
    expect(world.core.sessions.get(lastSession())).toMatchObject({ is_success: false, is_finished: true });
  });

  it('says when nobody listens and when the login is refused', async () => {
    const grant = grantFor(sshd);
    const dead = { ...grant.asset, protocols: [{ name: 'ssh', port: 1 }] };
    expect(await open({ asset: dead })).toMatchObject({
      reason: 'target_unreachable',
      params: { address: '127.0.0.1:1', detail: 'ECONNREFUSED' },
    });
    const wrong = { ...grant.account, secret: 'wrong', secret_type: { value: 'password', label: '' } };
    expect(await open({ account: wrong })).toMatchObject({
      reason: 'target_refused_login',
      params: { account: 'ops', methods: expect.stringContaining('publickey') },
    });
  });

  it('names both offers when there is no common algorithm', async () => {
    const odd = await startSshd(['KexAlgorithms sntrup761x25519-sha512@openssh.com']);
    try {
      const end = await open({ ...grantFor(odd) });
      expect(end).toMatchObject({ reason: 'target_algorithms', params: { kind: 'key exchange algorithm' } });
      expect(end.params.theirs).toContain('sntrup761x25519-sha512@openssh.com');
      expect(end.params.ours).toContain('curve25519-sha256');
    } finally {
      await odd.stop();
    }
  });

  it('goes through a gateway with its own login and key', async () => {
    const hop = await startSshd();
    try {
      const grant = grantFor(sshd);
      const gateway = {
        id: '33333333-3333-4333-8333-333333333333',
        name: 'hop',
        address: '127.0.0.1',
        protocols: [{ name: 'ssh', port: hop.port }],
        account: { ...grant.account, secret: hop.privateKey },
      };
      const page = openPage(world.gateway.port, `token=${world.token({ ...grant, gateway })}`, { cookie: ANN_COOKIE });
      await page.frame('TERMINAL_SESSION');
      expect(world.core.pinned.at(-1)).toMatchObject({ asset: gateway.id, ...hop.hostKey });
      page.type('echo through $((6*7))\r');
      await page.see('through 42');
      page.type('exit\r');
      await page.frame('CLOSE');
    } finally {
      await hop.stop();
    }
  });
});

describe('a session under control', () => {
  it('is ended by an administrator, who is named on screen and in the recording', async () => {
    const page = openPage(world.gateway.port, `token=${world.token(grantFor(sshd))}`, { cookie: ANN_COOKIE });
    await page.frame('TERMINAL_SESSION');
    const id = lastSession();
    world.core.kill(id, 'Root(admin)');
    expect(JSON.parse((await page.frame('CLOSE')).data)).toEqual({ reason: 'terminated', params: { by: 'Root(admin)' } });
    expect(page.text()).toContain('ended by Root(admin)');
    await eventually(() => world.core.patches.some((one) => one.id === id && one.patch.is_finished === true));
    const replay = await eventually(() => world.core.replays.get(id));
    expect(outputOf(gunzipSync(replay.file))).toContain('ended by Root(admin)');
    expect(world.core.finishedTasks.length).toBeGreaterThan(0);
  });

  it('is reported as alive by heartbeats', async () => {
    const page = openPage(world.gateway.port, `token=${world.token(grantFor(sshd))}`, { cookie: ANN_COOKIE });
    await page.frame('TERMINAL_SESSION');
    const id = lastSession();
    await eventually(() => world.core.heartbeats.some((beat) => beat.sessions.includes(id)));
    page.send('CLOSE', '');
    expect(JSON.parse((await page.frame('CLOSE')).data)).toMatchObject({ reason: 'user_closed' });
    await eventually(() => world.core.sessions.get(id)?.is_finished === true);
  });

  it('ends when the permission does', async () => {
    const grant = grantFor(sshd, { expire_at: Math.floor(Date.now() / 1000) + 2 });
    const page = openPage(world.gateway.port, `token=${world.token(grant)}`, { cookie: ANN_COOKIE });
    await page.frame('TERMINAL_SESSION');
    expect(JSON.parse((await page.frame('CLOSE', 5000)).data)).toMatchObject({ reason: 'permission_expired' });
  });

  it('is watched live by those who may, with what came before, and cannot be typed into', async () => {
    const page = openPage(world.gateway.port, `token=${world.token(grantFor(sshd))}`, { cookie: ANN_COOKIE, size: { cols: 90, rows: 20 } });
    await page.frame('TERMINAL_SESSION');
    const id = lastSession();
    page.type('echo before $((1+1))\r');
    await page.see('before 2');
    const stranger = openPage(world.gateway.port, `type=monitor&target_id=${id}`, { cookie: BOB_COOKIE });
    expect(JSON.parse((await stranger.frame('CLOSE')).data)).toMatchObject({ reason: 'join_refused', params: { detail: 'not yours' } });
    expect(stranger.text()).toBe('');
    world.core.mayJoin.add(`${BOB.id} ${id}`);
    const viewer = openPage(world.gateway.port, `type=monitor&target_id=${id}`, { cookie: BOB_COOKIE });
    expect(JSON.parse((await viewer.frame('TERMINAL_SESSION')).data)).toMatchObject({ permission: null, session: { id } });
    expect(JSON.parse((await viewer.frame('TERMINAL_RESIZE')).data)).toEqual({ Width: 90, Height: 20 });
    await viewer.see('before 2');
    viewer.type('echo intruder\r');
    page.type('echo after $((1+2))\r');
    await viewer.see('after 3');
    expect(page.text()).not.toContain('intruder');
    expect(viewer.text()).toBe(page.text());
    page.type('exit\r');
    expect(JSON.parse((await viewer.frame('CLOSE')).data)).toMatchObject({ reason: 'target_closed' });
  });
});
