import { expect, test } from 'vitest';
import { mapErrors } from './form-errors.ts';

test('errors go to their fields, what has no field goes above the form', () => {
  expect(mapErrors({ name: ['Taken.', 'Too long.'], non_field_errors: ['Both.'], other: ['Wrong.'], code: 'x' }, ['name'])).toEqual({
    fields: { name: 'Taken.; Too long.' },
    general: ['Both.', 'other: Wrong.'],
  });
});

test('an alias sends an error to the field that shows it', () => {
  expect(mapErrors({ secret: ['Bad key.'] }, ['ssh_key'], { secret: 'ssh_key' }).fields).toEqual({ ssh_key: 'Bad key.' });
});

test('nested errors name what they are about, doubles are said once', () => {
  expect(mapErrors({ protocols: [{ port: ['Bad.'] }, { port: ['Bad.'] }] }, ['protocols']).fields.protocols).toBe('port: Bad.');
});

test('bare lists, texts and coded refusals', () => {
  expect(mapErrors(['No quotes.'], [])).toEqual({ fields: {}, general: ['No quotes.'] });
  expect(mapErrors('Broken', [])).toEqual({ fields: {}, general: ['Broken'] });
  expect(mapErrors({ detail: 'Not now.', code: 'error' }, ['name'])).toEqual({ fields: {}, general: ['Not now.'] });
  expect(mapErrors(undefined, ['name'])).toEqual({ fields: {}, general: [] });
});
