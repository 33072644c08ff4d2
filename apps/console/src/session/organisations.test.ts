import { expect, test } from 'vitest';
import { addressAfterSwitch, DEFAULT_ORG_ID, orgOfAddress, PSEUDO_ORGS, ROOT_ORG_ID, resolveOrg } from './organisations.ts';
import { holds } from './permissions.ts';

const root = { id: ROOT_ORG_ID, name: 'Global', is_root: true };
const first = { id: '11111111-1111-4111-8111-111111111111', name: 'First' };
const second = { id: '22222222-2222-4222-8222-222222222222', name: 'Second' };
const fallback = { id: DEFAULT_ORG_ID, name: 'Default', is_default: true };

test('the current organisation stays when the view offers it', () => {
  expect(resolveOrg([root, first, second], second, undefined)).toBe(second);
  expect(resolveOrg([root, first], root, undefined)).toBe(root);
});
test('else the default one, else the first real one, else the first', () => {
  expect(resolveOrg([root, first, fallback], second, undefined)).toBe(fallback);
  expect(resolveOrg([root, first], undefined, undefined)).toBe(first);
  expect(resolveOrg([root], undefined, undefined)).toBe(root);
  expect(resolveOrg([], first, undefined)).toBeUndefined();
});
test('the system organisation gives way to the previous one', () => {
  expect(resolveOrg([first, second, PSEUDO_ORGS.system], PSEUDO_ORGS.system, second)).toBe(second);
});

test('an address names the organisation of its requests, as far as it is offered', () => {
  expect(orgOfAddress([root, first], `?tab=x&oid=${first.id}`)).toBe(first);
  expect(orgOfAddress([root, first], `?oid=${second.id}`)).toBeUndefined();
  expect(orgOfAddress([root, first], '')).toBeUndefined();
});
test('a switch leaves an open object for its list and drops ids from the query', () => {
  expect(addressAfterSwitch(`/console/users/users/${first.id}/update`, '')).toBe('/console/users/users/');
  expect(addressAfterSwitch('/console/assets/platforms/12', '?platform=12&node=3&search=x')).toBe(
    '/console/assets/platforms/?platform=12&search=x',
  );
  expect(addressAfterSwitch('/console/users/users', `?group_id=${first.id}`)).toBe('/console/users/users');
  expect(addressAfterSwitch('/console/dashboard', `?oid=Default`)).toBe('/console/dashboard');
});

test('permissions: all entries, either alternative', () => {
  const perms = new Set(['a.view_x', 'a.add_x']);
  expect(holds(perms, undefined)).toBe(true);
  expect(holds(perms, [])).toBe(true);
  expect(holds(perms, ['a.view_x', 'a.add_x'])).toBe(true);
  expect(holds(perms, ['a.view_x', 'a.delete_x'])).toBe(false);
  expect(holds(perms, 'a.delete_x|a.view_x')).toBe(true);
});
