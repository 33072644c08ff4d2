import type { Field, Options } from './kind.ts';
import type { PresenceOf, StoredAs } from './options.ts';
import { formKind } from './text.ts';

const urlKind = formKind('url', (value) => URL.canParse(value));

export const url = <const O extends Options<'max'>>(options: O): Field<StoredAs<string, O>, PresenceOf<O>> => ({
  kind: urlKind,
  options: { max: 1024, ...options },
});
