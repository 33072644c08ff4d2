import type { Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { type shoot, shootNow } from '../support/browser.ts';
import { startSession } from '../support/console.ts';
import { bothLooks } from '../support/looks.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { confirmTerms } from '../support/scene.ts';
import { visit } from '../support/screen-here.ts';

// People from outside on their form and with their sponsor, and what stands between a password and the console: an announcement, and terms of use.

const { postern, pages, api } = productOfFile();

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const set = async (values: Json): Promise<void> => {
  const saved = await api.patch('settings/setting/?category=basic', values);
  expect(saved.status, JSON.stringify(saved.body)).toBe(200);
};

/** The page as it stands, light on a desk and dark on a phone; answers what is wrong with it. */
const looks = (page: Page, name: string, here?: typeof shoot) => bothLooks(page, `outside-${name}`, here);

test('an administrator marks somebody, and their sponsor renews it', async () => {
  const sponsor = await createUser(api, { name: 'Ines Adler', username: uniqueName('ines') });
  await confirmTerms(postern.origin, sponsor.username, TEST_PASSWORD);
  const welder = await createUser(api, { name: 'Theo Brand', username: uniqueName('theo') });

  const office = await pages.newPage();
  await startSession(office, 'admin', ADMIN_PASSWORD);
  await visit(office, `/ui/console/users/users/${welder.id}/update`);
  await office.getByRole('switch', { name: 'From outside' }).click();
  await office.getByRole('combobox', { name: 'Sponsor' }).fill('Ines');
  await office
    .getByTitle(/Ines Adler/)
    .first()
    .click();
  expect(await looks(office, 'form')).toEqual([]);
  await office.getByRole('button', { name: 'Save', exact: true }).click();
  // The form has these words as well: what is saved is there once it has gone.
  await office.waitForURL((url) => !url.pathname.endsWith('/update'));
  await office.getByText('From outside').first().waitFor();
  const marked = (await api.get<Json>(`users/users/${welder.id}/`)).body;
  expect([marked.from_outside, marked.sponsor?.id]).toEqual([true, sponsor.id]);
  await api.patch(`users/users/${welder.id}/`, { date_expired: inDays(6) });

  const desk = await pages.newPage();
  await startSession(desk, sponsor.username, TEST_PASSWORD);
  await visit(desk, '/ui/profile/sponsored');
  await desk.getByText('Theo Brand').waitFor();
  await desk.getByText('Decide').waitFor();
  expect(await looks(desk, 'sponsored')).toEqual([]);
  await desk.getByRole('button', { name: 'Let end' }).click();
  await desk.getByRole('dialog').getByRole('button', { name: 'Let end' }).click();
  await desk.getByText('Ends as planned').waitFor();
  await desk.getByRole('button', { name: 'Renew' }).click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('textbox').fill(inDays(40).slice(0, 19).replace('T', ' '));
  await desk.keyboard.press('Enter');
  expect(await looks(desk, 'renew', shootNow)).toEqual([]);
  await dialog.getByRole('button', { name: 'Renew' }).click();
  await desk.getByText('Valid', { exact: true }).waitFor();
});

test('an announcement stands before the password, and terms of use behind it', async () => {
  const user = await createUser(api, { username: uniqueName('reads') });
  await confirmTerms(postern.origin, user.username, TEST_PASSWORD);
  await set({
    ANNOUNCEMENT_ENABLED: true,
    ANNOUNCEMENT_AT_LOGIN: true,
    ANNOUNCEMENT: { SUBJECT: 'The gate is painted on Sunday', CONTENT: 'Nobody gets in from 8 to 10.' },
    TERMS_OF_USE_ENABLED: true,
    TERMS_OF_USE_EN: 'Be kind to the machines.\n\n'.repeat(20),
  });
  try {
    const page = await pages.newPage();
    await page.goto(`${postern.origin}/core/auth/login/`);
    await page.getByText('The gate is painted on Sunday').waitFor();
    expect(await looks(page, 'announcement', shootNow)).toEqual([]);
    await page.getByLabel('Username').fill(user.username);
    await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD);
    await page.getByRole('button', { name: 'Log in', exact: true }).click();
    await page.getByRole('heading', { name: 'Terms of use' }).waitFor();
    expect(await looks(page, 'terms', shootNow)).toEqual([]);
    await page.getByRole('button', { name: 'Accept and go on' }).click();
    await page.waitForURL(/\/ui\//);
  } finally {
    // Other files share this product.
    await set({ ANNOUNCEMENT_AT_LOGIN: false, ANNOUNCEMENT_ENABLED: false, TERMS_OF_USE_ENABLED: false, TERMS_OF_USE_EN: '' });
  }
});
