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

test('nested errors name what they are about, doubles are said once; the fields below get theirs as they came', () => {
  const rows = [{ name: ['Bad.'] }, {}, { name: ['Bad.'] }];
  expect(mapErrors({ rows }, ['rows'])).toEqual({ fields: { rows: 'name: Bad.' }, general: [], nested: { rows } });
});

test('errors of ports in a list are joined by commas', () => {
  const protocols = [{ port: ['Too high.'] }, {}, { port: ['Too low.'] }, { port: ['Too low.'] }];
  expect(mapErrors({ protocols }, ['protocols']).fields.protocols).toBe('Too high.,Too low.');
});

test('bare lists, texts and coded refusals', () => {
  expect(mapErrors(['No quotes.'], [])).toEqual({ fields: {}, general: ['No quotes.'] });
  expect(mapErrors('Broken', [])).toEqual({ fields: {}, general: ['Broken'] });
  expect(mapErrors({ detail: 'Not now.', code: 'error' }, ['name'])).toEqual({ fields: {}, general: ['Not now.'] });
  expect(mapErrors(undefined, ['name'])).toEqual({ fields: {}, general: [] });
});
