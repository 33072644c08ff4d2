import type { Api, Json } from '@postern/testkit/api';
import { uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { freePort } from '@postern/testkit/ports';
import { startRedis } from '@postern/testkit/redis';
import { Redis } from 'ioredis';
import { beforeAll, expect, test } from 'vitest';
import { type AutomationRuns, automationRuns } from '../../../test/automation-runs.ts';
import { serverOfFile } from '../../../test/harness.ts';
import { worked } from '../../../test/worked.ts';

/** What failed in a run is tried again without touching what did not: one machine is there, the other comes later. */

const OLD = 'Former-secret-1';
const PRIVILEGED_LOGIN = { username: 'keeper', secret: 'Keeper-secret-1' };
const NOBODY = '11111111-1111-4111-8111-111111111111';

const admin = (): Promise<Api> => server.as('admin');
let runs: AutomationRuns;

const server = serverOfFile();
const redis = forThisFile(
  () => startRedis([], 'nowhere'),
  (it) => it.stop(),
);
beforeAll(async () => {
  runs = automationRuns(server);
  const owner = new Redis({ port: redis.port, host: '127.0.0.1' });
  await owner.call('ACL', 'SETUSER', 'keeper', 'on', '>Keeper-secret-1', '~*', '+@all');
  for (const name of ['first', 'second']) await owner.call('ACL', 'SETUSER', name, 'on', `>${OLD}`);
  owner.disconnect();
});

const at = (port: number) => runs.asset({ platform: 'Redis6+', protocol: 'redis', port, admin: PRIVILEGED_LOGIN });
const repair = async (asset: Json): Promise<void> => {
  const answer = await (await admin()).patch(`assets/databases/${asset.id}/`, { protocols: [{ name: 'redis', port: redis.port }] });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const plan = async (path: string, body: Json): Promise<Json> => {
  const made = await (await admin()).post(`accounts/${path}-automations/`, { name: uniqueName('plan'), is_periodic: false, ...body });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body;
};
const begin = async (path: string, body: Json) => (await admin()).post(`accounts/${path}-executions/`, body);

test('a change of secrets', async () => {
  const [there, away] = [await at(redis.port), await at(await freePort())];
  const [first, second] = [await runs.account(there, 'first', OLD), await runs.account(away, 'second', OLD)];
  const given = { accounts: ['first', 'second'], assets: [there.id, away.id], secret_type: 'password', secret_strategy: 'random' };
  const [mine, other] = [await plan('change-secret', given), await plan('change-secret', given)];
  const run = (await begin('change-secret', { automation: mine.id })).body.task;
  expect((await begin('change-secret', { automation: mine.id, failed_of: run })).body, 'it is not over').toHaveProperty('failed_of');
  expect(await worked(server, run)).toMatch(/ok: .*first[\s\S]*failed: .*second|failed: .*second[\s\S]*ok: .*first/);
  const changed = await runs.secretOf(first.id);
  expect([changed === OLD, await runs.secretOf(second.id)]).toEqual([false, OLD]);

  for (const [automation, failed_of] of [
    [mine.id, NOBODY],
    [mine.id, 'x'],
    [other.id, run],
  ])
    expect((await begin('change-secret', { automation, failed_of })).body, `${automation} ${failed_of}`).toHaveProperty('failed_of');

  await repair(away);
  const again = await begin('change-secret', { automation: mine.id, failed_of: run });
  expect(again.status, JSON.stringify(again.body)).toBe(201);
  const log = await worked(server, again.body.task);
  expect(log).toMatch(/ok: .*second/);
  expect(log).not.toContain('first');
  expect(await runs.secretOf(first.id)).toBe(changed);
  expect(await runs.secretOf(second.id)).not.toBe(OLD);
  expect(await runs.verified(second.id)).toBe('ok');
  expect((await begin('change-secret', { automation: mine.id, failed_of: again.body.task })).body).toHaveProperty('failed_of');
  // What the plan no longer names is no longer its business.
  await (await admin()).patch(`accounts/change-secret-automations/${mine.id}/`, { accounts: ['first'] });
  expect((await begin('change-secret', { automation: mine.id, failed_of: run })).body).toHaveProperty('failed_of');
});

test('gathering', async () => {
  const [there, away] = [await at(redis.port), await at(await freePort())];
  const mine = await plan('gather-account', { assets: [there.id, away.id], nodes: [] });
  const run = (await begin('gather-account', { automation: mine.id })).body.task;
  expect(await worked(server, run)).toContain(`failed: ${away.name}`);
  await repair(away);
  const again = (await begin('gather-account', { automation: mine.id, failed_of: run })).body.task;
  const log = await worked(server, again);
  expect(log).toContain(`ok: ${away.name}`);
  expect(log).not.toContain(String(there.name));
});
