import type { Field, Kind, Options } from './kind.ts';
import type { PresenceOf, StoredAs } from './options.ts';
import { formed, textKind } from './text.ts';

const emailKind: Kind = {
  ...textKind,
  name: 'email',
  type: 'email',
  parse: formed('invalid_email', (value) => /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/.test(value)),
};

export const email = <const O extends Options<'max'>>(options: O): Field<StoredAs<string, O>, PresenceOf<O>> => ({
  kind: emailKind,
  options: { max: 128, ...options },
});
