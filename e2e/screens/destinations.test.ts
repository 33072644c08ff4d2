import { ROLE } from '@postern/contract/ids';
import { builtinRole, permissionByCode } from '@postern/contract/permissions';
import type { Json } from '@postern/testkit/api';
import { createAccount, createHost, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { newPerson, type Person, shoot } from '../support/browser.ts';
import { completeProfile, logIn, rowOf, save } from '../support/console.ts';
import { accessibility, overflow } from '../support/inspect.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { screenHere, visit } from '../support/screen-here.ts';

// Somebody who administers assets without seeing secrets is told before saving that accounts are held back; they are, everywhere
// one looks; and somebody who may see the secrets confirms.

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const LOOKS = [
  ['light-1440', 'light', WIDE],
  ['dark-1440', 'dark', WIDE],
  ['light-390', 'light', PHONE],
  ['dark-390', 'dark', PHONE],
] as const;

const { postern, browser, api: admin, administrator } = productOfFile();
const owner = administrator();
let host: Json;
let confirmer: Person;

beforeAll(async () => {
  host = await createHost(admin, { name: 'ledger', address: '10.20.0.5' });
  await createAccount(admin, host.id, { name: 'root', username: 'root', secret: 'open sesame 1', privileged: true });
  await createAccount(admin, host.id, { name: 'Deploy', username: 'deploy', secret: 'open sesame 2' });
  const codes = (builtinRole(ROLE.ORG_ADMIN)?.permissions ?? []).filter((code) => !code.includes('secret'));
  const role = await admin.post<Json>('rbac/org-roles/', {
    scope: 'org',
    name: 'keeper',
    permissions: codes.flatMap((code) => permissionByCode(code)?.id ?? []),
  });
  expect(role.status, JSON.stringify(role.body)).toBe(201);
  await createUser(admin, { username: 'kim', name: 'Kim Vale', org_roles: [role.body.id] });
  confirmer = await newPerson(browser, { origin: postern.origin });
  await logIn(confirmer.page, 'kim', TEST_PASSWORD);
  await completeProfile(confirmer.page);
});

/** The page as it is, dark and light, wide and on a phone: a picture of each, and what is wrong with it. */
async function looks(page: Page, name: string): Promise<string[]> {
  const problems: string[] = [];
  for (const [label, colorScheme, viewport] of LOOKS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await screenHere(page);
    await shoot(page, `${name}-${label}`);
    problems.push(...[...(await overflow(page)), ...(await accessibility(page))].map((problem) => `${label}: ${problem}`));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(WIDE);
  return problems;
}

test('the form says what will happen, and it does: the accounts are held back wherever one looks', async () => {
  const { page } = confirmer;
  await visit(page, `/ui/console/assets/hosts/${host.id}/update?platform=1&type=linux&category=host`);
  await page.getByText('You may not view account secrets.').waitFor();
  expect(await looks(page, 'destination-form')).toEqual([]);
  await page.getByLabel('Address', { exact: true }).fill('10.66.0.9');
  await save(page);
  await visit(page, '/ui/console/assets/assets');
  await rowOf(page, 'ledger').getByText('Not confirmed').waitFor();
  await shoot(page, 'destination-list-light-1440');
  await visit(page, `/ui/console/assets/assets/${host.id}`);
  const banner = page.getByRole('alert').filter({ hasText: 'Secrets are held back' });
  await banner.getByText('10.20.0.5').waitFor();
  await banner.getByText('10.66.0.9').waitFor();
  expect(await banner.getByRole('button').count()).toBe(0);
  await visit(page, `/ui/console/assets/hosts/create?platform=1&type=linux&category=host&clone_from=${host.id}`);
  await page.getByText('The accounts are copied without theirs.').waitFor();
  await shoot(page, 'destination-clone-light-1440');
});

test('somebody who may see the secrets sees what changed and confirms it', async () => {
  const { page } = owner;
  await visit(page, '/ui/console/accounts/accounts');
  await rowOf(page, 'deploy').getByText('Not confirmed').waitFor();
  await shoot(page, 'destination-accounts-light-1440');
  await visit(page, `/ui/console/assets/assets/${host.id}`);
  const banner = page.getByRole('alert').filter({ hasText: 'Secrets are held back' });
  await banner.getByText('10.66.0.9').waitFor();
  expect(await looks(page, 'destination-banner')).toEqual([]);
  await banner.getByRole('button', { name: 'Confirm' }).click();
  const question = page.getByRole('dialog', { name: 'Send the stored secrets there?' });
  await question.getByText('Deploy (deploy), root').waitFor();
  await shoot(page, 'destination-question-light-1440');
  await question.getByRole('button', { name: 'Confirm' }).click();
  await banner.waitFor({ state: 'detached' });
  expect((await admin.get<Json>(`assets/assets/${host.id}/`)).body.destination_confirmed).toBe(true);
  expect(owner.troubles()).toEqual([]);
});

test('many are found by the filter and confirmed at once', async () => {
  const others = [
    await createHost(admin, { name: 'mill', address: '10.20.0.6' }),
    await createHost(admin, { name: 'quay', address: '10.20.0.7' }),
  ];
  for (const one of others) await createAccount(admin, one.id, { name: 'root', username: 'root', secret: 'open sesame 3' });
  const kim = await apiOf(postern.origin, 'kim', TEST_PASSWORD);
  for (const one of others) expect((await kim.patch(`assets/hosts/${one.id}/`, { address: '10.66.0.10' })).status).toBe(200);
  const { page } = owner;
  const dialog = page.getByRole('dialog', { name: 'Send the stored secrets there?' });
  for (const [label, colorScheme, viewport] of [LOOKS[0], LOOKS[3]]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    await visit(page, '/ui/console/assets/assets?destination_confirmed=false');
    for (const name of ['mill', 'quay']) await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check();
    expect(await page.getByRole('checkbox', { name: 'Select ledger' }).count()).toBe(0);
    await page.getByRole('button', { name: '2 selected' }).click();
    await page.getByRole('menuitem', { name: 'Confirm where secrets go' }).click();
    await dialog.getByText('10.20.0.7').waitFor();
    await shoot(page, `destination-many-${label}`);
    expect([...(await overflow(page)), ...(await accessibility(page))]).toEqual([]);
  }
  await dialog.getByRole('button', { name: 'Confirm 2 assets' }).click();
  await dialog.waitFor({ state: 'detached' });
  for (const one of others) expect((await admin.get<Json>(`assets/assets/${one.id}/`)).body.destination_confirmed).toBe(true);
  expect(owner.troubles()).toEqual([]);
});
