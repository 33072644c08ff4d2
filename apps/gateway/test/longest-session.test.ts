import { connect, type Socket } from 'node:net';
import type { ConnectionSecret } from '@postern/contract/component';
import { forThisFile } from '@postern/testkit/for-this-file';
import { freePort } from '@postern/testkit/ports';
import { startSshd } from '@postern/testkit/sshd';
import { openPage, type Page } from '@postern/testkit/terminal-page';
import { until } from '@postern/testkit/until';
import { expect, it } from 'vitest';
import { nativeClient } from './native-client.ts';
import { ANN_COOKIE, eventually, grantFor, startWorld } from './world.ts';

/** The longest time of a session, SECURITY_MAX_SESSION_TIME, holds at every door. */

const HOURS = 0.0015;
const END = { reason: 'time_limit', params: { hours: String(HOURS) } };
const WORDS = `none may last longer than ${HOURS} h`;

const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(
  () => startWorld(undefined, { longestHours: HOURS }),
  (it) => it.stop(),
);
const client = forThisFile(
  () => nativeClient(world),
  (it) => it.stop(),
);

const visit = (change: Partial<ConnectionSecret> = {}, files = false): Page =>
  openPage(world.gateway.port, `token=${world.token(grantFor(sshd, change))}`, { cookie: ANN_COOKIE, ...(files ? { files } : {}) });
/** Of the one session that was open last. */
const reported = () =>
  eventually(() => {
    const session = [...world.core.sessions.values()].at(-1);
    return session?.is_finished === true && { reason: session.end_reason, params: session.end_params };
  });

it('is told before and ended with its reason on a page, however much is typed', async () => {
  const page = visit();
  const { session, longest_until: until } = JSON.parse((await page.frame('TERMINAL_SESSION')).data);
  expect(until - Date.parse(session.date_start) / 1000).toBeCloseTo(HOURS * 3600, -1);
  const typing = setInterval(() => page.type('\r'), 200);
  try {
    expect(JSON.parse((await page.frame('CLOSE', 15_000)).data)).toEqual(END);
  } finally {
    clearInterval(typing);
  }
  expect(page.text()).toContain(WORDS);
  // The page counts down by itself.
  expect(page.text()).not.toContain('This session ends in');
  expect(await reported()).toEqual(END);
});

it('ends what a page of files has open', async () => {
  const page = visit({ connect_method: { label: '', value: 'web_sftp', type: 'web', component: 'koko' } }, true);
  expect(JSON.parse((await page.frame('TERMINAL_SESSION')).data).longest_until).toBeGreaterThan(Date.now() / 1000);
  expect(JSON.parse((await page.frame('CLOSE', 15_000)).data)).toEqual(END);
  expect(await reported()).toEqual(END);
});

it('is written on the terminal of a native client before, and why at the end', async () => {
  const shell = client.start(['-tt'], { token: world.token(grantFor(sshd)) });
  await eventually(() => shell.shown().includes('This session ends in 1 min. Save your work.'));
  const { stdout } = await shell.ended;
  expect(stdout.toString().split('This session ends in').length).toBe(2);
  expect(stdout.toString()).toContain(WORDS);
  expect(await reported()).toEqual(END);
});

it.each<[string, string[]]>([
  ['a command', ['echo up; sleep 60']],
  ['a subsystem', ['-s', 'sftp']],
])('ends %s, whose standard output stays its own', async (_what, args) => {
  const run = client.start(args, { token: world.token(grantFor(sshd)) });
  const { stdout, stderr } = await run.ended;
  expect(stderr).toContain(WORDS);
  expect(stdout.toString()).not.toContain('This session');
  expect(await reported()).toEqual(END);
});

it('ends a forward, and what is open in it', async () => {
  const actions = ['connect', 'forward'].map((value) => ({ value, label: value }));
  const port = await freePort();
  const forward = client.start(['-N', '-L', `${port}:127.0.0.1:${sshd.port}`], { token: world.token(grantFor(sshd, { actions })) });
  const reached = (): Promise<Socket | undefined> =>
    new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1' }, () => resolve(socket));
      socket.once('error', () => resolve(undefined));
    });
  let held: Socket | undefined;
  await until('the forward listens', 20_000, async () => {
    held = await reached();
    return held !== undefined;
  });
  await new Promise<void>((resolve) => held?.resume().once('close', () => resolve()));
  expect(await reported()).toEqual(END);
  await forward.ended;
}, 30_000);
