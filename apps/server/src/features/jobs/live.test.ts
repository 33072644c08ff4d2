import type { Json } from '@postern/testkit/api';
import { createAccount, createHost, uniqueName } from '@postern/testkit/factories';
import { until } from '@postern/testkit/until';
import { expect, test } from 'vitest';
import { organisationOfFile } from '../../../test/in-organisation.ts';
import { liveOutput } from './live.ts';
import type { Run } from './one-host.ts';

const { server, admin } = organisationOfFile();

test('what machines say is written while they are at it, as it is kept at the end; nothing comes after their end', async () => {
  const hosts = [await createHost(admin), await createHost(admin), await createHost(admin)];
  for (const { id } of hosts) await createAccount(admin, id, { username: 'root', secret: 'Quiet-Harbour-7' });
  const made = await admin.post<Json>('ops/jobs/', {
    name: uniqueName('job'),
    args: 'true',
    assets: hosts.map(({ id }) => id),
    instant: true,
    is_periodic: false,
  });
  const id = String(made.body.task_id);
  const rows = () => server.db.selectFrom('job_execution_hosts').select(['asset_id', 'output']).where('execution_id', '=', id).execute();
  const outputOf = async (host: number): Promise<string> =>
    (await rows()).find(({ asset_id }) => asset_id === hosts[host]?.id)?.output ?? '';
  const state = (host: number, status: 'running' | 'ok') =>
    server.db
      .updateTable('job_execution_hosts')
      .set({ status })
      .where('execution_id', '=', id)
      .where('asset_id', '=', String(hosts[host]?.id))
      .execute();
  await state(0, 'running');
  await state(1, 'running');
  // The run itself is in nobody's hands.
  const live = liveOutput({ system: server.platform, execution: { id } as Run['execution'] });
  const of = (host: number) => ({ asset_id: String(hosts[host]?.id), name: '' });
  live.heard(of(0), 'beg');
  live.heard(of(1), 'one\n');
  live.heard(of(2), 'not begun\n');
  live.heard(of(0), 'begun\n');
  await until('both are written', 10_000, async () => (await outputOf(0)) === 'begun\n' && (await outputOf(1)) === 'one\n');
  expect(await outputOf(2)).toBe('');
  live.heard(of(0), 'begun\ngone on\n');
  live.heard(of(1), 'one\ntwo\n');
  await live.leave(of(0));
  await state(0, 'ok');
  await until('the other is written', 10_000, async () => (await outputOf(1)) === 'one\ntwo\n');
  expect(await outputOf(0)).toBe('begun\n');
});
