import { type Api, createApi } from '@postern/testkit/api';
import { createUser, TEST_PASSWORD, uniqueName } from '@postern/testkit/factories';
import { describe, expect, it } from 'vitest';
import { serverOfFile } from '../../../test/harness.ts';

/** Many logins at once, from one address: what everybody else gets meanwhile. */

const server = serverOfFile({ settings: { trustedProxies: ['127.0.0.1'] } });

const from = (address: string): Api => createApi({ origin: server.url, headers: { 'x-forwarded-for': address } });
/** Attempts that are made at a time. */
const FLOOD = 60;

interface Flood {
  statuses: Map<number, number>;
  retryAfter: Set<string | null>;
  busy: Promise<void>;
  stop(): Promise<void>;
}

/** Keeps wrong logins coming until it is stopped: whoever is turned away comes back as soon as another one was answered. */
function flood(address: string): Flood {
  const statuses = new Map<number, number>();
  const retryAfter = new Set<string | null>();
  const api = from(address);
  let stopped = false;
  let told: () => void = () => undefined;
  const busy = new Promise<void>((resolve) => {
    told = resolve;
  });
  let turned: (() => void)[] = [];
  const one = async (): Promise<void> => {
    while (!stopped) {
      const answer = await api.post('authentication/auth/', { username: uniqueName('nobody'), password: 'wrong' });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status !== 503) {
        for (const again of turned) again();
        turned = [];
        continue;
      }
      retryAfter.add(answer.headers.get('retry-after'));
      told();
      await new Promise<void>((again) => (stopped ? again() : turned.push(again)));
    }
  };
  const running = Array.from({ length: FLOOD }, one);
  return {
    statuses,
    retryAfter,
    busy,
    async stop() {
      stopped = true;
      for (const again of turned) again();
      await Promise.all(running);
    },
  };
}

const gauge = async (name: string): Promise<number> => {
  const text = String((await server.anyone.get<string>('prometheus/metrics/')).body);
  return Number(new RegExp(`^${name.replaceAll(/[{}"]/g, '\\$&')} (\\S+)$`, 'm').exec(text)?.[1]);
};

describe('a flood of logins from one address', () => {
  it('is told to come back, and keeps nobody else waiting for its end', async () => {
    const admin = await server.as('admin');
    const user = await createUser(admin);
    const attack = flood('203.0.113.7');
    await attack.busy;
    const waiting: number[] = [];
    try {
      for (let round = 0; round < 3; round += 1) {
        expect((await from('198.51.100.1').post('authentication/auth/', { username: user.username, password: TEST_PASSWORD })).status).toBe(
          201,
        );
        expect((await admin.get('users/users/?limit=15&offset=0')).status).toBe(200);
        expect((await server.anyone.get('/api/health/')).status).toBe(200);
        waiting.push(await gauge('postern_password_hashes{state="waiting"}'));
      }
      // Whoever is logged in confirms and changes the own password beside it.
      const browser = await server.browser(user.username).catch((error: Error) => error);
      expect(browser).not.toBeInstanceOf(Error);
    } finally {
      await attack.stop();
    }
    for (const seen of waiting) expect(seen).toBeLessThanOrEqual(33);
    expect([...attack.statuses.keys()].toSorted()).toEqual([400, 503]);
    for (const seconds of attack.retryAfter) expect(Number(seconds)).toBeGreaterThan(0);
    expect(await gauge('postern_password_hashes_refused_total')).toBeGreaterThan(0);
  });

  it('counts no try that was turned away', async () => {
    const user = await createUser(await server.as('admin'));
    const attack = flood('203.0.113.8');
    await attack.busy;
    const mine = from('203.0.113.8');
    const wrong = await Promise.all(
      Array.from({ length: 60 }, () => mine.post('authentication/auth/', { username: user.username, password: TEST_PASSWORD })),
    );
    await attack.stop();
    // Right passwords all: some found no place, none of those locked anything.
    expect(wrong.map((answer) => answer.status).filter((status) => status !== 201 && status !== 503)).toEqual([]);
    expect((await mine.post('authentication/auth/', { username: user.username, password: TEST_PASSWORD })).status).toBe(201);
  });
});
