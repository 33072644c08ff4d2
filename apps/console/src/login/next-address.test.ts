import { expect, test } from 'vitest';
import { nextAddress } from './next-address.ts';

const origin = 'https://bastion.example';

test('paths of this origin are followed, the first one wins', () => {
  expect(nextAddress(origin, '/ui/console/users/users?search=x#a')).toBe('/ui/console/users/users?search=x#a');
  expect(nextAddress(origin, null, '/luna/')).toBe('/luna/');
  expect(nextAddress(origin, '/ui/#/console/dashboard')).toBe('/ui/#/console/dashboard');
});

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'javascript:alert(1)',
  'ui/',
  '',
  undefined,
  null,
  '/core/auth/logout/',
])('anything else leads to the console (%s)', (candidate) => expect(nextAddress(origin, candidate)).toBe('/ui/'));
