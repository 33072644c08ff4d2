import type { FieldInfo } from '@postern/contract/metadata';
import { expect, test } from 'vitest';
import { cellWords } from './cell-words.ts';
import type { ListDefinition } from './list-definition.ts';

const labels = { yes: 'Yes', no: 'No', language: 'en' };
const info = (type: FieldInfo['type'], more: Partial<FieldInfo> = {}): FieldInfo => ({
  type,
  required: false,
  read_only: false,
  write_only: false,
  label: 'x',
  ...more,
});
const definition = { cells: { own: { text: () => 'by the screen' } } } as unknown as ListDefinition;

test.each<[FieldInfo | undefined, unknown, string | RegExp]>([
  [undefined, null, ''],
  [info('boolean'), true, 'Yes'],
  [info('boolean'), false, 'No'],
  [info('m2m_related_field'), [{ name: 'a' }, { name: 'b' }], 'a, b'],
  [info('datetime'), '2026/11/20 10:00:00 +0000', /Nov 20, 2026|Nov 21, 2026|Nov 19, 2026/],
  [info('datetime'), 'soon', 'soon'],
  [info('list'), [{ name: 'ssh', port: 22 }], 'ssh/22'],
  [info('field'), { code: '+81', phone: '90' }, '+81 90'],
  [info('json'), { a: 1 }, '{"a":1}'],
  [info('choice', { choices: [{ value: 'x', label: 'Ex' }] }), 'x', 'Ex'],
  [info('integer'), 7, '7'],
])('%j: %j is written as %s', (field, value, words) => {
  const text = cellWords(definition, 'name', field, { id: 1, name: value as string }, labels);
  if (typeof words === 'string') expect(text).toBe(words);
  else expect(text).toMatch(words);
});

test('a screen may say it itself', () => expect(cellWords(definition, 'own', undefined, { id: 1 }, labels)).toBe('by the screen'));
