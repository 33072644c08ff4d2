import type { Database } from '@postern/resource';
import { until } from '@postern/testkit/until';
import { expect, test } from 'vitest';
import { createEventBus } from '../events/bus.ts';
import { createLog } from '../log.ts';
import type { Identity } from './identity.ts';
import { createIdentityCache } from './identity-cache.ts';

test('a process that nobody can tell of changes asks again and again', async () => {
  // Not started: the line to the other processes is down.
  const events = createEventBus('postgres://nowhere', createLog('silent', 'test'));
  let asked = 0;
  const identity = {
    loadUser: async () => {
      asked += 1;
      return undefined;
    },
  } as Partial<Identity> as Identity;
  const cache = createIdentityCache(identity, events);
  const db = {} as Database;
  await Promise.all([cache.user(db, 'x'), cache.user(db, 'x')]);
  expect(asked).toBe(1);
  const began = performance.now();
  await until('it is asked for again', 10_000, async () => {
    await cache.user(db, 'x');
    return asked > 1;
  });
  expect(performance.now() - began).toBeLessThan(5_000);
});
