import { type Matcher, matcherShape } from '@postern/contract/matcher';
import { patternProblem } from '../matcher-pattern.ts';
import type { Field, FieldOptions, PresenceOf } from '../resolved.ts';
import { type Kind, Problem } from './kind.ts';

/** Said of nobody: what `{}` and null mean to existing clients (docs/wire/access-rules.md#who-and-what). */
const NOBODY: Matcher = { type: 'ids', ids: [] };

const isEmpty = (input: unknown): boolean => typeof input === 'object' && input !== null && Object.keys(input).length === 0;

const matcherKind: Kind = {
  name: 'matcher',
  column: 'jsonb',
  type: 'json',
  parse(input) {
    if (isEmpty(input)) return NOBODY;
    if (typeof input !== 'object' || input === null || Array.isArray(input)) throw new Problem('not_an_object');
    const read = matcherShape.safeParse(input);
    if (!read.success) throw new Problem('invalid');
    const problem = patternProblem(read.data);
    if (problem) throw new Problem(problem.code, { ...problem.params });
    return read.data;
  },
  wire: (stored) => {
    const read = matcherShape.safeParse(stored);
    return read.success ? read.data : NOBODY;
  },
  diff: (stored) => JSON.stringify(stored ?? NOBODY),
  orderable: false,
};

/** Many objects of the target resource in one value: all, by id, or by rules about their attributes (matcher.ts). */
export const matcher = <const O extends FieldOptions>(target: string, options: O): Field<Matcher, PresenceOf<O>> => ({
  kind: matcherKind,
  options: { ...options, target },
});
