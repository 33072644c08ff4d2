import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CANCEL_TRANSFER, type TransferKind, watchTransfers } from '@postern/contract/zmodem';
import { type Sshd, startSshd } from '@postern/testkit/sshd';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openPage } from './browser.ts';
import { ANN_COOKIE, eventually, grantFor, lastSession, startWorld, type World } from './world.ts';

/** The real `rz` and `sz`, typed in a session: what the page makes its offer of, and what ends them. */

let world: World;
let sshd: Sshd;
let there: string;
beforeAll(async () => {
  [sshd, world] = await Promise.all([startSshd(), startWorld()]);
});
beforeEach(() => {
  there = mkdtempSync(join(tmpdir(), 'postern-zmodem-'));
  return () => rmSync(there, { recursive: true });
});
afterAll(async () => {
  await world.stop();
  await sshd.stop();
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
  expect(inputs.some((input) => input.includes('echo status'))).toBe(true);
});
