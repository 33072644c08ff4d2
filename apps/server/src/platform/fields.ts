import { parseUuid } from '@postern/contract/ids';
import type { FieldInfo } from '@postern/contract/metadata';
import { type Text, text } from '@postern/contract/text';
import {
  type Context,
  entriesOf,
  type Field,
  json,
  listSchema,
  manyToMany,
  Problem,
  reference,
  type Schema,
  TEXT_SCHEMA,
  textList,
} from '@postern/resource';

/** Fields that several features have. First those of bodies that no resource has: lists, and ids in them. */

/** A list, read entry by entry, each value once. Without `required` it may be left out, and is empty then. */
export function listOf<T>(
  label: Text,
  read: (entry: unknown) => T,
  { max, required = false, entry = TEXT_SCHEMA }: { max: number; required?: boolean; entry?: Schema },
): Field<T[], 'always'> {
  const { kind, options } = json(required ? { label, required } : { label, default: [] });
  const parse = (input: unknown): T[] => {
    return [...new Set(entriesOf(input, max).map(read))];
  };
  const info = () => ({ child: { type: 'string' as const, required: true, read_only: false, label: '', write_only: false } });
  return { options, kind: { ...kind, type: 'list', parse, info, schema: () => listSchema(entry) } };
}

/** Ids that stand for nothing that has to be there: those of others, and of nobody, are passed over by whoever takes them. */
export const uuids = (label: Text, max: number): Field<string[], 'always'> =>
  listOf(
    label,
    (entry) => {
      const id = parseUuid(entry);
      if (!id) throw new Problem('invalid_uuid', { value: String(entry).slice(0, 64) });
      return id;
    },
    { max },
  );

/** Nothing is linked by a field of a body. */
const NO_TABLE = { table: '', mine: '', theirs: '' };

/** Rows that a body names: each is one that the actor may use, or the field's "does not exist". */
export const rowsNamed = (
  target: string,
  label: Text,
  max: number,
  { required = true }: Pick<Loose, 'required'> = {},
): Field<string[], 'always'> => manyToMany(target, { label, ...(required ? { required } : { default: [] }), through: NO_TABLE, most: max });

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

/** An object whose members follow from another field: `OPTIONS` tells them for what the address names. */
export function membersBy(
  options: Parameters<typeof json>[0],
  children: (ctx: Context, query: Readonly<Record<string, string>>) => Record<string, FieldInfo>,
): Field {
  const plain = json({ ...options, holds: { type: 'object' } });
  return {
    ...plain,
    kind: {
      ...plain.kind,
      type: 'nested object',
      info: (_field, ctx, query) => ({ children: children(ctx, query) }),
    },
  };
}

/** Whose a row is where everyone has only their own, in every organisation; never said by a client. */
export const ownUser = () =>
  reference('user', {
    label: text('User', '用户', 'ユーザー'),
    answered: TEXT_SCHEMA,
    readOnly: true,
    required: true,
    onDelete: 'cascade',
    sameOrg: false,
  });
