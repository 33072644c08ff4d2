import { expect, test } from 'vitest';
import * as en from './en/index.ts';
import * as ja from './ja/index.ts';
import * as zh from './zh/index.ts';

/** Dotted keys of all texts of a tree. */
function keysOf(tree: object, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysOf(value as object, `${prefix}${key}.`),
  );
}

test('the three languages have the same namespaces and keys', () => {
  expect(keysOf(zh)).toEqual(keysOf(en));
  expect(keysOf(ja)).toEqual(keysOf(en));
});

test('no text is empty, and marks are the same in every language', () => {
  const marks = (value: string) => [...value.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();
  const at = (tree: object, key: string) =>
    key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], tree) as string;
  for (const key of keysOf(en)) {
    for (const language of [en, zh, ja]) expect(at(language, key).trim(), key).not.toBe('');
    if (/_one$/.test(key)) continue;
    expect(marks(at(zh, key)), key).toEqual(marks(at(en, key)));
    expect(marks(at(ja, key)), key).toEqual(marks(at(en, key)));
  }
});
