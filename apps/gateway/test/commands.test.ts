import { existsSync, rmSync } from 'node:fs';
import type { ConnectionSecret } from '@postern/contract/component';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import type { Page } from '@postern/testkit/terminal-page';
import { betweenKeys } from '@postern/testkit/until';
import { describe, expect, it } from 'vitest';
import type { Ticket } from './core-reviews.ts';
import { openPromptShell } from './prompt-shell.ts';
import { eventually, grantFor, startWorld } from './world.ts';

const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(startWorld, (it) => it.stop());

const open = (change: Partial<ConnectionSecret> = {}) => openPromptShell(world, grantFor(sshd, change));

const lastTicket = () => world.core.reviews.tickets.at(-1) as Ticket;

/** Leaves the shell; again when a refused line is still there, which a busy shell takes its time to throw away. */
async function exit(page: Page, left = 5): Promise<void> {
  const prompts = () => page.text().split('still holds').length;
  const before = prompts();
  page.type('exit\r');
  await eventually(() => page.frames.some(({ type }) => type === 'CLOSE') || prompts() > before);
  if (prompts() > before && left > 0) await exit(page, left - 1);
}

/** Types a line, and once more each time a refused line was still there. */
async function typeAgain(page: Page, line: string, seen: string, left = 5): Promise<void> {
  const prompts = () => page.text().split('still holds').length;
  const before = prompts();
  await typeKeys(page, [...line, '\r']);
  await eventually(() => page.text().includes(seen) || prompts() > before);
  if (!page.text().includes(seen) && left > 0) await typeAgain(page, line, seen, left - 1);
}

async function leave({ page, id }: { page: Page; id: string }) {
  await exit(page);
  await page.frame('CLOSE');
  await eventually(() => world.core.sessions.get(id)?.is_finished === true);
  await eventually(() => world.core.commands.some((one) => one.session === id && one.input === 'exit'));
  return world.core.commands.filter((one) => one.session === id).slice(1);
}

async function typeKeys(page: Page, keys: string[]) {
  for (const key of keys) {
    page.type(key);
    await betweenKeys(25);
  }
}

const rule = (
  action: 'accept' | 'reject' | 'review' | 'warning',
  pattern: string,
  priority = 50,
): ConnectionSecret['command_filter_acls'][number] => ({
  id: '44444444-4444-4444-8444-444444444444',
  name: action,
  action,
  priority,
  is_active: true,
  reviewers: [],
  command_groups: [{ id: '55555555-5555-4555-8555-555555555555', name: 'g', type: 'regex', content: pattern, ignore_case: true, pattern }],
});

describe('commands in the log', () => {
  it('has input and output of what ran, however it was edited', async () => {
    const session = await open();
    const { page } = session;
    await typeKeys(page, [...'echo one', '\r']);
    await page.see(/\rone\r\n.*user@web/s);
    // From the history, with an edit in the middle.
    await typeKeys(page, ['\x1b[A', '\x1b[D', '\x1b[D', '\x1b[D', 'X', '\r']);
    await page.see(/\rXone\r\n.*user@web/s);
    await typeKeys(page, [...'ecko', '\x7f', '\x7f', 'h', 'o', ...' two', '\r']);
    await page.see(/\rtwo\r\n.*user@web/s);
    await typeKeys(page, [...'echo /etc/hostn', '\t']);
    await page.see('echo /etc/hostname ');
    await typeKeys(page, ['\r']);
    await page.see('/etc/hostname \r\n');
    await page.see(/hostname \r\n.*user@web:~\$ $/s);
    // The terminal throws away with Ctrl+C what it has not read yet.
    await typeKeys(page, [...'rm -rf /']);
    await page.see('$ rm -rf /');
    await typeKeys(page, ['\x03']);
    await page.see(/rm -rf \/.*user@web:~\$ $/s);
    await typeKeys(page, [...`echo ${'long'.repeat(30)} end`, '\r']);
    await page.see(/longlong end\r\n.*user@web/s);
    const log = await leave(session);
    expect(log.map((one) => one.input)).toEqual([
      'echo one',
      'echo Xone',
      'echo two',
      'echo /etc/hostname',
      `echo ${'long'.repeat(30)} end`.slice(0, 128),
      'exit',
    ]);
    expect(log.map((one) => one.output).slice(0, 4)).toEqual(['one', 'Xone', 'two', '/etc/hostname']);
    expect(log[0]).toMatchObject({ user: 'Ann(ann)', asset: 'web-1(127.0.0.1)', account: `ops(${sshd.user})`, risk_level: 0 });
    expect(Math.abs((log[0]?.timestamp ?? 0) - Date.now() / 1000)).toBeLessThan(30);
    await eventually(() => world.core.sessions.get(session.id)?.has_command === true);
  });

  it('takes commands pasted at once, and keeps to the limits', async () => {
    const session = await open();
    const { page } = session;
    page.type('echo a1\recho b2\recho c3\r');
    // Not the echo of what was typed, and nothing typed ahead after it.
    await page.see(/\rc3\r\n.*user@web:~\$ $/s);
    page.type('seq 1 5000\r');
    // Not the echo of what was typed.
    await page.see('4999\r\n5000\r\n');
    const log = await leave(session);
    expect(log.map((one) => one.input)).toEqual(['echo a1', 'echo b2', 'echo c3', 'seq 1 5000', 'exit']);
    expect(log[3]?.output.length).toBe(1024);
    expect(log[3]?.output.startsWith('1\n2\n3\n')).toBe(true);
  });

  it('bears a line longer than any screen, and other sessions with it', async () => {
    const session = await open();
    const { page } = session;
    page.type(`: ${'x'.repeat(60_000)}\r`);
    const other = await open();
    other.page.type('echo be""side\r');
    await other.page.see('beside\r\n');
    await leave(other);
    page.type('echo behind\r');
    await page.see(/behind\r\n.*behind\r\n|\rbehind\r\n/s);
    await leave(session);
  });

  it('never holds what the target does not echo', async () => {
    const session = await open();
    const { page } = session;
    page.type('read -s -p "Password: " p; echo; echo "len $(echo -n $p | wc -c)"\r');
    await page.see(/Password: $/);
    await typeKeys(page, [...'hunter2', '\r']);
    await page.see('len 7');
    const log = await leave(session);
    expect(log.map((one) => one.input)).toEqual(['read -s -p "Password: " p; echo; echo "len $(echo -n $p | wc -c)"', 'exit']);
    expect(JSON.stringify(world.core.commands)).not.toContain('hunter2');
  });

  it('has what is typed while the alternate screen is on, or counts it', async () => {
    const session = await open();
    const { page } = session;
    page.type("printf '\\033[?1049h'; read -r -n1 -p 'FU''LL' a; read -r line; read -r -s hidden; printf '\\033[?1049l'; echo ba''ck\r");
    await page.see('FULL');
    await typeKeys(page, [...'itext inside', '\r']);
    // The line is read when it is echoed whole.
    await page.see(/text inside\r\n/);
    await typeKeys(page, [...'hunter2', '\r']);
    await page.see('back\r\n');
    await typeKeys(page, [...'echo outside', '\r']);
    await page.see(/\routside\r\n/);
    const log = await leave(session);
    expect(log.map((one) => one.input).slice(1)).toEqual(['itext inside', 'echo outside', 'exit']);
    expect(JSON.stringify(world.core.commands)).not.toContain('hunter2');
    await eventually(() => world.core.sessions.get(session.id)?.unread_lines === 1);
  });
});

describe('command filters', () => {
  it('let nothing refused through, typed, pasted or recalled', async () => {
    const session = await open({ command_filter_acls: [rule('reject', 'touch\\s+/tmp/postern-never')] });
    const { page } = session;
    await typeKeys(page, [...'touch /tmp/postern-never', '\r']);
    await page.see('not allowed here');
    // A shell that has thrown the refused line away shows its prompt again.
    const refusals = (count: number) =>
      eventually(() => page.text().split('not allowed here').length > count && /user@web:~\$ $/.test(page.text()), 60_000);
    await refusals(1);
    page.type('touch /tmp/postern-never-2\rtouch /tmp/postern-never-3\r');
    await refusals(2);
    // The line is put together by the shell itself: only its echo tells.
    await typeKeys(page, [...'ouch /tmp/postern-never-4', '\x01', 't', '\x05', '\r']);
    await refusals(3);
    page.type('ls /tmp/postern-never* 2>&1 | wc -l; echo done\r');
    await page.see('1\r\ndone\r\n');
    const log = await leave(session);
    const refused = log.filter((one) => one.risk_level === 5);
    expect(refused.map((one) => one.input)).toEqual([
      'touch /tmp/postern-never',
      'touch /tmp/postern-never-2',
      'touch /tmp/postern-never-4',
    ]);
    expect(refused[0]).toMatchObject({
      cmd_filter_acl: '44444444-4444-4444-8444-444444444444',
      cmd_group: '55555555-5555-4555-8555-555555555555',
    });
    await eventually(() => world.core.insecure.filter((one) => one.session === session.id).length === 3);
  });

  it('let lines through that were edited in any way and say nothing forbidden', async () => {
    const { page, id } = await open({ command_filter_acls: [rule('reject', 'forbidden')] });
    const lines: [string[], RegExp][] = [
      [['gone', '\x01', '\x0b', '\r', ...'echo em""pty', '\r'], /\rempty\r\n/],
      [['\x1b[A', '\x1b[B', ...'echo ba""ck', '\r'], /\rback\r\n/],
      [[...'echo en""d', '\x05', '\x05', '\r'], /\rend\r\n/],
      [[..."echo '^[A-Z]' /etc/hostn", '\t', '\r'], /\^\[A-Z\] \/etc\/hostname\r\n/],
      // Nothing to complete, and more typed behind it, all at once.
      [['echo nothinglikeit\tat""all\r'], /nothinglikeitatall\r\n/],
      [['sleep 0.5\recho la""ter\r'], /\rlater\r\n/],
    ];
    for (const [keys, seen] of lines) {
      await typeKeys(page, keys);
      await page.see(seen);
      await page.see(/user@web:~\$ $/);
    }
    expect(page.text()).not.toContain('not allowed here');
    await leave({ page, id });
  });

  it('refuse a line too long to be read, wherever in it the command stands', async () => {
    const session = await open({ command_filter_acls: [rule('reject', 'touch\\s+/tmp/postern-never')] });
    const { page } = session;
    for (const at of [5, 6]) rmSync(`/tmp/postern-never-${at}`, { force: true });
    const filler = 'x'.repeat(25_000);
    // A busy shell takes a while to throw a long line away, and what is typed meanwhile with it; until then no Enter passes.
    const count = async (word: string, left = 5): Promise<void> => {
      page.type(`ls /tmp/postern-never-5 /tmp/postern-never-6 2>/dev/null | wc -l; echo ${word}\r`);
      await page.see(`0\r\n${word}\r\n`, 4_000).catch((error: unknown) => {
        if (left === 0) throw error;
        return count(word, left - 1);
      });
    };
    const lines = [`touch /tmp/postern-never-5; : ${filler}`, `: ${filler}; touch /tmp/postern-never-6; : ${filler}`];
    for (const [n, line] of lines.entries()) {
      page.type(`${line}\r`);
      await page.see(new RegExp(`(not allowed here.*){${n + 1}}`, 's'));
      await count(`counted-${n}`);
    }
    const log = await leave(session);
    // An Enter that was kept back because the line still stood is refused as well, by no rule.
    expect(log.filter((one) => one.risk_level === 5 && one.cmd_filter_acl)).toHaveLength(2);
    // Nor later, with the line that came next.
    expect([5, 6].filter((at) => existsSync(`/tmp/postern-never-${at}`))).toEqual([]);
  });

  it('let no Enter through to a program that ignored the interrupt and holds the refused line', async () => {
    const session = await open({ command_filter_acls: [rule('reject', 'echo\\s+gone')] });
    const { page } = session;
    const file = '/tmp/postern-never-7';
    rmSync(file, { force: true });
    page.type(`bash -c 'trap "" INT; stty -isig; printf "re%s\\n" ady; while read -r l; do eval "$l"; done'\r`);
    await page.see('ready');
    await typeKeys(page, [...`echo gone > ${file};`, '\r']);
    await page.see('is not allowed here');
    await typeKeys(page, [...'true', '\r']);
    await page.see('still holds the refused line');
    await typeKeys(page, [...'true', '\r']);
    await page.see(/(still holds the refused line.*){2}/s);
    expect(existsSync(file)).toBe(false);
    page.socket.close();
  });

  it('let warned commands run and report them; accept rules come first by priority', async () => {
    const session = await open({ command_filter_acls: [rule('reject', '^echo secret', 60), rule('warning', '^echo', 50)] });
    const { page } = session;
    await typeKeys(page, [...'echo secret', '\r']);
    await page.see(/reported/);
    await page.see(/\rsecret\r\n/);
    const log = await leave(session);
    expect(log.map((one) => [one.input, one.risk_level])).toEqual([
      ['echo secret', 4],
      ['exit', 0],
    ]);
  });

  it('wait for a review, and the person can withdraw', async () => {
    const session = await open({ command_filter_acls: [rule('review', '^echo reviewed')] });
    const { page } = session;
    await typeKeys(page, [...'echo reviewed', '\r']);
    await page.see('[Y/n]');
    page.type('y');
    await page.see('Waiting for approval by Ann');
    page.type('echo while pending\r');
    world.core.decide(lastTicket(), 'approved');
    await page.see(/\rreviewed\r\n/);
    expect(page.text()).not.toContain('while pending');
    await typeKeys(page, [...'echo reviewed again', '\r']);
    await page.see(/\[Y\/n\].*\[Y\/n\]/s);
    page.type('y');
    await page.see(/Waiting.*Waiting/s);
    page.type('\x03');
    await page.see('withdrawn');
    await eventually(() => lastTicket().withdrawn);
    const log = await leave(session);
    expect(log.map((one) => [one.input, one.risk_level])).toEqual([
      ['echo reviewed', 7],
      ['echo reviewed again', 8],
      ['exit', 0],
    ]);
  });

  it('do not run when the review is rejected, and are withdrawn when the person leaves', async () => {
    const session = await open({ command_filter_acls: [rule('review', '^echo reviewed')] });
    const { page } = session;
    await typeKeys(page, [...'echo reviewed-$((40+2))', '\r']);
    await page.see('[Y/n]');
    page.type('y');
    await page.see('Waiting for approval by Ann');
    world.core.decide(lastTicket(), 'rejected');
    await page.see('Not approved');
    await typeAgain(page, 'echo then-$((1+1))', 'then-2');
    expect(page.text()).not.toContain('reviewed-42');
    await typeKeys(page, [...'echo reviewed-$((50+5))', '\r']);
    await page.see(/\[Y\/n\].*\[Y\/n\]/s);
    page.type('y');
    await page.see(/Waiting.*Waiting/s);
    page.socket.close();
    await eventually(() => lastTicket().withdrawn);
  });
});
