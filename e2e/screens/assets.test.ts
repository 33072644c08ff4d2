import type { Json } from '@postern/testkit/api';
import { createAccount, createHost } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { shoot, shootFailure } from '../support/browser.ts';
import { choose, rowOf, save } from '../support/console.ts';
import { accessibility } from '../support/inspect.ts';
import { productOfFile } from '../support/product-of-file.ts';
import { screenHere, visit, visitAgain } from '../support/screen-here.ts';
import { until } from '../support/until.ts';

// Assets of several categories, domains with their gateways and labels, made by mouse and by keys. The gateway is a real
// SSH server, and its test logs in there.

const { api: admin, administrator } = productOfFile();
const sshd = forThisFile(
  () => startSshd(),
  (it) => it.stop(),
);
const person = administrator();

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await shootFailure(person.page, `assets-${task.name}`);
});

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const named = async (list: string, name: string): Promise<Json | undefined> =>
  (await admin.get<Json>(`assets/${list}/`, { query: { name, limit: 1 } })).body.results[0];

test('a database is made by mouse: its platform is picked, its own field is asked for and shown', async () => {
  const { page } = person;
  await visit(page, '/ui/console/assets/assets');
  await page.getByRole('button', { name: 'Create asset' }).first().click();
  const picker = page.getByRole('dialog', { name: 'Which platform?' });
  await picker.getByRole('button', { name: 'MySQL' }).waitFor();
  expect(await picker.getByRole('button', { name: 'Gateway', exact: true }).count()).toBe(0);
  await shoot(page, 'assets-picker');
  await picker.getByRole('button', { name: 'MySQL' }).click();
  await page.waitForURL('**/console/assets/databases/create?**');
  await field(page, 'Name').fill('orders');
  await field(page, 'Address').fill('10.4.0.20');
  await choose(page, page, 'Nodes', 'Default');
  await field(page, 'Database').fill('shop');
  await shoot(page, 'assets-database-form');
  await save(page);
  const orders = await named('databases', 'orders');
  expect(orders).toMatchObject({ db_name: 'shop', protocols: [{ name: 'mysql', port: 3306 }] });
  await visit(page, `/ui/console/assets/assets/${orders?.id}`);
  await page.getByRole('heading', { name: 'Specific' }).waitFor();
  await page.getByText('shop', { exact: true }).waitFor();
  expect(person.troubles()).toEqual([]);
});

test('a website is made with the keyboard alone; its port follows the address', async () => {
  const { page } = person;
  await visit(page, '/ui/console/assets/webs/create?platform=26');
  await field(page, 'Name').focus();
  await page.keyboard.type('wiki');
  await page.keyboard.press('Tab');
  await page.keyboard.type('http://wiki.example:8081');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Default');
  await screenHere(page);
  await page.locator('.ant-select-item-option-active').filter({ hasText: 'Default' }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.ant-select-selection-item').filter({ hasText: 'Default' }).waitFor();
  await page.keyboard.press('Escape');
  await field(page, 'Name').focus();
  await shoot(page, 'assets-web-form');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/console/assets/assets**');
  expect(await named('webs', 'wiki')).toMatchObject({
    address: 'http://wiki.example:8081',
    protocols: [{ name: 'http', port: 8081 }],
    submit_selector: 'id=login_button',
  });
  expect(person.troubles()).toEqual([]);
});

test('a domain gets assets and a gateway, which is tested by a real login', async () => {
  const { page } = person;
  await createHost(admin, { name: 'press-01', address: '10.4.0.8' });
  await visit(page, '/ui/console/assets/domains/create');
  await field(page, 'Name').fill('Warehouse');
  await choose(page, page, 'Assets', 'press-01');
  await save(page);
  await page.getByRole('link', { name: 'Warehouse' }).click();
  await page.getByRole('tab', { name: 'Gateways' }).click();
  await shoot(page, 'assets-domain-no-gateway');
  await page.getByRole('button', { name: 'Create gateway' }).first().click();
  await field(page, 'Name').fill('warehouse-gate');
  await field(page, 'Address').fill('127.0.0.1');
  await choose(page, page, 'Nodes', 'Default');
  await page.getByRole('spinbutton', { name: 'Port ssh' }).fill(String(sshd.port));
  await shoot(page, 'assets-gateway-form');
  await save(page);
  const gateway = await named('gateways', 'warehouse-gate');
  expect(gateway).toMatchObject({ domain: { name: 'Warehouse' }, platform: { name: 'Gateway' } });
  await createAccount(admin, gateway?.id, { username: sshd.user, secret_type: 'ssh_key', secret: sshd.privateKey });

  const row = rowOf(page, 'warehouse-gate');
  await row.getByRole('button', { name: /more/i }).click();
  await page.getByRole('menuitem', { name: 'Test connection' }).click();
  const dialog = page.getByRole('dialog', { name: 'Test warehouse-gate' });
  await until('the port has the focus', 5_000, async () =>
    dialog.getByLabel('Port').evaluate((box) => box === box.ownerDocument.activeElement),
  );
  await shoot(page, 'assets-gateway-test');
  const [log] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')]);
  await until('the login worked', 30_000, async () => ((await log.locator('.xterm-rows').textContent()) ?? '').includes('the login works'));
  await shoot(log, 'assets-gateway-log');
  await log.close();
  expect((await named('gateways', 'warehouse-gate'))?.connectivity.value).toBe('ok');
  await visitAgain(page);
  await rowOf(page, 'warehouse-gate').getByText('OK').waitFor();
  await shoot(page, 'assets-domain-gateways');
  expect(person.troubles()).toEqual([]);
});

test('a host is tested from its row, which shows the result by itself, and says what it is', async () => {
  const { page } = person;
  const host = await createHost(admin, { name: 'press-02', protocols: [{ name: 'ssh', port: sshd.port }] });
  await createAccount(admin, host.id, { username: sshd.user, secret_type: 'ssh_key', secret: sshd.privateKey, privileged: true });
  await visit(page, '/ui/console/assets/assets');
  const row = rowOf(page, 'press-02');
  const logOf = async (start: () => Promise<unknown>, words: string): Promise<void> => {
    const [log] = await Promise.all([page.context().waitForEvent('page'), start()]);
    await until(words, 30_000, async () => ((await log.locator('.xterm-rows').textContent()) ?? '').includes(words));
    await shoot(log, 'assets-task-log');
    await log.close();
  };
  await row.getByRole('button', { name: /more/i }).click();
  await logOf(() => page.getByRole('menuitem', { name: 'Test connection' }).click(), 'ok: press-02');
  await row.getByText('OK').waitFor();
  await shoot(page, 'assets-tested');
  await visit(page, `/ui/console/assets/assets/${host.id}`);
  await page.getByText('Hardware facts').waitFor();
  await logOf(() => page.getByRole('button', { name: 'Refresh', exact: true }).click(), 'ok: press-02');
  await page.getByText('Architecture', { exact: true }).waitFor();
  await shoot(page, 'assets-hardware');
  expect(await accessibility(page)).toEqual([]);
  expect(person.troubles()).toEqual([]);
});

test('a label is put on assets that are picked from the table, and marks them by a colour with words', async () => {
  const { page } = person;
  await visit(page, '/ui/console/assets/labels/create');
  await field(page, 'Name').fill('owner');
  await field(page, 'Value').fill('Logistics');
  await choose(page, page, 'Colour', 'Amber');
  await field(page, 'Warning').fill('Parcels wait for this');
  const band = page.getByRole('note');
  await band.getByText('owner:Logistics').waitFor();
  await band.getByText('Parcels wait for this').waitFor();
  await page.getByRole('button', { name: 'Choose from the tree' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('row').filter({ hasText: 'press-01' }).getByRole('checkbox').check();
  await dialog.getByRole('button', { name: /^Add assets \(1\)/ }).click();
  await shoot(page, 'assets-label-form');
  await save(page);
  await rowOf(page, 'Logistics').getByText('1', { exact: true }).waitFor();
  const press = await named('hosts', 'press-01');
  await visit(page, `/ui/console/assets/assets/${press?.id}`);
  const tag = page.locator('.p-mark--amber', { hasText: 'owner:Logistics' });
  await tag.waitFor();
  await shoot(page, 'assets-marked-1440');
  expect(press?.domain).toMatchObject({ name: 'Warehouse' });
  await screenHere(page);
  expect(await accessibility(page)).toEqual([]);
  await visit(page, '/ui/console/assets/assets?search=press-01');
  await page.getByRole('row').filter({ hasText: 'press-01' }).getByText('10.4.0.8').click();
  await page
    .getByRole('complementary', { name: 'Preview of press-01' })
    .locator('.p-mark--amber', { hasText: 'owner:Logistics' })
    .waitFor();
  await shoot(page, 'assets-marked-preview');
  expect(person.troubles()).toEqual([]);
});
