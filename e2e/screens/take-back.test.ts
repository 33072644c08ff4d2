import type { Json } from '@postern/testkit/api';
import { createHost, createUser } from '@postern/testkit/factories';
import { expect, test } from 'vitest';
import { shoot } from '../support/browser.ts';
import { save } from '../support/console.ts';
import { bothLooks } from '../support/looks.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { visit } from '../support/screen-here.ts';

// One change taken back, against a server that says no to what it does not understand; and what an export says before it starts.

const { api, administrator } = productOfFile();
const admin = administrator();

const undo = () => admin.page.getByRole('status').getByRole('button', { name: 'Undo' });
const fieldsOf = async (address: string, ...names: string[]): Promise<unknown[]> => {
  const { body } = await api.get<Json>(address);
  return names.map((name) => body[name]);
};

test('a person and a machine are edited, and each edit is taken back whole', async () => {
  const { page } = admin;
  const person = await createUser(api, { username: 'ann', name: 'Ann', comment: 'before' });
  const host = await createHost(api, { name: 'quay', address: '10.0.0.1', comment: 'before' });
  for (const [form, address, names] of [
    [`/ui/console/users/users/${person.id}/update`, `users/users/${person.id}/`, ['name', 'comment', 'groups', 'org_roles']],
    [`/ui/console/assets/hosts/${host.id}/update`, `assets/hosts/${host.id}/`, ['name', 'comment', 'protocols', 'nodes', 'address']],
  ] as const) {
    const before = await fieldsOf(address, ...names);
    await visit(page, form);
    await page.getByRole('textbox', { name: '* Name', exact: true }).fill('Renamed');
    await page.getByRole('textbox', { name: 'Comment' }).fill('after');
    await save(page);
    await undo().waitFor();
    expect((await fieldsOf(address, 'name', 'comment')).join()).toBe('Renamed,after');
    await shoot(page, 'take-back');
    await undo().click();
    await page.getByText('Taken back: 1').waitFor();
    expect(await fieldsOf(address, ...names)).toEqual(before);
  }
});

test('a machine that was switched off on its page is on again', async () => {
  const { page } = admin;
  const host = await createHost(api, { name: 'mole', address: '10.0.0.2' });
  await visit(page, `/ui/console/assets/assets/${host.id}`);
  await page.getByRole('switch', { name: 'Active' }).click();
  await undo().waitFor();
  expect(await fieldsOf(`assets/hosts/${host.id}/`, 'is_active')).toEqual([false]);
  await undo().click();
  await page.getByText('Taken back: 1').waitFor();
  expect(await fieldsOf(`assets/hosts/${host.id}/`, 'is_active')).toEqual([true]);
});

test('an export of people names its rows and columns, and that passwords are in none', async () => {
  const { page } = admin;
  await visit(page, '/ui/console/users/users?search=ann');
  await page.getByRole('button', { name: 'Export users' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'What the filter leaves (1)' }).waitFor();
  await dialog.getByRole('radio', { name: 'All (2)' }).waitFor();
  expect(await dialog.getByRole('region').textContent()).toMatch(/Name, Username.*Not in the file: .*Password/);
  expect(await bothLooks(page, 'export-contents')).toEqual([]);
});
