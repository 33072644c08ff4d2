import { FIELD_ERRORS } from '@postern/contract/errors';
import { render } from '@postern/contract/text';
import { expect, test } from 'vitest';
import type { Context } from '../base/context.ts';
import * as kinds from './index.ts';
import { type Field, KIND_NAMES, type NamedField } from './kind.ts';
import { Problem } from './problem.ts';

/** What each kind of field says of values that are none of its own. */

const label = { en: 'Field', zh: '字段', ja: '項目' };
const phones = { normalise: () => undefined, split: () => ({ code: '', phone: '' }) };
const OPTIONS = [
  { value: 'ssh', label: { en: 'Secure shell', zh: '安全外壳', ja: 'セキュアシェル' } },
  { value: 'rdp', label: { en: 'rdp', zh: 'rdp', ja: 'rdp' } },
];
const FIELDS: Readonly<Record<string, Field>> = {
  text: kinds.text({ label }),
  slug: kinds.slug({ label }),
  email: kinds.email({ label }),
  url: kinds.url({ label }),
  phone: kinds.phone(phones, { label }),
  boolean: kinds.boolean({ label }),
  integer: kinds.integer({ label }),
  number: kinds.number({ label }),
  datetime: kinds.datetime({ label }),
  uuid: kinds.uuid({ label }),
  json: kinds.json({ label, holds: { type: 'object' } }),
  textList: kinds.textList({ label }),
  reference: kinds.reference('user', { label }),
  choice: kinds.choice({ label, choices: OPTIONS }),
  labelled: kinds.labelled({ label, choices: OPTIONS }),
  bits: kinds.bits({ label, tree: [{ value: 'connect', label, bit: 1 }] }),
  secret: kinds.secret({ label, max: 64 }),
  manyToMany: kinds.manyToMany('user', { label, through: { table: 'user_links', mine: 'one_id', theirs: 'user_id' } }),
  matcher: kinds.matcher('user', { label }),
  nested: kinds.nested({ port: kinds.integer({ label, required: true }) }, { label }),
  nestedList: kinds.nestedList({ port: kinds.integer({ label, required: true }) }, { label }),
};
/** Kinds that nobody writes. */
const READ_ONLY = ['computed', 'derived'];
const CONTEXT = { language: 'en', decrypt: (sent: string) => sent } as Context;
const ALIEN: readonly unknown[] = [true, -0.5, 'no such thing', '', {}, [], [{}], [1, [2]], { a: 1 }, 'x'.repeat(300_000), '\u0000'];

test.each(Object.keys(FIELDS))('%s says of what is refused what would be accepted', (name) => {
  const field = { ...FIELDS[name], name } as NamedField;
  const codes = new Set<string>();
  for (const value of ALIEN) {
    try {
      field.kind.parse(value, field, CONTEXT);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      codes.add(error.problem.code);
    }
  }
  expect(codes.size).toBeGreaterThan(0);
  for (const code of codes) {
    expect(FIELD_ERRORS).toHaveProperty(code);
  }
});

test('no kind is left out', () => {
  expect(Object.keys(FIELDS).sort()).toEqual(KIND_NAMES.filter((name) => !READ_ONLY.includes(name)).sort());
});

test('few choices are named with their labels, many are not', () => {
  const refusal = (field: Field): unknown => {
    try {
      return field.kind.parse('vnc', { ...field, name: 'protocol' } as NamedField, CONTEXT);
    } catch (error) {
      return error instanceof Problem && error.problem;
    }
  };
  expect(refusal(FIELDS.choice as Field)).toEqual({ code: 'choose_one_of', params: { value: 'vnc', choices: 'ssh (Secure shell), rdp' } });
  const many = Array.from({ length: 25 }, (_, value) => ({ value, label }));
  expect(refusal(kinds.choice({ label, choices: many }))).toEqual({ code: 'invalid_choice', params: { value: 'vnc' } });
});

test('what is wrong with a part is told with the name of the part', () => {
  const field = { ...(FIELDS.nested as Field), name: 'automation' } as NamedField;
  const refusal = (value: unknown): unknown => {
    try {
      return field.kind.parse(value, field, CONTEXT);
    } catch (error) {
      return error instanceof Problem && render(FIELD_ERRORS[error.problem.code], 'ja', error.problem.params);
    }
  };
  expect(refusal({ port: 'many' })).toBe('項目：ここには整数を入力してください。');
  expect(refusal({})).toBe('項目 項目 は必須です。');
});
