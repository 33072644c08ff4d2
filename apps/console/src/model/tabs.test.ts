import { expect, test } from 'vitest';
import { pickTab } from './tabs.ts';

test('address bar, then cookie, then default, then first; case does not matter, unknown names do not count', () => {
  const names = ['Info', 'Users'];
  expect(pickTab(names, 'users', 'Info', 'Info')).toBe('Users');
  expect(pickTab(names, 'gone', 'USERS', 'Info')).toBe('Users');
  expect(pickTab(names, null, undefined, 'Users')).toBe('Users');
  expect(pickTab(names, null, undefined, undefined)).toBe('Info');
  expect(pickTab([], 'x', undefined, undefined)).toBe('');
});
