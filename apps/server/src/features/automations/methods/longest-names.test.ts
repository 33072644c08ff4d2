import { expect, test } from 'vitest';
import { Refusal } from '../refusal.ts';
import { mysqlMethod } from './mysql.ts';
import { postgresql } from './postgresql.ts';
import { windows } from './windows.ts';

const named = (username: string) => ({ username, secretType: 'password', secret: 'Quay-side-1' }) as const;

test.each([
  ['MySQL', mysqlMethod, 'a', 80],
  ['PostgreSQL', postgresql, 'a', 63],
  // The server counts bytes: 21 characters of three are 63.
  ['PostgreSQL', postgresql, '港', 21],
])('%s: a name may be as long as the server keeps it, and not longer', (_, method, letter, most) => {
  expect(() => method.check(named(letter.repeat(most)))).not.toThrow();
  expect(() => method.check(named(letter.repeat(most + 1)))).toThrow(Refusal);
  expect(() => method.check(named(''))).toThrow(Refusal);
});

test('keys are not pushed to Windows', () => {
  expect(() => windows.check(named('ada'))).not.toThrow();
  expect(() => windows.check({ ...named('ada'), secretType: 'ssh_key', secret: 'ssh-ed25519 AAAA' })).toThrow(Refusal);
});
