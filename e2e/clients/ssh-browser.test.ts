import type { Json } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { createPermission, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { type OpenidProvider, startOpenidProvider } from '@postern/testkit/openid-provider';
import { until } from '@postern/testkit/until';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionOf } from '../support/actors.ts';
import { type Browser, newPerson, shoot, startBrowser } from '../support/browser.ts';
import { completeProfile, firstLoginOf } from '../support/console.ts';
import { accessibility, overflow } from '../support/inspect.ts';
import { confirmTerms, type NativeScene, setNativeScene } from '../support/scene.ts';
import { visit } from '../support/screen-here.ts';
import type { Ssh, SshLogin } from '../support/ssh.ts';

// OpenSSH's client at the SSH door, confirmed in a browser (docs/decisions/0188): a real provider of OpenID Connect, a real browser.

const NAME = 'browser-target';
const ECHO = 'echo in-$((40 + 2))';
const LINK = /http:\S+\/ui\/profile\/program\?code=([A-Z]{4}-[A-Z]{4})/;

let scene: NativeScene;
let browser: Browser;
let openid: OpenidProvider;
let admin: ReturnType<typeof clientOf>;

beforeAll(async () => {
  [scene, browser] = await Promise.all([setNativeScene(NAME, { env: { POSTERN_OUTBOUND_ALLOW: '127.0.0.1' } }), startBrowser()]);
  openid = await startOpenidProvider(scene.postern.origin);
  admin = clientOf(scene.api);
  await set('basic', { SITE_URL: scene.postern.origin });
  await set('oidc', {
    AUTH_OPENID: true,
    AUTH_OPENID_PROVIDER_ENDPOINT: openid.issuer,
    AUTH_OPENID_CLIENT_ID: openid.clientId,
    AUTH_OPENID_CLIENT_SECRET: openid.clientSecret,
  });
});
afterAll(async () => {
  await browser?.close();
  await scene?.stop();
  await openid?.close();
});

const set = (category: string, values: Json) => admin.setting.patch(values, { query: { category } });

async function person(username: string): Promise<Json> {
  const user = await createUser(scene.api, { name: username, username });
  await confirmTerms(scene.postern.origin, username, TEST_PASSWORD);
  await createPermission(scene.api, { users: [user.id], assets: [scene.host.id], accounts: ['@ALL'] });
  return user;
}

/** The client of somebody who leaves the password empty. */
const comes = (username: string, more: Partial<SshLogin> = {}): Ssh =>
  scene.client.runAs(
    { name: `${username}@${scene.sshd.user}@${NAME}`, tells: true, methods: 'keyboard-interactive', ...more },
    ['127.0.0.1', ECHO],
    '',
  );
/** The link that it prints. */
const linkOf = (ssh: Ssh) => until('the link', 30_000, () => LINK.exec(ssh.complaints()) ?? false);
const endOf = async (ssh: Ssh) => {
  const { code, stdout, stderr } = await ssh.ended;
  return { code, stdout: stdout.text.trim(), stderr };
};

/** Somebody in a browser who has just proved who they are. */
async function confirms(username: string) {
  const own = clientOf(await sessionOf(scene.postern.origin, username, TEST_PASSWORD));
  await own.confirm.prove({ confirm_type: 'password', secret_key: TEST_PASSWORD });
  return own.deviceLogins;
}

async function signsIn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'OpenID Connect' }).click();
  await page.getByLabel('Name').fill('rosa');
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('whoever has no password here logs in at their provider, confirms by keyboard, and the session goes on by itself', async () => {
  openid.people.set('rosa', { name: 'Rosa Lindt' });
  const first = await newPerson(browser, { origin: scene.postern.origin });
  await visit(first.page, '/ui/');
  await signsIn(first.page);
  await firstLoginOf(first.page).waitFor();
  await completeProfile(first.page);
  const [rosa] = await admin.users.list({ username: 'rosa' });
  await createPermission(scene.api, { users: [rosa?.id], assets: [scene.host.id], accounts: ['@ALL'] });
  await first.page.context().close();

  const ssh = comes('rosa');
  const [url, code] = await linkOf(ssh);
  expect(ssh.complaints()).toContain(`The page shows the code ${code}.`);
  const { page } = await newPerson(browser, { origin: scene.postern.origin });
  await page.goto(url);
  await signsIn(page);
  await page.getByText(String(code)).waitFor();
  await page.getByText('Rosa Lindt (rosa)').waitFor();
  expect(await accessibility(page)).toEqual([]);
  expect(await overflow(page)).toEqual([]);
  await shoot(page, 'ssh-browser');
  await page.getByRole('button', { name: 'Confirm' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('The program is logged in').waitFor();
  expect(await endOf(ssh)).toMatchObject({ code: 0, stdout: 'in-42' });
  const [last] = await admin.loginLogs.list({ username: 'rosa', order: '-datetime' });
  expect(last).toMatchObject({ backend: 'Browser', status: { value: true } });
});

test('it says when the browser refused, and when somebody else confirmed', async () => {
  await Promise.all([person('hugo'), person('lena')]);
  const refused = comes('hugo');
  await (await confirms('hugo')).refuse(String((await linkOf(refused))[1]), undefined);
  expect(await endOf(refused)).toMatchObject({
    code: 255,
    stdout: '',
    stderr: expect.stringContaining('The login was refused in the browser.'),
  });
  const other = comes('hugo');
  await (await confirms('lena')).approve(String((await linkOf(other))[1]), undefined);
  expect(await endOf(other)).toMatchObject({
    code: 255,
    stdout: '',
    stderr: expect.stringContaining('Somebody else confirmed this login.'),
  });
});

test('where passwords are switched off it is Enter, and what is typed goes nowhere; switched off itself, an empty answer is refused', async () => {
  await person('otto');
  await set('terminal', { TERMINAL_PASSWORD_AUTH: false });
  try {
    const ssh = await until('the gateway takes no passwords', 60_000, async () => {
      const tried = comes('otto', { password: TEST_PASSWORD });
      const link = await Promise.race([linkOf(tried), tried.ended.then(() => undefined)]);
      return link ? { tried, link } : false;
    });
    await (await confirms('otto')).approve(String(ssh.link[1]), undefined);
    expect(await endOf(ssh.tried)).toMatchObject({ code: 0, stdout: 'in-42' });
  } finally {
    await set('terminal', { TERMINAL_PASSWORD_AUTH: true, TERMINAL_BROWSER_AUTH: false });
  }
  // The core refuses at once; the gateway asks for a password as soon as it has heard.
  await until(
    'passwords are taken again',
    60_000,
    async () => (await endOf(comes('otto', { password: TEST_PASSWORD }))).stdout === 'in-42',
  );
  const { code, stderr } = await endOf(comes('otto'));
  expect([code, LINK.test(stderr)]).toEqual([255, false]);
  expect(stderr).toContain('Permission denied');
});
