import { expect, test } from 'vitest';
import { lineDiff } from './line-diff.ts';

const marks = { same: ' ', left: '-', right: '+' } as const;
const diff = (left: string, right: string) => lineDiff(left, right).map(({ kind, text }) => marks[kind] + text);

test.each<[string, string, string, string[]]>([
  ['equal texts', 'a\nb\n', 'a\nb\n', [' a', ' b']],
  ['a line more in the middle', 'a\nc', 'a\nb\nc', [' a', '+b', ' c']],
  ['another line', 'a\nb\nc\n', 'a\nx\nc\n', [' a', '-b', '+x', ' c']],
  ['lines in another place', 'a\nb\nc\nd', 'c\nd\na\nb', ['-a', '-b', ' c', ' d', '+a', '+b']],
  ['nothing on the left', '', 'a\nb', ['+a', '+b']],
  ['lines that repeat', 'x\nx\nx', 'x\nx', [' x', ' x', '-x']],
])('%s are compared line by line', (_, left, right, expected) => {
  expect(diff(left, right)).toEqual(expected);
});

test('texts of which too much differs are wholly other between what they share at both ends', () => {
  const lines = (word: string) => Array.from({ length: 3_000 }, (_, at) => `${word} ${at % 7}`);
  const found = diff(['head', ...lines('a'), 'tail'].join('\n'), ['head', ...lines('b'), 'tail'].join('\n'));
  expect([found[0], found[1], found[3_001], found.at(-1), found.length]).toEqual([' head', '-a 0', '+b 0', ' tail', 6_002]);
});
