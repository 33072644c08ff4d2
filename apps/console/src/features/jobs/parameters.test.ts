import { expect, test } from 'vitest';
import { draftOf, FIRST, lackOf } from './command-draft.ts';
import { asksFor, BLANK, readDefinitions, readOptions, wireDefinitions, writeOptions, wrongValue, wrongWith } from './parameters.ts';

const one = { ...BLANK, key: 'who' };
const choice = { ...one, type: 'select' as const, options: [{ value: 'a', label: 'A' }] };

test('definitions come back from the wire as they were sent', () => {
  const parameters = [
    { ...one, label: 'Whom', required: true },
    { ...choice, key: 'zone', default: 'a' },
  ];
  expect(readDefinitions(wireDefinitions(parameters))).toEqual(parameters);
  expect(wireDefinitions([{ ...choice, type: 'text' }]).who?.options).toEqual([]);
});

test('what an unknown client has written is read as far as it goes', () => {
  expect(readDefinitions({ a: { type: 'file', options: [1, { value: 'x' }] }, b: 7 })).toEqual([
    { ...BLANK, key: 'a', options: [{ value: 'x', label: 'x' }] },
    { ...BLANK, key: 'b' },
  ]);
  expect([readDefinitions('{}'), readDefinitions(null), readDefinitions([])]).toEqual([[], [], []]);
});

test.each([
  ['a key with a blank', [{ ...one, key: 'my key' }], 'key'],
  ['no key', [BLANK], 'key'],
  ['a key twice, letters aside', [one, { ...one, key: 'WHO' }], 'twice'],
  ['a choice among nothing', [{ ...choice, options: [] }], 'options'],
  ['a default that is no number', [{ ...one, type: 'number' as const, default: 'many' }], 'default'],
  ['a default that is no choice', [{ ...choice, default: 'b' }], 'default'],
  ['nothing', [one, { ...choice, key: 'zone', default: 'a' }], undefined],
])('definitions are wrong with %s', (_, parameters, wrong) => {
  expect(wrongWith(parameters)).toBe(wrong);
});

test.each([
  ['', { ...one, required: true }, 'required'],
  ['', one, undefined],
  ['1e3', { ...one, type: 'number' as const }, 'number'],
  ['-1.5', { ...one, type: 'number' as const }, undefined],
  ['b', choice, 'choice'],
  ['a', choice, undefined],
])('%j is looked at as its parameter wants it', (value, parameter, wrong) => {
  expect(wrongValue(parameter, value)).toBe(wrong);
});

test('options are lines', () => {
  const options = [
    { value: 'eu', label: 'Europe' },
    { value: 'a=b', label: 'a=b' },
  ];
  expect(writeOptions(options)).toBe('eu = Europe\na=b');
  expect(readOptions('eu = Europe\n\n a=b \n')).toEqual(options);
});

test('a job that asks and defines nothing just runs', () => {
  expect(asksFor({ use_parameter_define: true, parameters_define: {} })).toEqual([]);
  expect(asksFor({ use_parameter_define: false, parameters_define: { who: {} } })).toEqual([]);
  expect(asksFor({ use_parameter_define: true, parameters_define: { who: {} } })).toHaveLength(1);
});

test('three things keep a command from being run, one after the other', () => {
  const targets = { assets: [], nodes: ['favorite'] };
  expect(lackOf({ ...FIRST, runas: '' })).toBe('targets');
  expect(lackOf({ ...FIRST, targets, args: ' \n', runas: '' })).toBe('args');
  expect(lackOf({ ...FIRST, targets, args: 'uptime', runas: ' ' })).toBe('runas');
  expect(lackOf({ ...FIRST, targets, args: 'uptime' })).toBeUndefined();
});

test('a job is put back as it was put together', () => {
  const job = {
    assets: ['a'],
    nodes: ['n'],
    module: { value: 'python' },
    args: 'print(1)',
    runas: 'deploy',
    runas_policy: { value: 'privileged_only' },
    timeout: 30,
    parallelism: 5,
    parameters_define: { Who: { label: 'Whom' }, zone: { default: 'a' } },
  };
  expect(draftOf(job, { who: 'cat', gone: 'x' })).toEqual({
    targets: { assets: ['a'], nodes: ['n'] },
    module: 'python',
    args: 'print(1)',
    runas: 'deploy',
    runas_policy: 'privileged_only',
    timeout: 30,
    parallelism: 5,
    parameters: [
      { ...BLANK, key: 'Who', label: 'Whom' },
      { ...BLANK, key: 'zone', default: 'a' },
    ],
    values: { Who: 'cat', zone: 'a' },
  });
});
