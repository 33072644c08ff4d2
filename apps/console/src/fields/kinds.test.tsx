import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FieldInfo } from '@postern/contract/metadata';
import { cleanup, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { draw } from '../test/draw.tsx';
import { FIELDS, kindOf } from './kinds.ts';

const info = (type: FieldInfo['type'], more: Partial<FieldInfo> = {}): FieldInfo => ({
  type,
  required: false,
  read_only: false,
  write_only: false,
  label: 'Field',
  ...more,
});
const choices = (count: number) => Array.from({ length: count }, (_, at) => ({ value: `c${at}`, label: `Choice ${at}` }));
async function open(given: FieldInfo) {
  const { Input } = FIELDS[given.type];
  await draw(<Input info={given} value={undefined} onChange={vi.fn()} />);
}

test('up to four choices are radios, more are a list that can be searched', async () => {
  await open(info('choice', { choices: choices(4) }));
  expect(await screen.findAllByRole('radio')).toHaveLength(4);
  document.body.innerHTML = '';
  await open(info('choice', { choices: choices(5) }));
  expect(await screen.findByRole('combobox')).toBeInTheDocument();
  expect(screen.queryByRole('radio')).toBeNull();
});

test('text without a length has three rows, with one it has one', async () => {
  await open(info('string'));
  expect((await screen.findByRole('textbox')).tagName).toBe('TEXTAREA');
  cleanup();
  await open(info('string', { max_length: 64 }));
  expect((await screen.findByRole('textbox')).tagName).toBe('INPUT');
});

test('what can only be written is typed unseen', async () => {
  await open(info('string', { write_only: true, max_length: 64 }));
  await vi.waitFor(() => expect(document.querySelector('input[type=password]')).not.toBeNull());
});

test('there is a way to enter, show and filter by every type of the metadata', () => {
  expect(Object.keys(FIELDS).toSorted()).toEqual([
    'boolean',
    'choice',
    'date',
    'datetime',
    'email',
    'field',
    'file upload',
    'float',
    'image upload',
    'integer',
    'json',
    'labeled_choice',
    'list',
    'm2m_related_field',
    'multiple choice',
    'nested object',
    'object_related_field',
    'regex',
    'slug',
    'string',
    'tree',
    'url',
  ]);
});

test('a type that nobody knows is shown as its value looks', () => {
  expect(kindOf('hologram')).toBe(FIELDS.field);
  expect(kindOf('boolean')).toBe(FIELDS.boolean);
});

/** Types that no kind of the server has: a screen says them of single fields, or another server does. */
const ONLY_HERE = ['date', 'file', 'image', 'multiple-choice', 'regex'];

test('the folders are called as the kinds of the server are, and have the type of theirs', () => {
  const kinds = join(import.meta.dirname, '../../../../packages/resource/src/kinds');
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  const table = readFileSync(join(import.meta.dirname, 'kinds.ts'), 'utf8');
  const there = folders.filter((folder) => existsSync(join(kinds, `${folder}.ts`)));
  expect(folders.filter((folder) => !there.includes(folder)).toSorted()).toEqual(ONLY_HERE);
  for (const folder of there) {
    const type = /\btype: '([^']+)'/.exec(readFileSync(join(kinds, `${folder}.ts`), 'utf8'))?.[1] ?? '';
    const name = new RegExp(`import \\{ (\\w+) \\} from './${folder}/kind.ts'`).exec(table)?.[1] ?? '';
    expect(table, folder).toMatch(new RegExp(type === name ? `\\b${name},` : `\\s(${type}|'${type}'): ${name}\\b`));
  }
});
