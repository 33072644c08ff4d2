import type { Field, Options } from './kind.ts';
import type { PresenceOf, StoredAs } from './options.ts';
import { formKind } from './text.ts';

const emailKind = formKind('email', (value) => /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/.test(value));

export const email = <const O extends Options<'max'>>(options: O): Field<StoredAs<string, O>, PresenceOf<O>> => ({
  kind: emailKind,
  options: { max: 128, ...options },
});
