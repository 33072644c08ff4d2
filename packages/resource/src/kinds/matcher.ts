import { type Matcher, matcherShape } from '@postern/contract/matcher';
import { isRecord } from '@postern/contract/wire';
import { patternProblem } from '../base/rule-pattern.ts';
import { list, object, type Schema, TEXT } from '../base/schema.ts';
import type { Field, Kind } from './kind.ts';
import type { FieldOptions, PresenceOf } from './options.ts';
import { Problem } from './problem.ts';

/** Said of nobody: what `{}` and null mean to existing clients (docs/wire/access-rules.md#who-and-what). */
const NOBODY: Matcher = { type: 'ids', ids: [] };

const SCALAR: readonly Schema[] = [TEXT, { type: 'number' }, { type: 'boolean' }];
/** What an attribute is compared with. */
const VALUE: Schema = { oneOf: [...SCALAR, { type: 'null' }, list({ oneOf: SCALAR })] };

const isEmpty = (input: unknown): boolean => typeof input === 'object' && input !== null && Object.keys(input).length === 0;

const matcherKind: Kind = {
  name: 'matcher',
  column: 'jsonb',
  type: 'json',
  parse(input) {
    if (isEmpty(input)) return NOBODY;
    if (!isRecord(input)) throw new Problem('not_an_object');
    const read = matcherShape.safeParse(input);
    if (!read.success) throw new Problem('invalid_matcher');
    const problem = patternProblem(read.data);
    if (problem) throw new Problem(problem.code, { ...problem.params });
    return read.data;
  },
  wire: (stored) => {
    const read = matcherShape.safeParse(stored);
    return read.success ? read.data : NOBODY;
  },
  schema: () => ({
    oneOf: [
      object({ type: { enum: ['all'] } }),
      object({ type: { enum: ['ids'] }, ids: list(TEXT) }),
      object({ type: { enum: ['attrs'] }, attrs: list(object({ name: TEXT, value: VALUE }, { match: TEXT })) }),
    ],
  }),
  diff: (stored) => JSON.stringify(stored ?? NOBODY),
  orderable: false,
};

/** Many objects of the target resource in one value: all, by id, or by rules about their attributes (read/matcher.ts). */
export const matcher = <const O extends FieldOptions>(target: string, options: O): Field<Matcher, PresenceOf<O>> => ({
  kind: matcherKind,
  options: { ...options, target },
});
