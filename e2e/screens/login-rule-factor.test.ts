import type { Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createApp } from '../support/authenticator.ts';
import { choose, logIn, rowOf, save, startSession } from '../support/console.ts';
import { bothLooks } from '../support/looks.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { confirmTerms } from '../support/scene.ts';
import { visit } from '../support/screen-here.ts';

// A login rule that asks for a second factor, made and read on the screens in three languages, and obeyed on the login page.

const { postern, pages, api: admin } = productOfFile();

beforeAll(async () => {
  for (const [username, name] of [
    ['ruth', 'Ruth Asked'],
    ['theo', 'Theo Free'],
  ] as const) {
    await createUser(admin, { username, name });
    await confirmTerms(postern.origin, username, TEST_PASSWORD);
  }
});

const RULE = 'Ruth shows it';
const isIn = (page: Page): Promise<void> => page.waitForURL(/\/ui\/(?!.*login)/);

test('is made in the form, stands in the list, and asks whom it names; who has nothing to show sets it up', async () => {
  const page = await pages.pageOf('admin', ADMIN_PASSWORD);
  await visit(page, '/ui/console/perms/login-acls/create');
  await page.getByLabel('Name').fill(RULE);
  await page.getByRole('group', { name: 'Users' }).getByText('These', { exact: true }).click();
  await choose(page, page, 'Users', 'Ruth Asked');
  await page.getByRole('radio', { name: 'Ask for a second factor' }).check({ force: true });
  // It asks whoever logs in: nobody has to decide anything.
  expect(await page.getByLabel('Reviewers').count()).toBe(0);
  expect(await bothLooks(page, 'login-rule-form-en')).toEqual([]);
  await save(page);
  await rowOf(page, RULE).getByText('Ask for a second factor').waitFor();

  const ruth = await pages.newPage();
  await logIn(ruth, 'ruth', TEST_PASSWORD);
  await ruth.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  expect(await bothLooks(ruth, 'login-rule-asks')).toEqual([]);
  const next = createApp((await ruth.locator('.login__text code').textContent()) ?? '');
  await ruth.getByLabel('Code', { exact: true }).fill(await next());
  await ruth.getByRole('button', { name: 'Set up and log in' }).click();
  await ruth.getByRole('button', { name: 'I have kept them, continue' }).click();
  await isIn(ruth);
  const theo = await pages.newPage();
  await logIn(theo, 'theo', TEST_PASSWORD);
  await isIn(theo);
});

test('reads in three languages, in the form, in the list and on its page', async () => {
  const { body } = await admin.get<Json>('acls/login-acls/', { query: { limit: 1, offset: 0, name: RULE } });
  const [{ id }] = body.results;
  const problems: string[] = [];
  for (const [locale, words] of [
    ['en-GB', 'Ask for a second factor'],
    ['zh-CN', '要求多因子认证'],
    ['ja', '多要素認証を求める'],
  ] as const) {
    const page = await pages.newPage(locale);
    await startSession(page, 'admin', ADMIN_PASSWORD);
    for (const [what, path] of [
      ['list', '/ui/console/perms/login-acls'],
      ['edit', `/ui/console/perms/login-acls/${id}/update`],
      ['detail', `/ui/console/perms/login-acls/${id}`],
    ] as const) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await visit(page, path);
      await page.getByText(words, { exact: true }).first().waitFor();
      problems.push(...(await bothLooks(page, `login-rule-${what}-${locale}`)));
    }
  }
  expect(problems).toEqual([]);
});
