import { expect, test } from 'vitest';
import { failClosed } from './fail-closed.ts';

type Filter = Parameters<typeof failClosed>[0];
const group = (id: string, pattern: string) => ({ id, name: id, type: 'regex', content: pattern, ignore_case: true, pattern });
const filter = (action: Filter['action'], ...patterns: string[]): Filter => ({
  ...{ id: 'f', name: 'f', action, priority: 40, is_active: true, reviewers: [] },
  command_groups: patterns.map((pattern, at) => group(`g${at}`, pattern)),
});
const summary = (filters: Filter[]) =>
  filters.map(({ action, priority, command_groups }) => [action, priority, ...command_groups.map(({ pattern }) => pattern)]);
const BAD = 'rm(?! -i)';

test('what can be read reaches components as it is', () => {
  for (const action of ['accept', 'reject', 'review', 'warning'] as const)
    expect(failClosed(filter(action, 'rm', 'mkfs'), false)).toEqual([filter(action, 'rm', 'mkfs')]);
});

test('a refusal or review that cannot be read refuses everything', () => {
  for (const action of ['reject', 'review'] as const) {
    expect(summary(failClosed(filter(action, 'rm', BAD), false))).toEqual([['reject', 40, 'rm', '[\\s\\S]']]);
    expect(summary(failClosed(filter(action, 'rm'), true))).toEqual([['reject', 40, 'rm']]);
  }
});

test('a permission that cannot be read permits nothing', () => {
  expect(summary(failClosed(filter('accept', 'ls', BAD), false))).toEqual([['accept', 40, 'ls']]);
  expect(failClosed(filter('accept', 'ls'), true)).toEqual([]);
});

test('a warning that cannot be read hides no refusal', () => {
  expect(summary(failClosed(filter('warning', 'ls', BAD), false))).toEqual([
    ['warning', 40, 'ls'],
    ['warning', 101, '[\\s\\S]'],
  ]);
  expect(summary(failClosed(filter('warning', 'ls'), true))).toEqual([['warning', 101, 'ls']]);
});
