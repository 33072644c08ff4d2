import { describe, expect, test } from 'vitest';
import { afterDeath, restartPolicy } from './backoff.ts';

const policy = { firstMs: 100, limitMs: 1_000, steadyMs: 5_000 };

describe('restart policy', () => {
  test('doubles the pause while a process keeps dying young', () => {
    const delays: number[] = [];
    let failures = 0;
    for (let death = 0; death < 6; death += 1) {
      const next = afterDeath(policy, failures, 10);
      failures = next.failures;
      delays.push(next.delayMs);
    }
    expect(delays).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  });

  test('forgets earlier failures once a process has lasted', () => {
    expect(afterDeath(policy, 9, 5_000)).toEqual({ failures: 1, delayMs: 100 });
  });

  test('stays bounded after any number of failures', () => {
    expect(afterDeath(restartPolicy, 5_000, 0).delayMs).toBe(restartPolicy.limitMs);
  });
});
