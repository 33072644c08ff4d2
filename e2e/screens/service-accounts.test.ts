import { ROLE } from '@postern/contract/ids';
import { signedHeaders } from '@postern/contract/signature';
import { createApi, type Json } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import { expect, test } from 'vitest';
import { choose, startSession } from '../support/console.ts';
import { bothLooks } from '../support/looks.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { confirmTerms } from '../support/scene.ts';
import { visit } from '../support/screen-here.ts';

// An account for a program: made in the browser, and then the program calls the API with its key.

const { postern, pages, api } = productOfFile();

test('an administrator makes an account for a program, which calls the API with its key until it is switched off', async () => {
  const administrator = await createUser(api, { username: uniqueName('admin'), org_roles: [ROLE.ORG_ADMIN] });
  await confirmTerms(postern.origin, administrator.username, TEST_PASSWORD);
  await createUser(api, { name: 'Ines Falk', username: uniqueName('ines') });
  const name = uniqueName('terraform');

  const page = await pages.newPage();
  await startSession(page, administrator.username, TEST_PASSWORD);
  await visit(page, '/ui/console/users/service-accounts');
  await page.getByText('Scripts, CI and Terraform').waitFor();
  expect(await bothLooks(page, 'service-accounts-empty')).toEqual([]);

  await visit(page, '/ui/console/users/service-accounts/create');
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  const form = page.getByRole('main');
  await choose(page, form, 'Organisation roles', 'Organisation administrator');
  await choose(page, form, 'Sponsor', 'Ines Falk');
  expect(await bothLooks(page, 'service-accounts-form')).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.endsWith('/create'));

  const found = (await api.get<Json[]>(`users/service-accounts/?name=${name}`)).body;
  expect(found.map(({ sponsor, org_roles: roles }) => [sponsor.name, roles.map((role: Json) => role.id)])).toEqual([
    ['Ines Falk', [ROLE.ORG_ADMIN]],
  ]);
  expect(Date.parse(found[0]?.date_expired)).toBeGreaterThan(Date.now() + 300 * 86_400_000);
  await visit(page, `/ui/console/users/service-accounts/${found[0]?.id}?activeTab=ServiceAccountKeys`);
  await page.getByText('No keys yet').waitFor();
  await page.getByRole('button', { name: 'Create key' }).click();
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/keys/') && answer.status() === 201);
  await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
  // Whoever makes a key shows first that it is they who sit there.
  await page.getByRole('dialog').getByLabel('Password').fill(TEST_PASSWORD);
  await page.keyboard.press('Enter');
  const { id, secret } = (await (await answered).json()) as { id: string; secret: string };
  const made = page.getByRole('dialog').filter({ hasText: 'The new key' });
  await made.getByText(id).waitFor();
  await made.getByRole('button', { name: 'I have kept it' }).click();

  const program = createApi({
    origin: postern.origin,
    sign: (method, path) => signedHeaders({ id, secret }, method, path, new Date().toUTCString(), { once: true }),
  });
  expect((await program.get('users/users/?limit=1')).status).toBe(200);
  expect((await program.get<Json>('users/profile/')).body.name).toBe(name);

  await visit(page, `/ui/console/users/service-accounts/${found[0]?.id}?activeTab=ServiceAccountKeys`);
  await page.getByText(id).first().waitFor();
  expect(await bothLooks(page, 'service-accounts-keys')).toEqual([]);
  await visit(page, `/ui/console/users/service-accounts/${found[0]?.id}`);
  await page.getByRole('switch', { name: 'Active' }).click();
  await page.getByText('Does not work').waitFor();
  expect((await program.get('users/users/?limit=1')).status).toBe(401);
});
