import { API } from '@postern/client/http';
import type { Page } from 'playwright-core';
import { choose } from './console.ts';
import { until } from './until.ts';
import { type Entry, named } from './walk-spec.ts';

/** Chooses, and sees it chosen: a form that is still arriving may take the first choice back. */
export async function chosen(page: Page, field: string, option: string): Promise<void> {
  const box = page.getByRole('combobox', { name: field, exact: true });
  const items = page
    .locator('.ant-select', { has: box })
    .locator('.ant-select-selection-item, .ant-select-content-has-value')
    .filter({ hasText: option });
  await until(`${option} is chosen for ${field}`, 20_000, async () => {
    if ((await items.count()) === 0) await choose(page, page.getByRole('main'), field, option);
    return (await items.count()) > 0;
  });
}

/** Fills a form; `{name}` in what is entered is the name given. */
export async function enter(page: Page, entries: readonly Entry[], name: string): Promise<void> {
  for (const entry of entries) {
    const value = named(entry.with, name);
    if ('fill' in entry) await page.getByRole('main').getByRole('textbox', { name: entry.fill }).fill(value);
    else if ('choose' in entry) await chosen(page, entry.choose, value);
    else if ('pick' in entry)
      await page
        .getByRole('group', { name: entry.pick })
        .or(page.getByRole('radiogroup', { name: entry.pick }))
        .getByText(value, { exact: true })
        .click();
    else if ('number' in entry) await page.getByRole('main').getByRole('spinbutton', { name: entry.number }).fill(value);
    else if ('cascade' in entry) {
      const box = page.getByRole('combobox', { name: entry.cascade, exact: true });
      await box.click();
      await box.fill(value);
      await page.locator('.ant-cascader-menu-item').filter({ hasText: value }).first().click();
      await box.press('Escape');
    } else {
      const box = page.getByRole('combobox', { name: entry.tag, exact: true });
      await box.fill(value);
      await box.press('Enter');
      await box.press('Escape');
    }
  }
}

/** Saves a form and waits for the answer; the refusal of the server is the error. */
export async function saved(page: Page, api: string): Promise<void> {
  const before = page.url();
  const [answer] = await Promise.all([
    page.waitForResponse(
      (response) =>
        /POST|PUT|PATCH/.test(response.request().method()) && new URL(response.url()).pathname.startsWith(`${API}${api.split('?')[0]}`),
    ),
    page.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  if (!answer.ok()) throw new Error(`not saved: ${answer.status()} ${await answer.text()}`);
  await page.waitForURL((url) => url.href !== before);
}
