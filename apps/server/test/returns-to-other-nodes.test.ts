import { randomUUID } from 'node:crypto';
import type { Api, Json } from '@postern/testkit/api';
import { createAccount, createHost, createPermission, createUser, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import { openPage, type Page } from '@postern/testkit/terminal-page';
import { until } from '@postern/testkit/until';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestServer } from './harness.ts';
import { dataOf, endOf, openAt, portOf, twoNodes } from './two-nodes.ts';

/** A page whose line is lost is answered by another node: the next one that the balancer chose, or the one that is left while others restart. */

const sshd = forThisFile(startSshd, (it) => it.stop());
const { first, second, gateways } = await twoNodes(60);

let admin: Api;
let ann: Json;
let host: Json;
const cookies: Record<string, string> = {};
beforeAll(async () => {
  admin = await first.as('admin');
  ann = await createUser(admin, { username: uniqueName('ann') });
  const bob = await createUser(admin, { username: uniqueName('bob') });
  host = await createHost(admin, { address: '127.0.0.1', protocols: [{ name: 'ssh', port: sshd.port }] });
  await createAccount(admin, String(host.id), { name: 'ops', username: sshd.user, secret_type: 'ssh_key', secret: sshd.privateKey });
  await createPermission(admin, { users: [ann.id], assets: [host.id], accounts: ['@ALL'], actions: ['all'] });
  for (const [name, { username }] of Object.entries({ ann, bob })) cookies[name] = (await first.browser(String(username))).cookies.text();
});

type Opened = Awaited<ReturnType<typeof openAt>>;
const open = (node: TestServer): Promise<Opened> => openAt(node, { username: String(ann.username), cookie: cookies.ann ?? '' }, host.id);

/** Cuts the line as a network does, without a word of leaving. */
async function lose({ socket, closed }: Page): Promise<void> {
  socket.terminate();
  await closed;
}

const back = (node: TestServer, { id, secret }: { id: string; secret: string }, received: number, { who = 'ann', names = id } = {}): Page =>
  openPage(portOf(node), `type=resume&target_id=${names}`, {
    cookie: cookies[who] ?? '',
    acksFrom: received,
    init: { resume: { session: id, secret, received } },
  });
const rowOf = async (id: string) => (await sql<Json>`select * from sessions where id = ${id}`.execute(first.db)).rows[0];

describe('a page that another node answers when it comes back', () => {
  test('has its session, with every byte that it missed, once and in order, in one recording', async () => {
    const opened = await open(second);
    const { page, id } = opened;
    page.type('stty -echo -onlcr; PS1=; mark=kept; echo re""ady; read x; seq -w 1 60000; echo do""ne\r');
    await page.see('ready');
    page.type('\r');
    await page.see(/^0\d{4}$/m);
    await lose(page);
    const before = page.output();
    const again = back(first, opened, before.length);
    const returned = dataOf(await again.frame('TERMINAL_SESSION'));
    expect(returned.session.id).toBe(id);
    await again.see('done');
    const whole = Buffer.concat([before, again.output()]).toString();
    expect(whole.match(/^\d{5}$/gm)).toEqual(Array.from({ length: 60_000 }, (_, n) => String(n + 1).padStart(5, '0')));
    again.type('echo "$mark still"\r');
    await again.see('kept still');

    // And from there to a node again, with the secret that this one was given.
    await lose(again);
    const third = back(second, { id, secret: returned.resume.secret }, before.length + again.output().length);
    expect(dataOf(await third.frame('TERMINAL_SESSION')).session.id).toBe(id);
    third.type('exit\r');
    expect(await endOf(third)).toMatchObject({ reason: 'target_closed' });
    await until('its recording has arrived', 60_000, async () => (await rowOf(id))?.has_replay === true);
    // Recordings lie where they were sent, with the server of that gateway.
    const there = await second.as('admin');
    const { src } = (await there.get(`terminal/sessions/${id}/replay/`)).body;
    const [, ...events] = (await there.get<string>(src)).body.trim().split('\n');
    const shown = events.map((line) => JSON.parse(line)).flatMap(([, kind, text]) => (kind === 'o' ? [text] : []));
    expect(shown.join('')).toBe(Buffer.concat([before, again.output(), third.output()]).toString());
    const { rows } = await sql<Json>`select id from sessions where user_id = ${ann.id}`.execute(first.db);
    expect(rows).toEqual([{ id }]);
  });

  test('is let in by its secret and its login alone, and told nothing otherwise', async () => {
    const opened = await open(second);
    await lose(opened.page);
    const received = opened.page.output().length;
    for (const [what, stranger] of Object.entries({
      'a wrong secret': back(first, { ...opened, secret: 'A'.repeat(43) }, received),
      'somebody else with the right one': back(first, opened, received, { who: 'bob' }),
      'another session in the address': back(first, opened, received, { names: randomUUID() }),
      'no session in the address': back(first, opened, received, { names: '' }),
    })) {
      expect(await endOf(stranger), what).toEqual({ reason: 'client_lost', params: {} });
      expect(
        stranger.frames.map(({ type }) => type),
        what,
      ).toEqual(['CONNECT', 'CLOSE']);
    }
    const again = back(first, opened, received);
    await again.frame('TERMINAL_SESSION');
    again.type('exit\r');
    await again.closed;
  });

  test('is told why its session ended meanwhile', async () => {
    const opened = await open(second);
    await lose(opened.page);
    expect((await admin.post(`terminal/sessions/${opened.id}/order/`, { order: 'terminate', reason: 'from afar' })).status).toBeLessThan(
      300,
    );
    await until('it is over', 60_000, async () => (await rowOf(opened.id))?.is_finished === true);
    expect(await endOf(back(first, opened, opened.page.output().length))).toMatchObject({ reason: 'terminated' });
    expect(await endOf(back(first, opened, opened.page.output().length))).toMatchObject({ reason: 'client_lost' });
  });

  test('is told that another node has it where no way leads there, and finds it on that one', async () => {
    const opened = await open(first);
    await lose(opened.page);
    const received = opened.page.output().length;
    expect(await endOf(back(second, opened, received))).toEqual({ reason: 'carried_elsewhere', params: {} });
    const again = back(first, opened, received);
    await again.frame('TERMINAL_SESSION');
    again.type('exit\r');
    await again.closed;
    // It is over: there is nothing to find any more.
    await until('it is over', 60_000, async () => (await rowOf(opened.id))?.is_finished === true);
    expect(await endOf(back(second, opened, received))).toEqual({ reason: 'client_lost', params: {} });
  });

  test('hears through it that the gateway of its session restarts, and works on until then', async () => {
    const opened = await open(second);
    await lose(opened.page);
    const again = back(first, opened, opened.page.output().length);
    await again.frame('TERMINAL_SESSION');
    const away = await open(second);
    await lose(away.page);
    const stopped = gateways.two.stop();
    expect(dataOf(await again.frame('TERMINAL_RESTART')).seconds).toBeGreaterThan(50);
    again.type('echo meanwhile $((2+1))\r');
    await again.see('meanwhile 3');
    // The one whose line was away when it was said comes back by the other node, and is told as well.
    const late = back(first, away, away.page.output().length);
    expect(dataOf(await late.frame('TERMINAL_RESTART')).seconds).toBeGreaterThan(0);
    for (const page of [again, late]) {
      page.type('exit\r');
      expect(await endOf(page)).toMatchObject({ reason: 'target_closed' });
    }
    await stopped;
    await Promise.all(
      [opened, away].map(({ id }) => until('its recording has arrived', 60_000, async () => (await rowOf(id))?.has_replay === true)),
    );
  });
});
