import type { Json } from '@postern/testkit/api';
import { createHost } from '@postern/testkit/factories';
import { inDays } from '@postern/testkit/licence';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { newPerson, shoot } from './support/browser.ts';
import { accessibility } from './support/inspect.ts';
import { vendor } from './support/postern.ts';
import { productOfFile } from './support/product-of-file.ts';
import { screenHere, visit, visitAgain } from './support/screen-here.ts';
import { until } from './support/until.ts';

// A licence on its screen: what it opens and closes, and what happens to one that was changed or is over. Then the look that a
// licence allows to change, without ever loading a page anew.

const { postern, browser, api, administrator } = productOfFile({ testInstallation: true });
const admin = administrator();
let page: Page;

beforeAll(async () => {
  page = admin.page;
});

const menu = () => page.getByRole('navigation', { name: 'Menu' });
const standing = (name: string) =>
  until(`the licence is ${name}`, 60_000, async () => (await api.get<Json>('xpack/license/detail')).body.standing === name);
const entry = (name: string) => menu().getByRole('link', { name, exact: true });
const chooseFile = (name: string, mimeType: string, buffer: Buffer, at = 0) =>
  page.locator('input[type="file"]').nth(at).setInputFiles({ name, mimeType, buffer });
const importFile = (text: string) => chooseFile('licence.json', 'application/json', Buffer.from(text));
/** A mark that is gone once the page has been loaded anew. */
const markPage = () => page.evaluate('window.kept = true');
const isSamePage = () => page.evaluate('window.kept === true');
const variable = (name: string, on = page) =>
  on.evaluate<string>(`getComputedStyle(document.documentElement).getPropertyValue(${JSON.stringify(name)}).trim()`);

describe('the licence screen', () => {
  test('community mode has no screens that need a licence, not by address either', async () => {
    await visit(page, '/ui/settings/license');
    await page.getByText('Community edition', { exact: true }).waitFor();
    await shoot(page, 'licence-none');
    for (const name of ['Interface', 'Organisations']) await expect.poll(() => entry(name).count()).toBe(0);
    await expect.poll(() => entry('Security').count()).toBe(1);
    await expect.poll(() => page.getByRole('combobox', { name: 'Organisation' }).count()).toBe(0);
    await visit(page, '/ui/settings/interface');
    await page
      .getByRole('heading', { name: /not|nothing/i })
      .first()
      .waitFor();
    await visit(page, '/ui/console/users/users');
    await expect.poll(() => entry('Roles').count()).toBe(0);
    expect((await api.post<Json>('rbac/org-roles/', { name: 'keepers' })).body).toMatchObject({ code: 'licence_required' });
    admin.troubles();
  });

  test('a changed, a foreign and an expired file are refused with a reason', async () => {
    await visit(page, '/ui/settings/license');
    const file = JSON.parse(vendor.issue()) as Record<string, string>;
    const content = JSON.parse(Buffer.from(String(file.payload), 'base64url').toString()) as object;
    const forged = { ...file, payload: Buffer.from(JSON.stringify({ ...content, asset_count: 9 })).toString('base64url') };
    const refusals: [string, RegExp][] = [
      [JSON.stringify(forged), /has been changed/],
      [JSON.stringify({ ...file, key: '0123456789abcdef' }), /not issued for this product/],
      ['{}', /not a licence file/],
      [vendor.issue({ date_issued: inDays(-9), date_expired: inDays(-1) }), /already expired/],
    ];
    for (const [text, words] of refusals) {
      await importFile(text);
      await page.getByText(words).waitFor();
    }
    await shoot(page, 'licence-refused');
    await page.getByText('Community edition', { exact: true }).waitFor();
  });

  test('a valid one opens its screens in the page that is open, and names the company', async () => {
    await visit(page, '/ui/settings/license');
    await markPage();
    await importFile(vendor.issue({ asset_count: 2, remark: 'Pier 9' }));
    await page.getByText('The licence is in place.').waitFor();
    await entry('Interface').waitFor();
    await page.getByRole('definition').filter({ hasText: 'Harbour Works' }).waitFor();
    await page.getByRole('contentinfo').getByText('Harbour Works').waitFor();
    await page.getByText('0 of 2').waitFor();
    expect(await isSamePage()).toBe(true);
    await shoot(page, 'licence-valid');
    expect(await accessibility(page)).toEqual([]);
    await visit(page, '/ui/console/users/roles');
    await page.getByRole('heading', { name: 'Roles' }).waitFor();
    expect(admin.troubles()).toEqual([]);
  });

  test('no asset above its number', async () => {
    for (let n = 0; n < 2; n += 1) await createHost(api);
    await expect(createHost(api)).rejects.toThrow('asset_limit_reached');
    await visit(page, '/ui/settings/license');
    await page.getByText('2 of 2').waitFor();
    await shoot(page, 'licence-full');
  });

  test('it ends by itself: first grace, then nothing that needs it', async () => {
    await importFile(vendor.issue({ date_expired: new Date(Date.now() + 20_000).toISOString(), grace_days: 3 }));
    await page.getByText('Ends soon').waitFor();
    await standing('grace');
    await visitAgain(page);
    await page.getByText(/Everything still works until/).waitFor();
    await entry('Interface').waitFor();
    await shoot(page, 'licence-grace');
    await importFile(vendor.issue({ date_expired: new Date(Date.now() + 20_000).toISOString(), grace_days: 0 }));
    await page.getByText('Ends soon').waitFor();
    await standing('expired');
    await visitAgain(page);
    await page.getByText(/can be seen and deleted, but not changed/).waitFor();
    await expect.poll(() => entry('Interface').count()).toBe(0);
    await shoot(page, 'licence-expired');
    expect((await api.post<Json>('rbac/org-roles/', { name: 'keepers' })).body).toMatchObject({ code: 'licence_required' });
  });

  test('taken away, its screens close in the page that is open', async () => {
    await importFile(vendor.issue());
    await entry('Interface').waitFor();
    // What the new licence changes on the page is asked for once more, and draws it anew.
    await screenHere(page);
    await markPage();
    await page.getByRole('button', { name: 'Remove the licence' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the licence' }).click();
    await page.getByText('Community edition', { exact: true }).waitFor();
    await entry('Interface').waitFor({ state: 'detached' });
    expect(await isSamePage()).toBe(true);
  });
});

/** The contrast of white on a colour by WCAG 2.2. */
function whiteOn(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
}

/** 16 by 16 pixels of one colour, as a BMP would be too simple: a real PNG, drawn by the browser. */
const drawPng = async (color: string): Promise<Buffer> => {
  const data = await page.evaluate<string>(
    `(() => { const c = document.createElement('canvas'); c.width = 185; c.height = 55; const x = c.getContext('2d'); x.fillStyle = ${JSON.stringify(color)}; x.fillRect(0, 0, 185, 55); return c.toDataURL('image/png'); })()`,
  );
  return Buffer.from(data.split(',')[1] ?? '', 'base64');
};

describe('the look', () => {
  beforeAll(async () => {
    await visit(page, '/ui/settings/license');
    await importFile(vendor.issue({ date_issued: inDays(0.001) }));
    await entry('Interface').click();
    await page.getByRole('heading', { name: 'Interface' }).waitFor();
  });

  test('colours are tried on at once and leave with the page unless they are saved', async () => {
    const usual = await variable('--p-primary-solid');
    await page.getByRole('radio', { name: 'Plum' }).check({ force: true });
    await until('the colour is tried on', 10_000, async () => (await variable('--p-primary-solid')) !== usual);
    await shoot(page, 'look-tried');
    await entry('Security').click();
    await page.getByRole('dialog').getByRole('button').last().click();
    await until('the colour is gone', 10_000, async () => (await variable('--p-primary-solid')) === usual);
  });

  test('title, own colours, logo and favicon reach this page and the login page without a reload', async () => {
    await entry('Interface').click();
    await markPage();
    await page.getByRole('textbox', { name: 'Title' }).fill('Lantern Works');
    await page.getByRole('radio', { name: 'Own colours' }).check({ force: true });
    await page.locator('.ant-color-picker-trigger').first().click();
    // The lightest of yellows: white on it could not be read, so what is drawn has to be derived.
    await page.locator('.ant-color-picker-hex-input input').fill('ffee88');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await chooseFile('logo.png', 'image/png', await drawPng('#224466'), 0);
    await chooseFile('icon.png', 'image/png', await drawPng('#884422'), 2);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Settings saved').waitFor();
    await until('the title of the tab', 15_000, async () => (await page.title()).endsWith('Lantern Works'));
    expect(await variable('--color-primary')).toBe('#ffee88');
    expect(whiteOn(await variable('--p-primary-solid'))).toBeGreaterThanOrEqual(4.5);
    await expect.poll(() => page.locator('.logo img').getAttribute('src')).toMatch(/^\/media\/settings\/logo_index-/);
    await expect.poll(() => page.locator('link[rel="icon"]').getAttribute('href')).toMatch(/^\/media\/settings\/favicon-/);
    expect(await isSamePage()).toBe(true);
    await shoot(page, 'look-saved');
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await accessibility(page)).toEqual([]);
    await shoot(page, 'look-saved-dark');
    await page.emulateMedia({ colorScheme: 'light' });

    const guest = await newPerson(browser, { origin: postern.origin });
    await visit(guest.page, '/core/auth/login/');
    await guest.page.getByRole('heading', { name: /Lantern Works/ }).waitFor();
    expect(await variable('--color-primary', guest.page)).toBe('#ffee88');
    await shoot(guest.page, 'look-login');
    expect(guest.troubles()).toEqual([]);
    await guest.close();
  });

  test('a drawing with scripts is refused on its field before it is sent, and changes nothing', async () => {
    await chooseFile('x.png', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 3);
    await page.getByText('Use a PNG, JPEG, GIF, WebP or ICO picture.').waitFor();
    await shoot(page, 'look-refused');
    admin.troubles();
  });

  test('the usual look comes back, and the licence page, too', async () => {
    await page.getByRole('button', { name: 'Restore the usual look' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore the usual look' }).click();
    await until('the usual title', 15_000, async () => (await page.title()).endsWith('Postern privileged access'));
    await until('the usual colour', 15_000, async () => (await variable('--color-primary')) === '#0e7f5c');
    await expect.poll(() => page.locator('link[rel="icon"]').getAttribute('href')).not.toContain('/media/');
    expect(admin.troubles()).toEqual([]);
  });
});

describe('settings', () => {
  test('an announcement is written, shown and each time a new one; a wrong link is told where it is', async () => {
    await visit(page, '/ui/settings/basic');
    await page.getByRole('button', { name: 'Write one' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Subject' }).fill('Night work');
    await dialog.getByRole('textbox', { name: 'Content' }).fill('From 22:00 to 23:00');
    await dialog.getByRole('textbox', { name: 'Link' }).fill('javascript:alert(1)');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText(/^This is not a URL\./).waitFor();
    await shoot(page, 'announcement-refused');
    await dialog.getByRole('textbox', { name: 'Link' }).fill('https://status.example.com');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await visit(page, '/ui/console/dashboard');
    await page.getByText('From 22:00 to 23:00').waitFor();
    await shoot(page, 'announcement');
  });

  test('a rule of passwords is in force for the next password', async () => {
    await visit(page, '/ui/settings/security');
    await page.getByRole('switch', { name: 'Require a special character' }).click();
    await page.getByRole('spinbutton', { name: /Minimum password length$/ }).fill('3');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('alert').or(page.locator('.ant-form-item-explain-error')).first().waitFor();
    await shoot(page, 'security-refused');
    await page.getByRole('spinbutton', { name: /Minimum password length$/ }).fill('10');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Settings saved').waitFor();
    const refused = await api.post<Json>('users/users/', {
      name: 'p',
      username: 'p',
      email: 'p@example.com',
      password_strategy: 'custom',
      password: 'Abcdefghi1',
    });
    expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['password']]);
    admin.troubles();
  });
});
