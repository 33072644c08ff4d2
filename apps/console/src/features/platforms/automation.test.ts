import { expect, test } from 'vitest';
import { choose, hasBrokenConfig, startAutomation } from './automation.ts';

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

test('a configuration is an object; text that is no JSON yet is refused', () => {
  expect(hasBrokenConfig({ ansible_enabled: true, ansible_config: { connection: 'smart' } })).toBe(false);
  expect(hasBrokenConfig({ ansible_enabled: true })).toBe(false);
  expect(hasBrokenConfig({ ansible_enabled: true, ansible_config: '{ "a"' })).toBe(true);
  expect(hasBrokenConfig({ ansible_enabled: true, ansible_config: [1] })).toBe(true);
  expect(hasBrokenConfig({ ansible_enabled: false, ansible_config: '{' })).toBe(false);
});
