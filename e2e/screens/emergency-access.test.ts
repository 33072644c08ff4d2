import { ORG, ROLE } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { createHost, createNode, createUser, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { apiOf } from '../support/actors.ts';
import { bindApp } from '../support/authenticator.ts';
import { choose, logIn } from '../support/console.ts';
import { bothLooks } from '../support/looks.ts';
import type { OwnPages } from '../support/own-pages.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { confirmTerms } from '../support/scene.ts';
import { visit } from '../support/screen-here.ts';

// What may be asked for is set, access is taken in an emergency and reviewed afterwards, and what was given is renewed.

const { postern, pages, api } = productOfFile();

const pageOf: OwnPages['pageOf'] = (...who) => pages.pageOf(...who);

/** The page as it stands, light on a desk and dark on a phone; answers what is wrong with it. */
const looks = (page: Page, name: string) => bothLooks(page, `emergency-${name}`);

test('an administrator opens it, somebody takes access, and it is reviewed', async () => {
  const node = await createNode(api, { value: uniqueName('Books') });
  const host = await createHost(api, { name: uniqueName('ledger'), nodes: [node.id] });
  const asker = await createUser(api, { name: 'Eve Early', username: uniqueName('eve'), org_roles: [ROLE.ORG_USER] });
  await confirmTerms(postern.origin, asker.username, TEST_PASSWORD);

  const office = await pageOf('admin', ADMIN_PASSWORD);
  await visit(office, '/ui/settings/basic');
  await office.getByRole('switch', { name: 'Emergency access' }).click();
  await office.getByRole('radio', { name: 'Chosen nodes' }).check();
  await choose(office, office, 'Nodes', node.value);
  expect(await looks(office, 'settings')).toEqual([]);
  await office.getByRole('button', { name: 'Save', exact: true }).first().click();
  await expect
    .poll(async () => (await api.get<Json>('settings/setting/?category=basic')).body)
    .toMatchObject({ TICKET_BREAK_GLASS: true, TICKET_OFFERED: 'nodes', TICKET_OFFERED_NODES: [node.id] });

  const app = await bindApp(postern.origin, asker.username);
  const desk = await pages.newPage();
  await logIn(desk, asker.username, TEST_PASSWORD);
  await desk.getByLabel('Code', { exact: true }).fill(await app());
  await desk.getByRole('button', { name: 'Verify' }).click();
  await desk.waitForURL('**/workbench/**');
  await visit(desk, '/ui/tickets/my-tickets');
  expect(await looks(desk, 'list')).toEqual([]);
  await desk.getByRole('link', { name: 'Emergency access' }).click();
  await desk.getByRole('textbox', { name: 'Reason' }).fill('The ledger does not close');
  await choose(desk, desk, 'Assets', host.name);
  expect(await looks(desk, 'form')).toEqual([]);
  await desk.getByRole('button', { name: 'Take access now', exact: true }).click();
  await desk.locator('#confirm-secret').fill(await app());
  await desk.getByRole('dialog').getByRole('button', { name: 'Confirm', exact: true }).click();
  await desk.getByText('Nobody has reviewed this yet.').waitFor();
  expect(await looks(desk, 'taken')).toEqual([]);

  const [ticket] = (await api.get<Json[]>('tickets/tickets/?state=pending')).body;
  const review = await pageOf('admin', ADMIN_PASSWORD, 'ja');
  await visit(review, `/ui/tickets/tickets/request-host-perm/${ticket?.id}`);
  expect(await looks(review, 'review-ja')).toEqual([]);
  await visit(office, `/ui/tickets/tickets/request-host-perm/${ticket?.id}`);
  await office.getByRole('textbox').fill('The books were closed at noon');
  await office.getByRole('button', { name: 'Not justified' }).click();
  await office.getByText('Reviewed: not justified. The access was ended.').waitFor();
  expect(await looks(office, 'reviewed')).toEqual([]);
  expect((await api.get<Json>(`perms/asset-permissions/${ticket?.id}/`)).body.is_active).toBe(false);
});

test('what was given is renewed from its end on, and what is gone is named', async () => {
  const [kept, gone] = [await createHost(api, { name: uniqueName('kept') }), await createHost(api, { name: uniqueName('gone') })];
  const asker = await createUser(api, { name: 'Rae Renews', username: uniqueName('rae'), org_roles: [ROLE.ORG_USER] });
  await confirmTerms(postern.origin, asker.username, TEST_PASSWORD);
  await api.patch('settings/setting/?category=basic', { TICKET_OFFERED: 'all' });
  const own = await apiOf(postern.origin, asker.username, TEST_PASSWORD);
  const asked = await own.post<Json>('tickets/apply-asset-tickets/open/', {
    title: 'Close the books',
    org_id: ORG.DEFAULT,
    apply_nodes: [],
    apply_assets: [kept.id, gone.id],
    apply_accounts: ['root'],
    apply_date_start: new Date().toISOString(),
    apply_date_expired: new Date(Date.now() + 3_600_000).toISOString(),
  });
  expect(asked.status, JSON.stringify(asked.body)).toBe(201);
  await api.put(`tickets/tickets/${asked.body.id}/approve/`);
  await api.delete(`assets/assets/${gone.id}/`);
  const desk = await pageOf(asker.username, TEST_PASSWORD);
  await visit(desk, `/ui/tickets/tickets/request-host-perm/${asked.body.id}`);
  expect(await looks(desk, 'granted')).toEqual([]);
  await desk.getByRole('link', { name: 'Renew' }).click();
  await desk.getByText(`left out: ${gone.name}`).waitFor();
  expect(await looks(desk, 'renewal')).toEqual([]);
  await desk.getByRole('button', { name: 'Save', exact: true }).click();
  await desk.waitForURL('**/tickets/my-tickets**');
  const mine = (await own.get<Json[]>('tickets/tickets/?state=pending')).body;
  expect(mine.map((one) => one.rel_snapshot.renews)).toEqual([asked.body.serial_num]);
});
