import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shoot } from '../support/browser.ts';
import { accessibility, overflow } from '../support/inspect.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { visit } from '../support/screen-here.ts';

const { pages } = productOfFile();

const fine = async (page: Page) => expect([...(await accessibility(page)), ...(await overflow(page))]).toEqual([]);

test.each([
  ['en-GB', 1440, 'light', 'Help with this page', 'Accounts and secrets', 'Rotation', 'Search the manual'],
  ['zh-CN', 390, 'dark', '本页帮助', '账号与密文', '改密', '搜索手册'],
  ['ja-JP', 1440, 'dark', 'このページのヘルプ', 'アカウントとシークレット', 'ローテーション', 'マニュアルを検索'],
] as const)(
  'help of a screen opens its page, by the palette too (%s, %s px, %s)',
  async (locale, width, theme, here, title, heading, search) => {
    const page = await pages.pageOf('admin', ADMIN_PASSWORD, locale);
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: 844 });
    await visit(page, '/ui/console/accounts/accounts');
    const manual = page.getByRole('dialog', { name: title });
    if (width > 1000) {
      await page.getByRole('button', { name: /^(Help|帮助|ヘルプ)$/ }).click();
      await page.getByRole('menuitem', { name: here }).click();
      await manual.getByRole('heading', { name: heading, exact: true }).waitFor();
      await manual.getByRole('button', { name: /Close|关闭|閉じる/ }).click();
      await manual.waitFor({ state: 'detached' });
    }
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(heading);
    await page.getByRole('option').filter({ hasText: title }).first().click();
    await manual.getByRole('heading', { name: heading, exact: true }).waitFor();
    await fine(page);
    await shoot(page, `manual-${locale}`);
    await manual.getByRole('searchbox', { name: search }).fill('zzz');
    await manual.waitFor({ state: 'detached' });
    await page.getByRole('dialog').getByRole('searchbox', { name: search }).waitFor();
    await fine(page);
  },
);
