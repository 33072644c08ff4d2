import type { Field, Kind, Options } from './kind.ts';
import type { PresenceOf, StoredAs } from './options.ts';
import { Problem } from './problem.ts';
import { parseText, textKind } from './text.ts';

const slugKind: Kind = {
  ...textKind,
  name: 'slug',
  type: 'slug',
  parse(input, field, ctx) {
    const value = parseText(input, field);
    if (!/^[\p{L}\p{N}_-]+$/u.test(value)) throw new Problem('invalid_slug');
    return textKind.parse(value, field, ctx);
  },
};
/** Letters of any script, digits, underscore, hyphen. */
export const slug = <const O extends Options<'max'>>(options: O): Field<StoredAs<string, O>, PresenceOf<O>> => ({
  kind: slugKind,
  options: { max: 50, ...options },
});
