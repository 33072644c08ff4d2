import { ORG, ROLE } from '@postern/contract/ids';
import { permissionByCode } from '@postern/contract/permissions';
import type { Api, Json } from '@postern/testkit/api';
import { createGroup, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { newPerson, shoot } from '../support/browser.ts';
import { startSession } from '../support/console.ts';
import { bothLooks } from '../support/looks.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { visit } from '../support/screen-here.ts';
import { until } from '../support/until.ts';

// Views of a list that an organisation shares, from the menus of two people.

const ADDRESS = '/ui/console/users/users';

const { postern, browser, api: own } = productOfFile();
let api: Api;
beforeAll(async () => {
  api = own.inOrg(ORG.DEFAULT);
});

const row = (page: Page, text: string) => page.locator('tr[data-row-key]', { hasText: text });
const query = (page: Page) => new URL(page.url()).searchParams;
async function choose(page: Page, button: string, line: string): Promise<void> {
  await page.getByRole('button', { name: button }).click();
  await page.getByRole('menuitem', { name: line, exact: true }).click();
}

/** Somebody who may look at people, and not at their groups. */
async function narrowPerson(): Promise<string> {
  const permissions = ['rbac.view_console', 'users.view_user'].map((code) => permissionByCode(code)?.id);
  const role = await api.post('rbac/org-roles/', { scope: 'org', name: 'Lookers', permissions });
  await createUser(api, { username: 'nora', name: 'Nora', org_roles: [role.body.id] });
  const nora = await apiOf(postern.origin, 'nora', TEST_PASSWORD);
  await nora.patch<Json>('users/profile/', { terms: true, is_first_login: false });
  return 'nora';
}

test('one person shares a view; another opens it by its address, has of it what they may read, and keeps a copy', async () => {
  const group = await createGroup(api, { name: 'Quiet harbour' });
  await createUser(api, { username: 'ada', name: 'Ada', groups: [group.id], system_roles: [ROLE.USER] });
  const name = await narrowPerson();
  const admin = await newPerson(browser, { origin: postern.origin });
  await startSession(admin.page, 'admin', ADMIN_PASSWORD);
  await visit(admin.page, `${ADDRESS}?groups=Quiet+harbour&source=local&order=-username`);
  await row(admin.page, 'ada').waitFor();
  await admin.page.getByRole('button', { name: 'Views' }).click();
  await admin.page.getByRole('menuitem', { name: 'No views yet: filter the list and save it' }).waitFor();
  await shoot(admin.page, 'views-none');
  await admin.page.getByRole('menuitem', { name: 'Save as a view' }).click();
  await admin.page.getByRole('textbox', { name: 'Name of the view' }).fill('Harbour crew');
  await admin.page.keyboard.press('Enter');
  await until('the view in the address', 5_000, async () => query(admin.page).has('view'));
  await choose(admin.page, 'Harbour crew', 'Share with the organisation');
  await shoot(admin.page, 'views-share');
  await admin.page.getByRole('button', { name: 'Share view' }).click();
  await admin.page.getByText('View shared: Harbour crew').waitFor();

  const nora = await newPerson(browser, { origin: postern.origin });
  await startSession(nora.page, name, TEST_PASSWORD);
  await visit(nora.page, `${ADDRESS}?view=${query(admin.page).get('view')}`);
  await nora.page.getByRole('button', { name: 'Harbour crew' }).waitFor();
  await until('order and condition of the view', 5_000, async () => query(nora.page).get('order') === '-username');
  expect([query(nora.page).get('source'), query(nora.page).has('groups')]).toEqual(['local', false]);
  expect(await nora.page.locator('.s-search').textContent()).not.toContain('harbour');
  await nora.page.getByRole('button', { name: 'Harbour crew' }).click();
  await nora.page.getByRole('menuitem', { name: 'Copy link' }).waitFor();
  expect(await nora.page.getByRole('menuitem', { name: 'Rename' }).count()).toBe(0);

  expect(await bothLooks(nora.page, 'views-shared')).toEqual([]);
  await nora.page.getByRole('menuitem', { name: 'Save as a view of mine' }).click();
  await nora.page.getByRole('button', { name: 'Save', exact: true }).click();
  await nora.page.getByText('View saved: Harbour crew').waitFor();

  await choose(admin.page, 'Harbour crew', 'Stop sharing');
  await admin.page.getByText('Not shared any more: Harbour crew').waitFor();
  await nora.page.reload();
  await nora.page.getByRole('button', { name: 'Harbour crew' }).click();
  await nora.page.getByRole('menuitem', { name: 'Rename' }).waitFor();
  expect(await nora.page.getByText('Shared in the organisation').count()).toBe(0);
  await Promise.all([admin.close(), nora.close()]);
});
