import { expect, test } from 'vitest';
import { csvCell, csvFile } from './csv.ts';

test('no cell runs as a formula; numbers stay numbers', () => {
  for (const text of ['=1+1', '+1+1', '-2+3', '@SUM(A1)', '\t=1', '  =1', '＝1', '=HYPERLINK("x")'])
    expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/);
  for (const text of ['-2', '-2.5', '12', 'a=1', '']) expect(csvCell(text)).toBe(text);
});

test('quotes, commas and line ends are kept', () => {
  expect(
    csvFile([
      ['a', 'b,c'],
      ['say "x"', 'two\nlines'],
    ]),
  ).toBe('\uFEFFa,"b,c"\r\n"say ""x""","two\nlines"\r\n');
});
