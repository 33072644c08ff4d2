import { isRecord } from '@postern/contract/wire';
import { object, TEXT } from '../base/schema.ts';
import { orNull } from './field-schema.ts';
import type { Field } from './kind.ts';
import type { FieldOptions, PresenceOf } from './options.ts';
import { Problem } from './problem.ts';
import { asText, textKind } from './text.ts';

/**
 * A phone number. The normaliser (country rules, stored digits) is passed in, so that the kernel carries no
 * telephone tables. Wire out `{code, phone}`, in text or that object (docs/wire/conventions.md#values).
 */
export interface PhoneRules {
  normalise(text: string): string | undefined;
  split(stored: string): { code: string; phone: string };
}
export const phone = <const O extends FieldOptions>(rules: PhoneRules, options: O): Field<string | null, PresenceOf<O>> => ({
  kind: {
    ...textKind,
    name: 'phone',
    parse(input) {
      const given = isRecord(input) ? `${asText(input.code)}${asText(input.phone)}` : input;
      if (typeof given !== 'string' || given.length > 40) throw new Problem('not_a_text');
      if (given.trim() === '') return null;
      const stored = rules.normalise(given.trim());
      if (stored === undefined) throw new Problem('invalid_phone');
      return stored;
    },
    wire: (stored) => (typeof stored === 'string' && stored !== '' ? rules.split(stored) : null),
    cell(wire) {
      const { code, phone: digits } = wire as ReturnType<PhoneRules['split']>;
      return `${code}${digits}`;
    },
    info: () => ({}),
    schema(field, way) {
      const parts = object({ code: TEXT, phone: TEXT });
      return orNull(field, way === 'answer' ? parts : { oneOf: [TEXT, parts] });
    },
  },
  options: { nullable: true, ...options },
});
