import { randomUUID } from 'node:crypto';
import type { ConnectionSecret } from '@postern/contract/component';
import { ENTRANCES, type EntranceName } from '@postern/testkit/entrance-table';
import { openPage } from '@postern/testkit/terminal-page';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ticket } from './core-reviews.ts';
import { type EntranceWorld, grantOf, USES } from './entrance-uses.ts';
import { startEntranceWorld } from './entrance-world.ts';
import { type NativeClient, nativeClient, type Running } from './native-client.ts';
import { ANN_COOKIE, eventually } from './world.ts';

// A connection that somebody has to approve, at every door that can wait for it: what reaches the target while it waits, and what becomes of it.

/** Milliseconds in which a decision is heard of on a busy machine: less than the gateway takes to ask again by itself. */
const SOON = 2_500;
let on: EntranceWorld;
let bystander: NativeClient;
/** What the door in hand has started last. */
let started: Running | undefined;
let stop: (() => Promise<void>) | undefined;

beforeAll(async () => {
  const begun = await startEntranceWorld((world) => (grant) => {
    world.core.reviews.targets.set(grant.asset.name, grant);
    return `ann+${grant.protocol}+ops+${grant.asset.name}`;
  });
  stop = begun.stop;
  bystander = nativeClient(begun.world, begun.sshd);
  const { client } = begun;
  const start: NativeClient['start'] = (args, options) => {
    started = client.start(args, options);
    return started;
  };
  on = { ...begun, client: { ...client, start, run: (args, options = {}) => start(args, { input: '', ...options }).ended } };
});
afterAll(async () => {
  await stop?.();
  bystander?.stop();
});

const entrances = (Object.keys(ENTRANCES) as EntranceName[]).filter((entrance) => USES[entrance].here?.() ?? true);
const native = entrances.filter((entrance) => !entrance.startsWith('browser'));
/** Whose program is ended by the test, and leaves no other behind. */
const ours = native.filter((entrance) => !/PuTTY|paramiko|sshfs|git|JetBrains/.test(entrance));
const actions = ['connect', 'upload', 'download', 'delete', 'forward'].map((value) => ({ value, label: value }));

/** Uses a door to an asset of its own. Each connection to it waits for an approval. */
function visiting(entrance: EntranceName) {
  const name = `door-${randomUUID().slice(0, 8)}`;
  const grants = (): ConnectionSecret => {
    const grant = grantOf(on, entrance, name, { actions });
    return { ...grant, asset: { ...grant.asset, id: randomUUID() } };
  };
  const { core } = on.world;
  const tickets = (): Ticket[] => core.reviews.tickets.filter(({ about }) => about === name);
  const sessions = () => [...core.sessions.values()].filter(({ asset }) => String(asset).startsWith(`${name}(`));
  const using = USES[entrance].use(on, grants);
  /** What comes of it when each of its tickets is decided so: some make a connection for each way of a file, or ask for each stream. */
  async function decided(state: 'approved' | 'rejected') {
    let over = false;
    void using.then(() => {
      over = true;
    });
    await eventually(() => {
      for (const ticket of tickets()) if (ticket.state === 'pending') core.decide(ticket, state);
      return over;
    });
    return using;
  }
  return { using, tickets, sessions, decided, asked: () => eventually(() => tickets().find(({ state }) => state === 'pending'), 20_000) };
}

/** Somebody else does something at the same target meanwhile, which tells that the gateway had time for it. */
async function nothingReaches(visit: ReturnType<typeof visiting>): Promise<void> {
  const before = on.sshd.logins();
  expect((await bystander.run(['true'])).code).toBe(0);
  expect(on.sshd.logins()).toBe(before + 1);
  expect(visit.sessions()).toEqual([]);
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const from = Date.now();
  const done = await work;
  expect(Date.now() - from).toBeLessThan(ms);
  return done;
}

describe('a connection that waits', () => {
  test.each(native)('%s: reaches nothing, goes on once approved, and loses nothing', async (entrance) => {
    const visit = visiting(entrance);
    const ticket = await visit.asked();
    await nothingReaches(visit);
    on.world.core.decide(ticket, 'approved');
    await within(
      SOON,
      eventually(() => visit.sessions().length > 0),
    );
    const { ok, output } = await visit.decided('approved');
    expect(ok, output).toBe(true);
  });

  test.each(native)('%s: ends when it is rejected, with a word where it shows any', async (entrance) => {
    const visit = visiting(entrance);
    await visit.asked();
    const { ok, output } = await within(SOON, visit.decided('rejected'));
    expect(ok).toBe(false);
    if (ENTRANCES[entrance].strict === 'told') expect(output).toContain('Not approved.');
    expect(visit.sessions()).toEqual([]);
  });

  test.each(ours)('%s: is withdrawn when its client goes', async (entrance) => {
    const visit = visiting(entrance);
    const ticket = await visit.asked();
    started?.kill();
    await within(
      SOON,
      eventually(() => ticket.withdrawn),
    );
    await visit.using;
    expect(visit.sessions()).toEqual([]);
  });

  test('ends when it is closed elsewhere, and when nobody decides in time, which nobody tells', async () => {
    const closed = visiting('`ssh … command`');
    on.world.core.decide(await closed.asked(), 'closed');
    expect((await within(SOON, closed.using)).output).toContain('The request is closed');
    on.world.core.reviews.lasts = 2_000;
    try {
      const late = visiting('`ssh … command`');
      const { lapses } = await late.asked();
      expect((await late.using).output).toContain('The request is closed');
      expect(Date.now() - lapses).toBeLessThan(SOON);
      expect(late.sessions()).toEqual([]);
    } finally {
      on.world.core.reviews.lasts = 600_000;
    }
  });

  test('is waited for while the core is away, and decided when it is back', async () => {
    const visit = visiting('`ssh … command`');
    const ticket = await visit.asked();
    on.world.core.down = true;
    ticket.state = 'approved';
    on.world.core.decide(ticket, 'approved');
    expect(visit.sessions()).toEqual([]);
    on.world.core.down = false;
    expect((await visit.using).ok).toBe(true);
  });

  test.each(['browser, SSH terminal', 'browser, file manager'] as const)(
    '%s: a token that waits opens nothing, and is not spent by it',
    async (entrance) => {
      const { core, gateway } = on.world;
      const grant = grantOf(on, entrance, `page-${randomUUID().slice(0, 8)}`, { actions });
      const asset = { ...grant.asset, id: randomUUID() };
      core.reviews.targets.set(asset.name, { ...grant, asset });
      const path = '/authentication/super-connection-token/?create_ticket=true';
      const token = core.reviews.answer('POST', path, { asset: asset.id })?.body as { id: string };
      const visit = () => openPage(gateway.port, `token=${token.id}`, { cookie: ANN_COOKIE, files: entrance.includes('file') });
      const early = visit();
      await new Promise((open) => early.socket.once('open', open));
      early.type('echo never\r');
      expect(JSON.parse((await early.frame('CLOSE')).data)).toMatchObject({ reason: 'token_refused' });
      const ticket = core.reviews.tickets.find(({ about }) => about === asset.name) as Ticket;
      core.decide(ticket, 'approved');
      const page = visit();
      await within(SOON, page.frame('TERMINAL_SESSION'));
      page.send('CLOSE', '');
      await page.closed;
    },
  );
});
