import type { Json } from '@postern/testkit/api';
import { within } from '@postern/testkit/until';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { newPerson, shoot } from '../support/browser.ts';
import { choose, firstLoginOf, logIn, rowOf, save, startSession } from '../support/console.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { machineOfFile } from '../support/product-of-file.ts';
import { confirmTerms } from '../support/scene.ts';
import { visit } from '../support/screen-here.ts';
import { atPrompt, connectTo, screenText, see, typeLine } from '../support/terminal.ts';
import { until } from '../support/until.ts';

// Access rules made on the screens, obeyed by real sessions and logins.

const { scene, browser, administrator } = machineOfFile('ruled');
const person = administrator();
let page: Page;

beforeAll(async () => {
  await confirmTerms(scene.postern.origin, 'admin', ADMIN_PASSWORD);
  page = person.page;
});

const run = async (command: string) => (await scene.client.run(await scene.token(), ['127.0.0.1', command], '').ended).stdout.text;

describe('a command filter', () => {
  test('made on the screens refuses the commands of its group from the next session on, and is told', async () => {
    expect(await run('echo before')).toContain('before');

    await visit(page, '/ui/console/perms/cmd-groups/create');
    await page.getByLabel('Name').fill('Dangerous');
    await page.getByLabel('Content').fill('echo forbidden\nreboot');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByLabel('Text to try, one line each').fill('echo  forbidden word\nrebooted');
    await page.locator('mark', { hasText: 'echo  forbidden' }).waitFor();
    await page.getByText('not found', { exact: true }).waitFor();
    await shoot(page, 'acl-command-group-tried');
    await save(page);
    await rowOf(page, 'Dangerous').waitFor();
    await shoot(page, 'acl-command-groups');

    await visit(page, '/ui/console/perms/cmd-acls/create');
    await page.getByLabel('Name').fill('No danger');
    await choose(page, page, 'Command groups', 'Dangerous');
    await shoot(page, 'acl-command-form');
    await save(page);
    await rowOf(page, 'No danger').waitFor();
    await shoot(page, 'acl-command-filters');

    expect(await run('echo forbidden word')).not.toContain('forbidden word');
    expect(await run('echo allowed')).toContain('allowed');
    // Switched off it stands against nothing.
    await rowOf(page, 'No danger').getByRole('link', { name: 'No danger' }).click();
    await page.getByRole('switch', { name: 'Active' }).click();
    await shoot(page, 'acl-command-detail');
    expect(await run('echo forbidden word')).toContain('forbidden word');
  });
});

/** Empties the screen; a shell that was just interrupted may throw the first line away. */
const emptied = (page: Page): Promise<boolean> =>
  until('the screen is empty', 60_000, async () => {
    await typeLine(page, 'clear');
    return (await within(3_000, async () => !(await screenText(page)).includes('live-'))) ?? false;
  });

describe('a session that is open', () => {
  test('obeys a filter that is saved meanwhile, is free when it goes, and ends when a rule closes its asset', async () => {
    const { api, host, postern } = scene;
    const everything = { users: { type: 'all' }, assets: { type: 'all' }, accounts: ['@ALL'] };
    const make = async (path: string, body: Json): Promise<Json> => {
      const made = await api.post<Json>(path, body);
      expect(made.status, JSON.stringify(made.body)).toBe(201);
      return made.body;
    };
    const inside = await newPerson(browser, { origin: postern.origin });
    await startSession(inside.page, 'admin', ADMIN_PASSWORD);
    await visit(inside.page, '/luna/');
    await connectTo(inside.page, host.name);
    await typeLine(inside.page, 'echo live-$((1+1))-word');
    await see(inside.page, 'live-2-word');

    const group = await make('acls/command-groups/', { name: 'Live', content: 'echo live' });
    const filter = await make('acls/command-filter-acls/', { name: 'Now', ...everything, command_groups: [group.id] });
    let line = 0;
    /** Types lines until one is let through, or not, and tells which it was. */
    const untilLine = (refused: boolean): Promise<string> =>
      until(`a line is ${refused ? 'refused' : 'let through'}`, 120_000, async () => {
        await emptied(inside.page);
        line += 1;
        await typeLine(inside.page, `echo live-$((${line}+0))-word`);
        const text = await see(inside.page, /is not allowed here|^live-\d+-word$/m);
        await atPrompt(inside.page);
        return text.includes('is not allowed here') === refused && `live-${line}-word`;
      });
    const word = await untilLine(true);
    expect((await screenText(inside.page)).split('\n')).not.toContain(word);
    await shoot(inside.page, 'acl-live-refused');

    await api.delete(`acls/command-filter-acls/${filter.id}/`);
    await untilLine(false);

    const closed = await make('acls/login-asset-acls/', { name: 'Closed', ...everything, rules: { ip_group: ['*'], time_period: [] } });
    await inside.page.getByText('An access rule does not allow this session.').first().waitFor();
    await shoot(inside.page, 'acl-live-ended');
    await api.delete(`acls/login-asset-acls/${closed.id}/`);
    await inside.close();
  });
});

describe('a login rule', () => {
  test('keeps a person out from the next login on, and lets them in again when it is deleted', async () => {
    const { api, postern } = scene;
    const made = await api.post<Json>('users/users/', {
      name: 'Rex Ruled',
      username: 'rex',
      email: 'rex@example.com',
      password_strategy: 'custom',
      password: 'Rex-is-in-1!',
      need_update_password: false,
      is_active: true,
      source: 'local',
    });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    await visit(page, '/ui/console/perms/login-acls/create');
    await page.getByLabel('Name').fill('Not Rex');
    await page.getByRole('group', { name: 'Users' }).getByText('These', { exact: true }).click();
    await choose(page, page, 'Users', 'Rex Ruled');
    await shoot(page, 'acl-login-form');
    await save(page);
    await rowOf(page, 'Not Rex').waitFor();

    const other = await newPerson(browser, { origin: postern.origin });
    await logIn(other.page, 'rex', 'Rex-is-in-1!');
    await other.page.getByText(/A login rule does not let you in/).waitFor();
    await shoot(other.page, 'acl-login-refused');

    await rowOf(page, 'Not Rex').getByRole('link', { name: 'Not Rex' }).click();
    await page.getByRole('heading', { name: 'Not Rex' }).waitFor();
    await page.getByRole('tab', { name: 'People' }).click();
    await rowOf(page, 'Rex Ruled').waitFor();
    await shoot(page, 'acl-login-people');
    await page.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.waitForURL('**/login-acls*');
    await logIn(other.page, 'rex', 'Rex-is-in-1!');
    await firstLoginOf(other.page).waitFor();
    await other.close();
  });

  test('that would keep out whoever saves it is asked about first', async () => {
    await visit(page, '/ui/console/perms/login-acls/create');
    await page.getByLabel('Name').fill('Nobody at all');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const question = page.getByRole('dialog').filter({ hasText: 'You would keep yourself out' });
    await question.waitFor();
    await shoot(page, 'acl-login-lockout');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    const named = async () => (await scene.api.get<Json[]>('acls/login-acls/?name=Nobody at all')).body;
    expect(await named()).toEqual([]);
    // The same from a program is refused; who is asked and agrees is not.
    const closed = { name: 'Nobody at all', users: { type: 'all' }, action: 'reject', rules: { ip_group: ['*'], time_period: [] } };
    expect((await scene.api.post<Json>('acls/login-acls/', closed)).body.code).toBe('locks_you_out');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await question.getByRole('button', { name: 'Do it all the same' }).click();
    await rowOf(page, 'Nobody at all').waitFor();
    const [rule] = await named();
    // Switched off without a question, and on again with one.
    await rowOf(page, 'Nobody at all').getByRole('link', { name: 'Nobody at all' }).click();
    await page.getByRole('heading', { name: 'Nobody at all' }).waitFor();
    await page.getByRole('tab', { name: 'Rule' }).click();
    await page.getByRole('switch', { name: 'Active' }).click();
    const active = async () => (await named())[0]?.is_active;
    await until('the rule is off', 30_000, async () => (await active()) === false);
    await page.getByRole('switch', { name: 'Active' }).click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await active()).toBe(false);
    await scene.api.delete(`acls/login-acls/${rule?.id}/`);
  });

  test('that lets its reader in is not deleted without the same question, from the list and from its page', async () => {
    const everybody = { users: { type: 'all' }, rules: { ip_group: ['*'], time_period: [] } };
    const [opens, closes] = [
      (await scene.api.post<Json>('acls/login-acls/', { ...everybody, name: 'Opens', action: 'accept', priority: 90 })).body,
      (await scene.api.post<Json>('acls/login-acls/', { ...everybody, name: 'Closes', action: 'reject', priority: 40 })).body,
    ];
    const stands = async () => (await scene.api.get<Json>(`acls/login-acls/${opens.id}/`)).status === 200;
    const lockout = page.getByRole('dialog').filter({ hasText: 'You would keep yourself out' });
    const deletion = page.getByRole('dialog').filter({ hasText: 'Opens' });
    const remove = async () => {
      await deletion.getByRole('button', { name: 'Delete', exact: true }).click();
      await lockout.waitFor();
    };
    await visit(page, '/ui/console/perms/login-acls');
    await rowOf(page, 'Opens').getByRole('button', { name: 'More actions for Opens' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await remove();
    await shoot(page, 'acl-login-lockout-delete');
    await lockout.getByRole('button', { name: 'Cancel' }).click();
    await deletion.waitFor({ state: 'hidden' });
    expect(await stands()).toBe(true);
    await rowOf(page, 'Opens').getByRole('link', { name: 'Opens' }).click();
    await page.getByRole('heading', { name: 'Opens' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await remove();
    await lockout.getByRole('button', { name: 'Do it all the same' }).click();
    await page.waitForURL('**/login-acls*');
    expect(await stands()).toBe(false);
    await scene.api.delete(`acls/login-acls/${closes.id}/`);
  });
});
