import { expect, test } from 'vitest';
import { settingProblems } from './settings-docs.mjs';

const reader = 'tooling/settings-docs.mjs';
const named = 'tooling/settings-docs.test.mjs > a setting without reader, with a stale one or without its test is told';
const settings = { SETTINGS: { category: 'basic' }, OTHER: { category: 'other', fixed: true }, INNER: { category: 'system' } };

test('a setting without reader, with a stale one or without its test is told', () => {
  expect(settingProblems(settings, [{ reader, test: named, keys: ['SETTINGS'] }])).toEqual([]);
  expect(settingProblems(settings, [])).toEqual(['SETTINGS: nobody is named who obeys it']);
  const told = (change) => settingProblems(settings, [{ reader, test: named, keys: ['SETTINGS'], ...change }]);
  expect(told({ reader: 'tooling/nowhere.mjs' })).toEqual(['tooling/nowhere.mjs: the file is gone']);
  expect(told({ reader: 'package.json' })).toEqual(['SETTINGS: package.json does not read it any more']);
  expect(told({ test: 'tooling/settings-docs.test.mjs > nothing of the kind' })).toHaveLength(1);
  expect(told({ keys: ['SETTINGS', 'OTHER'] })).toEqual([expect.stringContaining('OTHER'), 'OTHER: is not offered']);
});
