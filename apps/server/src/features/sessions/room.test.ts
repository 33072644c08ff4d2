import { randomUUID } from 'node:crypto';
import { ORG } from '@postern/contract/ids';
import type { Json } from '@postern/testkit/api';
import { createHost, createOrganisation, createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { beforeEach, expect, test } from 'vitest';
import { exchanged, TYPED_IN } from '../../../test/exchanged.ts';
import { reportedSessions } from '../../../test/reported-sessions.ts';

/** Most sessions of a person at once: decided where each is reported before its target is opened. */

const world = forThisFile(reportedSessions, ({ server }) => server.close());
const limit = async (count: number) =>
  expect((await world.admin.patch('settings/setting/?category=security', { SECURITY_MAX_SESSION_COUNT: count })).status).toBe(200);

const reported: string[] = [];
/** The answer to the report of one. */
async function report(person: Json, machine: Json, change: Json = {}, headers: Record<string, string> = {}) {
  const id = randomUUID();
  const about = { user: 'Mei(mei)', user_id: person.id, asset: 'db-01(127.0.0.1)', asset_id: machine.id, account: 'root' };
  const how = { account_id: TYPED_IN, protocol: 'ssh', org_id: ORG.DEFAULT, date_start: new Date().toISOString() };
  const answer = await world.koko.api.post<Json>('terminal/sessions/', { id, ...about, ...how, ...change }, { headers });
  if (answer.status === 201) reported.push(id);
  return answer;
}
const own = () => report(world.mei, world.host);
const finish = (id: string) => world.koko.api.inOrg(ORG.ROOT).patch(`terminal/sessions/${id}/`, { is_finished: true });

beforeEach(async () => {
  await limit(0);
  for (const id of reported.splice(0)) expect((await finish(id)).status).toBe(200);
});

test('as many sessions at the same moment as somebody may have get in, and no more', async () => {
  await limit(3);
  const answers = await Promise.all(Array.from({ length: 12 }, own));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, ...Array.from({ length: 9 }, () => 429)]);
});

test('whoever is refused is told the limit and what is open, in their language; one that ends makes room', async () => {
  await limit(1);
  const first = await own();
  const words = async (language: string) => (await report(world.mei, world.host, {}, { 'accept-language': language })).body;
  expect(await words('en')).toEqual({
    code: 'session_limit_reached',
    detail: 'You may have 1 sessions open at once. Open now: db-01(127.0.0.1). Close one, then connect again.',
  });
  expect((await words('zh')).detail).toBe('你最多可同时打开 1 个会话。当前已打开：db-01(127.0.0.1)。请关闭其中一个后重新连接。');
  expect((await words('ja')).detail).toContain('同時に開けるセッションは 1 件までです');
  await finish(first.body.id);
  expect((await own()).status).toBe(201);
});

test('it is the person who is counted: in all organisations, and nobody else with them', async () => {
  await limit(1);
  const other = await createOrganisation(world.admin);
  const [elsewhere, bob] = [await createHost(world.admin.inOrg(other.id)), await createUser(world.admin)];
  await exchanged(world.server, world.koko.terminalId, { user_id: world.mei.id, asset_id: elsewhere.id });
  await exchanged(world.server, world.koko.terminalId, { user_id: bob.id, asset_id: world.host.id });
  expect((await report(world.mei, elsewhere, { org_id: other.id })).status).toBe(201);
  expect((await own()).status).toBe(429);
  expect((await report(bob, world.host)).status).toBe(201);
});

test('a changed limit holds from the next session on, 0 is none, and what is over needs no room', async () => {
  await limit(2);
  expect([(await own()).status, (await own()).status, (await own()).status]).toEqual([201, 201, 429]);
  expect((await report(world.mei, world.host, { is_finished: true })).status).toBe(201);
  await limit(3);
  expect([(await own()).status, (await own()).status]).toEqual([201, 429]);
  await limit(0);
  expect((await own()).status).toBe(201);
});
