import { ORG } from '@postern/contract/ids';
import type { Api, Json } from '@postern/testkit/api';
import { createHost, createNode } from '@postern/testkit/factories';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { newPerson, shoot } from '../support/browser.ts';
import { startSession } from '../support/console.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { screenHere, visit, visitAgain } from '../support/screen-here.ts';
import { until } from '../support/until.ts';

// The tree beside the assets: everything that can be done to nodes, by mouse, by keyboard and by finger.

const ADDRESS = '/ui/console/assets/assets';

const { postern, browser, api: own, administrator } = productOfFile();
const admin = administrator();
let api: Api;

beforeAll(async () => {
  api = own.inOrg(ORG.DEFAULT);
  const harbour = await createNode(api, { value: 'Harbour' });
  const pier = await createNode(api, { value: 'Pier', parent: harbour.id });
  await createNode(api, { value: 'Station' });
  for (const name of ['crane-1', 'crane-2', 'crane-3']) await createHost(api, { name, nodes: [pier.id] });
});

const node = (page: Page, name: RegExp): Locator => page.getByRole('treeitem', { name });

async function openAssets(page: Page): Promise<void> {
  await visit(page, ADDRESS);
  await node(page, /Default \(3\)/).waitFor();
  await screenHere(page);
}

async function menu(page: Page, name: RegExp, entry: string): Promise<void> {
  await node(page, name).locator('.s-tree-name').click({ button: 'right' });
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}

const treeOf = async (): Promise<Json[]> => (await api.get<Json[]>('assets/nodes/children/tree/?all=1')).body;
const parentOf = async (name: RegExp): Promise<string | undefined> => {
  const all = await treeOf();
  const found = all.find((one) => name.test(one.name));
  return all.find((one) => one.id === found?.pId)?.name;
};

describe('by mouse', () => {
  test('a node is made first among its siblings and named in place', async () => {
    const { page } = admin;
    await openAssets(page);
    await menu(page, /Harbour/, 'Create node');
    const field = page.getByRole('textbox', { name: 'Node name' });
    await field.waitFor();
    await shoot(page, 'tree-naming');
    await field.fill('Quay');
    await field.press('Enter');
    await node(page, /Quay \(0\)/).waitFor();
    expect(await parentOf(/^Quay/)).toMatch(/^Harbour/);
  });

  test('the words of the server refuse a slash and a second sibling of the same name; Escape gives up', async () => {
    const { page } = admin;
    await menu(page, /Quay/, 'Rename');
    const field = page.getByRole('textbox', { name: 'Node name' });
    await field.fill('a/b');
    await field.press('Enter');
    await page.getByText('A node name may not contain a slash.').waitFor();
    await field.fill('Pier');
    await field.press('Enter');
    await until('the refusal', 5_000, async () => (await page.locator('.p-toast').textContent())?.includes('slash') === false);
    await field.press('Escape');
    await node(page, /Quay/).waitFor();
    admin.troubles();
    expect((await treeOf()).filter((one) => one.name.startsWith('Pier'))).toHaveLength(1);
  });

  test('a pick narrows the list, stands in the address and survives a reload', async () => {
    const { page } = admin;
    await node(page, /Station/).click();
    await page.getByText('No assets').first().waitFor();
    expect(page.url()).toMatch(/node_id=[0-9a-f-]{36}/);
    await visitAgain(page);
    await node(page, /Station/).waitFor();
    await expect.poll(() => node(page, /Station/).getAttribute('aria-selected')).toBe('true');
    await node(page, /Harbour/).click();
    await page.getByRole('row').filter({ hasText: 'crane-1' }).waitFor();
  });

  test('only the assets of the node itself, when that is chosen', async () => {
    const { page } = admin;
    await menu(page, /Harbour/, 'Assets of this node only');
    await page.getByText('No assets').first().waitFor();
    await menu(page, /Harbour/, 'Assets of all nodes below');
    await page.getByRole('row').filter({ hasText: 'crane-1' }).waitFor();
  });

  test('assets are added, moved and taken off through the picker', async () => {
    const { page } = admin;
    await menu(page, /Station/, 'Add assets');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('row').filter({ hasText: 'crane-1' }).getByRole('checkbox').check();
    await dialog.getByRole('treeitem', { name: /Harbour/ }).click();
    // What was ticked before the tree narrowed the table stays ticked.
    await dialog.getByRole('row').filter({ hasText: 'crane-2' }).getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Add (2)' }).waitFor();
    await shoot(page, 'tree-picker');
    await dialog.getByRole('button', { name: 'Add (2)' }).click();
    await node(page, /Station \(2\)/).waitFor();
    await menu(page, /Station/, 'Remove assets');
    await dialog.getByRole('row').filter({ hasText: 'crane-2' }).getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Remove (1)' }).click();
    await node(page, /Station \(1\)/).waitFor();
    await menu(page, /Station/, 'Move assets here');
    await dialog.getByRole('row').filter({ hasText: 'crane-3' }).getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Move (1)' }).click();
    await node(page, /Station \(2\)/).waitFor();
    await node(page, /Harbour \(2\)/).waitFor();
  });

  test('a node that holds assets is kept, with the reason; an empty one goes after a question', async () => {
    const { page } = admin;
    await menu(page, /Station/, 'Delete node');
    await page.getByRole('button', { name: 'Delete node' }).click();
    await page.getByText('still holds assets').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    admin.troubles();
    await node(page, /Harbour/)
      .locator('.ant-tree-switcher')
      .click();
    await menu(page, /Quay/, 'Delete node');
    await page.getByRole('button', { name: 'Delete node' }).click();
    await node(page, /Quay/).waitFor({ state: 'detached' });
  });

  test('a node dragged onto another goes under it after a question, and back again', async () => {
    const { page } = admin;
    await node(page, /Station/)
      .locator('.s-tree-name')
      .dragTo(node(page, /Harbour/).locator('.s-tree-name'));
    await page.locator('.ant-modal-confirm-title', { hasText: 'Move Station under Harbour?' }).waitFor();
    await shoot(page, 'tree-move');
    await page.getByRole('button', { name: 'Move node' }).click();
    await page.getByText('Station is now under Harbour.').waitFor();
    expect(await parentOf(/^Station/)).toMatch(/^Harbour \(3\)/);
    await page.getByRole('link', { name: 'Undo' }).click();
    await until('the way back', 5_000, async () => /^Default/.test((await parentOf(/^Station/)) ?? ''));
  });

  test('search asks the server, the cross brings the tree back', async () => {
    const { page } = admin;
    await openAssets(page);
    await page.getByRole('button', { name: 'Search nodes' }).click();
    await page.getByRole('textbox', { name: 'Search nodes' }).fill('pie');
    await node(page, /Search \(1\)/).waitFor();
    await node(page, /Pier/).waitFor();
    await expect.poll(() => node(page, /Station/).count()).toBe(0);
    await shoot(page, 'tree-search');
    await page.getByRole('button', { name: 'End the search' }).click();
    await node(page, /Station/).waitFor();
  });

  test('the tree of types narrows the list by platform, and its tab is in the address', async () => {
    const { page } = admin;
    await page.getByText('Type tree').click();
    await node(page, /Linux\(3\)/)
      .first()
      .waitFor();
    await node(page, /Linux\(3\)/)
      .first()
      .click();
    await until('the address', 5_000, async () => /activeTreeTab=type/.test(page.url()) && /type=linux/.test(page.url()));
    await shoot(page, 'tree-types');
    await page.getByText('Asset tree').click();
    await node(page, /Station/).waitFor();
    expect(page.url()).not.toMatch(/[?&]type=/);
  });

  test('a recount runs as a task with a log; details of a node are shown', async () => {
    const { page } = admin;
    await menu(page, /Default/, 'Recount assets');
    await page.getByText('The assets are being recounted.').waitFor();
    await until('the end of the task', 30_000, async () => {
      const { body } = await api.get<Json>('ops/task-executions/?name=nodes.recount&limit=1&offset=0');
      return body.results[0]?.is_finished === true;
    });
    await menu(page, /Station/, 'Node details');
    await page.getByRole('dialog').getByText('/Default/Station').waitFor();
    await shoot(page, 'tree-details');
    await page.keyboard.press('Escape');
    expect(admin.troubles()).toEqual([]);
  });
});

describe('by keyboard', () => {
  test('arrows walk, Enter picks, F2 renames, Delete asks, the menu key opens the menu', async () => {
    const { page } = admin;
    await openAssets(page);
    await page.getByRole('tree').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await until('the pick', 5_000, async () => page.url().includes('node_id='));
    await until('the selection', 5_000, async () => (await node(page, /Station/).getAttribute('aria-selected')) === 'true');
    await page.keyboard.press('F2');
    const field = page.getByRole('textbox', { name: 'Node name' });
    await field.fill('Terminus');
    await page.keyboard.press('Enter');
    await node(page, /Terminus/).waitFor();
    await screenHere(page);
    await page.getByRole('tree').focus();
    await page.keyboard.press('Delete');
    await page.locator('.ant-modal-confirm-title', { hasText: 'Delete node Terminus?' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await until('the question to go', 5_000, async () => (await page.getByText('Delete node Terminus?').count()) === 0);
    await page.getByRole('tree').focus();
    await page.keyboard.press('ContextMenu');
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('menuitem', { name: 'Rename' }).waitFor({ state: 'detached' });
    expect(admin.troubles()).toEqual([]);
  });
});

describe('on a phone', () => {
  test('the tree opens above the list, and its menu has a button', async () => {
    const phone = await newPerson(browser, {
      origin: postern.origin,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const { page } = phone;
    await startSession(page, 'admin', ADMIN_PASSWORD);
    await visit(page, ADDRESS);
    await page.getByRole('button', { name: 'Show the tree' }).tap();
    await page.getByRole('button', { name: 'Actions for Harbour', exact: true }).tap();
    await page.getByRole('menuitem', { name: 'Create node' }).waitFor();
    await shoot(page, 'tree-phone');
    await page.getByRole('menuitem', { name: 'Create node' }).tap();
    await page.getByRole('textbox', { name: 'Node name' }).fill('Dock');
    await page.keyboard.press('Enter');
    await node(page, /Dock \(0\)/).waitFor();
    expect(phone.troubles()).toEqual([]);
    await phone.close();
  });
});
