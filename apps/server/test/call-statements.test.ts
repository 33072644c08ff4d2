import { createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { expect, test } from 'vitest';
import { ADMIN_PASSWORD } from './harness.ts';
import { createWorld } from './matrix/world.ts';
import { shortestOf } from './statements-of.ts';

/** What is asked most besides lists, and how many statements it costs, all of them: authentication and transactions included (decision 0197). */

const world = forThisFile(createWorld, (it) => it.close());
const admin = () => world.confirmed.inOrg(world.here);

/** Fails with the statements themselves, so that what has been added is seen. */
async function costs(most: number, work: () => Promise<{ status: number }>): Promise<void> {
  // The first answer fills what is kept of who asks.
  expect((await work()).status).toBeLessThan(300);
  const asked = await shortestOf(work);
  expect(asked.length > most ? asked.join('\n') : '').toBe('');
  expect(asked.length, 'fewer than the test says').toBe(most);
}

test('a profile is three statements: who asks, the person, and what the console starts with', async () => {
  await costs(3, () => admin().get('users/profile/'));
  const { username } = await createUser(world.admin);
  const person = await world.server.as(username);
  await costs(3, () => person.get('users/profile/'));
});

test('figures and charts of the dashboard are three statements: who asks, all of them, and whether what is kept is still right', async () => {
  await costs(3, () => admin().get('index/', { query: { days: 1, total_count: 1 } }));
  const charts = [
    'session_dates_metrics',
    'dates_metrics',
    'dates_login_times_top10_assets',
    'dates_login_times_top10_users',
    'dates_login_record_top10_sessions',
  ];
  await costs(3, () => admin().get('index/', { query: { days: 30, ...Object.fromEntries(charts.map((flag) => [flag, 1])) } }));
  // Two things are kept: assets of this week, and who was there each day.
  await costs(4, () => admin().get('index/', { query: { days: 30, all: 1 } }));
});

test('a login is 21 statements: each counter of wrong tries is counted before the next, and its row of the log is in a transaction of its own', async () => {
  const given = { username: 'admin', password: ADMIN_PASSWORD };
  await costs(21, () => world.server.anyone.post('authentication/auth/', given));
});
