import { until } from '@postern/testkit/until';
import { afterEach, describe, expect, test } from 'vitest';
import type { MenuTarget } from '../src/menu/model.ts';
import { type Menu, type MenuOptions, runMenu } from '../src/menu/run-menu.ts';
import { type AnsweringCore, type Answers, startAnswers } from './answering-core.ts';

/** The menu between a terminal and a core that answers over HTTP. */

const EVIL = 'web\u001b]0;owned\u0007\u001b[2J\u202e-1';
const row = (name: string) => ({
  id: '11111111-1111-4111-8111-111111111111',
  name,
  address: '10.0.0.1',
  comment: EVIL,
  org_name: EVIL,
  platform: { id: 1, name: EVIL },
  is_active: true,
  labels: [{ id: '1', name: EVIL, value: 'prod', color: 'red', warning: EVIL }],
  protocols: [
    { name: 'ssh', port: 22, public: true },
    { name: 'rdp', port: 3389, public: true },
    { name: 'telnet', port: 23, public: false },
  ],
});
const account = { alias: 'root', name: 'root', username: EVIL, has_secret: true };
const well: Answers = ({ path }) =>
  path.includes('/favorites/')
    ? { status: 200, body: [] }
    : path.includes('/accounts/')
      ? { status: 200, body: [account, { ...account, alias: 'typed', has_secret: false }] }
      : { status: 200, body: { count: 100_000, results: Array.from({ length: 50 }, () => row(EVIL)) } };

let core: AnsweringCore | undefined;
afterEach(() => core?.stop());

async function open(answers: Answers, more: Partial<MenuOptions> = {}) {
  core = await startAnswers(answers);
  let text = '';
  let ended: string | undefined;
  const opened: MenuTarget[] = [];
  const menu: Menu = runMenu({
    core: core.client,
    user: 'ann',
    protocols: ['ssh', 'telnet'],
    language: 'en',
    size: { cols: 80, rows: 24 },
    plain: false,
    announcement: '',
    idleMs: 600_000,
    idleText: () => 'Idle.',
    write(given) {
      text += given;
      return true;
    },
    async open(target) {
      opened.push(target);
      return { told: undefined, over: false };
    },
    done(words) {
      ended = words;
    },
    ...more,
  });
  return { menu, opened, text: () => text, ended: () => ended, type: (keys: string) => menu.input(Buffer.from(keys)), calls: core.calls };
}

describe('the menu', () => {
  test('asks for bounded pages of what opens here, and shows names without what a terminal obeys', async () => {
    const it = await open(well);
    await until('the list', 20_000, () => it.text().includes('1 of 100000'));
    it.type('\x1b[F');
    await until('its end', 20_000, () => it.text().includes('100000 of 100000'));
    const lists = it.calls.filter(({ path }) => !path.includes('/favorites/'));
    for (const { path } of lists) {
      const query = new URL(path, 'http://core').searchParams;
      expect([Number(query.get('limit')) <= 50, query.get('protocols')]).toEqual([true, 'ssh,telnet']);
    }
    expect(lists.length).toBeLessThanOrEqual(3);
    expect(it.text()).toContain('> web-1 [web-1:prod] ');
    expect(it.text()).not.toMatch(/owned|\u202e/);
    it.type('\r');
    await until('it is opened', 20_000, () => it.opened.length === 1);
    expect(it.opened).toEqual([{ asset: row('').id, account: 'root', protocol: 'ssh', label: 'root@web-1' }]);
  });

  test.each([false, true])('tells what is announced at first, without what a terminal obeys (plain: %s)', async (plain) => {
    const it = await open(well, { plain, announcement: 'Maintenance: at 18:00 \u001b]0;owned\u0007' });
    await until('it is told', 20_000, () => it.text().includes('Maintenance: at 18:00'));
    expect(it.text()).not.toMatch(/owned/);
  });

  test('writes no more than a terminal takes, and the newest picture when it takes more', async () => {
    let written = 0;
    const it = await open(well, {
      write() {
        written += 1;
        return false;
      },
    });
    await until('the list was asked for', 20_000, () => it.calls.length > 0);
    const before = written;
    for (let n = 0; n < 100; n += 1) it.type('\x1b[B');
    expect(written).toBe(before);
    it.menu.drained();
    expect(written).toBe(before + 1);
    await core?.stop();
    const plain = await open(well, {
      plain: true,
      write() {
        written += 1;
        return false;
      },
    });
    const start = written;
    plain.type('web'.repeat(1_000));
    expect(written).toBe(start);
    plain.menu.drained();
    plain.type('w');
    expect(written).toBe(start + 1);
  });

  test('ends with the login, after a time without a key, and with the gateway', async () => {
    const over = await open(() => ({ status: 403, code: 'person_not_here' }));
    await until('it has ended', 20_000, () => over.ended() === 'Your login has ended. Log in again.');
    expect(over.text().endsWith('\x1b[?1049l\x1b[?25h')).toBe(true);
    await core?.stop();
    const idle = await open(well, { idleMs: 1 });
    await until('it has ended', 20_000, () => idle.ended() === 'Idle.');
    await core?.stop();
    const stopped = await open(well, { plain: true });
    stopped.menu.end(() => 'Stopping.');
    stopped.type('q\r');
    expect(stopped.ended()).toBe('Stopping.');
  });

  test('stays when the core is away, and asks anew', async () => {
    let away = true;
    const it = await open((call, calls) => (away ? { status: 503, code: 'service_unavailable' } : well(call, calls)));
    await until('it is told', 20_000, () => it.text().includes('Ctrl-R asks again'));
    away = false;
    it.type('\x12');
    await until('the list', 20_000, () => it.text().includes('1 of 100000'));
    expect(it.ended()).toBeUndefined();
  });
});
