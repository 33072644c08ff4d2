import { expect, test } from 'vitest';
import { choose, startAutomation } from './automation.ts';

const methods = [
  { id: 'posix_ping', name: 'posix_ping' },
  { id: 'ping_by_ssh', name: 'ping_by_ssh' },
];

test('what is switched on has a method, one that was chosen stays', () => {
  expect(choose({}, 'ping', true, methods)).toEqual({ ping_enabled: true, ping_method: 'posix_ping' });
  expect(choose({ ping_method: 'ping_by_ssh' }, 'ping', true, methods)).toEqual({ ping_enabled: true, ping_method: 'ping_by_ssh' });
  expect(choose({ ping_method: 'win_ping' }, 'ping', true, methods)).toEqual({ ping_enabled: true, ping_method: 'posix_ping' });
  expect(choose({ ping_method: 'ping_by_ssh' }, 'ping', false, methods)).toEqual({ ping_enabled: false });
});

test('a new platform starts with all its type allows', () => {
  expect(startAutomation({ ansible_enabled: true, ping_enabled: true, ping_methods: methods, gather_facts_enabled: false })).toEqual({
    ansible_enabled: true,
    ping_enabled: true,
    ping_method: 'posix_ping',
  });
  expect(startAutomation({})).toEqual({ ansible_enabled: false });
});
