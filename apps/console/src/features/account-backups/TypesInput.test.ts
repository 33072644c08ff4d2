import { expect, test } from 'vitest';
import { pathsOf, typesOf } from './TypesInput.tsx';

const type = (value: string) => ({ value, label: value, category: '', constraints: { protocols: [] } });
const CATEGORIES = [
  { value: 'host', label: 'Host', types: [type('linux'), type('windows')] },
  { value: 'database', label: 'Database', types: [type('mysql')] },
];

test('types stand below their category, and come back as types', () => {
  const paths = pathsOf(['windows', 'mysql', 'gone'], CATEGORIES);
  expect(paths).toEqual([['host', 'windows'], ['database', 'mysql'], ['gone']]);
  expect(typesOf(paths, CATEGORIES)).toEqual(['windows', 'mysql', 'gone']);
});

test('a category stands for all its types, each once', () => {
  expect(typesOf([['host'], ['host', 'linux']], CATEGORIES)).toEqual(['linux', 'windows']);
});
