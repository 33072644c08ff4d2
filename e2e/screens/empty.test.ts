import { clientOf } from '@postern/testkit/client';
import { createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { shoot } from '../support/browser.ts';
import { accessibility, overflow } from '../support/inspect.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { confirmTerms } from '../support/scene.ts';
import { visit } from '../support/screen-here.ts';

// A system in which nothing was made, and somebody whom nobody has let in: each empty place has its words and its step.

const { postern, pages, api: admin } = productOfFile();

beforeAll(async () => {
  await createUser(admin, { username: 'nova', name: 'Nova' });
  await confirmTerms(postern.origin, 'nova', TEST_PASSWORD);
  await clientOf(admin).profile.partialUpdate({ is_first_login: false, name: 'Olga Ops', email: 'ops@example.com' });
});

const DESK = { width: 1440, height: 900 };
const LOOKS = [
  ['light', DESK],
  ['dark', { width: 390, height: 844 }],
] as const;

/** Goes to a place, waits for its words and its step, and keeps how it looks on a desk and on a phone. */
async function place(page: Page, name: string, address: string, title: RegExp, step: RegExp): Promise<string[]> {
  await visit(page, address);
  const empty = page.locator('.p-empty').filter({ hasText: title });
  await empty.first().waitFor();
  const steps = await empty.first().locator('button, a').allTextContents();
  if (!steps.some((text) => step.test(text))) return [`${name}: ${steps.join(', ') || 'no step'}`];
  const problems: string[] = [];
  for (const [colorScheme, size] of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(size);
    await shoot(page, `empty-${name}-${colorScheme}-${size.width}`);
    problems.push(...(await overflow(page)), ...(await accessibility(page)));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(DESK);
  return problems;
}

test('an administrator of a bare system finds the next step in every place', async () => {
  const page = await pages.pageOf('admin', ADMIN_PASSWORD);
  const problems = [
    await place(page, 'groups', '/ui/console/users/groups', /No groups yet/, /Create group/),
    await place(
      page,
      'sessions',
      '/ui/audit/sessions/sessions?activeTab=OfflineList',
      /No sessions in these days/,
      /Show the last 365 days/,
    ),
    await place(page, 'runs', '/ui/console/accounts/account-push?activeTab=AccountPushExecutionList', /No runs yet/, /Push plans/),
    await place(page, 'jobs', '/ui/workbench/ops/job', /No jobs yet/, /Create/),
    await place(page, 'dashboard', '/ui/console/dashboard', /There are no assets yet/, /Add machine/),
  ];
  expect(problems.flat()).toEqual([]);
});

test('whom nobody has let in asks for access, in the console and in the terminal', async () => {
  const page = await pages.pageOf('nova', TEST_PASSWORD);
  const problems = [
    await place(page, 'my-assets', '/ui/workbench/assets', /No assets/, /Ask for access/),
    await place(page, 'home', '/ui/workbench/home', /Nothing opened yet/, /My assets/),
    await place(page, 'terminal', '/luna/', /Nobody has let you onto a machine/, /Ask for access/),
  ];
  expect(problems.flat()).toEqual([]);
});

test('what is locked says why beside it, to the keys as well', async () => {
  const page = await pages.pageOf('admin', ADMIN_PASSWORD);
  await visit(page, '/ui/console/users/roles');
  const update = page.getByRole('button', { name: 'Update' }).first();
  await update.focus();
  const words = page.locator('.p-why');
  await words.getByText('It is built in and stays as it is.').waitFor();
  await shoot(page, 'empty-locked');
  expect(await update.isDisabled()).toBe(true);
  await page.keyboard.press('Escape');
  await words.waitFor({ state: 'detached' });
});

test('the words are there in Chinese and in Japanese', async () => {
  const zh = await pages.pageOf('admin', ADMIN_PASSWORD, 'zh-CN');
  const ja = await pages.pageOf('nova', TEST_PASSWORD, 'ja-JP');
  const problems = [
    await place(zh, 'sessions-zh', '/ui/audit/sessions/sessions?activeTab=OfflineList', /这段时间内没有会话/, /查看最近 365 天/),
    await place(ja, 'my-assets-ja', '/ui/workbench/assets', /アセット/, /アクセスを申請/),
  ];
  expect(problems.flat()).toEqual([]);
});
