import type { FieldProblem } from '@postern/contract/errors';
import type { FieldInfo, FieldType } from '@postern/contract/metadata';
import type { Expression } from 'kysely';
import type { Where } from '../base/conditions.ts';
import type { Context } from '../base/context.ts';
import type { Schema, Way } from '../base/schema.ts';
import type { ChoiceOption, FieldOptions, Presence, TreeOption } from './options.ts';

/** Fields and their kinds, which know each other: a kind reads by the options of its field, and those may hold fields again. */

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
  parse(input: unknown, field: NamedField, ctx: Context): unknown;
  /** Stored form → wire form. */
  wire(stored: unknown, field: NamedField, ctx: Context): unknown;
  /** What metadata adds beyond type, required, label and the like; the query of the OPTIONS request may choose among forms. */
  info?(field: NamedField, ctx: Context, query: Readonly<Record<string, string>>): Partial<FieldInfo>;
  /** What a client is answered and may send, where the metadata type says too little (field-schema.ts). */
  schema?(field: NamedField, way: Way): Schema;
  /** A default as a body would hold it, where the stored form is another. Kinds with this may have defaults that a function makes. */
  offer?(value: unknown, field: NamedField): unknown;
  /** Where-clause of `?field=value`; `ref` is the qualified column. Throws `Problem` for a value that cannot be. */
  filter?(value: string, ref: Expression<unknown>, field: NamedField): Where;
  /** `?field=a,b` means any of them (decision 0158). No value of the kind holds a comma. */
  several?: true;
  /** One line for the audit diff, in English where it is words. */
  diff(stored: unknown, field: NamedField): string;
  /** Wire value → text of a cell, where the form by metadata type does not do (transfer/cells.ts). */
  cell?(wire: unknown, field: NamedField, ctx: Context): string;
  /** Text of a cell → what a body would hold; the reverse of `cell`. */
  fromCell?(text: string, field: NamedField, ctx: Context): unknown;
  /** Plain columns may be ordered by; relations, JSON and uuids may not (docs/wire/conventions.md#order-and-search). */
  orderable: boolean;
  /** Secrecy: never read, filtered, sorted, exported, logged or diffed. */
  secret?: true;
}

/** Parts that only some kinds use. */
export interface KindOptions {
  max?: number;
  min?: number;
  /** Entries of a list, at most. */
  most?: number;
  /** Text longer than a line: a textarea in forms. */
  multiline?: boolean;
  /** Extra check on text that is not empty: what is wrong with it, undefined when fine. */
  check?: (value: string) => FieldProblem | undefined;
  choices?: readonly ChoiceOption[] | ((ctx: Context) => readonly ChoiceOption[]);
  tree?: readonly TreeOption[];
  /** Related resource by name. */
  target?: string;
  /** Attributes of the related object on the wire. Default `id`, `name`. */
  show?: readonly string[];
  /** What happens to this row when the referenced one goes. Default restrict for required, set null otherwise. */
  onDelete?: 'cascade' | 'restrict' | 'set null';
  /** Join table of a many-to-many: its name and the two columns (mine, theirs). */
  through?: { table: string; mine: string; theirs: string };
  /** Only related objects of the same organisation can be chosen. Default true when both are scoped to organisations. */
  sameOrg?: boolean;
  /**
   * The resource's own logic looks the object up, and answers in words of its own whether it may be named (an asset that is
   * not granted). Without this the kernel does, before that logic runs.
   */
  judged?: 'by the resource';
  /** What a document holds, for the description of the API: an object or a list, and nothing else is taken. */
  holds?: Schema;
  /** Fields of nested objects. */
  fields?: Fields;
  /** Expression of a derived field over the main table, whose alias is `t`. */
  expression?: (ctx: Context) => Expression<unknown>;
  /** Metadata type of a computed or derived field. */
  type?: FieldType;
}

export type Options<K extends keyof KindOptions = never> = FieldOptions & Pick<KindOptions, K>;

declare const TYPES: unique symbol;

/** `S` is its stored form, which writes carry. */
export interface Field<S = unknown, P extends Presence = Presence> {
  kind: Kind;
  options: FieldOptions & KindOptions;
  /** For the compiler alone. */
  readonly [TYPES]?: { stored: S; presence: P };
}

export type Fields = Readonly<Record<string, Field>>;

type Always<F extends Fields> = { [K in keyof F]: F[K] extends Field<unknown, 'always'> ? K : never }[keyof F];
type StoredIn<F> = F extends Field<infer S> ? S : never;

/** What reading a body by these fields gives. */
export type BodyOf<F extends Fields> = { [K in Always<F>]: StoredIn<F[K]> } & { [K in Exclude<keyof F, Always<F>>]?: StoredIn<F[K]> };

/** What a field knows of the resource whose objects it names. */
export interface Target {
  /** `/api/v1/{app}/{path}/` */
  url: string;
  idType: 'uuid' | 'integer';
  field(name: string): NamedField | undefined;
}

/** A field under its name, as its kind is given it. */
export interface NamedField extends Field {
  name: string;
  /** Column of the main table; undefined when there is none. */
  column?: string;
  writable: boolean;
  readable: boolean;
  orderable: boolean;
  filterable: boolean;
  searchable: boolean;
  target?: Target;
}
