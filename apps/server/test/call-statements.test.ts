import { createUser } from '@postern/testkit/factories';
import { forThisFile } from '@postern/testkit/for-this-file';
import { expect, test } from 'vitest';
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
