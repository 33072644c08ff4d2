import type { Field, Kind, Options } from './kind.ts';
import type { PresenceOf, StoredAs } from './options.ts';
import { Problem } from './problem.ts';
import { parseText, textKind } from './text.ts';

const urlKind: Kind = {
  ...textKind,
  name: 'url',
  type: 'url',
  parse(input, field) {
    const value = parseText(input, field);
    if (value !== '' && !URL.canParse(value)) throw new Problem('invalid_url');
    return value;
  },
};
export const url = <const O extends Options<'max'>>(options: O): Field<StoredAs<string, O>, PresenceOf<O>> => ({
  kind: urlKind,
  options: { max: 1024, ...options },
});
