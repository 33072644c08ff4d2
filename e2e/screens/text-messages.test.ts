import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startHttpCatcher } from '@postern/testkit/http-catcher';
import { afterAll, expect, test } from 'vitest';
import { newPerson, shoot } from '../support/browser.ts';
import { accessibility, overflow } from '../support/inspect.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { visit } from '../support/screen-here.ts';

/** Text messages from the settings to somebody's login. */

const { postern, browser, api, administrator } = productOfFile({ env: { POSTERN_OUTBOUND_ALLOW: '127.0.0.0/8' } });
const service = forThisFile(
  () => startHttpCatcher((_, response) => void response.end()),
  (it) => it.stop(),
);
const person = administrator();
afterAll(async () => {
  // The product is shared.
  await api?.patch('settings/setting/?category=sms', { SMS_ENABLED: false });
});

test('a way to send is set up, tried and switched on, and somebody logs in by a code', async () => {
  const { page } = person;
  await visit(page, '/ui/settings/sms');
  await page.getByRole('combobox', { name: 'Sent by' }).click();
  await page.getByTitle('A service of your own').click();
  await page.getByRole('switch', { name: 'Text messages' }).click();
  await shoot(page, 'text-messages');
  await page.getByRole('button', { name: 'Set up' }).click();
  const dialog = page.getByRole('dialog', { name: 'A service of your own' });
  await dialog.getByLabel('Address').fill(`${service.origin}/send`);
  await dialog.getByRole('button', { name: 'Send a test message' }).click();
  await dialog.getByText('Enter a number for the test.').waitFor();
  await dialog.getByRole('textbox', { name: 'Number for tests' }).fill('13800138000');
  await dialog.getByRole('button', { name: 'Send a test message' }).click();
  await page.getByText('A test message was sent to •••8000.').waitFor();
  expect(service.requests.map(({ path }) => path)).toEqual(['/send?phone_numbers=8613800138000&code=666666']);
  await shoot(page, 'text-messages-tried');
  // A button below the pointer is between two colours for a while.
  await page.mouse.move(1, 1);
  for (const [colorScheme, width] of [
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await shoot(page, `text-messages-${colorScheme}-${width}`);
    expect(await overflow(page)).toEqual([]);
    expect(await accessibility(page)).toEqual([]);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(async () => (await api.get('settings/setting/?category=sms')).body.SMS_ENABLED).toBe(true);

  const user = await createUser(api, { mfa_level: 1, need_update_password: false, phone: '+447400123456' });
  const other = await newPerson(browser, { origin: postern.origin });
  await other.page.goto(`${postern.origin}/core/auth/login/`);
  await other.page.getByLabel('Username').fill(String(user.username));
  await other.page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
  await other.page.getByRole('button', { name: 'Log in', exact: true }).click();
  await other.page.getByRole('button', { name: 'Send code' }).click();
  await other.page.getByText('Sent to •••3456.').waitFor();
  const code = new URL(service.requests.at(-1)?.path ?? '', service.origin).searchParams.get('code') ?? '';
  await shoot(other.page, 'text-messages-login');
  await other.page.getByLabel('Code').fill(code);
  await other.page.getByRole('button', { name: 'Verify' }).click();
  await other.page.waitForURL(/\/ui\//);
  await other.close();
});
