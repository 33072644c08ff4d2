import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { completeProfile } from './console.ts';

/** What a browser may show to be let in, as programs send it. */
const cookiesOf = async (page: Page): Promise<string> =>
  (await page.context().cookies(new URL(page.url()).origin)).map(({ name, value }) => `${name}=${value}`).join('; ');

const profileBy = (origin: string, cookie: string): Promise<Response> =>
  fetch(`${origin}/api/v1/users/profile/`, { headers: { cookie, accept: 'application/json' } });

/**
 * Somebody who has just shown who they are is in the console under their name, and out of it by its menu: what their browser had shown until then
 * opens nothing any more.
 *
 * @param person.source by what accounts say it
 * @param out waits for where the log-out leads, before the old cookie is tried
 */
export async function inAndOut(
  page: Page,
  person: { username: string; name: string; source: string },
  out: () => Promise<unknown>,
): Promise<void> {
  await completeProfile(page);
  const { origin } = new URL(page.url());
  const cookies = await cookiesOf(page);
  const opened = await profileBy(origin, cookies);
  expect([opened.status, await opened.json()]).toMatchObject([
    200,
    { username: person.username, name: person.name, source: { value: person.source } },
  ]);
  const menu = page.getByRole('button', { name: /^Account:/ });
  expect(await menu.locator('.account__name').textContent()).toBe(person.name);
  await menu.click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await out();
  expect((await profileBy(origin, cookies)).status).toBe(401);
}
