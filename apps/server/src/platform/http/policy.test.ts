import { type Actor, can, type Policy } from '@postern/resource';
import { describe, expect, test } from 'vitest';
import { ANONYMOUS } from '../context.ts';
import { translateError } from './errors.ts';
import { type Call, enforce, requirePolicies } from './policy.ts';

const actor = (change: Partial<Actor>): Actor => ({
  ...ANONYMOUS,
  kind: 'user',
  id: '1',
  permissions: new Set(['users.view_user']),
  ...change,
});
const NOBODY = { bootstrap: false };
const CONFIG = { method: 'GET', path: '/api/v1/terminal/terminals/config/', query: {} } as const;
const outcome = (policy: Policy, who: Actor, proof = NOBODY, call: Call = CONFIG): string => {
  try {
    enforce(policy, who, proof, call);
    return 'in';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

/** A component that an administrator let in. */
const APPROVED = { id: '2', type: 'koko', approved: true };

describe('policies', () => {
  const user = actor({});
  const superuser = actor({ superuser: true });
  const component = actor({ kind: 'component', component: APPROVED });

  test.each<[string, Policy, string[]]>([
    ['anyone', { allow: 'anyone', because: 'test' }, ['in', 'in', 'in', 'in']],
    ['user', { allow: 'user' }, ['not_authenticated', 'in', 'in', 'in']],
    ['held permission', can('users.view_user'), ['not_authenticated', 'in', 'in', 'in']],
    ['lacking permission', can('users.view_user', 'users.add_user'), ['not_authenticated', 'right_missing', 'in', 'permission_denied']],
    ['alternatives', can('users.add_user | users.view_user'), ['not_authenticated', 'in', 'in', 'in']],
    ['superuser', { allow: 'superuser' }, ['not_authenticated', 'permission_denied', 'in', 'permission_denied']],
    ['component', { allow: 'component' }, ['not_authenticated', 'permission_denied', 'permission_denied', 'in']],
    ['bootstrap', { allow: 'bootstrap' }, ['not_authenticated', 'not_authenticated', 'not_authenticated', 'not_authenticated']],
  ])('%s', (_name, policy, expected) => {
    expect([ANONYMOUS, user, superuser, component].map((who) => outcome(policy, who))).toEqual(expected);
  });

  test('a person is told the rights that are missing, and only those, in the words of the roles', () => {
    const refused = (...all: string[]) => {
      try {
        enforce(can(...all), user, NOBODY, CONFIG);
      } catch (error) {
        return translateError(error, 'en', '').body;
      }
      return undefined;
    };
    const told = (rights: string) => ({
      detail: `You need the right “${rights}” for this. An administrator can give you a role that has it.`,
      code: 'permission_denied',
    });
    expect(refused('users.view_user', 'users.add_user')).toEqual(told('Add user'));
    expect(refused('users.add_user', 'users.delete_user|users.change_user')).toEqual(told('Add user, Delete user / Change user'));
    // What no role can hold is no right to ask anybody for.
    expect(refused('rbac.add_role')).toEqual({ detail: 'You do not have the right to do this.', code: 'permission_denied' });
  });

  test('the bootstrap token opens bootstrap routes and no others', () => {
    expect(outcome({ allow: 'bootstrap' }, ANONYMOUS, { bootstrap: true })).toBe('in');
    expect(outcome({ allow: 'user' }, ANONYMOUS, { bootstrap: true })).toBe('not_authenticated');
  });

  test('a component makes the calls of its protocol, whatever else its role would open', () => {
    const ask = (method: 'GET' | 'POST', path: string, query = {}) =>
      outcome({ allow: 'user' }, actor({ kind: 'component', superuser: true, component: APPROVED }), NOBODY, { method, path, query });
    expect(ask('POST', '/api/v1/terminal/commands/')).toBe('in');
    expect(ask('GET', '/api/v1/terminal/commands/')).toBe('permission_denied');
    expect(ask('POST', '/api/v1/authentication/access-keys/')).toBe('permission_denied');
    expect(ask('GET', '/api/v1/users/users/')).toBe('permission_denied');
    expect(ask('GET', '/api/v1/users/users/', { action: 'suggestion' })).toBe('in');
    expect(ask('GET', '/api/v1/perms/users/:user/nodes/:node/assets/')).toBe('in');
    expect(ask('GET', '/api/v1/perms/users/')).toBe('permission_denied');
    expect(outcome({ allow: 'user' }, component, NOBODY, { path: '/ws/terminal-task/', query: {} })).toBe('in');
    expect(outcome({ allow: 'user' }, component, NOBODY, { path: '/ws/notifications/', query: {} })).toBe('permission_denied');
    expect(outcome({ allow: 'anyone', because: 'test' }, component, NOBODY, { path: '/ui/', query: {} })).toBe('in');
  });

  test('a component that waits for its approval says that it is there, and nothing more', () => {
    const waiting = actor({ kind: 'component', component: { ...APPROVED, approved: false } });
    expect(outcome({ allow: 'component' }, waiting)).toBe('component_waits');
    expect(outcome({ allow: 'user' }, waiting, NOBODY, { path: '/ws/terminal-task/', query: {} })).toBe('component_waits');
    expect(outcome({ allow: 'user' }, waiting, NOBODY, { method: 'GET', path: '/api/v1/users/profile/', query: {} })).toBe('in');
  });

  test('nothing without a policy is served', () => {
    expect(() => requirePolicies([{ path: '/x/', policy: undefined }])).toThrow('/x/ has no policy');
    expect(() => requirePolicies([{ path: '/x/', policy: can() }])).toThrow('/x/');
    expect(() => requirePolicies([{ path: '/x/', policy: { allow: 'anyone', because: '' } }])).toThrow('without a reason');
  });
});
