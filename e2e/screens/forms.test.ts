import type { Json } from '@postern/testkit/api';
import { createGroup, createHost, createPermission, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { elseThan, newPerson, type Person, shoot, shootFailure } from '../support/browser.ts';
import { choose, save, startSession } from '../support/console.ts';
import { accessibility, overflow } from '../support/inspect.ts';
import { latin } from '../support/latin.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { screenHere, visit } from '../support/screen-here.ts';
import { until } from '../support/until.ts';

// Forms as people fill them in: made, changed, copied, refused by the server, left half done; with the mouse, with keys alone, on a
// phone, and in the three languages.

const USERS = '/ui/console/users/users';
const PERMISSIONS = '/ui/console/perms/asset-permissions';
const PHONE = { width: 390, height: 844 };

const { postern, browser, api: admin } = productOfFile();
let person: Person;
let group: Json;

beforeAll(async () => {
  group = await createGroup(admin, { name: 'Harbour' });
  person = await enter();
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await shootFailure(person.page, `forms-${task.name}`);
});

async function enter(locale = 'en-GB', viewport = { width: 1440, height: 900 }): Promise<Person> {
  const who = await newPerson(browser, { origin: postern.origin, locale, viewport });
  await startSession(who.page, 'admin', ADMIN_PASSWORD);
  return who;
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const userNamed = async (username: string): Promise<Json | undefined> => {
  const { body } = await admin.get<Json>('users/users/', { query: { username, limit: 1 } });
  return body.results[0];
};

/** Fills the fields of a new user but not the roles, which the form has chosen already. */
async function fillUser(page: Page, username: string): Promise<void> {
  await field(page, 'Name').fill(`  ${username} Berg `);
  await field(page, 'Username').fill(username);
  await field(page, 'Email').fill(`${username}@example.com`);
  await field(page, 'Password').fill(TEST_PASSWORD);
}

describe('a user', () => {
  test('is refused by the server at the field, corrected, and made; the message leads to its page', async () => {
    const { page } = person;
    await createUser(admin, { username: 'taken' });
    await visit(page, `${USERS}/create`);
    await fillUser(page, 'taken');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const refused = page.locator('.ant-form-item', { has: field(page, 'Username') }).getByText('already in use');
    await refused.waitFor();
    await until('the refused field has the focus', 5_000, async () =>
      field(page, 'Username').evaluate((box) => box === box.ownerDocument.activeElement),
    );
    await shoot(page, 'form-user-refused');

    await field(page, 'Username').fill('nora');
    await field(page, 'Email').fill('nora@example.com');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(`**${USERS}?order=-date_updated`);
    await page.getByRole('status').getByRole('link', { name: 'taken Berg' }).click();
    const nora = await userNamed('nora');
    expect(nora?.name).toBe('taken Berg');
    await page.waitForURL(`**${USERS}/${nora?.id}`);
    expect(await elseThan(person, 400)).toEqual([]);
  });

  test('is checked where it is typed before anything is sent', async () => {
    const { page } = person;
    await visit(page, `${USERS}/create`);
    await field(page, 'Email').fill('nobody');
    await field(page, 'Name').focus();
    await page.getByText('This is not an email address.').waitFor();
    await field(page, 'Email').pressSequentially('@');
    await page.getByText('This is not an email address.').waitFor({ state: 'detached' });
    await field(page, 'Password').fill('short');
    await page.getByText('At least 8 characters', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Make up a password' }).click();
    await page.getByText('Strong', { exact: true }).waitFor();
    await shoot(page, 'form-user-password');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('This field is required.').first().waitFor();
    expect(sent.filter((url) => url.includes('/users/users/'))).toEqual([]);
    await page.goto('about:blank').catch(() => undefined);
  });

  test('is changed: names, not ids, while it loads; what was typed is reset; the time keeps its zone', async () => {
    const { page } = person;
    const user = await createUser(admin, { username: 'pia', groups: [group.id], date_expired: '2031-05-06T07:08:09Z' });
    const ids: string[] = [];
    // Every answer waits until the page has been looked at, so that what stands in for it is seen.
    const late: (() => void)[] = [];
    await page.route('**/api/v1/**', async (route) => {
      await new Promise<void>((looked) => late.push(looked));
      await route.continue();
    });
    await page.goto(`${USERS}/${user.id}/update`);
    await until('the form has its names', 20_000, async () => {
      const shown = (await page.locator('.ant-select-selection-item').allTextContents()).join(' ');
      ids.push(...(shown.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g) ?? []));
      for (const looked of late.splice(0)) looked();
      return shown.includes('Harbour');
    });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const looked of late.splice(0)) looked();
    expect(ids).toEqual([]);
    await field(page, 'Name').fill('Somebody else');
    await page.getByRole('button', { name: 'Reset' }).click();
    await until('the name is back', 5_000, async () => (await field(page, 'Name').inputValue()) === 'pia');
    await field(page, 'Name').fill('Pia Ek');
    await save(page);
    const saved = (await admin.get<Json>(`users/users/${user.id}/`)).body;
    expect(saved.name).toBe('Pia Ek');
    expect(
      new Date(String(saved.date_expired).replace(/^(\d+)\/(\d+)\/(\d+) (\S+) ([+-]\d\d)(\d\d)$/, '$1-$2-$3T$4$5:$6')).toISOString(),
    ).toBe('2031-05-06T07:08:09.000Z');
    expect(saved.groups.map((one: Json) => one.name)).toEqual(['Harbour']);
  });

  test('is copied under a name of its own, without its password', async () => {
    const { page } = person;
    const user = await createUser(admin, { username: 'ulf', name: 'Ulf Dahl' });
    await visit(page, `${USERS}/create?clone_from=${user.id}`);
    await until('the copy has a name', 10_000, async () => (await field(page, 'Name').inputValue()) === 'Duplicate from Ulf Dahl');
    await expect.poll(() => field(page, 'Password').inputValue()).toBe('');
    await field(page, 'Username').fill('ulf2');
    await field(page, 'Email').fill('ulf2@example.com');
    await field(page, 'Password').fill(TEST_PASSWORD);
    await save(page);
    expect((await userNamed('ulf2'))?.name).toBe('Duplicate from Ulf Dahl');
  });
});

describe('a form that is not finished', () => {
  test('is not lost by a click, the back button or the closing of the tab', async () => {
    const { page } = person;
    await visit(page, USERS);
    await page
      .getByRole('main')
      .getByRole('button', { name: 'Create user' })
      .or(page.getByRole('main').getByRole('link', { name: 'Create user' }))
      .first()
      .click();
    await field(page, 'Name').fill('Half done');
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Groups' }).click();
    const question = page.getByRole('dialog');
    await question.getByText('Leave without saving?').filter({ visible: true }).first().waitFor();
    await shoot(page, 'form-leave');
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    await screenHere(page);
    await page.goBack();
    await question.getByText('Leave without saving?').filter({ visible: true }).first().waitFor();
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => field(page, 'Name').inputValue()).toBe('Half done');
    const asked = page.waitForEvent('dialog').then(async (dialog) => {
      const type = dialog.type();
      await dialog.accept();
      return type;
    });
    await visit(page, USERS);
    expect(await asked).toBe('beforeunload');
  });
});

describe('with keys alone', () => {
  test('a group is filled in and saved', async () => {
    const { page } = person;
    await visit(page, '/ui/console/users/groups/create');
    await field(page, 'Name').waitFor();
    await until('the name can be reached by Tab', 10_000, async () => {
      await page.keyboard.press('Tab');
      return field(page, 'Name').evaluate((box) => box === box.ownerDocument.activeElement);
    });
    await page.keyboard.type('Keys only');
    await page.keyboard.press('Tab');
    await page.keyboard.type('admin');
    await screenHere(page);
    await page.locator('.ant-select-item-option-active').filter({ hasText: 'admin' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.ant-select-selection-item').filter({ hasText: 'admin' }).waitFor();
    await page.keyboard.press('Escape');
    await until('the comment can be reached by Tab', 10_000, async () => {
      await page.keyboard.press('Tab');
      return field(page, 'Comment').evaluate((box) => box === box.ownerDocument.activeElement);
    });
    await page.keyboard.type('Made without a mouse');
    await until('Save can be reached by Tab', 10_000, async () => {
      await page.keyboard.press('Tab');
      return page.getByRole('button', { name: 'Save', exact: true }).evaluate((button) => button === button.ownerDocument.activeElement);
    });
    await page.keyboard.press('Enter');
    await page.waitForURL('**/console/users/groups?order=-date_updated');
    const { body } = await admin.get<Json>('users/groups/', { query: { name: 'Keys only', limit: 1 } });
    expect(body.results[0]).toMatchObject({ name: 'Keys only', comment: 'Made without a mouse' });
    expect(body.results[0].users).toHaveLength(1);
  });
});

describe('a permission', () => {
  test('is made, refused for its dates, changed and copied', async () => {
    const { page } = person;
    const host = await createHost(admin, { name: 'quay-1' });
    await visit(page, `${PERMISSIONS}/create`);
    await field(page, 'Name').fill('Quay');
    await choose(page, page, 'User groups', 'Harbour');
    await choose(page, page, 'Assets', 'quay-1');
    await shoot(page, 'form-permission');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.waitForURL(new RegExp(`${PERMISSIONS}/[0-9a-f-]{36}$`));
    const { body } = await admin.get<Json>('perms/asset-permissions/', { query: { name: 'Quay', limit: 1 } });
    const made = body.results[0] as Json;
    const detail = (await admin.get<Json>(`perms/asset-permissions/${made.id}/`)).body;
    expect(detail.assets.map((one: Json) => one.id)).toEqual([host.id]);
    expect(detail.user_groups.map((one: Json) => one.name)).toEqual(['Harbour']);

    await visit(page, `${PERMISSIONS}/${made.id}/update`);
    await field(page, 'Name').fill('Quay and pier');
    await save(page);
    expect((await admin.get<Json>(`perms/asset-permissions/${made.id}/`)).body.name).toBe('Quay and pier');

    await visit(page, `${PERMISSIONS}/create?clone_from=${made.id}`);
    await until('the copy has a name', 10_000, async () => (await field(page, 'Name').inputValue()) === 'Duplicate from Quay and pier');
    await page.getByText('quay-1').first().waitFor();
    await save(page);
    const copies = await admin.get<Json>('perms/asset-permissions/', { query: { name: 'Duplicate from Quay and pier', limit: 1 } });
    expect(copies.body.count).toBe(1);
  });

  test('with a name that is taken is refused at the name', async () => {
    const { page } = person;
    await createPermission(admin, { name: 'Only one' });
    await visit(page, `${PERMISSIONS}/create`);
    await field(page, 'Name').fill('Only one');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page
      .locator('.ant-form-item', { has: field(page, 'Name') })
      .getByText('already in use')
      .waitFor();
    expect(new URL(page.url()).pathname).toBe(`${PERMISSIONS}/create`);
    person.troubles();
    await page.goto('about:blank').catch(() => undefined);
  });
});

describe('every language, width and theme', () => {
  const places: readonly (readonly [string, () => Promise<string>])[] = [
    ['user-create', async () => `${USERS}/create`],
    ['user-update', async () => `${USERS}/${(await userNamed('pia'))?.id}/update`],
    ['permission-create', async () => `${PERMISSIONS}/create`],
    ['group-create', async () => '/ui/console/users/groups/create'],
  ];
  for (const [language, locale, viewport, theme] of [
    ['zh', 'zh-CN', undefined, 'light'],
    ['ja', 'ja-JP', PHONE, 'dark'],
    ['en', 'en-GB', PHONE, 'light'],
  ] as const) {
    test(`${language}, ${viewport ? 'on a phone' : 'wide'}, ${theme}`, async () => {
      const reader = await enter(locale, viewport);
      await reader.page.emulateMedia({ colorScheme: theme });
      const problems: string[] = [];
      for (const [name, address] of places) {
        await visit(reader.page, await address());
        await shoot(reader.page, `form-${name}-${language}`);
        const found = [
          ...(viewport ? await overflow(reader.page) : []),
          ...(await accessibility(reader.page)),
          ...(language === 'en'
            ? []
            : await latin(reader.page, ['Harbour Works', 'Harbour', 'Pia Ek', 'pia', 'example.com', 'Administrator', 'GMT'])),
          ...reader.troubles(),
        ];
        problems.push(...found.map((problem) => `${name}: ${problem}`));
      }
      await reader.close();
      expect(problems).toEqual([]);
    });
  }
});
