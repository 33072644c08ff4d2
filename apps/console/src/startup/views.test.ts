import { expect, test } from 'vitest';
import type { Profile } from '../session/session-types.ts';
import { fallbackView, isViewAllowed, orgsOf, passwordDaysLeft, pathOfHash, viewOf } from './views.ts';

const org = { id: '1', name: 'One' };
const person = (more: Partial<Profile> = {}) =>
  ({
    perms: [],
    console_orgs: [],
    audit_orgs: [],
    workbench_orgs: [org],
    source: { value: 'local', label: 'Local' },
    ...more,
  }) as unknown as Profile;

test('the first segment names the view', () => {
  expect(viewOf('/audit/sessions/sessions')).toBe('audit');
  expect(viewOf('/')).toBeUndefined();
  expect(viewOf('/elsewhere/x')).toBeUndefined();
});

test('views need organisations or permissions', () => {
  expect(isViewAllowed('console', person())).toBe(false);
  expect(isViewAllowed('console', person({ console_orgs: [org] }))).toBe(true);
  expect(isViewAllowed('tickets', person())).toBe(false);
  expect(isViewAllowed('settings', person({ perms: ['settings.view_setting'] }))).toBe(true);
  expect(isViewAllowed('workbench', person())).toBe(true);
});

test('a view the person lacks gives way to the remembered one, else to the first allowed', () => {
  expect(fallbackView(person(), 'audit')).toBe('workbench');
  expect(fallbackView(person({ audit_orgs: [org], console_orgs: [org] }), 'audit')).toBe('audit');
  expect(fallbackView(person({ audit_orgs: [org], console_orgs: [org] }), null)).toBe('console');
  expect(orgsOf('tickets', person({ console_orgs: [org] }))).toEqual([org]);
  expect(orgsOf('profile', person())).toEqual([]);
});

test('the workbench offers real organisations only; the console offers the root one too', () => {
  const root = { id: '00000000-0000-0000-0000-000000000000', name: 'Global' };
  const many = person({ console_orgs: [root, org], audit_orgs: [root], workbench_orgs: [root, org] });
  expect(orgsOf('workbench', many)).toEqual([org]);
  expect(orgsOf('console', many)).toEqual([root, org]);
  expect(orgsOf('audit', many)).toEqual([root]);
});

test('old hash addresses become paths; nothing leads to another host', () => {
  expect(pathOfHash('#/console/users/users?search=x')).toBe('/console/users/users?search=x');
  expect(pathOfHash('#/')).toBe('/');
  expect(pathOfHash('#//evil.example')).toBeUndefined();
  expect(pathOfHash('#/\\evil.example')).toBeUndefined();
  expect(pathOfHash('#section')).toBeUndefined();
});

test('passwords warn from five days on, local ones only', () => {
  const now = new Date('2026-11-20T00:00:00Z');
  const changed = new Date('2026-11-10T00:00:00Z');
  expect(passwordDaysLeft(person(), 13, now, changed)).toBe(3);
  expect(passwordDaysLeft(person(), 9, now, changed)).toBe(0);
  expect([14, 15, 16].map((days) => passwordDaysLeft(person(), days, now, changed))).toEqual([4, 5, undefined]);
  expect(passwordDaysLeft(person(), 90, now, changed)).toBeUndefined();
  expect(passwordDaysLeft(person({ source: { value: 'ldap', label: 'LDAP' } }), 9, now, changed)).toBeUndefined();
});
