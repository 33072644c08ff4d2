import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import { openPage } from '@postern/testkit/terminal-page';
import { expect, test } from 'vitest';
import { ANN_COOKIE, BOB, BOB_COOKIE, eventually, grantFor, startWorld } from './world.ts';

/** Rights that end while a socket stands (Warpgate CVE-2026-63330 and Teleport's moderators are of this kind). */

const world = forThisFile(startWorld, (it) => it.stop());
const sshd = forThisFile(startSshd, (it) => it.stop());

test('who has logged out types no further; who may no longer watch sees no further', async () => {
  const page = openPage(world.gateway.port, `token=${world.token(grantFor(sshd))}`, { cookie: ANN_COOKIE });
  const session = JSON.parse((await page.frame('TERMINAL_SESSION')).data).session.id as string;
  page.type('echo first-$((20+22))\n');
  await page.see('first-42');

  world.core.mayJoin.add(`${BOB.id} ${session}`);
  const viewer = openPage(world.gateway.port, `type=monitor&target_id=${session}`, { cookie: BOB_COOKIE });
  await viewer.frame('TERMINAL_SESSION');
  world.core.mayJoin.clear();
  expect(await viewer.closed).toBe(1000);
  expect((await viewer.frame('CLOSE')).data).toContain('join_refused');
  page.type('echo second-$((20+23))\n');
  await page.see('second-43');
  expect(viewer.text()).not.toContain('second-43');

  const ann = world.core.users.get(ANN_COOKIE);
  world.core.users.delete(ANN_COOKIE);
  expect(await page.closed).toBe(1000);
  expect((await page.frame('CLOSE')).data).toContain('login_ended');
  await eventually(() => world.core.sessions.get(session)?.is_finished === true);
  if (ann) world.core.users.set(ANN_COOKIE, ann);
});
