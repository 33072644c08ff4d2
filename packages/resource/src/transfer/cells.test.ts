import { text as words } from '@postern/contract/text';
import { expect, test } from 'vitest';
import type { Context } from '../base/context.ts';
import type { ResolvedField } from '../compiled/resolved.ts';
import {
  bits,
  boolean,
  datetime,
  email,
  integer,
  json,
  labelled,
  manyToMany,
  nestedList,
  number,
  reference,
  secret,
  text,
  textList,
} from '../kinds/index.ts';
import type { Field } from '../kinds/kind.ts';
import { csvMark, fromCell, startsFormula, toCell, withoutMark, xlsxMark } from './cells.ts';

const label = words('L', 'L', 'L');
const ctx = { language: 'en' } as Context;
const resolved = (field: Field): ResolvedField => ({
  ...field,
  name: 'one',
  writable: true,
  readable: true,
  orderable: false,
  filterable: false,
  searchable: false,
});

const UUID = '11111111-2222-4333-8444-555555555555';
const TEXTS = [
  '',
  'plain',
  '007',
  '-5',
  '-',
  '+8613800138000',
  '=1+1',
  "'=1+1",
  "''quoted",
  "O'Brien",
  '@cmd',
  '＝ＳＵＭ',
  '\t=x',
  'a,b;c\td',
  'say "hi"',
  'two\nlines\r\nmore',
  '数据中心 データ',
  '[not json',
  '“typographic”',
  ' = leading',
];

test('what starts a formula is marked, and every text comes back', () => {
  for (const given of TEXTS) {
    expect(withoutMark(csvMark(given, false)), JSON.stringify(given)).toBe(given);
    expect(withoutMark(xlsxMark(given)), JSON.stringify(given)).toBe(given);
    expect(startsFormula(csvMark(given, false)), JSON.stringify(given)).toBe(false);
  }
  expect(csvMark('-5', true)).toBe('-5');
  expect(csvMark('-5+cmd', true)).toBe("'-5+cmd");
  for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠', ' =', '\u3000='])
    expect(csvMark(`${start}x`, false)[0]).toBe("'");
});

/** Wire value, its cell, and what is read from the cell. */
const KINDS: readonly [name: string, field: Field, wire: unknown, cell: string, body: unknown][] = [
  ['text', text({ label }), '007', '007', '007'],
  ['empty text', text({ label, blank: true }), '', '', ''],
  ['no text', text({ label, nullable: true }), null, '-', null],
  ['email', email({ label }), 'a@b.c', 'a@b.c', 'a@b.c'],
  ['integer', integer({ label }), -5, '-5', '-5'],
  ['no integer', integer({ label, nullable: true }), null, '-', null],
  ['number', number({ label }), 0.1, '0.1', '0.1'],
  ['yes', boolean({ label }), true, 'Yes', true],
  ['no', boolean({ label }), false, 'No', false],
  ['datetime', datetime({ label }), '2026/11/20 09:05:00 +0800', '2026/11/20 09:05:00 +0800', '2026/11/20 09:05:00 +0800'],
  ['choice', labelled({ label, choices: [{ value: 'a', label: words('First', '甲', '一') }] }), { value: 'a', label: 'First' }, 'a', 'a'],
  ['reference', reference('x', { label }), { id: UUID, name: 'web (1)' }, `web (1)(${UUID})`, { pk: UUID, name: 'web (1)' }],
  ['numbered reference', reference('x', { label }), { id: 7, name: 'Linux' }, 'Linux(7)', { pk: 7, name: 'Linux' }],
  [
    'many to many',
    manyToMany('x', { label, through: { table: 't', mine: 'm', theirs: 'o' } }),
    [{ id: UUID, name: 'a "b"' }],
    `["a \\"b\\"(${UUID})"]`,
    [{ pk: UUID, name: 'a "b"' }],
  ],
  ['bits', bits({ label, tree: [] }), [{ value: 'connect', label: 'Connect' }], '["connect"]', ['connect']],
  ['list', textList({ label }), ['a,b', 'c'], '["a,b","c"]', ['a,b', 'c']],
  ['empty list', textList({ label }), [], '[]', []],
  ['json', json({ label }), { id: 1, 名: '值' }, '{"id":1,"名":"值"}', { id: 1, 名: '值' }],
  ['nested list', nestedList({}, { label }), [{ id: 1, name: 'ssh' }], '[{"id":1,"name":"ssh"}]', [{ id: 1, name: 'ssh' }]],
];

test.each(KINDS)('a cell of %s', (_name, field, wire, cell, body) => {
  expect(toCell(wire, resolved(field), ctx)).toBe(cell);
  expect(fromCell(cell, resolved(field), ctx)).toEqual(body);
});

test('people write cells in their own way', () => {
  const choice = resolved(labelled({ label, choices: [{ value: 'a', label: words('First', '甲', '一') }] }));
  expect(['first', '甲', '一', 'A'].map((cell) => fromCell(cell, choice, ctx))).toEqual(['a', 'a', 'a', 'a']);
  expect(['TRUE', '1', 'on', '是', 'false', '0', 'いいえ'].map((cell) => fromCell(cell, resolved(boolean({ label })), ctx))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(fromCell('maybe', resolved(boolean({ label })), ctx)).toBe('maybe');
  expect(fromCell('a, b；c', resolved(textList({ label })), ctx)).toEqual(['a', 'b', 'c']);
  expect(fromCell("{'a': “b”}", resolved(json({ label })), ctx)).toEqual({ a: 'b' });
});

test('an empty cell, or the mark for none, says nothing about what is only written', () => {
  for (const cell of ['', '-']) expect(fromCell(cell, resolved(secret({ label })), ctx)).toBeUndefined();
  expect(fromCell('', resolved(integer({ label })), ctx)).toBeUndefined();
  expect(fromCell("'-", resolved(text({ label, nullable: true })), ctx)).toBe('-');
});
