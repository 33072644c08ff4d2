import type { Field, Kind, Options } from './kind.ts';
import type { PresenceOf } from './options.ts';
import { Problem } from './problem.ts';
import { textInfo } from './text.ts';

const secretKind: Kind = {
  name: 'secret',
  column: 'text',
  type: 'string',
  parse(input, field, ctx) {
    if (typeof input !== 'string') throw new Problem('not_a_text');
    const max = field.options.max ?? 40960;
    // The transport form is longer than what it carries; the bound holds for both.
    if (input.length > max * 2 + 1024) throw new Problem('max_length', { max });
    const plain = ctx.decrypt(input);
    if (plain.length > max) throw new Problem('max_length', { max });
    return plain;
  },
  wire: () => undefined,
  info: textInfo,
  diff: (stored) => (stored ? '******' : ''),
  orderable: false,
  secret: true,
};
/** A value encrypted at rest and never returned. In a write, `values` carries the plain text until it is stored. */
export const secret = <const O extends Options<'max'>>(options: O): Field<string | null, PresenceOf<O>> => ({
  kind: secretKind,
  options: { writeOnly: true, nullable: true, blank: true, ...options },
});
