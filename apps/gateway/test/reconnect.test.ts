import { statSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { TerminalResume, TerminalSessionData } from '@postern/contract/frames';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import { openPage, type Page } from '@postern/testkit/terminal-page';
import { describe, expect, it } from 'vitest';
import { outputOf } from './cast.ts';
import { ANN, ANN_COOKIE, BOB_COOKIE, eventually, grantFor, startWorld } from './world.ts';

/** A page whose line is lost comes back to the session it had. */

const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(startWorld, (it) => it.stop());

type Opened = TerminalSessionData & { resume: TerminalResume };
const openedOf = async (page: Page): Promise<Opened> => JSON.parse((await page.frame('TERMINAL_SESSION')).data);
const endOf = async (page: Page) => JSON.parse((await page.frame('CLOSE')).data);

async function open(to = world, init: Record<string, unknown> = { resume: true }) {
  const page = openPage(to.gateway.port, `token=${to.token(grantFor(sshd))}`, { cookie: ANN_COOKIE, init, acksFrom: 0 });
  return { page, opened: await openedOf(page) };
}

/** Cuts the line as a network does, without a word of leaving. */
async function lose(page: Page): Promise<void> {
  page.socket.terminate();
  await page.closed;
}

const back = (opened: Opened, received: number, { cookie = ANN_COOKIE, to = world, change = {} } = {}) =>
  openPage(to.gateway.port, 'type=resume', {
    cookie,
    acksFrom: received,
    init: { resume: { session: opened.session.id, secret: opened.resume.secret, received, ...change } },
  });

describe('a page that lost its line', () => {
  it('returns to the same shell, with every byte it missed, once and in order', async () => {
    const { page, opened } = await open();
    expect(opened.resume).toMatchObject({ seconds: 120, secret: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) });
    page.type('stty -echo -onlcr; PS1=; mark=kept; echo re""ady; read x; seq -w 1 60000; echo do""ne\r');
    await page.see('ready');
    page.type('\r');
    // Somewhere in the middle of it.
    await page.see(/^0\d{4}$/m);
    await lose(page);
    const before = page.output();
    const again = back(opened, before.length);
    const returned = await openedOf(again);
    expect(returned.session.id).toBe(opened.session.id);
    expect(returned.resume.secret).not.toBe(opened.resume.secret);
    await again.see('done');
    const whole = Buffer.concat([before, again.output()]).toString();
    expect(whole.match(/^\d{5}$/gm)).toEqual(Array.from({ length: 60_000 }, (_, n) => String(n + 1).padStart(5, '0')));
    again.type('echo "$mark still"\r');
    await again.see('kept still');
    again.type('exit\r');
    expect(await endOf(again)).toMatchObject({ reason: 'target_closed' });
    const { id } = opened.session;
    const replay = gunzipSync((await eventually(() => world.core.replays.get(id))).file);
    expect(outputOf(replay)).toBe(Buffer.concat([before, again.output()]).toString());
    expect([...world.core.sessions.keys()].filter((one) => one === id)).toHaveLength(1);
  });

  it('is told how many of its messages came, so that it sends the others again', async () => {
    const { page, opened } = await open();
    for (const piece of ['echo o', 'ne $((1', '+1))\r']) page.type(piece);
    await page.see('one 2');
    const { received } = JSON.parse((await page.frame('TERMINAL_ACK')).data);
    expect(received).toBe(3);
    await lose(page);
    const again = back(opened, page.output().length);
    expect((await openedOf(again)).resume.received).toBe(3);
    again.type('exit\r');
    await again.closed;
  });

  it('takes over from a line of which nobody knows yet that it is dead', async () => {
    const { page, opened } = await open();
    page.type('echo here $((2+2))\r');
    await page.see('here 4');
    const again = back(opened, page.output().length);
    await openedOf(again);
    expect(await page.closed).toBe(1006);
    again.type('echo there $((2+3))\r');
    await again.see('there 5');
    expect(page.text()).not.toContain('there');
    again.send('CLOSE', '');
    expect(await endOf(again)).toMatchObject({ reason: 'user_closed' });
  });

  it('finds output that it did not see waiting, however much the target has: the target waits with it', async () => {
    const { page, opened } = await open();
    page.type('stty -echo -onlcr; PS1=; echo re""ady; read x; seq -w 1 1500000; echo do""ne\r');
    await page.see('ready');
    page.type('\r');
    await page.see('0000001');
    await lose(page);
    const before = page.output();
    // 12 MB. What was recorded after two signs of life is all there will be: the target may not go on.
    const beats = world.core.heartbeats.length;
    const recorded = () => statSync(join(world.spool, `${opened.session.id}.cast`)).size;
    const had = recorded();
    await eventually(() => world.core.heartbeats.length > beats + 2);
    expect(recorded() - had).toBeLessThan(4_000_000);
    const again = back(opened, before.length);
    await again.see('done');
    const lines =
      Buffer.concat([before, again.output()])
        .toString()
        .match(/^\d{7}$/gm) ?? [];
    expect(lines.length).toBe(1_500_000);
    expect(lines.every((line, n) => Number(line) === n + 1)).toBe(true);
    again.type('exit\r');
    await again.closed;
  });

  it('that is not one that can come back ends its session as before', async () => {
    const { page, opened } = await open(world, {});
    expect(opened).not.toHaveProperty('resume');
    await lose(page);
    await eventually(() => world.core.sessions.get(opened.session.id)?.is_finished === true);
    expect(world.core.sessions.get(opened.session.id)).toMatchObject({ end_reason: 'client_lost' });
  });

  it('that was closed by its person ends it as well', async () => {
    const { page, opened } = await open();
    page.socket.close(1001);
    await eventually(() => world.core.sessions.get(opened.session.id)?.is_finished === true);
    expect(world.core.sessions.get(opened.session.id)).toMatchObject({ end_reason: 'user_closed' });
    expect(await endOf(back(opened, 0))).toMatchObject({ reason: 'client_lost' });
  });
});

describe('a session whose page is away', () => {
  it.each([
    ['and the gateway knows that', lose],
    // Nothing goes over it any more, and nothing has said so yet.
    ['and nobody has noticed', async ({ socket }: Page) => void (socket as unknown as { _socket: Socket })._socket.pause()],
  ])('is ended by an administrator, and the page is told so when it comes: its line is lost, %s', async (_how, loses) => {
    const { page, opened } = await open();
    await loses(page);
    world.core.kill(opened.session.id, 'Root(admin)');
    await eventually(() => world.core.sessions.get(opened.session.id)?.is_finished === true);
    expect(await endOf(back(opened, page.output().length))).toEqual({ reason: 'terminated', params: { by: 'Root(admin)' } });
    // Told once, and forgotten.
    expect(await endOf(back(opened, page.output().length))).toMatchObject({ reason: 'client_lost' });
  });

  it('ends when its right or its login does', async () => {
    const [right, login] = [await open(), await open()];
    await Promise.all([lose(right.page), lose(login.page)]);
    world.core.rules.set(right.opened.session.id, { refused: 'permission', rule: '' });
    world.core.rulesChanged();
    await eventually(() => world.core.sessions.get(right.opened.session.id)?.end_reason === 'permission_removed');
    world.core.users.delete(ANN_COOKIE);
    try {
      await eventually(() => world.core.sessions.get(login.opened.session.id)?.end_reason === 'login_ended');
    } finally {
      world.core.users.set(ANN_COOKIE, ANN);
    }
  });

  it('ends at once when the core tells that its login was ended', async () => {
    const { opened } = await open();
    const began = performance.now();
    world.core.users.delete(ANN_COOKIE);
    try {
      world.core.loginsEnded(ANN.id);
      await eventually(() => world.core.sessions.get(opened.session.id)?.end_reason === 'login_ended');
      // Unasked, the gateway looks every ten seconds.
      expect(performance.now() - began).toBeLessThan(8_000);
    } finally {
      world.core.users.set(ANN_COOKIE, ANN);
    }
  });

  it('is closed out after the seconds of the setting, and at once where they are 0', async () => {
    const [short, none] = await Promise.all([
      startWorld(undefined, { reconnectSeconds: 1 }),
      startWorld(undefined, { reconnectSeconds: 0 }),
    ]);
    try {
      const { page, opened } = await open(short);
      await lose(page);
      await eventually(() => short.core.sessions.get(opened.session.id)?.has_replay === true);
      expect(short.core.sessions.get(opened.session.id)).toMatchObject({ end_reason: 'client_lost' });
      expect(await endOf(back(opened, page.output().length, { to: short }))).toMatchObject({ reason: 'client_lost' });
      const never = await open(none);
      expect(never.opened).not.toHaveProperty('resume');
      await lose(never.page);
      await eventually(() => none.core.sessions.get(never.opened.session.id)?.is_finished === true);
    } finally {
      await Promise.all([short.stop(), none.stop()]);
    }
  });
});

describe('whoever is not that page', () => {
  it.each([
    ['has no secret of it', { change: { secret: 'A'.repeat(43) } }],
    ['has an empty one', { change: { secret: '' } }],
    ['is somebody else with the right one', { cookie: BOB_COOKIE }],
    ['claims to have what was never sent', { change: { received: Number.MAX_SAFE_INTEGER } }],
    ['names another session', { change: { session: '5b0e4e0c-8a0b-4a58-8f0e-3d1f6a7b8c90' } }],
  ])('%s: gets nothing, and the page comes back all the same', async (_who, how) => {
    const { page, opened } = await open();
    page.type('echo secret $((40+2))\r');
    await page.see('secret 42');
    await lose(page);
    const stranger = back(opened, page.output().length, how);
    expect(await endOf(stranger)).toMatchObject({ reason: 'client_lost' });
    expect(stranger.text()).toBe('');
    expect(stranger.frames.map(({ type }) => type)).toEqual(['CONNECT', 'CLOSE']);
    const again = back(opened, page.output().length);
    await openedOf(again);
    again.type('exit\r');
    await again.closed;
  });

  it('has a secret that was used before gets nothing', async () => {
    const { page, opened } = await open();
    await lose(page);
    const again = back(opened, page.output().length);
    await openedOf(again);
    expect(await endOf(back(opened, page.output().length))).toMatchObject({ reason: 'client_lost' });
    again.type('echo on $((1+1))\r');
    await again.see('on 2');
    again.type('exit\r');
    await again.closed;
  });

  it('has only the token of the session does not get in by it', async () => {
    const token = world.token(grantFor(sshd));
    const page = openPage(world.gateway.port, `token=${token}`, { cookie: ANN_COOKIE, init: { resume: true }, acksFrom: 0 });
    await openedOf(page);
    await lose(page);
    const thief = openPage(world.gateway.port, `type=resume&token=${token}`, { cookie: ANN_COOKIE, init: { resume: true } });
    expect(await endOf(thief)).toMatchObject({ reason: 'client_lost' });
  });
});
