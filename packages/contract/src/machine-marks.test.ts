import { expect, test } from 'vitest';
import { markOf } from './machine-marks.ts';

test('the loudest label marks a machine, and one without a colour does not', () => {
  const owner = { name: 'owner', value: 'web', color: '', warning: 'unseen' };
  const stage = { name: 'stage', value: 'pre', color: 'amber', warning: '' };
  const production = { name: 'env', value: 'production', color: 'red', warning: 'Customers work here' };
  expect(markOf([owner, stage, production])).toEqual({ color: 'red', text: 'env:production', warning: 'Customers work here' });
  expect(markOf([stage, owner])).toEqual({ color: 'amber', text: 'stage:pre', warning: '' });
  expect([markOf([owner]), markOf([]), markOf(), markOf([{ ...stage, color: 'url(x)' }])]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
