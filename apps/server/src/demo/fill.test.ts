import { addressOf } from '@postern/client/api';
import type { Json } from '@postern/testkit/api';
import { clientOf } from '@postern/testkit/client';
import { createHost, createUser } from '@postern/testkit/factories';
import { expect, test } from 'vitest';
import { serverOfFile, startTestServer } from '../../test/harness.ts';
import { loginChain } from '../platform/audit/login-log.ts';
import { verifyChain } from '../platform/audit/verify.ts';
import { fillDemo } from './fill.ts';

let told: string[];

const server = serverOfFile();

function fill(on = server) {
  told = [];
  const { platform, assembly } = on;
  return fillDemo({ ...assembly, platform, target: { password: 'Demo-of-a-test-1', port: 2022 }, say: (what) => told.push(what) });
}

const LISTS = ['users', 'hosts', 'sessions', 'commands', 'ftpLogs', 'tickets', 'changeSecretExecutions', 'loginLogs'] as const;

async function counts(on = server): Promise<Record<string, number>> {
  const admin = await on.as('admin');
  const found = LISTS.map(async (list) => {
    const { body } = await admin.get<{ count: number }>(`${addressOf(list)}?limit=1&offset=0`);
    return [list, body.count] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

test('a demo is filled once, whoever starts it again', async () => {
  const first = await fill();
  expect(first?.made.length).toBeGreaterThan(8);
  expect([...(first?.people.values() ?? [])]).toEqual(['administrator', 'auditor', 'user', 'approver']);
  expect(told.length).toBeGreaterThan(3);
  const there = await counts();
  expect(await fill()).toMatchObject({ made: [], people: first?.people });
  expect(told).toEqual([]);
  expect(await counts()).toEqual(there);
});

test('the month that was has sessions on most days, with commands, files, and some that a rule refused', async () => {
  const { sessions, commands, ftpLogs } = clientOf(await server.as('admin'));
  const { results } = await sessions.list({ limit: 100, offset: 0 });
  expect(results.length).toBeGreaterThanOrEqual(20);
  expect(results.length).toBeLessThanOrEqual(40);
  const starts = results.map(({ date_start }) => Date.parse(String(date_start)));
  const now = Date.now();
  expect(Math.max(...starts)).toBeLessThan(now);
  expect(Math.max(...starts)).toBeGreaterThan(now - 3 * 86_400_000);
  expect(Math.min(...starts)).toBeLessThan(now - 20 * 86_400_000);
  expect(Math.min(...starts)).toBeGreaterThan(now - 34 * 86_400_000);
  expect(new Set(starts.map((at) => Math.floor(at / 86_400_000))).size).toBeGreaterThan(12);
  expect((await commands.list({ limit: 1, offset: 0, risk_level: 5 })).count).toBeGreaterThan(2);
  expect((await commands.list({ limit: 1, offset: 0, risk_level: 4 })).count).toBeGreaterThan(2);
  expect((await ftpLogs.list({ limit: 1, offset: 0 })).count).toBeGreaterThan(5);
});

test('every recording stands the check of its chain and plays what was typed', async () => {
  const admin = await server.as('admin');
  const { sessions, commands } = clientOf(admin);
  const { results } = await sessions.list({ limit: 100, offset: 0 });
  for (const { id } of results) expect(await sessions.verifyReplay(id)).toMatchObject({ chained: true, intact: true });
  const [last] = results as unknown as [Json];
  const { src } = await sessions.replay(last.id);
  const lines = String((await admin.get<string>(String(src))).body)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  expect(lines[0]).toMatchObject({ version: 2, title: expect.stringContaining('@') });
  const events = lines.slice(1) as [number, string, string][];
  expect(events.map(([at]) => at)).toEqual(events.map(([at]) => at).toSorted((a, b) => a - b));
  const shown = events.reduce((text, [, , data]) => (data === '\b \b' ? text.slice(0, -1) : text + data), '');
  const entered = await commands.list({ limit: 20, offset: 0, session_id: last.id });
  expect(entered.count).toBe(last.command_amount);
  for (const { input } of entered.results) expect(shown).toContain(input);
});

test('the log of logins is whole with what was added to it', async () => {
  const { platform } = server;
  const { rows, broken } = await verifyChain(platform.database.db, loginChain);
  expect(broken).toBeUndefined();
  expect(rows).toBeGreaterThan(20);
});

test('what a former demo lacks is added to it, and what it has stays', async () => {
  const before = await counts();
  const { systemSettings, asSystem } = server.platform;
  const kept = systemSettings.stored('demo') as { parts: string[] };
  await asSystem('a test', (ctx) =>
    systemSettings.set(ctx, { demo: { ...kept, parts: kept.parts.filter((name) => name !== 'rotation') } }),
  );
  const admin = clientOf(await server.as('admin'));
  const [plan] = (await admin.changeSecretAutomations.list({ limit: 1, offset: 0 })).results;
  await admin.changeSecretAutomations.partialUpdate(String(plan?.id), { name: 'Kept by hand' });
  await fill();
  expect(told).toHaveLength(1);
  expect(await counts()).toEqual({ ...before, changeSecretExecutions: (before.changeSecretExecutions ?? 0) + 1 });
});

test('an installation in use is left as it is: nobody is added to it, and nobody of it is offered', async () => {
  const own = await startTestServer();
  try {
    const admin = await own.as('admin');
    await createUser(admin, { username: 'sofia.reyes' });
    await createHost(admin, { name: 'ours' });
    const before = await counts(own);
    expect(await fill(own)).toBeUndefined();
    expect(await counts(own)).toEqual(before);
  } finally {
    await own.close();
  }
});
