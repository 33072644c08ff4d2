import type { Field, Kind, Options } from './kind.ts';
import type { PresenceOf, StoredAs } from './options.ts';
import { Problem } from './problem.ts';
import { parseText, textKind } from './text.ts';

const emailKind: Kind = {
  ...textKind,
  name: 'email',
  type: 'email',
  parse(input, field) {
    const value = parseText(input, field);
    if (value !== '' && !/^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/.test(value)) throw new Problem('invalid_email');
    return value;
  },
};
export const email = <const O extends Options<'max'>>(options: O): Field<StoredAs<string, O>, PresenceOf<O>> => ({
  kind: emailKind,
  options: { max: 128, ...options },
});
