import { CodedError, ERRORS, type ErrorCode, InvalidInput } from '@postern/contract/errors';
import { text } from '@postern/contract/text';
import { describe, expect, test } from 'vitest';
import { translateError } from './errors.ts';

const databaseError = (code: string, detail = ''): Error => Object.assign(new Error('secret detail of the database'), { code, detail });

describe('translating errors', () => {
  test('a coded error is told in the language of the request, with texts among its parameters', () => {
    const error = new CodedError('object_does_not_exist', { resource: text('group', '组', 'グループ') });
    expect(translateError(error, 'en', 'r1')).toMatchObject({
      status: 404,
      body: { detail: 'This group does not exist.', code: 'object_does_not_exist' },
    });
    expect(translateError(error, 'ja', 'r1').body).toMatchObject({ detail: 'このグループは存在しません。' });
  });

  test('every code has an answer', () => {
    for (const code of Object.keys(ERRORS) as ErrorCode[]) {
      const answer = translateError(new CodedError(code), 'en', 'r1');
      expect(answer.status, code).toBe(ERRORS[code].status);
      expect(answer.unexpected, code).toBe(false);
    }
  });

  test('a body of its own replaces the usual form', () => {
    expect(translateError(new CodedError('error', {}, { body: { error: 'mfa_required' } }), 'en', 'r').body).toEqual({
      error: 'mfa_required',
    });
  });

  test('field problems keep their shape: lists, nested objects, one entry per row', () => {
    const nested = new InvalidInput({ name: [{ code: 'required' }], info: { port: [{ code: 'max_value', params: { max: 9 } }] } });
    expect(translateError(nested, 'en', 'r').body).toEqual({
      name: ['This field is required.'],
      info: { port: ['Use a number of at most 9.'] },
    });
    expect(translateError(new InvalidInput([{}, { name: [{ code: 'blank' }] }]), 'en', 'r').body).toEqual([
      {},
      { name: ['This field may not be blank.'] },
    ]);
  });

  test('a doubled value is reported under every column of the key but the organisation', () => {
    const error = databaseError('23505', 'Key (org_id, name, platform_id)=(1, secret, 2) already exists.');
    expect(translateError(error, 'en', 'r')).toMatchObject({
      status: 400,
      body: { name: ['This value is already in use.'], platform: [expect.any(String)] },
    });
  });

  test('a referenced row cannot go', () => {
    expect(translateError(databaseError('23503', 'Key (id)=(1) is still referenced from table "x".'), 'en', 'r')).toMatchObject({
      status: 400,
      body: { code: 'referenced_by_others' },
    });
  });

  test.each([
    ['22P02', 400],
    ['22021', 400],
    ['22003', 400],
    ['40P01', 409],
    ['57P01', 503],
    ['ECONNREFUSED', 503],
    ['57014', 503],
  ])('database error %s is %i', (code, status) => {
    expect(translateError(databaseError(code), 'en', 'r')).toMatchObject({ status, unexpected: false });
  });

  test('a socket without a server is an outage, a file that is not there is not', () => {
    const missing = (syscall: string): Error => Object.assign(new Error(`${syscall} ENOENT`), { code: 'ENOENT', syscall });
    expect(translateError(missing('connect'), 'en', 'r')).toMatchObject({ status: 503, unexpected: false });
    expect(translateError(missing('open'), 'en', 'r')).toMatchObject({ status: 500, unexpected: true });
  });

  test('what nobody foresaw tells the request id and nothing else', () => {
    for (const error of [new Error('password=hunter2'), databaseError('42703'), 'text', undefined]) {
      const answer = translateError(error, 'en', 'r-17');
      expect(answer).toMatchObject({
        status: 500,
        unexpected: true,
        body: { code: 'unexpect_error', detail: 'Something went wrong. Request r-17.' },
      });
    }
  });
});
