import { expect, test } from 'vitest';
import { readManifest } from './manifest-yaml.ts';

test('reads manifests as people write them', () => {
  expect(
    readManifest(`---
name: chrome # the browser
display_name: "{{ 'Chrome Browser' | trans }}"
version: 0.2
comment: 'it''s a browser: here'
update_policy:
can_concurrent: true
tags: [web, "two words"]
protocols:
  - http
  - https
same:
- one
text: |
  first
    second

folded: >-
  one
  two
i18n:
  Chrome Browser:
    en: Chrome Browser
    zh: 谷歌浏览器
  "quoted: name":
    en: "a\\nb # no comment"
`),
  ).toEqual({
    name: 'chrome',
    display_name: "{{ 'Chrome Browser' | trans }}",
    version: 0.2,
    comment: "it's a browser: here",
    update_policy: null,
    can_concurrent: true,
    tags: ['web', 'two words'],
    protocols: ['http', 'https'],
    same: ['one'],
    text: 'first\n  second\n',
    folded: 'one two',
    i18n: { 'Chrome Browser': { en: 'Chrome Browser', zh: '谷歌浏览器' }, 'quoted: name': { en: 'a\nb # no comment' } },
  });
  expect(readManifest('')).toEqual({});
});

test.each([
  ['a name for a part', 'a: &x 1\nb: *x\n'],
  ['a tag', 'a: !!js/function "x"\n'],
  ['a tag of the language itself', 'a: !!binary aGVsbG8=\n'],
  ['two documents', 'a: 1\n---\nb: 2\n'],
  ['a name twice', 'a: 1\na: 2\n'],
  ['a tab', 'a:\n\tb: 1\n'],
  ['lines that do not fit', 'a:\n    b: 1\n  c: 2\n'],
  ['a quotation without end', 'a: "b\n'],
  ['a list without end', 'a: [b\n'],
  ['what objects inherit', '__proto__:\n  polluted: true\n'],
  ['no map', '- a\n- b\n'],
  ['plain text', 'hello\n'],
  ['too deep', Array.from({ length: 12 }, (_, at) => `${' '.repeat(at)}k:`).join('\n')],
])('refuses %s', (_title, document) => {
  expect(() => readManifest(document)).toThrow(/^line \d+$/);
});

test.each([
  ['lists in lists', '['.repeat(65_536)],
  ['maps in maps', '{a: '.repeat(16_384)],
  ['many names', Array.from({ length: 12_000 }, (_, at) => `${at.toString(36)}:`).join('\n')],
  ['names for parts', 'a: &a '.repeat(10_000)],
])('a document of too many pieces is refused before it is put together: %s', (_title, document) => {
  expect(() => readManifest(document)).toThrow(/^line \d+$/);
});

test('text of any length is read', () => {
  expect(readManifest(`a: ${"'".repeat(60_000)}\n`)).toEqual({ a: "'".repeat(29_999) });
});
