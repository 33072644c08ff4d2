import { addressOf } from '@postern/client/api';
import type { Json } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiOf } from './support/actors.ts';
import { type Browser, newPerson, shoot, startBrowser } from './support/browser.ts';
import { accessibility, overflow } from './support/inspect.ts';
import { ADMIN_PASSWORD, type Postern, startPostern } from './support/postern.ts';
import { sshClient } from './support/ssh.ts';

// `postern up --demo`: what a newcomer tries first.

let postern: Postern;
let seconds: number;
let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
  const from = performance.now();
  postern = await startPostern({ flags: ['--demo'] });
  seconds = (performance.now() - from) / 1000;
});
afterAll(async () => {
  await browser?.close();
  await postern?.stop();
});

test('a demo begins with people, a licence, and machines that answer', async () => {
  const admin = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  const count = async (path: string): Promise<number> => (await admin.get<{ count: number }>(`${path}?limit=1`)).body.count;
  expect(await count('users/users/')).toBeGreaterThan(5);
  expect(await count('assets/hosts/')).toBeGreaterThan(10);
  expect(await count('perms/asset-permissions/')).toBeGreaterThan(1);
  // New machines are tested by themselves: the queue was filled before any worker ran.
  const untested = async (): Promise<number> =>
    (await admin.get<Json[]>('assets/hosts/')).body.filter(({ connectivity }) => connectivity.value !== 'ok').length;
  await expect.poll(untested, { timeout: 60_000, interval: 500 }).toBe(0);
  expect(postern.log()).not.toMatch(/"level":[56]0/);
});

test('a demo is there within a minute, and says what it waited for', () => {
  expect(seconds).toBeLessThan(60);
  const log = postern.log();
  expect(log).toMatch(/^✓ Starting the database \(\d+\.\d s\)$/m);
  expect(log).toMatch(/^✓ Bringing the database up to date: migration (\d+) of \1 \(/m);
  expect(log).toMatch(/^✓ Filling the demo: sessions of the past month \(/m);
  expect(log).toMatch(/^✓ Starting server, worker and gateway \(/m);
});

test('the administrator finds a request that waits, and a change of passwords that failed, with the reason', async () => {
  const admin = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  const { body: waiting } = await admin.get<Json[]>(`${addressOf('tickets')}?state=pending`);
  expect(waiting).toHaveLength(1);
  expect(JSON.stringify(waiting[0]?.process_map)).toContain('Administrator(admin)');
  const { changeSecretExecutions, changeSecretRecords } = clientOf(admin);
  const last = async () => (await changeSecretExecutions.list({ limit: 1, offset: 0 })).results[0]?.status;
  await expect.poll(last, { timeout: 60_000, interval: 500 }).toBe('failed');
  const { results } = await changeSecretRecords.list({ limit: 10, offset: 0 });
  expect(results.length).toBeGreaterThan(1);
  for (const { error } of results) expect(error).toContain('cannot lock /etc/shadow');
});

test('recordings of the past are prepared: they are found by what was on the screen', async () => {
  const admin = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  const { screenTexts } = clientOf(admin);
  await expect
    .poll(async () => (await screenTexts.list({ limit: 1, offset: 0, search: 'orders_2019' })).count, { timeout: 60_000, interval: 500 })
    .toBeGreaterThan(0);
  expect(postern.log()).not.toMatch(/"level":[56]0/);
});

describe('the log-in page', () => {
  test.each([
    ['Sofia Reyes', '/ui/console/'],
    ['Paul Nowak', '/ui/audit/'],
    ['Lena Fischer', '/ui/workbench/'],
    ['Hana Kim', '/ui/workbench/'],
  ])('lets in as %s by a click', async (name, home) => {
    const { page, close } = await newPerson(browser, { origin: postern.origin, locale: 'en-GB' });
    await page.goto(`${postern.origin}/core/auth/login/`);
    await page.getByRole('button', { name }).click();
    await page.waitForURL((url) => url.pathname.startsWith(home), { timeout: 60_000 });
    await close();
  });

  test.each([
    [1440, 'light', 'en-GB', 'This is a demo'],
    [1440, 'dark', 'zh-CN', '这是演示环境'],
    [390, 'light', 'ja-JP', 'これはデモです'],
    [390, 'dark', 'en-GB', 'This is a demo'],
  ] as const)('fits at %i px, %s, in %s, and all can read it', async (width, colorScheme, locale, name) => {
    const { page, close } = await newPerson(browser, { origin: postern.origin, locale, colorScheme, viewport: { width, height: 900 } });
    await page.goto(`${postern.origin}/core/auth/login/`);
    await page.getByRole('region', { name }).waitFor();
    await shoot(page, `demo-login-${width}-${colorScheme}`);
    expect(await accessibility(page)).toEqual([]);
    expect(await overflow(page)).toEqual([]);
    await close();
  });
});

test('the line for a terminal opens a machine', async () => {
  const page = await fetch(`${postern.origin}/api/v1/settings/public/open/`);
  const { DEMO_SSH } = (await page.json()) as { DEMO_SSH: string };
  const [, username, password = ''] = /Demo people: .*(lena\.fischer).*password: (\S+)/.exec(postern.log()) ?? [];
  expect(DEMO_SSH).toBe(`ssh -p ${postern.sshPort} ${username}@deploy@stage-01@localhost`);
  expect(postern.log()).toContain(`From a terminal: ${DEMO_SSH}`);
  const client = await sshClient(postern.sshPort);
  try {
    const name = /(\S+)@localhost$/.exec(DEMO_SSH)?.[1] ?? '';
    const { code, stdout } = await client.runAs({ name, password }, ['127.0.0.1', 'hostname'], '').ended;
    expect([code, stdout.text.trim()]).toEqual([0, 'stage-01']);
  } finally {
    await client.remove();
  }
});
