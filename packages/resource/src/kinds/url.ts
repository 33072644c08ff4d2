import type { Field, Kind, Options } from './kind.ts';
import type { PresenceOf, StoredAs } from './options.ts';
import { formed, textKind } from './text.ts';

const urlKind: Kind = { ...textKind, name: 'url', type: 'url', parse: formed('invalid_url', (value) => URL.canParse(value)) };

export const url = <const O extends Options<'max'>>(options: O): Field<StoredAs<string, O>, PresenceOf<O>> => ({
  kind: urlKind,
  options: { max: 1024, ...options },
});
