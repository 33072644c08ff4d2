import { expect, test } from 'vitest';
import { z } from 'zod';
import { problemsOf } from './issues.ts';

const BODY = z.strictObject({
  name: z.string().min(1).max(8),
  rows: z.array(z.object({ n: z.int() })).max(2),
  size: z.number().min(1).max(9),
  on: z.boolean(),
  at: z.iso.datetime(),
});
const FINE = { name: 'a', rows: [], size: 1, on: true, at: '2031-01-05T09:30:00Z' };

test.each([
  ['a number for a text', { name: 5 }, { name: [{ code: 'not_a_text' }] }],
  ['nothing', { name: '' }, { name: [{ code: 'blank' }] }],
  ['a long text', { name: '123456789' }, { name: [{ code: 'max_length', params: { max: 8 } }] }],
  ['no list', { rows: {} }, { rows: [{ code: 'not_a_list' }] }],
  ['a list of something else', { rows: [5] }, { rows: [{ code: 'not_an_object' }] }],
  ['a long list', { rows: [{ n: 1 }, { n: 2 }, { n: 3 }] }, { rows: [{ code: 'too_many', params: { max: 2 } }] }],
  ['a large number', { size: 10 }, { size: [{ code: 'max_value', params: { max: 9 } }] }],
  ['a small number', { size: 0 }, { size: [{ code: 'min_value', params: { min: 1 } }] }],
  ['a text for a flag', { on: 'yes' }, { on: [{ code: 'invalid_boolean' }] }],
  ['no date', { at: 'tomorrow' }, { at: [{ code: 'invalid_datetime' }] }],
  ['a name too much', { also: 1 }, { non_field_errors: [{ code: 'unknown_names', params: { names: 'also' } }] }],
])('%s is told as what would be accepted', (_name, part, problems) => {
  expect(problemsOf(BODY.safeParse({ ...FINE, ...part }).error ?? { issues: [] })).toEqual(problems);
});
