import { execFileSync } from 'node:child_process';
import type { ConnectionSecret } from '@postern/contract/component';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import { openPage, type Page } from '@postern/testkit/terminal-page';
import { describe, expect, it } from 'vitest';
import type { RefusingRules } from '../src/authorize/live-rules.ts';
import { nativeClient } from './native-client.ts';
import { ANN, ANN_COOKIE, eventually, grantFor, startWorld } from './world.ts';

/** Whatever ends a session, person, page, native client and core are told the same true reason (contract session-end.ts). */

const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(startWorld, (it) => it.stop());
const client = forThisFile(
  () => nativeClient(world),
  (it) => it.stop(),
);

async function open(change: Partial<ConnectionSecret> = {}, cookie = ANN_COOKIE): Promise<{ page: Page; id: string }> {
  const page = openPage(world.gateway.port, `token=${world.token(grantFor(sshd, change))}`, { cookie });
  const id = JSON.parse((await page.frame('TERMINAL_SESSION')).data).session.id;
  await page.see(/[#$] $/);
  return { page, id };
}

const closing = async (page: Page) => JSON.parse((await page.frame('CLOSE')).data);
const reported = (id: string) =>
  eventually(() => {
    const session = world.core.sessions.get(id);
    return session?.is_finished === true && { reason: session.end_reason, params: session.end_params };
  });

const now = () => Math.floor(Date.now() / 1000);
const refuse = (id: string, rules: RefusingRules) => {
  world.core.rules.set(id, rules);
  world.core.rulesChanged();
};

const ENDS: [string, (session: { page: Page; id: string }) => unknown, { reason: string; params: object }, string][] = [
  ['an administrator', ({ id }) => world.core.kill(id, 'Bob(bob)'), { reason: 'terminated', params: { by: 'Bob(bob)' } }, 'ended by Bob'],
  [
    'the core: the user is disabled',
    ({ id }) => world.core.kill(id, 'System', 'user_disabled'),
    { reason: 'user_disabled', params: {} },
    'user has been disabled',
  ],
  [
    'a rule',
    ({ id }) => refuse(id, { refused: 'rule', rule: 'no nights' }),
    { reason: 'rule_refused', params: { rule: 'no nights' } },
    'no nights',
  ],
  [
    'a permission that was taken away',
    ({ id }) => refuse(id, { refused: 'permission', rule: '' }),
    { reason: 'permission_removed', params: {} },
    'taken away',
  ],
  [
    'a user who was disabled',
    ({ id }) => refuse(id, { refused: 'user', rule: '' }),
    { reason: 'user_disabled', params: {} },
    'user has been disabled',
  ],
  [
    'a user whose time is over',
    ({ id }) => refuse(id, { refused: 'user', rule: '', expired: true }),
    { reason: 'user_expired', params: {} },
    'user has expired',
  ],
  [
    'an asset that was disabled',
    ({ id }) => refuse(id, { refused: 'asset', rule: '' }),
    { reason: 'asset_disabled', params: {} },
    'asset has been disabled',
  ],
  ['the shell on the target', ({ page }) => page.type('exit\r'), { reason: 'target_closed', params: {} }, ''],
  [
    'a broken connection to the target',
    async ({ page }) => {
      page.type('echo pid-$PPID.\r');
      const [, pid] = /pid-(\d+)\./.exec(await page.see(/pid-\d+\./)) ?? [];
      execFileSync('kill', ['-9', String(pid)]);
    },
    { reason: 'target_lost', params: {} },
    '',
  ],
];

describe('a session on a page', () => {
  it.each(ENDS)('ended by %s', async (_what, end, told, words) => {
    const session = await open();
    await end(session);
    expect(await closing(session.page)).toEqual(told);
    expect(session.page.text()).toContain(words);
    expect(await reported(session.id)).toEqual(told);
  });

  it('ended by the date of the permission', async () => {
    const { page, id } = await open({ expire_at: now() + 3 });
    expect(await closing(page)).toEqual({ reason: 'permission_expired', params: {} });
    expect(await reported(id)).toEqual({ reason: 'permission_expired', params: {} });
  });

  it('ended by the person', async () => {
    const { page, id } = await open();
    page.send('CLOSE', '');
    expect(await reported(id)).toEqual({ reason: 'user_closed', params: {} });
  });

  it('ended by a page that is gone', async () => {
    const { page, id } = await open();
    page.socket.terminate();
    expect(await reported(id)).toEqual({ reason: 'client_lost', params: {} });
  });

  it.each([
    ['a login that is over', undefined, 'login_ended'],
    ['a user who was disabled, which ends the login as well', 'user', 'user_disabled'],
  ] as const)('ended by %s', async (_what, refused, reason) => {
    const cookie = `jms_sessionid=${reason}`;
    world.core.users.set(cookie, ANN);
    const { page, id } = await open({}, cookie);
    // The core says so when it is asked, and no message of it comes first.
    if (refused) world.core.rules.set(id, { refused, rule: '' });
    world.core.users.delete(cookie);
    expect(await closing(page)).toEqual({ reason, params: {} });
    expect(await reported(id)).toEqual({ reason, params: {} });
  });

  it('ended before it began: the target cannot be reached', async () => {
    const grant = grantFor(sshd);
    const token = world.token({ ...grant, asset: { ...grant.asset, protocols: [{ name: 'ssh', port: 1 }] } });
    const page = openPage(world.gateway.port, `token=${token}`, { cookie: ANN_COOKIE });
    const told = await closing(page);
    expect(told).toMatchObject({ reason: 'target_unreachable', params: { address: '127.0.0.1:1' } });
    expect(await reported([...world.core.sessions.keys()].at(-1) as string)).toEqual(told);
  });
});

describe('a command of a native client', () => {
  it.each([
    ['an administrator', (id: string) => world.core.kill(id, 'Bob(bob)'), 'This session was ended by Bob(bob).', 'terminated'],
    ['a user who was disabled', (id: string) => refuse(id, { refused: 'user', rule: '' }), 'Your user has been disabled.', 'user_disabled'],
    [
      'a permission that was taken away',
      (id: string) => refuse(id, { refused: 'permission', rule: '' }),
      'taken away',
      'permission_removed',
    ],
  ] as const)('ended by %s', async (_what, end, words, reason) => {
    const before = new Set(world.core.sessions.keys());
    const running = client.run(['echo up; sleep 60'], { token: world.token(grantFor(sshd)) });
    const id = await eventually(() =>
      [...world.core.sessions.keys()].find((one) => !before.has(one) && world.core.sessions.get(one)?.is_success),
    );
    end(id);
    expect((await running).stderr).toContain(words);
    expect(await reported(id)).toMatchObject({ reason });
  });
});

describe('limits and restarts', () => {
  it('an idle session is ended for being idle, and a stopping gateway says that it stops', async () => {
    const other = await startWorld(undefined, { idleMinutes: 0.05 });
    try {
      const visit = () => openPage(other.gateway.port, `token=${other.token(grantFor(sshd))}`, { cookie: ANN_COOKIE });
      const idle = visit();
      const [first] = [JSON.parse((await idle.frame('TERMINAL_SESSION')).data).session.id];
      expect(await closing(idle)).toEqual({ reason: 'idle', params: { minutes: '0.05' } });
      await eventually(() => other.core.sessions.get(first)?.end_reason === 'idle');
      const stopped = visit();
      const second = JSON.parse((await stopped.frame('TERMINAL_SESSION')).data).session.id;
      await other.gateway.stop();
      expect(await closing(stopped)).toEqual({ reason: 'gateway_stopping', params: {} });
      expect(other.core.sessions.get(second)).toMatchObject({ is_finished: true, end_reason: 'gateway_stopping' });
    } finally {
      await other.stop();
    }
  });
});
