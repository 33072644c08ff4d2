import { expect, test } from 'vitest';
import { placesOf } from './editor-find.ts';

test.each<[string, string, string, number[]]>([
  ['nothing is looked for', 'abc', '', []],
  ['it is not there', 'abc', 'x', []],
  ['letters differ in case only', 'Name: name', 'NAME', [0, 6]],
  ['it is a sign of patterns', 'a.b', '.', [1]],
  ['one match would lie over another', 'aaaa', 'aa', [0, 2]],
  ['small letters are longer than capitals', 'İ name', 'name', [2]],
])('places of a word where %s', (_, text, word, places) => {
  expect(placesOf(text, word)).toEqual(places);
});
