import { parseUuid } from '@postern/contract/ids';
import type { Text } from '@postern/contract/text';
import { type Field, manyToMany, Problem, textList } from '@postern/resource';

/** Lists of ids in bodies of routes. */

/** Nothing is linked by a field of a body. */
const NO_TABLE = { table: '', mine: '', theirs: '' };

/** Rows that a body names: each is one that the actor may use, or the field's "does not exist". */
export function rowsNamed(target: string, label: Text, max: number): Field<string[], 'always'> {
  const { kind, options } = manyToMany(target, { label, required: true, through: NO_TABLE });
  return {
    options,
    kind: {
      ...kind,
      parse(given, field, ctx) {
        if (Array.isArray(given) && given.length > max) throw new Problem('too_many', { max });
        return kind.parse(given, field, ctx);
      },
    },
  };
}

interface Loose {
  max: number;
  /** Without it the list may be left out, and is empty then. */
  required?: boolean;
  /** The id in an entry. Default: the entry itself. */
  idOf?(entry: unknown): unknown;
}

/** Ids of which some may stand for nothing: what is none, is another's or has gone is passed over. */
export function looseIds(label: Text, { max, required = false, idOf = (entry) => entry }: Loose): Field<string[], 'always'> {
  const { kind } = textList({ label });
  return {
    options: required ? { label, required } : { label, default: [] },
    kind: {
      ...kind,
      parse(given) {
        if (!Array.isArray(given)) throw new Problem('not_a_list');
        if (given.length > max) throw new Problem('too_many', { max });
        return given.flatMap((entry: unknown) => parseUuid(idOf(entry)) ?? []);
      },
    },
  };
}
