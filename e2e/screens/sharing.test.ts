import type { Json } from '@postern/testkit/api';
import { type BreakableProxy, startBreakableProxy } from '@postern/testkit/breakable-proxy';
import { clientOf } from '@postern/testkit/client';
import { createPermission, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPerson, type Person, shoot, shootNow } from '../support/browser.ts';
import { logIn } from '../support/console.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { machineOfFile } from '../support/product-of-file.ts';
import { confirmTerms } from '../support/scene.ts';
import { visit } from '../support/screen-here.ts';
import { atPrompt, connectTo, screenText, see, shareLinkOf, typeLine } from '../support/terminal.ts';
import { until } from '../support/until.ts';

// Two people in one terminal, and a network that breaks: what each of them sees.

const ASSET = 'harbour';
const { scene, browser } = machineOfFile(ASSET);
/** Through which the owner comes. */
let proxy: BreakableProxy;
let mia: Person;
let ben: Person;

beforeAll(async () => {
  const { api, host, postern } = scene;
  proxy = await startBreakableProxy(Number(new URL(postern.origin).port));
  const [owner] = [await createUser(api, { username: 'mia', name: 'Mia' }), await createUser(api, { username: 'ben', name: 'Ben' })];
  await createPermission(api, { name: 'Mia into the harbour', users: [owner.id], assets: [host.id] });
  for (const name of ['mia', 'ben']) await confirmTerms(postern.origin, name, TEST_PASSWORD);
  mia = await newPerson(browser, { origin: `http://127.0.0.1:${proxy.port}` });
  ben = await newPerson(browser, { origin: postern.origin });
  for (const [person, name] of [
    [mia, 'mia'],
    [ben, 'ben'],
  ] as const) {
    await logIn(person.page, name, TEST_PASSWORD);
    await person.page.waitForURL('**/workbench/**');
  }
});

afterAll(async () => {
  proxy.close();
});

const sessions = async (): Promise<Json[]> => (await clientOf(scene.api).sessions.list({ limit: 10, offset: 0 })).results;

test('a session is shared by link and code, typed into by both, and left by whom its owner takes out', async () => {
  const { page } = mia;
  await visit(page, '/luna/');
  await connectTo(page, ASSET);
  await typeLine(page, 'PS1="# "; echo mark $((40+2))');
  await see(page, 'mark 42');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this session' });
  await dialog.getByRole('button', { name: 'Create link' }).waitFor();
  await shoot(page, 'sharing-form');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await dialog.getByTestId('share-code').waitFor();
  await shoot(page, 'sharing-link');
  const { path, code } = await shareLinkOf(page);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  // As other clients write the address.
  await visit(ben.page, path.replace('/luna/', '/koko/'));
  expect(new URL(ben.page.url()).pathname).toBe(path);
  await shoot(ben.page, 'sharing-code');
  await ben.page.getByRole('textbox', { name: 'Code' }).fill(code);
  await ben.page.keyboard.press('Enter');
  await see(ben.page, 'mark 42');
  await page.getByText('Ben(ben) joined this session.').waitFor();
  await typeLine(ben.page, 'echo from ben $((1+1))');
  await see(page, 'from ben 2');
  await typeLine(page, 'echo from mia $((1+2))');
  await see(ben.page, 'from mia 3');

  await page.getByRole('button', { name: '2 people' }).click();
  const people = page.getByRole('dialog', { name: 'People in this session' });
  await people.getByText('Ben(ben)').waitFor();
  await shoot(page, 'sharing-people');
  await people.getByRole('button', { name: 'Take out Ben(ben)' }).click();
  await page.getByRole('button', { name: 'Take out', exact: true }).click();
  await page.getByText('Ben(ben) left this session.').waitFor();
  await ben.page.getByText('You were taken out of this session.').waitFor();
  await shoot(ben.page, 'sharing-removed');
  // Alone again: what is left of the dialog is the form.
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });

  const [session] = await sessions();
  const records = await until('the record of who joined', 20_000, async () => {
    const found = (await clientOf(scene.api).sessionJoinRecords.list({ session: session?.id, limit: 10, offset: 0 })).results as Json[];
    return found[0]?.is_finished ? found : undefined;
  });
  expect(records.map(({ joiner, is_success }) => [joiner.name, is_success])).toEqual([['Ben', true]]);
  // The link was good once.
  await visit(ben.page, path);
  await ben.page.getByRole('textbox', { name: 'Code' }).fill(code);
  await ben.page.keyboard.press('Enter');
  await ben.page.getByText('You have used this link before.').first().waitFor();
});

test('a session is locked from its live view, with a reason that its person reads, and unlocked', async () => {
  const { page } = mia;
  const [session] = await sessions();
  const watcher = await newPerson(browser, { origin: scene.postern.origin });
  await logIn(watcher.page, 'admin', ADMIN_PASSWORD);
  await watcher.page.waitForURL('**/ui/**');
  await visit(watcher.page, `/luna/monitor/${session?.id}`);
  await see(watcher.page, 'from mia 3');
  await watcher.page.getByRole('button', { name: 'Lock' }).click();
  await watcher.page.getByRole('textbox', { name: 'Reason' }).fill('A moment please');
  await watcher.page.keyboard.press('Enter');
  await page.getByText('A moment please').waitFor();
  await shoot(page, 'session-locked');
  await shoot(watcher.page, 'session-locked-monitor');
  await typeLine(page, 'echo ghost');
  await watcher.page.getByRole('button', { name: 'Unlock' }).click();
  await watcher.page.getByRole('dialog').getByRole('button', { name: 'Unlock' }).click();
  await page.getByText('A moment please').waitFor({ state: 'hidden' });
  await typeLine(page, 'echo free $((4+4))');
  expect(await see(page, 'free 8')).not.toContain('ghost');
  await watcher.close();
});

test('a network loss is said, survived, and what was typed and printed meanwhile is there in order', async () => {
  const { page } = mia;
  const before = (await sessions()).length;
  await typeLine(page, 'kept=alive; (sleep 2; echo printed while $((20+3)) away) &');
  proxy.cut();
  await page.getByText('Connection lost, trying again…').waitFor();
  await page.getByText(/^\d+ s left$/).waitFor();
  await shoot(page, 'reconnect-lost', true);
  // Kept, and sent when the line is back.
  await typeLine(page, 'echo still $kept');
  expect(await screenText(page)).not.toContain('still alive');
  proxy.restore();
  await page.getByText('Connection lost, trying again…').waitFor({ state: 'hidden' });
  await see(page, 'still alive');
  const text = await see(page, 'printed while 23 away');
  expect(text.match(/still alive/g)).toHaveLength(1);
  expect((await sessions()).length).toBe(before);
  await typeLine(page, 'exit');
  await page.getByText('The session ended on the asset.').waitFor();
});

test.each([
  { language: 'zh', colorScheme: 'dark', width: 1440 },
  { language: 'ja', colorScheme: 'light', width: 390 },
  { language: 'en', colorScheme: 'dark', width: 390 },
] as const)('looks right in $language, $colorScheme, on $width pixels', async ({ language, colorScheme, width }) => {
  const { page } = mia;
  const name = `${language}-${colorScheme}-${width}`;
  for (const person of [mia, ben]) {
    await person.page.context().addCookies([{ name: 'django_language', value: language, url: new URL(person.page.url()).origin }]);
    await person.page.emulateMedia({ colorScheme });
    await person.page.setViewportSize({ width, height: width < 500 ? 844 : 900 });
  }
  await visit(page, `/luna/connect?login_to=${scene.host.id}&type=asset`);
  const connect = page.getByRole('dialog').getByRole('button').last().and(page.locator(':focus'));
  await connect.waitFor();
  await page.keyboard.press('Enter');
  await atPrompt(page);
  const share = page.locator('.pt-status-files').first();
  await share.click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('button[type="submit"]').waitFor();
  await shootNow(page, `sharing-form-${name}`);
  await dialog.locator('button[type="submit"]').click();
  await dialog.getByTestId('share-code').waitFor();
  await shootNow(page, `sharing-link-${name}`);
  const { path, code } = await shareLinkOf(page);
  await page.keyboard.press('Escape');
  await visit(ben.page, path);
  await shoot(ben.page, `sharing-code-${name}`);
  await ben.page.getByRole('textbox').fill(code);
  await ben.page.keyboard.press('Enter');
  await ben.page.locator('.pt-state--on').waitFor();
  await shootNow(ben.page, `sharing-guest-${name}`);
  await share.click();
  await dialog.locator('.pt-people').first().waitFor();
  await dialog.locator('.pt-shares').waitFor();
  await shootNow(page, `sharing-people-${name}`);
  await page.keyboard.press('Escape');
  proxy.cut();
  await page.locator('.pt-line-left').waitFor();
  await shootNow(page, `reconnect-lost-${name}`);
  proxy.restore();
  await page.locator('.pt-line-left').waitFor({ state: 'hidden' });
  await typeLine(page, 'exit');
  await page.locator('.pt-ended').waitFor();
});
