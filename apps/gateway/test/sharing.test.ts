import { renameSync } from 'node:fs';
import type { ConnectionSecret } from '@postern/contract/component';
import { encodeFrame, type Frame, type SessionMember } from '@postern/contract/frames';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import { openPage, type Page } from '@postern/testkit/terminal-page';
import { beforeAll, describe, expect, it } from 'vitest';
import { ANN, ANN_COOKIE, BOB, BOB_COOKIE, eventually, grantFor, lastSession, startWorld } from './world.ts';

/** Two people in one terminal: its owner, and whom they let in. */

const CAT = { id: '7e7f8c34-6d0c-4a3a-9d0e-1b9f5c5d0a03', name: 'Cat', username: 'cat', email: 'cat@example.com' };
const CAT_COOKIE = 'jms_sessionid=cat';
const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(startWorld, (it) => it.stop());
beforeAll(async () => {
  world.core.users.set(CAT_COOKIE, CAT);
});

const dataOf = (frame: Frame) => JSON.parse(frame.data);
const endOf = async (page: Page) => dataOf(await page.frame('CLOSE'));
/** The last list of who is there. */
const membersOf = (page: Page): SessionMember[] => {
  const last = page.frames.findLast(({ type }) => type === 'TERMINAL_SHARE_USERS');
  return last ? Object.values(dataOf(last)) : [];
};
const names = (page: Page) => membersOf(page).map(({ user, primary, writable }) => [user, primary, writable]);

async function own(change: Partial<ConnectionSecret> = {}) {
  const page = openPage(world.gateway.port, `token=${world.token(grantFor(sshd, change))}`, {
    cookie: ANN_COOKIE,
    size: { cols: 90, rows: 20 },
    init: { resume: true },
    acksFrom: 0,
  });
  const id: string = dataOf(await page.frame('TERMINAL_SESSION')).session.id;
  let shared = 0;
  return {
    page,
    id,
    async share(action_permission: 'readonly' | 'writable', users: string[] = []) {
      page.send('TERMINAL_SHARE', { session: id, expired_time: 10, users, action_permission });
      shared += 1;
      const answers = () => page.frames.filter(({ type }) => type === 'TERMINAL_SHARE');
      await eventually(() => answers().length === shared);
      return dataOf(answers().at(-1) as Frame) as { share_id: string; code: string };
    },
  };
}

const join = ({ share_id, code }: { share_id: string; code: string }, cookie = BOB_COOKIE) =>
  openPage(world.gateway.port, `type=share&target_id=${share_id}`, { cookie, init: { code } });

describe('a session that is shared', () => {
  it('shows a guest all of it, lets them type, and everybody knows who is there', async () => {
    const mark = { color: 'amber', text: 'stage:pre', warning: '' } as const;
    const { page, id, share } = await own({ mark });
    page.type('PS1="# "; echo past $((40+2))\r');
    await page.see('past 42');
    world.core.people = [BOB, CAT];
    page.send('TERMINAL_GET_SHARE_USER', { query: 'Ca' });
    expect(dataOf(await page.frame('TERMINAL_GET_SHARE_USER'))).toEqual([expect.objectContaining({ id: CAT.id, name: 'Cat' })]);

    const guest = join(await share('writable'));
    expect(dataOf(await guest.frame('TERMINAL_SESSION'))).toMatchObject({ permission: null, session: { id }, mark });
    expect(dataOf(await guest.frame('TERMINAL_RESIZE'))).toEqual({ Width: 90, Height: 20 });
    await guest.see('past 42');
    expect(dataOf(await page.frame('TERMINAL_SHARE_JOIN'))).toMatchObject({
      user: 'Bob(bob)',
      user_id: BOB.id,
      primary: false,
      writable: true,
    });
    const there = [
      ['Ann(ann)', true, true],
      ['Bob(bob)', false, true],
    ];
    await eventually(() => names(guest).length === 2);
    expect(names(guest)).toEqual(there);
    expect(names(page)).toEqual(there);

    guest.type('echo typed by $((1+1)) of us\r');
    await page.see('typed by 2 of us');
    page.type('echo and by $((2+1))\r');
    await guest.see('and by 3');
    // The size is the owner's, whatever a guest says.
    guest.send('TERMINAL_RESIZE', { cols: 40, rows: 10 });
    page.type('stty size\r');
    await guest.see('20 90');

    guest.send('CLOSE', '');
    expect(dataOf(await page.frame('TERMINAL_SHARE_LEAVE'))).toMatchObject({ user: 'Bob(bob)' });
    await eventually(() => [...world.core.joins.values()].every((one) => one.left));
    await eventually(() => names(page).length === 1);
    page.type('exit\r');
    await page.closed;
    const { commands } = await lastSession(world);
    const by = (part: string) => commands.find(({ input }) => input.includes(part))?.user;
    expect([by('typed by'), by('and by'), by('past')]).toEqual(['Bob(bob)', 'Ann(ann)', 'Ann(ann)']);
  });

  it('is only shown to a reader, whatever they send', async () => {
    const { page, share } = await own();
    const guest = join(await share('readonly'));
    await guest.frame('TERMINAL_SESSION');
    await eventually(() => names(page).length === 2);
    expect(names(page)[1]).toEqual(['Bob(bob)', false, false]);
    guest.type('echo intruder\r');
    guest.socket.send(Buffer.from('echo intruder\r'));
    guest.send('TERMINAL_SHARE', { session: 'x', expired_time: 10, users: [], action_permission: 'writable' });
    guest.send('TERMINAL_SHARE_USER_REMOVE', { session: 'x', user_meta: { terminal_id: 'y' } });
    // Its PING comes after all that, and is answered.
    guest.send('PING', '');
    await guest.frame('PONG');
    page.type('echo alone $((1+2))\r');
    await guest.see('alone 3');
    expect(page.text()).not.toContain('intruder');
    page.type('exit\r');
    expect(await endOf(guest)).toMatchObject({ reason: 'target_closed' });
  });

  it('keeps its rules: what a guest types is judged as the owner is, and is in the log as the guest', async () => {
    const group = { id: 'group', name: 'g', type: 'command', content: '', ignore_case: true, pattern: '\\breboot\\b' };
    const rule = { id: 'acl', name: 'No reboot', command_groups: [group], reviewers: [], priority: 50, is_active: true };
    const { page, share } = await own({ command_filter_acls: [{ ...rule, action: 'reject' }] });
    const guest = join(await share('writable'));
    await guest.frame('TERMINAL_SESSION');
    page.type('PS1="$((1))# "\r');
    await page.see(/1# $/);
    guest.type('reboot now\r');
    await page.see('The command "reboot now" is not allowed here.');
    // What is typed before the shell has thrown the refused line away goes with it.
    await page.see(/not allowed here\.[\s\S]*1# $/);
    page.type('exit\r');
    await page.closed;
    const { commands } = await lastSession(world);
    expect(commands.find(({ input }) => input === 'reboot now')).toMatchObject({ user: 'Bob(bob)', risk_level: 5, cmd_filter_acl: 'acl' });
  });

  it('is left by whom the owner takes out, at once and for good', async () => {
    const { page, id, share } = await own();
    const made = await share('writable');
    const [guest, other] = [join(made), join(await share('writable'), CAT_COOKIE)];
    await Promise.all([guest.frame('TERMINAL_SESSION'), other.frame('TERMINAL_SESSION')]);
    await eventually(() => names(page).length === 3);
    const bob = membersOf(page).find(({ user }) => user === 'Bob(bob)') as SessionMember;
    const ann = membersOf(page).find(({ primary }) => primary) as SessionMember;
    // Nobody but the owner takes anybody out, and nobody takes out the owner.
    other.send('TERMINAL_SHARE_USER_REMOVE', { session: id, user_meta: bob });
    other.send('PING', '');
    await other.frame('PONG');
    page.send('TERMINAL_SHARE_USER_REMOVE', { session: id, user_meta: ann });
    expect(names(page)).toHaveLength(3);
    // A page that does not hear of it: its socket stands, and it goes on typing.
    guest.socket.pause();
    const asked = Date.now();
    page.send('TERMINAL_SHARE_USER_REMOVE', { session: id, user_meta: bob });
    await eventually(() => names(page).length === 2);
    const took = Date.now() - asked;
    guest.type('echo ghost\r');
    page.type('echo without $((1+1))\r');
    await other.see('without 2');
    guest.socket.resume();
    expect(dataOf(await guest.frame('TERMINAL_SHARE_USER_REMOVE'))).toEqual({
      primary_user: 'Ann(ann)',
      share_user: 'Bob(bob)',
      terminal_id: bob.terminal_id,
    });
    expect(await endOf(guest)).toMatchObject({ reason: 'share_removed' });
    // Long before a socket that does not answer is cut.
    expect(took).toBeLessThan(3_000);
    expect(guest.text()).not.toContain('without 2');
    expect(page.text()).not.toContain('ghost');
    expect(await endOf(join(made))).toEqual({ reason: 'join_refused', params: { detail: 'You have used this link before.' } });
    page.type('exit\r');
    await other.closed;
  });
});

describe('whoever was let in', () => {
  it('is told whether it is recorded as it is, and so is who watches', async () => {
    const shown = async (page: Page) => dataOf(await page.frame('TERMINAL_SESSION')).recording;
    const look = async () => {
      const { page, id, share } = await own({ recording: 'best_effort' });
      world.core.mayJoin.add(`${CAT.id} ${id}`);
      const watcher = openPage(world.gateway.port, `type=monitor&target_id=${id}`, { cookie: CAT_COOKIE });
      const seen = [await shown(page), await shown(join(await share('readonly'))), await shown(watcher)];
      page.type('exit\r');
      await watcher.closed;
      return seen;
    };
    expect(await look()).toEqual([true, true, true]);
    // The disk for recordings is gone.
    renameSync(world.spool, `${world.spool}.away`);
    try {
      expect(await look()).toEqual([false, false, false]);
    } finally {
      renameSync(`${world.spool}.away`, world.spool);
    }
  });

  it('loses it within two seconds of the right to it, and nobody else does', async () => {
    const { page, share } = await own();
    const [guest, other] = [join(await share('writable')), join(await share('writable'), CAT_COOKIE)];
    await Promise.all([guest.frame('TERMINAL_SESSION'), other.frame('TERMINAL_SESSION')]);
    await eventually(() => names(page).length === 3);
    const [record] = [...world.core.joins].findLast(([, { joiner }]) => joiner === BOB.id) ?? [];
    world.core.unwelcome.add(String(record));
    const changed = performance.now();
    world.core.rulesChanged();
    expect(await endOf(guest)).toMatchObject({ reason: 'share_removed' });
    expect(performance.now() - changed).toBeLessThan(2_000);
    await eventually(() => names(page).length === 2);
    guest.type('echo ghost\r');
    other.type('echo still $((1+1))\r');
    await page.see('still 2');
    expect(page.text()).not.toContain('ghost');
    expect(world.core.joins.get(String(record))?.left).toBe(true);
    page.type('exit\r');
    await other.closed;
  });
});

describe('whoever is not let in', () => {
  it('hears why in the words of the core, and sees nothing', async () => {
    const { page, share } = await own();
    page.type('echo hidden $((1+1))\r');
    await page.see('hidden 2');
    const made = await share('writable');
    const named = await share('writable', [CAT.id]);
    for (const [shown, detail] of [
      [{ ...made, code: 'wrong' }, 'The code is wrong.'],
      [{ ...made, code: 'x'.repeat(64) }, 'The code is wrong.'],
      [named, 'This share is not for you.'],
      [{ ...made, share_id: crypto.randomUUID() }, 'There is no such share.'],
    ] as const) {
      const guest = join(shown);
      expect(await endOf(guest)).toEqual({ reason: 'join_refused', params: { detail } });
      expect((await guest.frame('TERMINAL_ERROR')).err).toBe(detail);
      expect(guest.text()).toBe('');
      expect(guest.frames.some(({ type }) => type === 'TERMINAL_SESSION')).toBe(false);
    }
    // Two lines of the same person with one code: the core lets in one.
    const twice = [join(named, CAT_COOKIE), join(named, CAT_COOKIE)];
    await eventually(() => twice.some((one) => one.frames.some(({ type }) => type === 'TERMINAL_SESSION')));
    await eventually(() => twice.some((one) => one.frames.some(({ type }) => type === 'CLOSE')));
    expect(await endOf(join({ share_id: '../../x', code: '' }))).toMatchObject({ reason: 'join_refused' });
    expect(await endOf(join({ share_id: made.share_id, code: '' }))).toMatchObject({ reason: 'join_refused' });
    page.type('exit\r');
    await page.closed;
  });

  it('because their login has ended is let go', async () => {
    const { page, share } = await own();
    const cookie = 'jms_sessionid=short';
    world.core.users.set(cookie, CAT);
    const guest = join(await share('readonly'), cookie);
    await guest.frame('TERMINAL_SESSION');
    world.core.users.delete(cookie);
    expect(await endOf(guest)).toMatchObject({ reason: 'join_refused' });
    expect(page.socket.readyState).toBe(page.socket.OPEN);
    page.type('exit\r');
    await page.closed;
  });

  it('is not let into a session that nobody shared by the session itself, nor does a page share what is not its own', async () => {
    const { page, id } = await own();
    expect(await endOf(join({ share_id: id, code: '' }))).toMatchObject({ reason: 'join_refused' });
    const before = world.core.shares.size;
    page.send('TERMINAL_SHARE', { session: crypto.randomUUID(), expired_time: 10, users: [], action_permission: 'writable' });
    page.send('TERMINAL_SHARE', { session: id, expired_time: 0, users: [], action_permission: 'writable' });
    page.send('TERMINAL_SHARE', { session: id, expired_time: 10, users: Array(201).fill(ANN.id), action_permission: 'writable' });
    page.socket.send(encodeFrame('TERMINAL_SHARE', 'x'.repeat(1_000_000)));
    page.send('PING', '');
    await page.frame('PONG');
    expect(world.core.shares.size).toBe(before);
    page.type('exit\r');
    await page.closed;
  });
});
