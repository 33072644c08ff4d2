import type { Json } from '@postern/testkit/api';
import {
  createAccount,
  createGroup,
  createHost,
  createOrganisation,
  createPermission,
  createUser,
  TEST_PASSWORD,
} from '@postern/testkit/factories';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { shoot } from '../support/browser.ts';
import { choose, rowOf, save } from '../support/console.ts';
import { accessibility, overflow } from '../support/inspect.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { visit } from '../support/screen-here.ts';
import { until } from '../support/until.ts';

// Why somebody reaches an asset, what a rule would change, and who belongs to an organisation: asked and done on the screens.

const { postern, api, administrator } = productOfFile();
const person = administrator();
let page: Page;
let ada: Json;
let host: Json;
let permission: Json;

beforeAll(async () => {
  ada = await createUser(api, { username: 'ada', name: 'Ada Lovelace' });
  host = await createHost(api, { name: 'pier-1', address: '192.0.2.10' });
  await createAccount(api, host.id, { name: 'deploy', username: 'deploy' });
  const group = await createGroup(api, { name: 'Harbour' });
  permission = await createPermission(api, { name: 'Pier for the harbour', user_groups: [group.id], assets: [host.id] });
  page = person.page;
});

const verdict = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

describe('explain access', () => {
  test('says what stands in the way and what would help; what helps, helps', async () => {
    await visit(page, '/ui/console/perms/explain');
    await choose(page, page, 'Person', 'Ada Lovelace');
    await choose(page, page, 'Asset', 'pier-1');
    await verdict('Ada Lovelace does not reach pier-1');
    await page.getByText('No permission in force links this person and this asset').waitFor();
    await page.getByText('Add the person to the group').waitFor();
    await shoot(page, 'access-refused');
    expect(await accessibility(page)).toEqual([]);
    // The address is the question: it can be passed on.
    const link = page.url();
    await page.getByRole('link', { name: 'Harbour', exact: true }).click();
    await page.waitForURL('**/console/users/groups/*');
    const joined = await api.post('users/users-groups-relations/', [
      { usergroup: page.url().split('/').at(-1)?.split('?')[0], user: ada.id },
    ]);
    expect(joined.status).toBe(201);
    await visit(page, link);
    await verdict('Ada Lovelace reaches pier-1');
    await page.getByRole('link', { name: 'Pier for the harbour' }).waitFor();
    await shoot(page, 'access-allowed');
    await page.setViewportSize({ width: 390, height: 844 });
    await shoot(page, 'access-allowed-phone');
    expect(await overflow(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('is on the page of a person', async () => {
    await visit(page, `/ui/console/users/users/${ada.id}`);
    await page.getByRole('tab', { name: 'Explain access' }).click();
    await choose(page, page, 'Asset', 'pier-1');
    await verdict('Ada Lovelace reaches pier-1');
  });
});

describe('the effect of a rule', () => {
  test('is shown before it is saved, and nothing is saved by looking', async () => {
    await visit(page, `/ui/console/perms/asset-permissions/${permission.id}/update`);
    await page.getByRole('checkbox', { name: /Named accounts/ }).check();
    await page.getByRole('combobox', { name: 'Usernames' }).fill('nobody');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Check effect' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Ada Lovelace(ada) on pier-1').waitFor();
    await dialog.getByText(/After: Does not reach it/).waitFor();
    await shoot(page, 'access-effect');
    await page.keyboard.press('Escape');
    expect((await api.get<Json>(`perms/asset-permissions/${permission.id}/`)).body.accounts).toEqual(['@ALL']);

    await visit(page, '/ui/console/perms/login-asset-acls/create');
    await page.getByLabel('Name').fill('Closed pier');
    await page.getByRole('button', { name: 'Check effect' }).click();
    await dialog.getByText('Ada Lovelace(ada) on pier-1').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await save(page);
    await visit(page, `/ui/console/perms/explain?user=${ada.id}&asset=${host.id}`);
    await verdict('Ada Lovelace does not reach pier-1');
    await page.getByRole('link', { name: 'Closed pier' }).first().waitFor();
  });
});

describe('people of an organisation', () => {
  test('are invited, and removed again; the person stays', async () => {
    const other = await createOrganisation(api, { name: 'Quay' });
    await visit(page, `/ui/console/users/users?oid=${other.id}`);
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await choose(page, dialog, 'People', 'Ada Lovelace');
    await choose(page, dialog, 'Organisation roles', 'Organisation user');
    await shoot(page, 'people-invite');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await rowOf(page, 'Ada Lovelace').waitFor();
    await shoot(page, 'people-of-organisation');
    const members = async () => (await api.inOrg(other.id).get<Json[]>('users/users/?username=ada')).body.length;
    expect(await members()).toBe(1);
    await rowOf(page, 'Ada Lovelace').getByRole('checkbox').check();
    await page.getByRole('button', { name: '1 selected' }).click();
    await page.getByRole('menuitem', { name: 'Remove from organisation' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await until('Ada left', 10_000, async () => (await members()) === 0);
    expect(await loginOf('ada')).toBe(201);
    expect(person.troubles()).toEqual([]);
  });
});

/** Status of a login: only the organisation is left, not the product. */
const loginOf = async (username: string): Promise<number> => {
  const answer = await fetch(new URL('/api/v1/authentication/auth/', postern.origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: TEST_PASSWORD }),
  });
  return answer.status;
};
