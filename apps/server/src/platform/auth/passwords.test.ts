import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { inHashQueue } from './hash-queue.ts';
import { hashPassword as hashIn, needsRehash, verifyPassword as verifyIn } from './passwords.ts';

const key = { address: 'here', account: 'anyone' };
const hashPassword = (password: string) => inHashQueue(key, (slot) => hashIn(slot, password));
const verifyPassword = (password: string, hash: string | null) => inHashQueue(key, (slot) => verifyIn(slot, password, hash));

/** What a module of the product prints that imports `passwords.ts`, with the full cost: these suites have a cheap one. */
async function atFullCost(script: string, ...args: string[]): Promise<string> {
  const imported = `import { hashPassword, needsRehash, verifyPassword } from ${JSON.stringify(new URL('./passwords.ts', import.meta.url).href)};`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', `${imported}\n${script}`, ...args], {
    env: { ...process.env, NODE_ENV: 'test', VITEST: 'true', POSTERN_TEST_LICENCE_KEY: 'x' },
  });
  return stdout.trim();
}

describe('passwords', () => {
  test('outside of these suites a hash has its full cost, whatever the environment says, and a cheap one is made anew', async () => {
    const cheap = await hashPassword('open sesame');
    expect(needsRehash(cheap)).toBe(false);
    const printed = await atFullCost(`console.log(await hashPassword({}, 'open sesame'), needsRehash(process.argv.at(-1)))`, cheap);
    expect(printed).toMatch(/^\$argon2id\$v=19\$m=19456,t=3,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43} true$/);
  });

  test('a hash is PHC text with a salt of its own, and fits its password only', async () => {
    const [first, second] = await Promise.all([hashPassword('open sesame'), hashPassword('open sesame')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    expect(first).not.toBe(second);
    expect(await verifyPassword('open sesame', first)).toBe(true);
    expect(await verifyPassword('open sesamf', first)).toBe(false);
    expect(await verifyPassword('', first)).toBe(false);
  });

  test('a known vector of another implementation is understood', async () => {
    // From the reference implementation: `echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1`.
    const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await verifyPassword('password', hash)).toBe(true);
  });

  test('an unknown user costs as much as a known one', async () => {
    const ratio = await atFullCost(`
      await verifyPassword({}, 'warm up', null);
      const hash = await hashPassword({}, 'x');
      const time = async (of) => {
        const start = performance.now();
        await verifyPassword({}, 'y', of);
        return performance.now() - start;
      };
      // In turns, and the fastest of each: what else the machine does meanwhile only makes some of them slower.
      const [known, unknown] = [[], []];
      for (let round = 0; round < 8; round += 1) {
        known.push(await time(hash));
        unknown.push(await time(null));
      }
      console.log(Math.min(...unknown) / Math.min(...known));`);
    expect(Number(ratio)).toBeGreaterThan(0.4);
    expect(Number(ratio)).toBeLessThan(2.5);
    expect(await verifyPassword('anything', null)).toBe(false);
    expect(await verifyPassword('anything', 'not a hash')).toBe(false);
  });
});
