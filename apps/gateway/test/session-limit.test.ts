import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import { openPage } from '@postern/testkit/terminal-page';
import { beforeAll, expect, it } from 'vitest';
import { nativeClient } from './native-client.ts';
import { ANN_COOKIE, grantFor, startWorld } from './world.ts';

/** Whoever has as many sessions open as they may hears why there is no other, in the core's words, at every door; nothing is opened. */

const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(startWorld, (it) => it.stop());
const client = forThisFile(
  () => nativeClient(world),
  (it) => it.stop(),
);
const visit = (files: object = {}, change: object = {}) =>
  openPage(world.gateway.port, `token=${world.token(grantFor(sshd, change))}`, { cookie: ANN_COOKIE, ...files });

beforeAll(async () => {
  await visit().frame('TERMINAL_SESSION');
  world.core.mostSessions = 1;
});

it.each([
  ['a terminal', {}, {}],
  ['files', { files: true }, { connect_method: { label: '', value: 'web_sftp', type: 'web', component: 'koko' } }],
])('on a page: %s', async (_what, files, change) => {
  const page = visit(files, change);
  expect(JSON.parse((await page.frame('CLOSE')).data)).toMatchObject({
    reason: 'session_limit',
    params: { detail: expect.stringMatching(/^most: 1, \w+/) },
  });
  expect(world.core.sessions.size).toBe(1);
});

it.each<[string, string[], 'stdout' | 'stderr']>([
  ['a terminal', ['-tt'], 'stdout'],
  ['a command', ['echo never'], 'stderr'],
  ['files', ['-s', 'sftp'], 'stderr'],
])('in a native client: %s', async (_what, args, where) => {
  const run = await client.run(args, { token: world.token(grantFor(sshd)) });
  expect(String(run[where])).toContain('No further session can be opened now. most: 1, en');
  expect(run.stdout.toString()).not.toContain('never');
  expect(run.code).not.toBe(0);
  expect(world.core.sessions.size).toBe(1);
});
