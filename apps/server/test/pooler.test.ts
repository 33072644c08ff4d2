import { ROLE } from '@postern/contract/ids';
import { type Api, createApi } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startPgbouncer } from '@postern/testkit/pgbouncer';
import { until } from '@postern/testkit/until';
import { expect, test } from 'vitest';
import { createJobs, prepareJobs } from '../src/platform/jobs/jobs.ts';
import { serverOfFile } from './harness.ts';
import { startWorkers } from './two-workers.ts';

/** The product through a pooler that gives out connections by transaction, with the way past it for messages. */

const here = serverOfFile();
const pooler = forThisFile(
  () => startPgbouncer(here.databaseUrl),
  (it) => it.stop(),
);
const pooled = forThisFile(
  () => startWorkers(pooler.url, 2, { DATABASE_DIRECT_URL: here.databaseUrl }),
  (it) => it.close(),
);
const admin = forThisFile(() => here.as('admin'));

const at = async (username: string): Promise<Api> => {
  const { body } = await createApi({ origin: pooled.url }).post('authentication/auth/', { username, password: TEST_PASSWORD });
  return createApi({ origin: pooled.url, headers: { authorization: `Bearer ${body.token}`, connection: 'close' } });
};

test('people log in, read and write, many at a time', async () => {
  const api = await at((await createUser(admin, { org_roles: [ROLE.ORG_ADMIN] })).username);
  const names = Array.from({ length: 40 }, () => uniqueName('group'));
  const made = await Promise.all(names.map((name) => api.post('users/groups/', { name })));
  expect(new Set(made.map(({ status }) => status))).toEqual(new Set([201]));
  const found = await Promise.all(names.map((search) => api.get('users/groups/', { query: { search } })));
  expect(found.map(({ body }) => (body.results ?? body).length)).toEqual(names.map(() => 1));
  const twice = await Promise.all(names.map((name) => api.post('users/groups/', { name })));
  expect(new Set(twice.map(({ status }) => status))).toEqual(new Set([400]));
});

test('what changes elsewhere is heard of here', async () => {
  const user = await createUser(admin, { org_roles: [ROLE.ORG_ADMIN] });
  const api = await at(user.username);
  const all = () => Promise.all(Array.from({ length: 6 }, async () => (await api.get('users/groups/')).status));
  for (let turn = 0; turn < 3; turn += 1) expect(new Set(await all())).toEqual(new Set([200]));
  await admin.patch(`users/users/${user.id}/`, { org_roles: [ROLE.ORG_USER] });
  const taken = performance.now();
  await until('all refuse', 60_000, async () => (await all()).every((status) => status === 403));
  // Without the way past the pooler nobody would hear of it, and what is remembered would be believed for its time.
  expect(performance.now() - taken).toBeLessThan(3_000);
});

test('jobs go through it', async () => {
  const done: unknown[] = [];
  const job = { name: 'test.pooled', run: async () => undefined };
  await prepareJobs(here.ownerUrl, [job]);
  const queue = createJobs({
    url: pooler.url,
    log: here.platform.log,
    worker: true,
    jobs: [job],
    run: async (_job, data) => void done.push(data.n),
  });
  await queue.start();
  for (let n = 0; n < 5; n += 1) await here.platform.asSystem('test', async (ctx) => queue.enqueue(ctx, 'test.pooled', { n }));
  await until('all have run', 60_000, () => done.length === 5);
  expect([...done].sort()).toEqual([0, 1, 2, 3, 4]);
  await queue.stop(1_000);
});
