import type { FieldProblem } from '@postern/contract/errors';
import type { FieldInfo, FieldType } from '@postern/contract/metadata';
import type { Expression, SqlBool } from 'kysely';
import type { Context } from '../context.ts';
import type { ResolvedField } from '../resolved.ts';

export type Where = Expression<SqlBool>;

/** Thrown by `parse`; the writer collects it under the field's name. */
export class Problem extends Error {
  readonly problem: FieldProblem;
  constructor(code: FieldProblem['code'], params?: FieldProblem['params']) {
    super(code);
    this.problem = { code, ...(params ? { params } : {}) };
  }
}

export const KIND_NAMES = [
  'text',
  'slug',
  'email',
  'url',
  'phone',
  'boolean',
  'integer',
  'number',
  'datetime',
  'uuid',
  'choice',
  'labelled',
  'bits',
  'json',
  'textList',
  'secret',
  'reference',
  'manyToMany',
  'matcher',
  'nestedList',
  'nested',
  'computed',
  'derived',
] as const;
export type KindName = (typeof KIND_NAMES)[number];

/**
 * A field kind: everything the printers need to know about a value. Nothing branches on a field's name; a new
 * sort of value is a new kind (decision 0022).
 */
export interface Kind {
  name: KindName;
  /** SQL type of the stored column; undefined when the value is not a column of the resource's table. */
  column?: string;
  type: FieldType;
  /** Reads one wire value into its stored form. Null and absence are handled by the writer. Throws `Problem`. */
  parse(input: unknown, field: ResolvedField, ctx: Context): unknown;
  /** Stored form → wire form. */
  wire(stored: unknown, field: ResolvedField, ctx: Context): unknown;
  /** What metadata adds beyond type, required, label and the like; the query of the OPTIONS request may choose among forms. */
  info?(field: ResolvedField, ctx: Context, query: Readonly<Record<string, string>>): Partial<FieldInfo>;
  /** A default as a body would hold it, where the stored form is another. Kinds with this may have defaults that a function makes. */
  offer?(value: unknown, field: ResolvedField): unknown;
  /** Where-clause of `?field=value`; `ref` is the qualified column. Throws `Problem` for a value that cannot be. */
  filter?(value: string, ref: Expression<unknown>, field: ResolvedField): Where;
  /** One line for the audit diff, in English where it is words. */
  diff(stored: unknown, field: ResolvedField): string;
  /** Wire value → text of a cell, where the form by metadata type does not do (transfer/cells.ts). */
  cell?(wire: unknown, field: ResolvedField, ctx: Context): string;
  /** Text of a cell → what a body would hold; the reverse of `cell`. */
  fromCell?(text: string, field: ResolvedField, ctx: Context): unknown;
  /** Plain columns may be ordered by; relations, JSON and uuids may not (docs/wire/conventions.md#order-and-search). */
  orderable: boolean;
  /** Secrecy: never read, filtered, sorted, exported, logged or diffed. */
  secret?: true;
}

/** The entries of a list from outside. @throws Problem `not_a_list`, `too_many` */
export function entriesOf(input: unknown, most: number): unknown[] {
  if (!Array.isArray(input)) throw new Problem('not_a_list');
  if (input.length > most) throw new Problem('too_many', { max: most });
  return input;
}
