import { FIELD_ERRORS } from '@postern/contract/errors';
import { expect, test } from 'vitest';
import type { Context } from '../base/context.ts';
import * as kinds from './index.ts';
import type { Field, NamedField } from './kind.ts';
import { Problem } from './problem.ts';

/** What each kind of field says of values that are none of its own. */

const label = { en: 'Field', zh: '字段', ja: '項目' };
const phones = { normalise: () => undefined, split: () => ({ code: '', phone: '' }) };
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
};
const ALIEN: readonly unknown[] = [true, -0.5, 'no such thing', '', {}, [], [{}], [1, [2]], { a: 1 }, 'x'.repeat(300_000), '\u0000'];

test.each(Object.keys(FIELDS))('%s says of what is refused what would be accepted', (name) => {
  const field = { ...FIELDS[name], name } as NamedField;
  const codes = new Set<string>();
  for (const value of ALIEN) {
    try {
      field.kind.parse(value, field, {} as Context);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      codes.add(error.problem.code);
    }
  }
  expect(codes.size).toBeGreaterThan(0);
  for (const code of codes) {
    expect(FIELD_ERRORS).toHaveProperty(code);
    expect(code).not.toBe('invalid');
  }
});
