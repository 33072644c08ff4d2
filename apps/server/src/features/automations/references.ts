import type { Text } from '@postern/contract/text';
import { type Field, manyToMany, Problem } from '@postern/resource';

/** Nothing is linked by a field of a body. */
const NO_TABLE = { table: '', mine: '', theirs: '' };

/** Rows that a body names, up to so many: each is one that the actor may use. */
export function references(target: string, label: Text, max: number): Field<string[], 'always'> {
  const { kind, options } = manyToMany(target, { label, required: true, through: NO_TABLE });
  return {
    kind: {
      ...kind,
      parse(input, field, ctx) {
        if (Array.isArray(input) && input.length > max) throw new Problem('too_many', { max });
        return kind.parse(input, field, ctx);
      },
    },
    options,
  };
}
