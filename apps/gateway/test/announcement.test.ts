import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import { expect, it } from 'vitest';
import { nativeClient } from './native-client.ts';
import { grantFor, startWorld } from './world.ts';

/** The announcement at the SSH door, for whoever names a target. */

const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(
  () =>
    startWorld(undefined, {
      announcement: { SUBJECT: 'Maintenance', CONTENT: 'at 18:00 \u001b]0;owned\u0007', LINK: 'https://status.example' },
    }),
  (it) => it.stop(),
);
const client = forThisFile(
  () => nativeClient(world),
  (it) => it.stop(),
);
const token = () => world.token(grantFor(sshd));

it('is told once before a terminal, as plain text', async () => {
  const { stdout } = await client.run(['-tt'], { token: token(), input: 'exit\n' });
  const [before, after] = stdout.toString().split('Maintenance: at 18:00');
  expect([before, after?.includes('Maintenance')]).toEqual(['', false]);
  expect(after?.split('\r\n')[0]).toContain('https://status.example');
  expect(stdout.toString()).not.toContain('\u001b]0;owned');
});

it.each<[string, string[]]>([
  ['a command', ['echo $((40+2))']],
  ['a command on a terminal', ['-tt', 'echo $((40+2))']],
  ['a shell without a terminal', ['-T']],
])('is not told to %s', async (_what, args) => {
  const { stdout, stderr } = await client.run(args, { token: token(), input: 'exit\n' });
  expect(stdout.toString() + stderr).not.toContain('Maintenance');
});
