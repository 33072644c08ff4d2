import { randomUUID } from 'node:crypto';
import type { Json } from '@postern/testkit/api';
import { createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { beforeAll, expect, test } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';
import { runJob } from '../../app.ts';
import { KEPT_HOURS, LOAD_STEP_MS, noteLoad, stepOf } from './component-loads.ts';

let gate: string;
const server = serverOfFile();
const admin = forThisFile(() => server.as('admin'));
beforeAll(async () => {
  const made = await server.db
    .insertInto('terminals')
    .values({ id: randomUUID(), name: 'gate-1', type: 'koko' })
    .returning('id')
    .executeTakeFirstOrThrow();
  gate = made.id;
});

/** What it says of itself so many minutes ago. */
const report = (minutes: number, cpu_load: number, session_online = 0) =>
  server.platform.asSystem('test', (ctx) =>
    noteLoad({ ...ctx, clock: () => new Date(Date.now() - minutes * 60_000) }, gate, {
      cpu_load,
      memory_used: 50,
      disk_used: 10,
      session_online,
    }),
  );
const loads = async (hours: number | string, api = admin) => api.get<Json[]>('terminal/components/loads/', { query: { hours } });

test('the highest of each five minutes is kept, and told in points that stay few', async () => {
  for (const [cpu, sessions] of [
    [1, 4],
    [3, 2],
    [2, 3],
  ] as const)
    await report(20, cpu, sessions);
  await report(10 * 60, 7);
  const [one] = (await loads(6)).body as [Json];
  expect(one).toMatchObject({
    id: gate,
    name: 'gate-1',
    type: 'koko',
    step: 300,
    points: [{ cpu_load: 3, memory_used: 50, disk_used: 10, session_online: 4 }],
  });
  expect(one.points[0].at % 300).toBe(0);
  expect((await loads(24)).body[0]?.points.map((point: Json) => point.cpu_load)).toEqual([7, 3]);
  expect([6, 24, KEPT_HOURS].map(stepOf)).toEqual([300, 600, 3300]);
  // Two moments of one long step are one point, with the higher figures.
  await report(10 * 60 + 5, 9);
  const week = (await loads(KEPT_HOURS)).body[0]?.points as Json[];
  expect(Math.max(...week.map((point) => point.cpu_load))).toBe(9);
  expect(week.length).toBeLessThanOrEqual(3);
});

test('more hours than are kept, and what is no number, are refused; whoever may not see components sees none', async () => {
  expect([(await loads(KEPT_HOURS + 1)).status, (await loads('many')).status, (await loads(0)).status]).toEqual([400, 400, 400]);
  const person = await server.as(String((await createUser(admin)).username));
  expect((await loads(6, person)).status).toBe(403);
});

test('what is older than a week is forgotten, and a component takes its own with it', async () => {
  await report(KEPT_HOURS * 60 + LOAD_STEP_MS / 60_000 + 1, 5);
  const kept = async () => (await server.db.selectFrom('component_loads').select('cpu_load').execute()).map(({ cpu_load }) => cpu_load);
  expect(await kept()).toContain(5);
  const job = server.assembly.jobs.find(({ name }) => name === 'terminals.forget-loads');
  if (!job) throw new Error('There is no such job');
  await runJob(server.platform, job, {});
  expect(await kept()).not.toContain(5);
  expect(await kept()).toContain(9);
  await server.db.deleteFrom('terminals').where('id', '=', gate).execute();
  expect(await kept()).toEqual([]);
});
