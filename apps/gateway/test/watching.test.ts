import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame } from '@postern/contract/frames';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import { openPage, type Page } from '@postern/testkit/terminal-page';
import { beforeAll, describe, expect, it } from 'vitest';
import { ANN_COOKIE, BOB, BOB_COOKIE, eventually, grantFor, lastSession, startWorld } from './world.ts';

/** Sessions that are watched, locked and ended by others. */

const CAT = { id: '7e7f8c34-6d0c-4a3a-9d0e-1b9f5c5d0a03', name: 'Cat', username: 'cat', email: 'cat@example.com' };
const CAT_COOKIE = 'jms_sessionid=cat';
const ROOT = 'Root(admin)';
const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(startWorld, (it) => it.stop());
const told = forThisFile(
  () => startWorld(undefined, { watchNotice: true }),
  (it) => it.stop(),
);
beforeAll(async () => {
  for (const { core } of [world, told]) core.users.set(CAT_COOKIE, CAT);
});

const dataOf = (frame: Frame) => JSON.parse(frame.data);

async function open(at = world, init: object = { resume: true }) {
  const token = at.token(grantFor(sshd));
  const page = openPage(at.gateway.port, `token=${token}`, { cookie: ANN_COOKIE, init: { ...init }, acksFrom: 0 });
  const id: string = dataOf(await page.frame('TERMINAL_SESSION')).session.id;
  return { page, id };
}

async function watch(id: string, who = BOB, cookie = BOB_COOKIE, at = world): Promise<Page> {
  at.core.mayJoin.add(`${who.id} ${id}`);
  const viewer = openPage(at.gateway.port, `type=monitor&target_id=${id}`, { cookie });
  await viewer.frame('TERMINAL_SESSION');
  return viewer;
}

/** Milliseconds from an order until it is seen to be obeyed. */
async function took(order: () => void, obeyed: () => unknown): Promise<number> {
  const from = performance.now();
  order();
  await eventually(obeyed);
  return Math.round(performance.now() - from);
}

const has = (page: Page, type: Frame['type']) => page.frames.some((one) => one.type === type);

describe('a live session', () => {
  it('tells who watches how its machine is marked, and nothing that is no mark', async () => {
    const mark = { color: 'red', text: 'env:production', warning: 'Customers work here' } as const;
    for (const [given, seen] of [
      [mark, mark],
      [{ ...mark, color: 'red;background:url(//x)' } as never, undefined],
      [null, undefined],
    ] as const) {
      const page = openPage(world.gateway.port, `token=${world.token(grantFor(sshd, { mark: given }))}`, {
        cookie: ANN_COOKIE,
        acksFrom: 0,
      });
      const { session } = dataOf(await page.frame('TERMINAL_SESSION'));
      const viewer = await watch(session.id);
      expect(dataOf(await viewer.frame('TERMINAL_SESSION')).mark).toEqual(seen);
      page.type('exit\r');
      await page.frame('CLOSE');
    }
  });

  it('is locked, unlocked and ended with a reason, each within a second, for whoever is in it and all who watch', async () => {
    const { page, id } = await open();
    const [bob, cat] = [await watch(id), await watch(id, CAT, CAT_COOKIE)];
    page.type('PS1="# "; echo free $((1+1))\r');
    await Promise.all([page, bob, cat].map((one) => one.see('free 2')));
    const all = [page, bob, cat];

    const locked = await took(
      () => world.core.order('lock_session', id, { terminated_by: ROOT, note: 'Check\u001b[31m first' }),
      () => all.every((one) => has(one, 'TERMINAL_SESSION_PAUSE')),
    );
    expect(dataOf(await page.frame('TERMINAL_SESSION_PAUSE'))).toEqual({ user: ROOT, reason: 'Check first' });
    page.type('echo ghost $((2+2))\r');
    page.send('PING', '');
    await page.frame('PONG');
    const late = await watch(id, CAT, CAT_COOKIE);
    await late.frame('TERMINAL_SESSION_PAUSE');

    const unlocked = await took(
      () => world.core.order('unlock_session', id, { terminated_by: ROOT }),
      () => all.every((one) => has(one, 'TERMINAL_SESSION_RESUME')),
    );
    page.type('echo back $((3+3))\r');
    await Promise.all(all.map((one) => one.see('back 6')));
    // What was typed meanwhile did not run, then or later.
    expect(page.text()).not.toContain('ghost');

    const ended = await took(
      () => world.core.order('kill_session', id, { terminated_by: ROOT, note: 'Out of hours' }),
      () => all.every((one) => has(one, 'CLOSE')),
    );
    expect(dataOf(await page.frame('CLOSE'))).toEqual({ reason: 'terminated', params: { by: ROOT, note: 'Out of hours' } });
    const { session, replay } = await lastSession(world);
    expect(session).toMatchObject({ end_reason: 'terminated', end_params: { by: ROOT, note: 'Out of hours' } });
    expect(replay).toContain('Out of hours');
    const figures = { locked, unlocked, ended };
    if (process.env.POSTERN_FIGURES) writeFileSync(join(process.env.POSTERN_FIGURES, 'control.json'), JSON.stringify(figures));
    for (const [what, ms] of Object.entries(figures)) expect(ms, what).toBeLessThan(1_000);
  });

  it('that is locked takes nothing from guests either, and tells clients of others on the terminal', async () => {
    const { page, id } = await open(world, {});
    page.send('TERMINAL_SHARE', { session: id, expired_time: 5, users: [], action_permission: 'writable' });
    const { share_id, code } = dataOf(await page.frame('TERMINAL_SHARE'));
    const guest = openPage(world.gateway.port, `type=share&target_id=${share_id}`, { cookie: BOB_COOKIE, init: { code } });
    await guest.frame('TERMINAL_SESSION');
    world.core.order('lock_session', id, { terminated_by: ROOT });
    await page.see(`This session was locked by ${ROOT}.`);
    await guest.frame('TERMINAL_SESSION_PAUSE');
    guest.type('echo ghost\r');
    guest.send('PING', '');
    await guest.frame('PONG');
    world.core.order('unlock_session', id, { terminated_by: ROOT });
    await page.see(`${ROOT} unlocked this session.`);
    guest.type('echo alive $((1+1))\r');
    await page.see('alive 2');
    expect(page.text()).not.toContain('ghost');
    page.type('exit\r');
    await guest.closed;
  });

  it('that is locked while its page is away is locked when it comes back', async () => {
    const { page, id } = await open();
    const { resume } = dataOf(await page.frame('TERMINAL_SESSION'));
    page.socket.terminate();
    await page.closed;
    const finished = world.core.finishedTasks.length;
    world.core.order('lock_session', id, { terminated_by: ROOT });
    await eventually(() => world.core.finishedTasks.length > finished);
    const init = { resume: { session: id, secret: resume.secret, received: page.output().length } };
    const again = openPage(world.gateway.port, 'type=resume', { cookie: ANN_COOKIE, init, acksFrom: page.output().length });
    expect(dataOf(await again.frame('TERMINAL_SESSION_PAUSE'))).toMatchObject({ user: ROOT });
    again.send('CLOSE', '');
    await again.closed;
  });
});

describe('whoever watches', () => {
  it('loses the sight of it within two seconds of the right to, and the core hears for how long they had it', async () => {
    const { page, id } = await open();
    const viewer = await watch(id);
    world.core.mayJoin.delete(`${BOB.id} ${id}`);
    const changed = performance.now();
    world.core.rulesChanged();
    expect(dataOf(await viewer.frame('CLOSE'))).toMatchObject({ reason: 'join_refused' });
    expect(performance.now() - changed).toBeLessThan(2_000);
    const told = () => world.core.watched.filter(({ session_id }) => session_id === id);
    await eventually(() => told().length === 1);
    const cat = await watch(id, CAT, CAT_COOKIE);
    page.type('exit\r');
    await cat.closed;
    await eventually(() => told().length === 2);
    expect(told().map(({ user_id }) => user_id)).toEqual([BOB.id, CAT.id]);
    for (const { seconds } of told()) expect(Number.isInteger(seconds) && seconds >= 0 && seconds < 60).toBe(true);
  });
});

describe('whoever is watched', () => {
  it('is told by whom, where the setting says so', async () => {
    const { page, id } = await open(told);
    const viewer = await watch(id, BOB, BOB_COOKIE, told);
    expect(dataOf(await page.frame('TERMINAL_WATCHED'))).toEqual({ users: ['Bob(bob)'] });
    await watch(id, CAT, CAT_COOKIE, told);
    const last = () => dataOf(page.frames.findLast(({ type }) => type === 'TERMINAL_WATCHED') as Frame).users;
    await eventually(() => last().length === 2);
    viewer.socket.close();
    await eventually(() => last().length === 1);
    expect(last()).toEqual(['Cat(cat)']);
    page.type('exit\r');
    await page.closed;
    const foreign = await open(told, {});
    await watch(foreign.id, BOB, BOB_COOKIE, told);
    await foreign.page.see('Bob(bob) watches this session.');
    foreign.page.type('exit\r');
    await foreign.page.closed;
  });

  it('is told nothing where it does not', async () => {
    const { page, id } = await open();
    const viewer = await watch(id);
    page.type('echo seen $((1+1))\r');
    await viewer.see('seen 2');
    expect(has(page, 'TERMINAL_WATCHED')).toBe(false);
    expect(page.text()).not.toContain('watches');
    page.type('exit\r');
    await viewer.closed;
  });
});
