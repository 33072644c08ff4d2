import { readFile } from 'node:fs/promises';
import { ROLE } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { createGroup, createHost, createPermission, createUser, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { choose } from '../support/console.ts';
import { bothLooks } from '../support/looks.ts';
import type { OwnPages } from '../support/own-pages.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { confirmTerms } from '../support/scene.ts';
import { visit } from '../support/screen-here.ts';

// One review of access, from its start to its evidence: an administrator makes it, somebody without any right decides, at a desk and by thumb.

const { postern, pages, api } = productOfFile();

const pageOf: OwnPages['pageOf'] = (...who) => pages.pageOf(...who);

/** The page as it stands, light on a desk and dark on a phone; answers what is wrong with it. */
const looks = (page: Page, name: string) => bothLooks(page, `access-review-${name}`);

const member = async (name: string): Promise<Json> => {
  const user = await createUser(api, { name, username: uniqueName('person'), org_roles: [ROLE.ORG_USER] });
  await confirmTerms(postern.origin, user.username, TEST_PASSWORD);
  return user;
};

test('a review is made, decided at a desk and on a phone, ended, and taken away as evidence', async () => {
  const [rosa, mia, otto] = [await member('Rosa Reviews'), await member('Mia Keeps'), await member('Otto Leaves')];
  const team = await createGroup(api, { name: uniqueName('On call'), users: [mia.id, otto.id] });
  const hosts = [await createHost(api, { name: uniqueName('books') }), await createHost(api, { name: uniqueName('mail') })];
  const [direct, grouped] = [
    await createPermission(api, { name: uniqueName('Bookkeeping'), users: [rosa.id, mia.id, otto.id], assets: [hosts[0]?.id] }),
    await createPermission(api, { name: uniqueName('Night shift'), user_groups: [team.id], assets: hosts.map(({ id }) => id) }),
  ];

  const office = await pageOf('admin', ADMIN_PASSWORD);
  await visit(office, '/ui/console/perms/access-reviews');
  expect(await looks(office, 'none')).toEqual([]);
  await office.getByRole('button', { name: 'Create access review' }).first().click();
  const name = uniqueName('Spring review');
  await office.getByRole('textbox', { name: 'Name' }).fill(name);
  await choose(office, office, 'Permissions', direct.name);
  await choose(office, office, 'Permissions', grouped.name);
  await choose(office, office, 'Reviewers', rosa.name);
  expect(await looks(office, 'form')).toEqual([]);
  await office.getByRole('button', { name: 'Save', exact: true }).first().click();
  await office.getByText('0 of 4 decided').waitFor();
  expect(await looks(office, 'begun')).toEqual([]);
  const [review] = (await api.get<Json[]>(`perms/access-reviews/?name=${encodeURIComponent(name)}`)).body;

  const desk = await pageOf(rosa.username, TEST_PASSWORD);
  await desk.setViewportSize({ width: 1440, height: 900 });
  await visit(desk, '/ui/workbench/home');
  await desk.getByText('3 lines left').waitFor();
  expect(await looks(desk, 'home')).toEqual([]);
  await desk.getByRole('link', { name, exact: true }).click();
  await desk.getByText('0 of 3 decided').waitFor();
  // Her own access is not hers to decide.
  expect(await desk.getByRole('button', { name: `Keep: ${rosa.name}` }).count()).toBe(0);
  expect(await looks(desk, 'deciding')).toEqual([]);
  await desk.getByRole('button', { name: `Keep: ${mia.name}` }).click();
  await desk.getByText('1 of 3 decided').waitFor();
  await desk.getByRole('button', { name: team.name, exact: true }).click();
  await desk.getByText('takes the group off the permission', { exact: false }).waitFor();
  expect(await looks(desk, 'line')).toEqual([]);
  await desk.getByRole('button', { name: 'Close', exact: true }).click();
  // By keys, and anew: what was kept is taken back and kept again.
  const row = desk.getByRole('row').filter({ hasText: mia.name });
  await row.focus();
  await desk.keyboard.press('u');
  await desk.getByText('0 of 3 decided').waitFor();
  await desk.getByRole('row').filter({ hasText: mia.name }).focus();
  await desk.keyboard.press('k');
  await desk.getByText('1 of 3 decided').waitFor();

  // By thumb.
  await desk.setViewportSize({ width: 390, height: 844 });
  await visit(desk, `/ui/workbench/access-reviews/${review?.id}`);
  const button = desk.getByRole('button', { name: `Revoke: ${otto.name}` });
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(40);
  await button.click();
  const dialog = desk.getByRole('dialog');
  await dialog.getByRole('textbox').fill('Works elsewhere now');
  await dialog.getByRole('button', { name: 'Revoke access' }).click();
  await desk.getByText('2 of 3 decided').waitFor();
  await desk.getByText('Undecided', { exact: true }).first().click();
  await desk.getByRole('button', { name: `Keep: ${team.name}` }).click();
  await desk.getByText('3 of 3 decided').waitFor();
  await desk.getByText('All of it is decided.').waitFor();
  expect(await looks(desk, 'decided')).toEqual([]);

  const abroad = await pageOf('admin', ADMIN_PASSWORD, 'ja');
  await visit(abroad, `/ui/console/perms/access-reviews/${review?.id}`);
  await abroad.getByRole('tab', { name: 'レビュー行' }).click();
  await abroad.getByRole('row').filter({ hasText: otto.name }).waitFor();
  expect(await looks(abroad, 'lines-ja')).toEqual([]);

  await visit(office, `/ui/console/perms/access-reviews/${review?.id}`);
  await office.getByRole('button', { name: 'End review' }).click();
  await office.getByRole('dialog').getByRole('button', { name: 'End review' }).click();
  await office.getByText('Ended', { exact: true }).first().waitFor();
  expect(await looks(office, 'ended')).toEqual([]);
  const kept = (await api.get<Json>(`perms/asset-permissions/${direct.id}/`)).body;
  expect(kept.users.map(({ id }: Json) => id).sort()).toEqual([rosa.id, mia.id].sort());
  expect((await api.get<Json>(`perms/asset-permissions/${grouped.id}/`)).body.user_groups).toHaveLength(1);

  const [file] = await Promise.all([office.waitForEvent('download'), office.getByRole('button', { name: 'Download' }).click()]);
  const evidence = JSON.parse(await readFile(await file.path(), 'utf8')) as Json;
  const revoked = evidence.lines.filter((line: Json) => line.outcome === 'revoked');
  expect(revoked).toMatchObject([{ given_to: { id: otto.id }, comment: 'Works elsewhere now', decided_by: { id: rosa.id } }]);
  expect(evidence.lines).toHaveLength(4);
  await visit(office, '/ui/console/perms/access-reviews');
  await office.getByText('75%').waitFor();
  expect(await looks(office, 'list')).toEqual([]);
});
