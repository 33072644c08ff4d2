import { describe, expect, test } from 'vitest';
import { hashPassword as hashIn, needsRehash, verifyPassword as verifyIn } from './passwords.ts';
import { inTurn } from './turns.ts';

const lane = { address: 'here', account: 'anyone' };
const hashPassword = (password: string) => inTurn(lane, (turn) => hashIn(turn, password));
const verifyPassword = (password: string, hash: string | null) => inTurn(lane, (turn) => verifyIn(turn, password, hash));

describe('passwords', () => {
  test('a hash is PHC text with a salt of its own, and fits its password only', async () => {
    const [first, second] = await Promise.all([hashPassword('open sesame'), hashPassword('open sesame')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=3,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(first).not.toBe(second);
    expect(await verifyPassword('open sesame', first)).toBe(true);
    expect(await verifyPassword('open sesamf', first)).toBe(false);
    expect(await verifyPassword('', first)).toBe(false);
  });

  test('a known vector of another implementation is understood', async () => {
    // From the reference implementation: `echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1`.
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await verifyPassword('password', hash)).toBe(true);
    expect(needsRehash(hash)).toBe(true);
  });

  test('an unknown user costs as much as a known one', async () => {
    await verifyPassword('warm up', null);
    const hash = await hashPassword('x');
    const time = async (of: string | null): Promise<number> => {
      const start = performance.now();
      for (let round = 0; round < 5; round += 1) await verifyPassword('y', of);
      return performance.now() - start;
    };
    const [known, unknown] = [await time(hash), await time(null)];
    expect(unknown / known).toBeGreaterThan(0.4);
    expect(unknown / known).toBeLessThan(2.5);
    expect(await verifyPassword('anything', null)).toBe(false);
    expect(await verifyPassword('anything', 'not a hash')).toBe(false);
  });
});
