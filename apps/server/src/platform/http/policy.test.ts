import { type Actor, can, type Policy } from '@postern/resource';
import { describe, expect, test } from 'vitest';
import { ANONYMOUS } from '../context.ts';
import { enforce, requirePolicies } from './policy.ts';

const actor = (change: Partial<Actor>): Actor => ({
  ...ANONYMOUS,
  kind: 'user',
  id: '1',
  permissions: new Set(['users.view_user']),
  ...change,
});
const NOBODY = { bootstrap: false };
const outcome = (policy: Policy, who: Actor, proof = NOBODY): string => {
  try {
    enforce(policy, who, proof);
    return 'in';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('policies', () => {
  const user = actor({});
  const superuser = actor({ superuser: true });
  const component = actor({ kind: 'component' });

  test.each<[string, Policy, string[]]>([
    ['anyone', { allow: 'anyone', because: 'test' }, ['in', 'in', 'in', 'in']],
    ['user', { allow: 'user' }, ['not_authenticated', 'in', 'in', 'in']],
    ['held permission', can('users.view_user'), ['not_authenticated', 'in', 'in', 'in']],
    ['lacking permission', can('users.view_user', 'users.add_user'), ['not_authenticated', 'permission_denied', 'in', 'permission_denied']],
    ['alternatives', can('users.add_user | users.view_user'), ['not_authenticated', 'in', 'in', 'in']],
    ['superuser', { allow: 'superuser' }, ['not_authenticated', 'permission_denied', 'in', 'permission_denied']],
    ['component', { allow: 'component' }, ['not_authenticated', 'permission_denied', 'permission_denied', 'in']],
    ['bootstrap', { allow: 'bootstrap' }, ['not_authenticated', 'not_authenticated', 'not_authenticated', 'not_authenticated']],
  ])('%s', (_name, policy, expected) => {
    expect([ANONYMOUS, user, superuser, component].map((who) => outcome(policy, who))).toEqual(expected);
  });

  test('the bootstrap token opens bootstrap doors and no others', () => {
    expect(outcome({ allow: 'bootstrap' }, ANONYMOUS, { bootstrap: true })).toBe('in');
    expect(outcome({ allow: 'user' }, ANONYMOUS, { bootstrap: true })).toBe('not_authenticated');
  });

  test('nothing without a policy is served', () => {
    expect(() => requirePolicies([{ path: '/x/', policy: undefined }])).toThrow('/x/ has no policy');
    expect(() => requirePolicies([{ path: '/x/', policy: can() }])).toThrow('/x/');
    expect(() => requirePolicies([{ path: '/x/', policy: { allow: 'anyone', because: '' } }])).toThrow('without a reason');
  });
});
