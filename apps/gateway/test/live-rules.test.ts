import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConnectionSecret, LiveRules } from '@postern/contract/component';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import type { Page } from '@postern/testkit/terminal-page';
import { betweenKeys } from '@postern/testkit/until';
import { describe, expect, it } from 'vitest';
import { ssh2 } from '../src/ssh2.ts';
import { openPromptShell } from './prompt-shell.ts';
import { eventually, grantFor, startWorld, TOKEN_VALUE } from './world.ts';

/** Rules that change while a session types (docs/decisions/0042). */

const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(startWorld, (it) => it.stop());

type Filters = ConnectionSecret['command_filter_acls'];
const filter = (action: Filters[number]['action'], pattern: string): Filters => [
  {
    id: '44444444-4444-4444-8444-444444444444',
    name: action,
    action,
    priority: 50,
    is_active: true,
    reviewers: [],
    command_groups: [
      { id: '55555555-5555-4555-8555-555555555555', name: 'g', type: 'regex', content: pattern, ignore_case: true, pattern },
    ],
  },
];
const under = (command_filter_acls: Filters, expire_at = Math.floor(Date.now() / 1000) + 3600): LiveRules => ({
  refused: null,
  command_filter_acls,
  expire_at,
});

const open = (change: Partial<ConnectionSecret> = {}) => openPromptShell(world, grantFor(sshd, change));

/** Says new rules, and waits until the gateway obeys them: it asks again only when it has taken in what it asked for before. */
async function say(id: string, rules: LiveRules): Promise<void> {
  world.core.rules.set(id, rules);
  await asksAgain();
  await asksAgain();
}

async function asksAgain(): Promise<void> {
  const before = world.core.asked.length;
  world.core.rulesChanged();
  await eventually(() => world.core.asked.length > before);
}

const count = (page: Page, what: string): number => page.text().split(what).length - 1;

async function runs(page: Page, word: string): Promise<void> {
  page.type(`echo ${word}-$((40+2))\r`);
  await page.see(`${word}-42\r\n`);
}
async function refused(page: Page, word: string): Promise<void> {
  const before = count(page, 'not allowed here');
  page.type(`echo ${word}-$((40+2))\r`);
  // The prompt behind it comes when the shell has thrown the line away.
  await eventually(() => count(page, 'not allowed here') > before && /user@web:~\$ $/.test(page.text()));
  await runs(page, 'afterwards');
  expect(page.text()).not.toContain(`${word}-42`);
}

describe('rules that change while a session lasts', () => {
  it('are obeyed from the next line on: added, changed, taken away; another session keeps its own', async () => {
    const [one, other] = [await open(), await open()];
    world.core.rules.set(other.id, under([]));
    await runs(one.page, 'before');
    await say(one.id, under(filter('reject', 'secret')));
    await refused(one.page, 'secret-a');
    await runs(one.page, 'fine');
    await runs(other.page, 'secret-b');
    await say(one.id, under(filter('reject', 'fine')));
    await runs(one.page, 'secret-c');
    await refused(one.page, 'fine-again');
    await say(one.id, under(filter('warning', 'fine')));
    await runs(one.page, 'fine-warned');
    await say(one.id, under([]));
    await runs(one.page, 'fine-in-the-end');
    for (const { page } of [one, other]) page.type('exit\r');
    await one.page.frame('CLOSE');
  });

  it('bind the line that is half typed, and lose or turn round nothing of what is typed meanwhile', async () => {
    const { page, id } = await open();
    const file = join(world.dataDir, 'lines');
    page.type('echo secret-$((40');
    await page.see(/echo secret-\$\(\(40/);
    await say(id, under(filter('reject', 'secret')));
    page.type('+2))\r');
    await page.see('not allowed here');
    // A terminal throws away what was typed ahead when a line is refused (Ctrl+C, termios NOFLSH).
    await eventually(() => /user@web:~\$ $/.test(page.text()));
    const lines = Array.from({ length: 60 }, (_, n) => `line-${String(n).padStart(2, '0')}`);
    for (const [n, line] of lines.entries()) {
      for (const key of `echo ${line} >>${file}\r`) page.type(key);
      if (n % 10 === 5) world.core.rules.set(id, under(n % 20 === 5 ? [] : filter('reject', 'secret')));
      if (n % 10 === 5) world.core.rulesChanged();
      await betweenKeys(5);
    }
    // Asked of the target: on a screen, keys typed ahead stand between the lines.
    const arrived = () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
    await eventually(() => arrived().at(-1) === 'line-59');
    expect(arrived()).toEqual(lines);
    expect(page.text()).not.toContain('secret-42');
    page.type('exit\r');
    await page.frame('CLOSE');
  });

  it.each([
    ['rule', 'No entry', { reason: 'rule_refused', params: { rule: 'No entry' } }, 'An access rule does not allow this session. No entry'],
    ['permission', '', { reason: 'permission_removed', params: {} }, 'Your permission for this asset was taken away'],
  ] as const)('end a session that a %s refuses, with the reason on the screen', async (kind, rule, close, words) => {
    const { page, id } = await open();
    const other = await open();
    world.core.rules.set(id, { refused: kind, rule });
    await asksAgain();
    const end = await page.frame('CLOSE');
    expect(JSON.parse(end.data)).toEqual(close);
    expect(page.text()).toContain(words);
    await eventually(() => world.core.sessions.get(id)?.is_finished === true);
    await runs(other.page, 'still-here');
    other.page.type('exit\r');
    await other.page.frame('CLOSE');
  });

  it('end it when the permission is shortened', async () => {
    const { page, id } = await open();
    world.core.rules.set(id, under([], Math.floor(Date.now() / 1000) - 1));
    await asksAgain();
    expect(JSON.parse((await page.frame('CLOSE')).data).reason).toBe('permission_expired');
  });

  it('tell the page when the permission ends at another time, or allows less', async () => {
    const { page, id } = await open();
    const told = () =>
      page.frames
        .filter(({ type }) => type === 'TERMINAL_SESSION')
        .map(({ data }) => JSON.parse(data) as { expire_at: number; permission: { actions: string[] } });
    expect(told()).toHaveLength(1);
    const later = Math.floor(Date.now() / 1000) + 240;
    world.core.rules.set(id, { refused: null, command_filter_acls: [], expire_at: later, actions: ['connect'] });
    await asksAgain();
    await eventually(() => told().length > 1);
    expect(told().at(-1)).toMatchObject({ expire_at: later, permission: { actions: ['connect'] } });
    await asksAgain();
    expect(told()).toHaveLength(2);
    page.type('exit\r');
    await page.frame('CLOSE');
  });

  it('are asked again after the core was away', async () => {
    const { page, id } = await open();
    world.core.rules.set(id, under(filter('reject', 'secret')));
    world.core.down = true;
    const before = world.core.askedInVain;
    world.core.rulesChanged();
    await eventually(() => world.core.askedInVain > before);
    await runs(page, 'away');
    const asked = world.core.asked.length;
    world.core.down = false;
    await eventually(() => world.core.asked.slice(asked).some((ids) => ids.includes(id)));
    await asksAgain();
    await refused(page, 'secret-d');
    page.type('exit\r');
    await page.frame('CLOSE');
  });
});

describe('a native connection that was opened before the rules changed', () => {
  it('gives its later channels the rules of now', async () => {
    const token = world.token(grantFor(sshd));
    const client = new ssh2.Client();
    await new Promise<void>((resolve, reject) => {
      client.once('ready', resolve).once('error', reject);
      client.connect({ host: '127.0.0.1', port: world.gateway.sshPort(), username: `JMS-${token}`, password: TOKEN_VALUE });
    });
    const run = (command: string) =>
      new Promise<{ code: number | null; out: string }>((resolve, reject) => {
        client.exec(command, (error, channel) => {
          if (error) return reject(error);
          let out = '';
          let code: number | null = null;
          channel.on('data', (bytes: Buffer) => {
            out += bytes.toString();
          });
          channel.stderr.on('data', (bytes: Buffer) => {
            out += bytes.toString();
          });
          channel.on('exit', (status: number | null) => {
            code = status;
          });
          channel.on('close', () => resolve({ code, out }));
        });
      });
    expect(await run('echo one')).toEqual({ code: 0, out: 'one\n' });
    // A session that is open has the gateway ask, which tells that it has heard.
    const { page } = await open();
    await asksAgain();
    world.core.rulesFor = () => under(filter('reject', 'secret'));
    expect((await run('echo secret')).code).toBe(126);
    world.core.rulesFor = () => ({ refused: 'permission', rule: '' });
    const gone = await run('echo two');
    expect(gone.code).toBe(255);
    expect(gone.out).toContain('Your permission for this asset was taken away');
    world.core.rulesFor = undefined;
    client.end();
    page.type('exit\r');
    await page.closed;
  });
});
