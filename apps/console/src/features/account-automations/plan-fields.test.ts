import { expect, test } from 'vitest';
import { meets } from '../../screens/form/condition.ts';
import { methodsOf, paramsFor } from './params.ts';
import { PLAN_CONDITIONS, planGroups, timerMissing } from './plan-fields.ts';
import { PLANS } from './plans.ts';

const shown = (values: Record<string, unknown>) =>
  Object.entries(PLAN_CONDITIONS).flatMap(([name, condition]) => (meets(condition, values) ? [name] : []));

test.each([
  ['specific', 'password', ['secret']],
  ['random', 'password', ['password_rules']],
  ['specific', 'ssh_key', ['secret', 'passphrase', 'ssh_key_change_strategy']],
  ['random', 'ssh_key', ['ssh_key_change_strategy']],
])('a %s %s asks for %j', (secret_strategy, secret_type, fields) => {
  expect(shown({ secret_strategy, secret_type, is_periodic: false })).toEqual(fields);
});

test('a schedule asks when, and is not saved without', () => {
  expect(shown({ is_periodic: true })).toEqual(['crontab', 'interval']);
  expect(timerMissing({ is_periodic: false })).toBe(false);
  expect(timerMissing({ is_periodic: true, crontab: ' ', interval: null })).toBe(true);
  expect(timerMissing({ is_periodic: true, crontab: '0 3 * * *', interval: null })).toBe(false);
  expect(timerMissing({ is_periodic: true, crontab: '', interval: 24 })).toBe(false);
});

test('each kind of plan has its own fields', () => {
  const fields = (kind: keyof typeof PLANS) => planGroups(PLANS[kind]).flatMap((group) => group.fields);
  expect(fields('change')).toContain('recipients');
  expect(fields('push')).not.toContain('recipients');
  expect(fields('push')).toContain('secret_strategy');
  expect(fields('gather')).toContain('is_sync_account');
  expect(fields('gather')).not.toContain('secret');
});

test('parameters are those of the methods of the chosen platforms; others go, what was set stays', () => {
  const known = { push_posix: { sudo: '/bin/whoami', shell: '/bin/bash' }, push_windows: { groups: 'Users' } };
  const linux = { automation: { push_account_method: 'push_posix' } };
  const methods = methodsOf([linux, linux, { automation: { push_account_method: 'push_mysql' } }, {}], 'push_account_method', known);
  expect(Object.keys(methods)).toEqual(['push_posix']);
  expect(paramsFor(methods, { push_posix: { shell: '/bin/sh' }, push_windows: { groups: 'x' } })).toEqual({
    push_posix: { sudo: '/bin/whoami', shell: '/bin/sh' },
  });
});
