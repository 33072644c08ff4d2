import type { Field } from './kind.ts';
import type { Presence } from './options.ts';

/** A write-only input that is not stored as such (a password to be hashed): `behaviour.prepare` takes it out of `values`. */
export const input = <S, P extends Presence>(of: Field<S, P>): Field<S, P> => {
  const { column: _stored, ...kind } = of.kind;
  return { kind, options: { ...of.options, writeOnly: true } };
};
