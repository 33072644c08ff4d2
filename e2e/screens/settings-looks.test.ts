import { crc32, deflateSync } from 'node:zlib';
import { pageLogin } from '@postern/testkit/page-login';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shoot } from '../support/browser.ts';
import { accessibility } from '../support/inspect.ts';
import { bothLooks } from '../support/looks.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { visit } from '../support/screen-here.ts';
import { stored as keep } from '../support/stored.ts';

// Pages of the settings with something on them that an installation gets with time: a look of its own, ways that fail, loads, ways to send text messages.

const { postern, pages } = productOfFile();

const administrator = (locale: string): Promise<Page> => pages.pageOf('admin', ADMIN_PASSWORD, locale);

const stored = (statement: string, values?: unknown[]) => keep(postern.dataDir, statement, values);

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
/** A picture of two colours, half and half. */
function png(width: number, height: number, left: readonly number[], right: readonly number[]): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const row = Buffer.from([0, ...Array.from({ length: width }, (_, x) => [...(x < width / 2 ? left : right)]).flat()]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

test('the login page with a title, pictures and colours of the settings', async () => {
  const { api } = await pageLogin(postern.origin, 'admin', ADMIN_PASSWORD);
  const form = new FormData();
  const parts = {
    login_title: 'Harbour Operations',
    theme: 'custom',
    colors: JSON.stringify({ '--color-primary': '#8a3ffc' }),
    logo_logout: png(164, 164, [138, 63, 252], [255, 196, 61]),
    logo_index: png(185, 55, [138, 63, 252], [255, 196, 61]),
    login_image: png(492, 472, [20, 40, 80], [40, 90, 140]),
  };
  for (const [name, value] of Object.entries(parts))
    form.set(name, typeof value === 'string' ? value : new Blob([new Uint8Array(value)], { type: 'image/png' }));
  expect((await api.put('xpack/interface/setting/', form)).status).toBe(200);
  const problems: string[] = [];
  for (const locale of ['en-GB', 'zh-CN']) {
    const page = await pages.newPage(locale);
    await visit(page, '/core/auth/login/');
    await page.getByText('Harbour Operations').first().waitFor();
    problems.push(...(await bothLooks(page, `looks-login-${locale}`)));
    for (const [colorScheme, width] of [
      ['dark', 1440],
      ['light', 390],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await shoot(page, `looks-login-${locale}-${colorScheme}-${width}`);
      problems.push(...(await accessibility(page, 'all')));
    }
  }
  expect((await api.put('xpack/interface/setting/restore/')).status).toBe(200);
  expect(problems).toEqual([]);
});

test('the login page is shown as it would be while its look is edited, and stays as it is until that is saved', async () => {
  const page = await administrator('en-GB');
  await visit(page, '/ui/settings/interface');
  const preview = page.frameLocator('iframe[title="Preview of the login page"]');
  await preview.getByRole('heading', { name: 'Log in to Postern privileged access', includeHidden: true }).waitFor();
  await page.getByRole('textbox', { name: 'Title' }).fill('Lighthouse Nine');
  await page
    .locator('input[type="file"]')
    .nth(3)
    .setInputFiles({ name: 'pier.png', mimeType: 'image/png', buffer: png(492, 472, [20, 40, 80], [200, 90, 140]) });
  await preview.getByRole('heading', { name: 'Log in to Lighthouse Nine', includeHidden: true }).waitFor();
  const picture = preview.locator('.login__image');
  await expect.poll(() => picture.evaluate((image: unknown) => (image as { naturalWidth: number }).naturalWidth)).toBe(492);
  const problems = await bothLooks(page, 'looks-preview');
  await page.getByText('Phone', { exact: true }).click();
  await picture.waitFor({ state: 'hidden' });
  await page.getByText('Dark', { exact: true }).click();
  await expect.poll(() => preview.locator('html').getAttribute('data-theme')).toBe('dark');
  await shoot(page, 'looks-preview-phone');
  // The page around it stays as its person has it, and nothing in the frame takes the focus.
  expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
  expect(await preview.locator('#root').getAttribute('inert')).toBe('');
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await preview.getByRole('heading', { name: 'Log in to Postern privileged access', includeHidden: true }).waitFor();
  const guest = await pages.newPage('en-GB');
  await visit(guest, '/core/auth/login/');
  await guest.getByRole('heading', { name: 'Log in to Postern privileged access' }).waitFor();
  expect(await guest.locator('.login__image').count()).toBe(0);
  expect(problems).toEqual([]);
});

test('ways of messages that fail are told on the page of messages', async () => {
  for (const [way, error] of [
    ['email', 'no_trust'],
    ['sms', 'login_refused'],
  ])
    await stored(
      `insert into delivery_failures (way, failures, error, date_since, date_last) values ($1, 12, $2, now() - interval '2 days', now())`,
      [way, error],
    );
  const problems: string[] = [];
  for (const [locale, words] of [
    ['en-GB', 'It refused account or secret.'],
    ['ja', 'アカウントまたはシークレットが拒否されました。'],
  ] as const) {
    const page = await administrator(locale);
    await visit(page, '/ui/settings/message');
    await page.getByText(words).waitFor();
    problems.push(...(await bothLooks(page, `looks-failing-${locale}`)));
  }
  expect(problems).toEqual([]);
});

test('how busy components were', async () => {
  await stored(`insert into component_loads (terminal_id, moment, cpu_load, memory_used, disk_used, session_online)
    select t.id, m, 20 + 15 * sin(extract(epoch from m) / 9000), 40 + 10 * cos(extract(epoch from m) / 7000), 61, (extract(epoch from m)::bigint / 300) % 7
    from terminals t, generate_series(now() - interval '20 hours', now() - interval '10 minutes', interval '5 minutes') m on conflict do nothing`);
  const problems: string[] = [];
  for (const locale of ['en-GB', 'zh-CN']) {
    const page = await administrator(locale);
    await visit(page, '/ui/settings/terminal?activeTab=Monitor');
    await page.locator('.cm-history li').first().waitFor();
    problems.push(...(await bothLooks(page, `looks-loads-${locale}`)));
  }
  expect(problems).toEqual([]);
});

test('the ways to send text messages', async () => {
  const problems: string[] = [];
  for (const [locale, label] of [
    ['en-GB', 'Sent by'],
    ['ja', '送信方法'],
  ] as const) {
    const page = await administrator(locale);
    await visit(page, '/ui/settings/sms');
    problems.push(...(await bothLooks(page, `looks-sms-${locale}`)));
    await page.getByRole('combobox', { name: label }).click();
    problems.push(...(await bothLooks(page, `looks-sms-list-${locale}`)));
  }
  expect(problems).toEqual([]);
});

test('the mail to new people, as it will read', async () => {
  const problems: string[] = [];
  for (const [locale, open, subject, plain] of [
    ['en-GB', 'Edit the text', 'Your account is ready', 'Plain text'],
    ['zh-CN', '编辑内容', '你的账号已创建', '纯文本'],
    ['ja', '文面を編集', 'アカウントのご用意ができました', 'テキストのみ'],
  ] as const) {
    const page = await administrator(locale);
    await visit(page, '/ui/settings/email');
    await page.getByRole('button', { name: open }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(subject).waitFor();
    await dialog.locator('iframe').scrollIntoViewIfNeeded();
    await page.frameLocator('.set-mail__page').getByRole('link').waitFor();
    problems.push(...(await bothLooks(page, `looks-welcome-${locale}`)));
    await dialog.getByText(plain, { exact: true }).click();
    problems.push(...(await bothLooks(page, `looks-welcome-text-${locale}`)));
  }
  expect(problems).toEqual([]);
});

test('a message of the system, tried', async () => {
  const problems: string[] = [];
  for (const [locale, name] of [
    ['en-GB', /^Test “A storage/],
    ['zh-CN', /^测试“存储无法访问/],
    ['ja', /^テスト：「保存先/],
  ] as const) {
    const page = await administrator(locale);
    await visit(page, '/ui/settings/message');
    await page.getByRole('button', { name }).click();
    await page.locator('[data-sent="true"]').waitFor();
    problems.push(...(await bothLooks(page, `looks-message-tried-${locale}`)));
  }
  expect(problems).toEqual([]);
});

test('what the environment fixes', async () => {
  const problems: string[] = [];
  for (const [locale, more] of [
    ['en-GB', 'Show defaults, too'],
    ['zh-CN', '同时显示默认值'],
    ['ja', '既定値も表示'],
  ] as const) {
    const page = await administrator(locale);
    await visit(page, '/ui/settings/basic');
    await page.getByRole('button', { name: more }).click();
    await page.getByText('POSTERN_DEV', { exact: true }).scrollIntoViewIfNeeded();
    problems.push(...(await bothLooks(page, `looks-environment-${locale}`)));
  }
  expect(problems).toEqual([]);
});
