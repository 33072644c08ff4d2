import { expect, it } from 'vitest';
import { diffLines } from './diff.ts';

const told = (before: string, after: string): string[] =>
  diffLines(before, after).map(({ kind, text, before: old, after: now }) => `${kind} ${old ?? '-'} ${now ?? '-'} ${text}`);

it('says nothing of what is the same', () => expect(told('a\nb', 'a\nb')).toEqual([]));

it('says what was removed and added, with lines around it', () => {
  const before = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`);
  const after = before.with(9, 'another').toSpliced(15, 1);
  expect(told(before.join('\n'), after.join('\n'))).toEqual([
    'same 7 7 line 7',
    'same 8 8 line 8',
    'same 9 9 line 9',
    'removed 10 - line 10',
    'added - 10 another',
    'same 11 11 line 11',
    'same 12 12 line 12',
    'same 13 13 line 13',
    'same 14 14 line 14',
    'same 15 15 line 15',
    'removed 16 - line 16',
    'same 17 16 line 17',
    'same 18 17 line 18',
    'same 19 18 line 19',
  ]);
});

it('tells texts that differ in too much as replaced, at once', () => {
  const many = (word: string): string => Array.from({ length: 5_000 }, (_, at) => `${word} ${at}`).join('\n');
  const lines = diffLines(many('old'), many('new'));
  expect([lines.filter(({ kind }) => kind === 'removed').length, lines.filter(({ kind }) => kind === 'added').length]).toEqual([
    5_000, 5_000,
  ]);
});
