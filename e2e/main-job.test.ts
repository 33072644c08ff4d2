import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Api, createApi, type Json } from '@postern/testkit/api';
import { type Sshd, startSshd } from '@postern/testkit/sshd';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { apiOf } from './support/actors.ts';
import { type Browser, newPerson, type Person, shoot, shootFailure, startBrowser } from './support/browser.ts';
import { pageOf, playsOffline, verifyEvidence } from './support/bundle.ts';
import { choose, completeProfile, logIn, renewPassword, rowOf, save, treeMenu } from './support/console.ts';
import { ADMIN_PASSWORD, type Postern, startPostern } from './support/postern.ts';
import { recordingOf } from './support/recording.ts';
import { visit } from './support/screen-here.ts';
import { socketAnswer } from './support/socket.ts';
import { atPrompt, connectTo, screenText, see, typeLine } from './support/terminal.ts';
import { until } from './support/until.ts';

// The main job, once through, on the screens: an administrator lets a person onto a real machine, the person works
// there from the browser, an auditor sees what was done. The tests are steps: each stands on the one before.

/** What the administrator sets, and what people choose for themselves. */
const GIVEN = 'Sturdy-Gate-42!';
const PASSWORD = 'Own-Sturdy-Gate-43!';
const HOST = 'berlin-web-1';
const LAST = 760_000;
const people = ['mia', 'audra', 'otto'] as const;

let postern: Postern;
let sshd: Sshd;
let browser: Browser;
let admin: Person;
let mia: Person;
let audra: Person;
let otto: Person;
let adminApi: Api;
let first: Json;

beforeAll(async () => {
  // The shell of the target is a real one of the account that runs the test; its history stays as it was.
  sshd = await startSshd(['SetEnv HISTFILE=/dev/null', 'PermitUserEnvironment no']);
  [postern, browser] = await Promise.all([startPostern(), startBrowser()]);
  const open = () => newPerson(browser, { origin: postern.origin });
  [admin, mia, audra, otto] = [await open(), await open(), await open(), await open()];
});

afterAll(async () => {
  await browser?.close();
  await postern?.stop();
  await sshd?.stop();
});

// What the pages of a failed step looked like.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const [index, page] of [admin, mia, audra, otto].flatMap((person) => person.page.context().pages()).entries())
    await shootFailure(page, `main-job-${index}`);
});

const sessions = async (query: Json): Promise<Json[]> => {
  const answer = await adminApi.get<Json>('terminal/sessions/', { query: { limit: 10, ...query } });
  return answer.body.results;
};

describe('an administrator lets somebody in', () => {
  test('logs in for the first time', async () => {
    await logIn(admin.page, 'admin', ADMIN_PASSWORD);
    await completeProfile(admin.page, { name: 'Ada Quay', email: 'ada@harbour.dev' });
    await admin.page.waitForURL('**/ui/console/dashboard');
    adminApi = await apiOf(postern.origin, 'admin', ADMIN_PASSWORD);
  });

  test('creates a node in the tree', async () => {
    const { page } = admin;
    await visit(page, '/ui/console/assets/assets');
    await treeMenu(page, /Default/, 'Create node');
    const name = page.getByRole('textbox', { name: 'Node name' });
    await name.fill('Berlin');
    await name.press('Enter');
    // The name of the branch holds what is written in it: until the field has gone, nobody knows whether it was taken.
    await name.waitFor({ state: 'hidden' });
    await page.getByRole('treeitem', { name: /Berlin/ }).waitFor();
  });

  test('creates a host with its port and its account', async () => {
    const { page } = admin;
    await visit(page, '/ui/console/assets/hosts/create?platform=1');
    await page.getByRole('textbox', { name: 'Name' }).fill(HOST);
    await page.getByRole('textbox', { name: 'Address' }).fill('127.0.0.1');
    await page.getByRole('spinbutton', { name: 'Port ssh' }).fill(String(sshd.port));
    await choose(page, page, 'Nodes', 'Berlin');
    await page.getByRole('button', { name: 'Add account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add account' });
    await dialog.getByRole('textbox', { name: 'Name' }).first().fill(sshd.user);
    await dialog.getByRole('radio', { name: 'SSH key' }).check();
    await dialog.getByRole('textbox', { name: 'SSH key' }).fill(sshd.privateKey);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await save(page);
    await rowOf(page, HOST).waitFor();
  });

  test('creates the people: a user, an auditor, and one without any permission', async () => {
    const { page } = admin;
    for (const name of people) {
      await visit(page, '/ui/console/users/users/create');
      await page.getByRole('textbox', { name: 'Name', exact: false }).first().fill(name);
      await page.getByRole('textbox', { name: 'Username' }).fill(name);
      await page.getByRole('textbox', { name: 'Email' }).fill(`${name}@example.com`);
      await page.locator('input[type="password"]').fill(GIVEN);
      if (name === 'audra') await choose(page, page, 'System roles', 'System auditor');
      await save(page);
      await rowOf(page, name).waitFor();
    }
  });

  test('creates the permission', async () => {
    const { page } = admin;
    await visit(page, '/ui/console/perms/asset-permissions/create');
    await page.getByRole('textbox', { name: 'Name' }).fill('Mia on Berlin');
    await choose(page, page, 'Users', 'mia');
    await choose(page, page, 'Nodes', 'Berlin');
    await save(page);
    await page.getByRole('heading', { name: 'Mia on Berlin' }).waitFor();
  });

  test('and meets no error on any of these screens', () => {
    expect(admin.troubles()).toEqual([]);
  });
});

describe('the user works on the machine', () => {
  test('logs in for the first time and connects', async () => {
    const { page } = mia;
    await enterFirst(mia, 'mia');
    await visit(page, '/luna/');
    await connectTo(page, HOST);
    await typeLine(page, 'echo it-is-$((40 + 2))-here');
    await see(page, 'it-is-42-here');
    first = await until('the session is announced', 10_000, async () => (await sessions({ is_finished: 0 }))[0]);
    expect(first).toMatchObject({ asset: `${HOST}(127.0.0.1)`, is_finished: false });
  });

  test('runs a full-screen program and comes back to the shell', async () => {
    const { page } = mia;
    await typeLine(page, 'seq 1 500 | less');
    await see(page, /(^|\n)1\n2\n3\n/);
    await page.keyboard.press('G');
    await see(page, /\n500\n\(END\)/);
    await page.keyboard.press('q');
    await atPrompt(page);
    await typeLine(page, 'vi -u NONE -N');
    await see(page, '~\n~\n~\n');
    await page.keyboard.type('iwritten in a full-screen program');
    await see(page, 'written in a full-screen program');
    await page.keyboard.press('Escape');
    await page.keyboard.type(':q!\n');
    await atPrompt(page);
    await typeLine(page, 'echo back-$((1 + 1))');
    const text = await see(page, 'back-2');
    expect(text).not.toContain('written in a full-screen program');
  });

  test('gets the new size after the window changed', async () => {
    const { page } = mia;
    const size = async (name: string): Promise<[number, number]> => {
      await typeLine(page, `echo ${name}-$(stty size | tr ' ' x)`);
      const [, rows, cols] = /-(\d+)x(\d+)/.exec(await see(page, new RegExp(`^${name}-\\d+x\\d+$`, 'm'))) ?? [];
      return [Number(rows), Number(cols)];
    };
    const before = await size('before');
    await page.setViewportSize({ width: 1000, height: 640 });
    const after = await until('the shell has the new size', 15_000, async () => {
      const now = await size(`after${Date.now() % 1000}`);
      return now[0] < before[0] && now[1] < before[1] && now;
    });
    expect(after[1]).toBeLessThan(before[1]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  test('prints 5 MB', async () => {
    const { page } = mia;
    await typeLine(page, `clear; seq 1 ${LAST}; echo "sum $(seq 1 ${LAST} | sha256sum)"`);
    const text = await see(page, /^sum [0-9a-f]{64}/m, 60_000);
    expect(text).toContain(`\n${LAST}\n`);
    expect(text).toContain(sumOfNumbers());
    await shoot(page, 'main-job-terminal');
  });
});

const sumOfNumbers = (): string =>
  createHash('sha256')
    .update(Array.from({ length: LAST }, (_, index) => `${index + 1}\n`).join(''))
    .digest('hex');

describe('the auditor sees it', () => {
  let watched: Page;

  test('sees the session live and watches it', async () => {
    const { page } = audra;
    await enterFirst(audra, 'audra');
    await visit(page, '/ui/audit/sessions/sessions');
    const row = rowOf(page, HOST);
    await row.waitFor();
    [watched] = await Promise.all([page.waitForEvent('popup'), takeAction(page, HOST, 'Monitor')]);
    await watched.locator('.pt-status').getByText('Watching').waitFor();
    await typeLine(mia.page, 'echo seen-by-$((3 * 3))-eyes');
    await see(watched, 'seen-by-9-eyes');
  });

  test('cannot type into it', async () => {
    await watched.keyboard.type('echo not-$((4 * 4))\n');
    await typeLine(mia.page, 'echo after-$((5 * 5))');
    await see(mia.page, 'after-25');
    expect(await screenText(mia.page)).not.toContain('not-16');
    await watched.close();
  });

  test('terminates a second session, and the user reads why', async () => {
    const user = await mia.page.context().newPage();
    await visit(user, '/luna/');
    await connectTo(user, HOST);
    await typeLine(user, 'echo second-$((6 * 6))');
    await see(user, 'second-36');
    const second = (await sessions({ is_finished: 0, order: '-date_start' })).find((row) => row.id !== first.id);
    expect(second).toBeDefined();

    const { page } = audra;
    await visit(page, `/ui/audit/sessions/sessions/${second?.id}`);
    await page.getByRole('button', { name: 'Terminate' }).first().click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Terminate' });
    await confirm.waitFor();
    await confirm.click();
    await user
      .getByText(/^This session was ended by audra.*\.$/)
      .first()
      .waitFor();
    await shoot(user, 'main-job-terminated');
    await user.close();
    const row = await until('the second session is closed out', 10_000, async () =>
      (await sessions({ is_finished: 1 })).find((one) => one.id === second?.id),
    );
    expect(row.is_finished).toBe(true);
  });

  test('finds every byte in the recording once the session has ended', async () => {
    await typeLine(mia.page, 'exit');
    await mia.page.getByText('The session ended on the asset.').first().waitFor();
    const { text } = await recordingOf(adminApi, String(first.id));
    expect(text).toContain('it-is-42-here');
    // less and vi each went to the terminal's other screen and came back.
    expect(text.split('\u001b[?1049h').length - 1).toBeGreaterThanOrEqual(2);
    expect(text.split('\u001b[?1049l').length - 1).toBeGreaterThanOrEqual(2);
    const printed = text.indexOf('1\r\n2\r\n3\r\n', text.lastIndexOf('clear; seq'));
    const end = text.indexOf(`\r\n${LAST}\r\n`, printed) + `\r\n${LAST}\r\n`.length;
    const numbers = text.slice(printed, end).replaceAll('\r\n', '\n');
    expect(createHash('sha256').update(numbers).digest('hex')).toBe(sumOfNumbers());
  });

  test('replays it, seeks, and jumps to a command', async () => {
    const { page } = audra;
    await visit(page, '/ui/audit/sessions/sessions?activeTab=OfflineList');
    await page.getByRole('tab', { name: 'Past' }).click();
    await rowOf(page, HOST).waitFor();
    const player = await page.context().newPage();
    await visit(player, `/luna/replay/${first.id}`);
    const commands = player.getByRole('complementary', { name: 'Commands' });
    await commands.waitFor();
    const shown = async (text: string): Promise<boolean> =>
      ((await player.getByTestId('replay').textContent()) ?? '').replaceAll('\u00a0', ' ').includes(text);
    const position = player.getByRole('slider', { name: 'Position' });
    const at = async (): Promise<number> => Number(await position.getAttribute('aria-valuenow'));
    const end = Number(await position.getAttribute('aria-valuemax'));
    await position.press('End');
    await until('the end', 20_000, async () => (await at()) >= end - 0.2);
    await until('the end on the screen', 20_000, () => shown('exit'));
    expect(await shown('it-is-42-here')).toBe(false);
    await commands.getByRole('button', { name: /it-is-/ }).click();
    await until('the moment of the command', 20_000, async () => (await at()) < end / 2);
    await until('its output on the screen', 20_000, async () => {
      await position.press('ArrowRight');
      return shown('it-is-42-here');
    });
    await shoot(player, 'main-job-replay');
    await player.close();
  });

  test('takes it away as a signed bundle, which is checked and played where there is no network', async () => {
    const player = await audra.page.context().newPage();
    await visit(player, `/luna/replay/${first.id}`);
    await player.getByRole('button', { name: 'Download' }).click();
    const [file] = await Promise.all([player.waitForEvent('download'), player.getByRole('link', { name: /^Signed bundle/ }).click()]);
    const folder = await mkdtemp(join(tmpdir(), 'postern-bundle-'));
    const bundle = join(folder, file.suggestedFilename());
    await file.saveAs(bundle);
    await player.close();
    try {
      const { fingerprint } = (await adminApi.get<Json>('terminal/evidence-key/')).body;
      const judged = await verifyEvidence(bundle, String(fingerprint));
      expect(judged).toMatchObject({ code: 0, said: expect.stringContaining('The bundle is whole.') });
      const bytes = await readFile(bundle);
      bytes[bytes.indexOf('it-is-$((40')] = 0x49;
      await writeFile(`${bundle}.changed`, bytes);
      expect(await verifyEvidence(`${bundle}.changed`, String(fingerprint))).toMatchObject({
        code: 1,
        said: expect.stringMatching(/^commands.json: BROKEN/m),
      });

      await playsOffline(browser, pageOf(bundle, first.id));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test('finds the recording by what was on its screen, and plays it from there', async () => {
    const { page } = audra;
    // A worker reads the recording once it has come.
    await until('the recording can be searched', 60_000, async () => {
      const found = await adminApi.get<Json>('terminal/screen-texts/', { query: { search: 'it-is-42-here', limit: 1, offset: 0 } });
      return found.body.count > 0;
    });
    await visit(page, '/ui/audit/sessions/sessions');
    await page.getByRole('tab', { name: 'Search in recordings' }).click();
    await page.getByRole('searchbox').fill('it-is-42 here');
    await page.getByRole('searchbox').press('Enter');
    const here = page.getByRole('link', { name: new RegExp(`^Play from here.*${HOST}`) }).first();
    await here.waitFor();
    await shoot(page, 'main-job-screen-search');
    const [player] = await Promise.all([page.waitForEvent('popup'), here.click()]);
    await player.getByTestId('replay').waitFor();
    await player.close();
  });

  test('plays it piece by piece: what is looked at is fetched, and shows what was there', async () => {
    const { page } = audra;
    await visit(page, '/ui/audit/sessions/command?search=it-is');
    const row = rowOf(page, 'echo it-is-');
    await row.waitFor();
    const [player] = await Promise.all([page.waitForEvent('popup'), row.getByRole('button', { name: 'Replay from here' }).click()]);
    const fetched = new Set<number>();
    player.on('request', (request) => {
      const piece = /\/replay\/pieces\/(\d+)\//.exec(request.url())?.[1];
      if (piece !== undefined) fetched.add(Number(piece));
    });
    const shown = async (text: string): Promise<boolean> =>
      ((await player.getByTestId('replay').textContent()) ?? '').replaceAll('\u00a0', ' ').includes(text);
    await until('the second of the command', 20_000, () => shown('it-is-42-here'));
    await player.getByRole('button', { name: 'Pause' }).click();
    const position = player.getByRole('slider', { name: 'Position' });
    // Five megabytes were printed between this and the last line.
    await position.press('End');
    await until('the end on the screen', 20_000, async () => (await shown('exit')) && !(await shown('it-is-42-here')));
    const { body: index } = await adminApi.get<Json>(`terminal/sessions/${first.id}/replay/index/`);
    const last = index.times.length - 1;
    expect(last).toBeGreaterThan(2);
    expect(fetched.has(last)).toBe(true);
    expect(fetched.size).toBeLessThan(index.times.length);
    await position.press('Home');
    await until('the beginning on the screen', 20_000, async () => !(await shown('exit')));
    await player
      .getByRole('complementary', { name: 'Commands' })
      .getByRole('button', { name: /after-\$/ })
      .first()
      .click();
    await until('what was there at a later command', 20_000, async () => {
      await position.press('ArrowRight');
      return shown('after-25');
    });
    await shoot(player, 'main-job-replay-pieces');
    await player.close();
  });

  test('finds the commands, with the way to their session', async () => {
    const { page } = audra;
    await visit(page, '/ui/audit/sessions/command');
    const row = rowOf(page, 'echo seen-by-');
    await row.waitFor();
    await row.getByRole('link', { name: 'Open' }).click();
    await page.waitForURL(`**/sessions/${first.id}*`);
  });

  test('reads what was changed, and who logged in', async () => {
    const { page } = audra;
    await visit(page, '/ui/audit/audits/operate-logs');
    await rowOf(page, 'Mia on Berlin').getByRole('button', { name: 'View changes' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Mia on Berlin').first().waitFor();
    await shoot(page, 'main-job-diff');
    await visit(page, '/ui/audit/audits/login-logs');
    for (const name of ['mia', 'audra']) await rowOf(page, name).waitFor();
  });

  test('and neither of them met an error', () => {
    expect(audra.troubles()).toEqual([]);
    expect(mia.troubles()).toEqual([]);
  });
});

describe('somebody without permission is refused', () => {
  const request = (): Json => ({ asset: first.asset_id, account: sshd.user, protocol: 'ssh', connect_method: 'web_cli' });

  test('at the API', async () => {
    await enterFirst(otto, 'otto');
    const api = await apiOf(postern.origin, 'otto', PASSWORD);
    const granted = await api.get<Json>('perms/users/self/assets/', { query: { limit: 10, offset: 0 } });
    expect(granted.body).toMatchObject({ count: 0, results: [] });
    expect((await api.get(`assets/assets/${first.asset_id}/`)).status).toBeGreaterThanOrEqual(403);
    expect((await api.get(`terminal/sessions/${first.id}/`)).status).toBeGreaterThanOrEqual(403);
    expect((await createApi({ origin: postern.origin }).get(`terminal/sessions/${first.id}/`)).status).toBe(401);
  });

  test('at the connection token', async () => {
    const api = await apiOf(postern.origin, 'otto', PASSWORD);
    const answer = await api.post<Json>('authentication/connection-token/', request());
    expect([400, 404]).toContain(answer.status);
    if (answer.status === 400) expect(JSON.stringify(answer.body)).toContain('perm_account_invalid');
  });

  test("at the WebSocket, with somebody else's token", async () => {
    const api = await apiOf(postern.origin, 'mia', PASSWORD);
    const token = (await api.post<Json>('authentication/connection-token/', request())).body;
    expect(await socketAnswer(otto.page, `token=${token.id}`)).toMatchObject({ opened: false, reason: 'token_refused' });
  });

  test('at the WebSocket, with a token that was used before', async () => {
    const api = await apiOf(postern.origin, 'mia', PASSWORD);
    const token = (await api.post<Json>('authentication/connection-token/', request())).body;
    expect(await socketAnswer(mia.page, `token=${token.id}`)).toMatchObject({ opened: true });
    expect(await socketAnswer(mia.page, `token=${token.id}`)).toMatchObject({ opened: false, reason: 'token_refused' });
  });

  test('at a session of others that is watched', async () => {
    expect(await socketAnswer(otto.page, `type=monitor&target_id=${first.id}`)).toMatchObject({ opened: false, reason: 'join_refused' });
  });
});

/** The first login of somebody made by the administrator. */
async function enterFirst(person: Person, username: (typeof people)[number]): Promise<void> {
  await logIn(person.page, username, GIVEN);
  await renewPassword(person.page, PASSWORD);
  await completeProfile(person.page);
  // That a password is due for replacement comes as a refusal, which browsers write to their console.
  person.troubles();
}

async function takeAction(page: Page, row: string, action: string): Promise<void> {
  await rowOf(page, row).getByRole('button', { name: action }).click();
}
