import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { words as en } from './en/index.ts';
import { words as ja } from './ja/index.ts';
import { words as zh } from './zh/index.ts';

const SRC = join(import.meta.dirname, '..');

/** Dotted keys of all texts of a tree. */
function keysOf(tree: object, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysOf(value as object, `${prefix}${key}.`),
  );
}

/** All program text of the console except the words themselves and the tests. */
function sources(folder: string): string {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(
      (entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.') && !entry.parentPath.includes('/locale'),
    )
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
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

test('every text is used', () => {
  const program = sources(SRC);
  const unused = Object.entries(en).flatMap(([space, tree]) =>
    keysOf(tree)
      .map((key) => key.replace(/_(one|other)$/, ''))
      .filter((key) => !isUsed(program, space, key))
      .map((key) => `${space}:${key}`),
  );
  expect([...new Set(unused)]).toEqual([]);
});

/** A key is used when it stands in quotes, or a template literal starts with one of its parents. */
function isUsed(program: string, space: string, key: string): boolean {
  if (["'", '"', '`'].some((quote) => program.includes(`${quote}${key}${quote}`) || program.includes(`${quote}${space}:${key}${quote}`)))
    return true;
  const parts = key.split('.');
  return parts.some((_, index) => {
    const parent = parts.slice(0, index).join('.');
    return parent !== '' && (program.includes(`\`${parent}.\${`) || program.includes(`\`${space}:${parent}.\${`));
  });
}
