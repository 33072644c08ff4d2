import type { Json } from '@postern/testkit/api';
import { createGroup, createNode, createPermission, createUser, TEST_PASSWORD } from '@postern/testkit/factories';
import { startHttpCatcher } from '@postern/testkit/http-catcher';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Browser, newPerson, type Person, shoot, shootFailure, startBrowser } from '../support/browser.ts';
import { startSession } from '../support/console.ts';
import { ADMIN_PASSWORD } from '../support/postern.ts';
import { recordingOf } from '../support/recording.ts';
import { confirmTerms, type NativeScene, setNativeScene } from '../support/scene.ts';
import { drawn, visit } from '../support/screen-here.ts';
import { atPrompt, see, typeLine } from '../support/terminal.ts';
import { until } from '../support/until.ts';

// Names, commands and terminal output that would be script in a page that believed them (SECURITY.md#standing-suites, 4 and 13).
// Nothing may run, and nothing may become an element either: the policy of the page is the second lock, not the first.

/** Each would leave a mark in the page, by another way. */
const PAYLOADS = [
  '<img src=x onerror="window.postern_hit=1" data-hit>',
  '"><svg data-hit onload="window.postern_hit=1">',
  "'-(window.postern_hit=1)-'<script data-hit>window.postern_hit=1</script>",
  '{{constructor.constructor("window.postern_hit=1")()}}<b data-hit>',
] as const;
const [IMAGE, VECTOR, SCRIPT, TEMPLATE] = PAYLOADS;

let scene: NativeScene;
let browser: Browser;
let person: Person;
let host: Json;

beforeAll(async () => {
  scene = await setNativeScene('plain-target');
  const { api, postern } = scene;
  await confirmTerms(postern.origin, 'admin', ADMIN_PASSWORD);
  const node = await createNode(api, { value: 'Harm <i data-hit>' });
  const renamed = await api.patch<Json>(`assets/hosts/${scene.host.id}/`, { name: IMAGE, comment: SCRIPT, nodes: [node.id] });
  expect(renamed.status, JSON.stringify(renamed.body)).toBe(200);
  host = renamed.body;
  const group = await createGroup(api, { name: VECTOR, comment: TEMPLATE });
  const user = await createUser(api, { username: 'eve', name: SCRIPT, comment: IMAGE, groups: [group.id] });
  await createPermission(api, { name: TEMPLATE, users: [user.id], assets: [host.id], comment: VECTOR });
  // Somebody who does not exist, with a strange browser.
  await fetch(new URL('/api/v1/authentication/auth/', postern.origin), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': IMAGE },
    body: JSON.stringify({ username: VECTOR, password: 'wrong' }),
  });
  browser = await startBrowser();
  person = await newPerson(browser, { origin: postern.origin, permissions: ['clipboard-read', 'clipboard-write'] });
  await startSession(person.page, 'admin', ADMIN_PASSWORD);
});

afterAll(async () => {
  await browser?.close();
  await scene?.stop();
});

/** What a page must not show after it has drawn the payloads. */
async function unharmed(page: Page, where: string): Promise<void> {
  const found = await page.evaluate('({ hit: window.postern_hit ?? 0, marks: document.querySelectorAll("[data-hit]").length })');
  expect({ where, found, troubles: person.troubles() }).toEqual({ where, found: { hit: 0, marks: 0 }, troubles: [] });
}

/** Runs in the page. Of its world it needs this little. */
function isTerminalAt([x, y]: readonly [number, number]): boolean {
  return document.elementFromPoint(x, y)?.closest('.xterm') != null;
}
declare const document: { elementFromPoint: (x: number, y: number) => { closest: (selector: string) => unknown } | null };

const shows = (page: Page, text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor();

/** Waits until a page has the text somewhere, cut off or not. */
const holds = (page: Page, path: string, text: string): Promise<unknown> =>
  until(`${text} on ${path}`, 15_000, async () => (await page.locator('body').textContent())?.includes(text)).catch(
    async (error: unknown) => {
      await shootFailure(page, 'attack');
      throw error;
    },
  );

describe('names and comments', () => {
  const pages: readonly (readonly [path: string, payload: string])[] = [
    ['/ui/console/assets/assets', IMAGE],
    ['/ui/console/users/users', SCRIPT],
    ['/ui/console/users/groups', VECTOR],
    ['/ui/console/perms/asset-permissions', TEMPLATE],
    ['/ui/audit/audits/operate-logs', IMAGE],
  ];

  for (const [path, payload] of pages)
    test(`on ${path} are text`, async () => {
      const { page } = person;
      await visit(page, path);
      await shows(page, payload.slice(0, 30));
      await unharmed(page, path);
      await shoot(page, `attack${path.replaceAll('/', '-')}`);
    });

  test('on details are text', async () => {
    const { page } = person;
    const first = async (list: string) =>
      (await scene.api.get<Json>(list, { query: { limit: 1, search: '<' } })).body.results[0].id as string;
    for (const path of [
      `/ui/console/assets/assets/${host.id}`,
      `/ui/console/users/users/${(await scene.api.get<Json>('users/users/', { query: { username: 'eve', limit: 1 } })).body.results[0].id}`,
      `/ui/console/users/groups/${await first('users/groups/')}`,
    ]) {
      await visit(page, path);
      await holds(page, path, 'postern_hit');
      await unharmed(page, path);
    }
  });
});

describe('a session', () => {
  let session: string;

  test('in tree, dialog, tab and status of the web terminal is text', async () => {
    const { page } = person;
    await visit(page, '/luna/');
    await page
      .getByRole('textbox', { name: /^Search/ })
      .first()
      .fill('onerror');
    await page.getByRole('treeitem', { name: /onerror/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).and(page.locator(':focus')).waitFor();
    await unharmed(page, 'connect dialog');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await atPrompt(page);
    await unharmed(page, 'terminal');
    session = await until('the session is announced', 10_000, async () => {
      const { body } = await scene.api.get<Json>('terminal/sessions/', { query: { limit: 1, is_finished: 0 } });
      return body.results[0]?.id as string | undefined;
    });
  });

  test('cannot write the clipboard, rename the page or put in elements, whatever the target prints', async () => {
    const { page } = person;
    await page.evaluate('navigator.clipboard.writeText("mine")');
    const title = await page.title();
    const tabs = await page.getByRole('tab').allTextContents();
    // cm0gLXJmIC8K is what a shell would do if it were pasted.
    const prints = [
      '\\033]52;c;cm0gLXJmIC8K\\007',
      `\\033]0;${IMAGE}\\007`,
      '\\033]2;renamed\\033\\\\',
      '\\033]8;;javascript:window.postern_hit=1\\007link\\033]8;;\\007',
    ];
    for (const text of prints) await typeLine(page, `printf '${text.replaceAll("'", '')}'`);
    await typeLine(page, `echo '${VECTOR.replaceAll("'", '')}'`);
    await typeLine(page, 'echo all-$((1+1))-printed');
    await see(page, 'all-2-printed');
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('mine');
    expect(await page.title()).toBe(title);
    expect(await page.getByRole('tab').allTextContents()).toEqual(tabs);
    await unharmed(page, 'terminal after hostile output');
  });

  test('does not run a link of the target', async () => {
    const { page } = person;
    const row = page.locator('[data-testid="terminal"]:visible .xterm-rows > div').filter({ hasText: /^link/ }).last();
    const box = await row.boundingBox();
    if (!box) throw new Error('the link is not on the screen');
    for (const modifier of ['', 'Control'] as const) {
      if (modifier) await page.keyboard.down(modifier);
      await page.mouse.move(box.x + 12, box.y + box.height / 2);
      await drawn(page);
      await page.mouse.click(box.x + 12, box.y + box.height / 2);
      if (modifier) await page.keyboard.up(modifier);
    }
    // What a click would set going comes before what is typed next.
    await typeLine(page, 'echo then-$((2+2))');
    await see(page, 'then-4');
    expect(await page.getByRole('dialog').filter({ hasText: 'javascript:' }).count()).toBe(0);
    expect(page.context().pages()).toHaveLength(1);
    await unharmed(page, 'terminal after a click on the link');
  });

  test('opens a link of the target by http alone, after a question that shows where to, in a tab that knows nothing of the page', async () => {
    const { page } = person;
    const context = page.context();
    const catcher = await startHttpCatcher((_request, response) => response.setHeader('content-type', 'text/html').end('<p>over there'));
    onTestFinished(() => catcher.stop());
    /** A click on what stands at the beginning of a line of the terminal. */
    const press = async (text: string): Promise<void> => {
      const row = page.locator('[data-testid="terminal"]:visible .xterm-rows > div').filter({ hasText: new RegExp(`^${text}`) });
      const box = await row.last().boundingBox();
      if (!box) throw new Error(`${text} is not on the screen`);
      // What darkens the page behind a dialog goes after it. A move that it takes is none of the terminal's, which then sees the mouse where it was, and no link.
      await until('nothing lies over the terminal', 60_000, () =>
        page.evaluate(isTerminalAt, [box.x + 300, box.y + box.height * 3] as const),
      );
      await page.mouse.move(box.x + 300, box.y + box.height * 3);
      await page.mouse.move(box.x + 12, box.y + box.height / 2);
      await drawn(page);
      await page.mouse.click(box.x + 12, box.y + box.height / 2);
    };
    const named = (address: string, text: string) => `\\033]8;;${address}\\007${text}\\033]8;;\\007\\n`;
    const asked = page.getByRole('dialog').filter({ hasText: 'Open this address?' });
    await typeLine(page, `clear; printf '${named(`${catcher.origin}/named`, 'example.com')}'; printf '${catcher.origin}/plain\\n'`);
    await see(page, /^example\.com[\s\S]*^http:\S+plain/m);

    for (const [text, path] of [
      ['example.com', '/named'],
      [catcher.origin, '/plain'],
    ] as const) {
      await press(text);
      // The address itself, whatever the text says.
      await asked.filter({ hasText: `${catcher.origin}${path}` }).waitFor();
      expect(context.pages()).toHaveLength(1);
      await page.keyboard.press('Escape');
      await asked.waitFor({ state: 'hidden' });
      await press(text);
      const [tab] = await Promise.all([context.waitForEvent('page'), asked.getByRole('button', { name: 'Open', exact: true }).click()]);
      await tab.getByText('over there').waitFor();
      expect([tab.url(), await tab.evaluate('[window.opener, document.referrer]')]).toEqual([`${catcher.origin}${path}`, [null, '']]);
      await tab.close();
    }
    const pages = catcher.requests.filter(({ path }) => path === '/named' || path === '/plain');
    expect(pages.map(({ path, headers }) => [path, headers.referer])).toEqual([
      ['/named', undefined],
      ['/plain', undefined],
    ]);

    const others = [
      'javascript:window.postern_hit=1',
      'data:text/html,over',
      'file:///etc/passwd',
      'ssh://example.com',
      'mailto:a@example.com',
    ];
    await typeLine(page, `clear; printf '${others.map((address, at) => named(address, `other-${at}`)).join('')}'`);
    await see(page, new RegExp(`^other-${others.length - 1}`, 'm'));
    for (const at of others.keys()) await press(`other-${at}`);
    await typeLine(page, 'echo then-$((3+3))');
    await see(page, 'then-6');
    expect([await asked.count(), context.pages().length]).toEqual([0, 1]);
    await unharmed(page, 'terminal after clicks on links');
  });

  test('in the lists of sessions and commands, live and recorded, is text', async () => {
    const { page } = person;
    await typeLine(page, 'exit');
    await recordingOf(scene.api, session);
    for (const path of [
      '/ui/audit/audits/login-logs',
      '/ui/audit/sessions/sessions?activeTab=OfflineList',
      '/ui/audit/sessions/command',
      `/luna/replay/${session}`,
    ]) {
      await visit(page, path);
      if (!path.includes('login-logs')) await holds(page, path, 'postern_hit');
      await unharmed(page, path);
    }
    // Played to the end: the player draws what the terminal drew.
    const position = page.getByRole('slider', { name: 'Position' });
    await position.press('End');
    await until('the end of the replay', 60_000, async () => {
      const [at, end] = await Promise.all(['aria-valuenow', 'aria-valuemax'].map((name) => position.getAttribute(name)));
      return Number(end) > 0 && Number(at) >= Number(end) - 0.2;
    });
    await drawn(page);
    await unharmed(page, 'replay at its end');
  });
});

describe('a person with harm in the name', () => {
  test('is greeted by it as text', async () => {
    await confirmTerms(scene.postern.origin, 'eve', TEST_PASSWORD);
    const eve = await newPerson(browser, { origin: scene.postern.origin });
    await startSession(eve.page, 'eve', TEST_PASSWORD);
    for (const path of ['/ui/workbench/home', '/ui/workbench/assets', '/ui/profile/info', '/luna/']) {
      await visit(eve.page, path);
      const found = await eve.page.evaluate('({ hit: window.postern_hit ?? 0, marks: document.querySelectorAll("[data-hit]").length })');
      expect({ path, found, troubles: eve.troubles() }).toEqual({ path, found: { hit: 0, marks: 0 }, troubles: [] });
    }
    await eve.close();
  });
});
