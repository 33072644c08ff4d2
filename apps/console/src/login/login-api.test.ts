import { ApiError } from '@postern/client/http';
import { expect, test } from 'vitest';
import { answerOf, refusalOf } from './login-api.ts';

test('a 200 is a login, a second step or a refusal', () => {
  expect(answerOf({ next: '/ui/' })).toEqual({ state: 'done', next: '/ui/' });
  expect(answerOf(undefined)).toEqual({ state: 'done', next: undefined });
  expect(
    answerOf({ error: 'mfa_required', msg: 'm', data: { choices: ['otp', { name: 'sms', display_name: 'SMS', disabled: true }, 5] } }),
  ).toEqual({
    state: 'mfa',
    methods: [
      { name: 'otp', label: '', disabled: false },
      { name: 'sms', label: 'SMS', disabled: true },
    ],
    trustDays: 0,
  });
  expect(answerOf({ error: 'mfa_required', msg: 'm', data: { choices: ['otp'], trust_days: 30 } })).toMatchObject({ trustDays: 30 });
  expect(answerOf({ error: 'mfa_unset', msg: 'm', data: { url: '/x/' } })).toEqual({ state: 'enrol' });
  expect(answerOf({ error: 'passwd_need_update', msg: 'Due.', recovery_codes: ['a'] })).toEqual({ state: 'renew', message: 'Due.' });
  expect(answerOf({ error: 'login_confirm_wait', msg: 'wait', data: { assignees: ['Ann(ann)', 7] } })).toEqual({
    state: 'review',
    assignees: ['Ann(ann)'],
  });
});

test('a refusal shows the text for people, not the code', () => {
  expect(refusalOf(new ApiError(400, 'http_400', { error: 'password_failed', msg: 'Two tries left.' }))).toMatchObject({
    message: 'Two tries left.',
  });
  expect(refusalOf(new ApiError(400, 'http_400', { error: 'password_failed' }))).toMatchObject({ reason: 'credentials', message: '' });
  expect(refusalOf(new ApiError(403, 'permission_denied', { detail: 'CSRF Failed: reload' }))).toMatchObject({ reason: 'stale' });
  expect(refusalOf(new ApiError(400, 'http_400', { error: 'passwd_need_update', msg: 'Due.' }))).toEqual({
    state: 'renew',
    message: 'Due.',
  });
  expect(refusalOf(new ApiError(400, 'http_400', { new_password: ['Too short.'] }))).toMatchObject({ message: 'Too short.' });
  expect(refusalOf(new ApiError(0, 'network'))).toMatchObject({ reason: 'network' });
  expect(refusalOf(new ApiError(502, 'http_502'))).toMatchObject({ reason: 'server' });
});
