import { expect, test } from 'vitest';
import { cells, cut, filled, shown, tail } from './cells.ts';

test.each([
  ['web-1', 5],
  ['東京', 4],
  ['ｱ', 1],
  ['ア', 2],
  ['한글', 4],
  ['e\u0301', 1],
  ['😀', 2],
  ['𠮷', 2],
  ['', 0],
])('%s takes %i cells', (text, width) => {
  expect(cells(text)).toBe(width);
});

test('is cut and filled to exactly the width, never through a wide character', () => {
  for (const text of ['web-osaka-1', '数据库服务器', 'a東b京c', '', '😀😀😀'])
    for (let width = 0; width <= 14; width += 1) {
      expect(cells(filled(text, width)), `${text} ${width}`).toBe(width);
      expect(cells(cut(text, width)), `${text} ${width}`).toBeLessThanOrEqual(width);
      expect(cells(tail(text, width)), `${text} ${width}`).toBeLessThanOrEqual(width);
    }
  expect(filled('web-osaka-1', 6)).toBe('web-..');
  expect(tail('osaka', 3)).toBe('aka');
});

test('text of others holds nothing that a terminal obeys or that turns text round', () => {
  expect(shown('a\x1b[31mred\x1b[0m\x1b]0;title\x07 \x9b2Jb\u009d0;x\u0007c')).toBe('ared b0;xc');
  expect(shown('one\r\ntwo\tthree\u2028four')).toBe('one two three four');
  expect(shown('safe\u202egnp.exe\u2066x\ufeff\ue000')).toBe('safegnp.exex');
  expect(shown(`z${'\u0301'.repeat(500)}`)).toBe('z\u0301\u0301\u0301');
  expect([...shown('東'.repeat(10_000))]).toHaveLength(256);
  expect(shown(undefined)).toBe('');
});
