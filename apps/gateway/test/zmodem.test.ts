import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionSecret } from '@postern/contract/component';
import { CANCEL_TRANSFER, type TransferKind, watchTransfers } from '@postern/contract/zmodem';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import { openPage } from '@postern/testkit/terminal-page';
import { beforeEach, expect, it } from 'vitest';
import { ANN_COOKIE, eventually, grantFor, lastSession, startWorld } from './world.ts';

/** The real `rz` and `sz`, typed in a session: what the page makes its offer of, and what ends them. */

const REFUSES_ECHO: ConnectionSecret['command_filter_acls'][number] = {
  id: 'acl',
  name: 'No echo',
  action: 'reject',
  priority: 50,
  is_active: true,
  reviewers: [],
  command_groups: [{ id: 'group', name: 'echo', type: 'regex', content: '^echo', ignore_case: true, pattern: '^echo' }],
};

let there: string;
const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(startWorld, (it) => it.stop());
beforeEach(() => {
  there = mkdtempSync(join(tmpdir(), 'postern-zmodem-'));
  return () => rmSync(there, { recursive: true });
});

it.each([
  ['rz', 'upload'],
  ['sz offered', 'download'],
] as const)('%s is known for what it is, moves nothing, and leaves a terminal that can be used', async (program, kind) => {
  writeFileSync(join(there, 'offered'), 'offered to nobody\n');
  const page = openPage(world.gateway.port, `token=${world.token(grantFor(sshd))}`, { cookie: ANN_COOKIE });
  await page.frame('TERMINAL_SESSION');
  page.type(`PS1='# '; cd ${there}; echo ready $((1+1))\r`);
  await page.see('ready 2');
  page.type(`${program}\r`);
  const offers = (): TransferKind[] => {
    const found: TransferKind[] = [];
    watchTransfers((one) => found.push(one))(page.output());
    return found;
  };
  await eventually(() => offers().length > 0);
  expect(new Set(offers())).toEqual(new Set([kind]));

  page.type(CANCEL_TRANSFER);
  // What is typed before the prompt is there, the program still throws away.
  await page.see(/B0[01]0{6}[\s\S]*# $/);
  page.type('echo status $? of $((40+2)); stty -a | grep -c -- " icanon"; stty -a | grep -c -- " echo "\r');
  await page.see(/status [1-9]\d* of 42\r\n1\r\n1\r\n/);
  page.type('exit\r');
  await page.closed;
  const { commands, moved } = await lastSession(world);
  expect([moved, existsSync(join(there, 'offered'))]).toEqual([[], true]);
  // The line that began it is in the log, and so is the first one after it.
  const inputs = commands.map(({ input }) => input);
  expect(inputs).toContain(program);
  expect(inputs.some((input) => input.startsWith('echo status'))).toBe(true);
});

it.each(['rz', 'sz offered'])('a rule for the beginning of a line refuses the first one after a cancelled %s', async (program) => {
  writeFileSync(join(there, 'offered'), 'offered to nobody\n');
  const grant = grantFor(sshd, { command_filter_acls: [REFUSES_ECHO] });
  const page = openPage(world.gateway.port, `token=${world.token(grant)}`, { cookie: ANN_COOKIE });
  await page.frame('TERMINAL_SESSION');
  page.type(`PS1='# '; cd ${there}; printf 'ready %s\\n' $((1+1))\r`);
  await page.see('ready 2');
  page.type(`${program}\r`);
  await page.see(/B0[01]0{6}/);
  page.type(CANCEL_TRANSFER);
  // A shell that has the prompt already answers these keys with bells.
  await page.see(/B0[01]0{6}[\s\S]*# \W*$/);
  page.type('echo got $((40+2))\r');
  await page.see('is not allowed here');
  await page.see(/\^C[\s\S]*# $/);
  page.type('exit\r');
  await page.closed;
  expect(page.text()).not.toContain('got 42');
  const { commands } = await lastSession(world);
  expect(commands.find(({ input }) => input.includes('echo got'))?.input).toBe('echo got $((40+2))');
});
