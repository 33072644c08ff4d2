import { addressOf } from '@postern/client/api';
import { createApi, type Json } from '@postern/testkit/api';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What a browser may show to be let in, as programs send it. */
const cookiesOf = async (page: Page): Promise<string> =>
  (await page.context().cookies(new URL(page.url()).origin)).map(({ name, value }) => `${name}=${value}`).join('; ');

const profileBy = (origin: string, cookie: string) =>
  createApi({ origin, headers: { cookie } }).get<Json>(addressOf('profile', 'retrieve'));

/**
 * Somebody who has shown who they are, and answered what a first login asks, is in the console under their name, and out of it by its menu: what
 * their browser had shown until then opens nothing any more.
 *
 * @param person.source by what accounts say it
 * @param out waits for where the log-out leads, before the old cookie is tried
 */
export async function inAndOut(
  page: Page,
  person: { username: string; name: string; source: string },
  out: () => Promise<unknown>,
): Promise<void> {
  const menu = page.getByRole('button', { name: /^Account:/ });
  await menu.waitFor();
  const { origin } = new URL(page.url());
  const cookies = await cookiesOf(page);
  const opened = await profileBy(origin, cookies);
  expect([opened.status, opened.body]).toMatchObject([
    200,
    { username: person.username, name: person.name, source: { value: person.source } },
  ]);
  expect(await menu.locator('.account__name').textContent()).toBe(person.name);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await out();
  expect((await profileBy(origin, cookies)).status).toBe(401);
}
