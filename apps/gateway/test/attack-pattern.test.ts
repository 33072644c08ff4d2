import type { ConnectionSecret } from '@postern/contract/component';
import { forThisFile } from '@postern/testkit/for-this-file';
import { HOSTILE_PATTERNS } from '@postern/testkit/hostile-patterns';
import { startSshd } from '@postern/testkit/sshd';
import { openPage, type Page } from '@postern/testkit/terminal-page';
import { it } from 'vitest';
import { ANN_COOKIE, grantFor, startWorld } from './world.ts';

// A line made for a command group's pattern froze all sessions of the gateway. Where it freezes, see ../src/policy/pattern-flood.test.ts.

const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(startWorld, (it) => it.stop());

async function open(command_filter_acls: ConnectionSecret['command_filter_acls']): Promise<Page> {
  const page = openPage(world.gateway.port, `token=${world.token(grantFor(sshd, { command_filter_acls }))}`, { cookie: ANN_COOKIE });
  await page.frame('TERMINAL_SESSION');
  page.type('PS1="user@web:~\\$ "; HISTFILE=/dev/null; echo re""ady\r');
  await page.see(/ready\r\n.*user@web:~\$ $/s);
  return page;
}

it('lines made for patterns are judged while other sessions go on', async () => {
  const command_groups = [...HOSTILE_PATTERNS.map(({ pattern }) => pattern), 'fatal-word'].map((pattern, at) => ({
    ...{ id: `55555555-5555-4555-8555-55555555555${at}`, name: `g${at}`, type: 'regex' as const, ignore_case: true },
    content: pattern,
    pattern,
  }));
  const filter = { id: '44444444-4444-4444-8444-444444444444', name: 'f', action: 'reject' as const, priority: 50, is_active: true };
  const [attacker, other] = await Promise.all([open([{ ...filter, reviewers: [], command_groups }]), open([])]);
  for (const [at, { text }] of HOSTILE_PATTERNS.entries()) {
    attacker.type(`: '${text.slice(0, 500)}'; echo passed-$((${at}+40))\r`);
    other.type(`echo alive-$((${at}+40))\r`);
    await other.see(`alive-${at + 40}\r\n`);
    await attacker.see(`passed-${at + 40}\r\n`);
  }
  attacker.type('echo fatal-word\r');
  await attacker.see('not allowed here');
});
