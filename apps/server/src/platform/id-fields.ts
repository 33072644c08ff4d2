import { parseUuid } from '@postern/contract/ids';
import type { Text } from '@postern/contract/text';
import { entriesOf, type Field, manyToMany, textList } from '@postern/resource';

/** Lists of ids in bodies of routes. */

/** Nothing is linked by a field of a body. */
const NO_TABLE = { table: '', mine: '', theirs: '' };

/** Rows that a body names: each is one that the actor may use, or the field's "does not exist". */
export const rowsNamed = (target: string, label: Text, max: number): Field<string[], 'always'> =>
  manyToMany(target, { label, required: true, through: NO_TABLE, most: max });

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
        return entriesOf(given, max).flatMap((entry) => parseUuid(idOf(entry)) ?? []);
      },
    },
  };
}
