import type { Text } from '@postern/contract/text';
import { type Field, Problem, text } from '@postern/resource';

/** What PostgreSQL's text cannot hold is left out. */
export const withoutNul = (value: string): string => value.replaceAll('\0', '');

/**
 * A text that a component saw and that is kept as evidence: spaces at its ends stay, and control characters are no reason to refuse it, as
 * they are in what people type into forms. `clean` says what becomes of them.
 */
export function verbatim(options: { label: Text; max: number }, clean: (value: string) => string = withoutNul): Field<string, 'always'> {
  const { max } = options;
  const field = text({ ...options, required: true });
  const parse = (input: unknown): string => {
    if (typeof input !== 'string') throw new Problem('not_a_text');
    const value = clean(input);
    if (value === '') throw new Problem('blank');
    if (value.length > max) throw new Problem('max_length', { max });
    return value;
  };
  return { kind: { ...field.kind, parse }, options: field.options };
}
