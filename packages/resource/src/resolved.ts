import type { Text } from '@postern/contract/text';
import type { Expression } from 'kysely';
import type { Context } from './context.ts';
import type { Behaviour, ResourceDefinition } from './definition.ts';
import type { Kind } from './kinds/kind.ts';
import type { Rows } from './rows.ts';

/** What an author may say of any field. */
export interface FieldOptions {
  label: Text;
  help?: Text;
  /** Must be present on create (and PUT). */
  required?: boolean;
  readOnly?: boolean;
  /** Accepted, never returned. */
  writeOnly?: boolean;
  /** Null is stored and returned. */
  nullable?: boolean;
  /** Empty string is accepted (text kinds). Default: only when there is a default of ''. */
  blank?: boolean;
  /** Value, or a function of the context, for POST and PUT without the field (docs/wire/conventions.md#what-a-put-resets). */
  default?: unknown;
  /** Offers `?name=` with the kind's operator, and the filter in the console. */
  filter?: boolean;
  /** Offers `order=name`. Default: the kind's `orderable` for stored columns. */
  order?: boolean;
  /** Part of `search=`; gets a trigram index. */
  search?: boolean;
  unique?: 'org' | 'global';
  /** Column name when it differs from the field's. */
  column?: string;
  /** Shown only on retrieve (`detail`) or only in lists (`list`). */
  view?: 'detail' | 'list';
  /** Update ignores it (an account's username, for example). */
  createOnly?: boolean;
  /** The field exists only for actors holding this code, for reading / for writing. */
  readWith?: string;
  writeWith?: string;
  /** Never exported. */
  unexported?: true;
  /** Why a filterable or sortable column has no index of its own (decision 0028). */
  noIndex?: string;
}

export interface ChoiceOption {
  value: string | number | boolean;
  label: Text;
}

export interface TreeOption {
  value: string;
  label: Text;
  /** Bit of a leaf. */
  bit?: number;
  children?: readonly TreeOption[];
}

/** Parts that only some kinds use. */
export interface KindOptions {
  max?: number;
  min?: number;
  /** Entries of a list, at most. */
  most?: number;
  /** Text longer than a line: a textarea in forms. */
  multiline?: boolean;
  /** Extra check on text; returns true when fine. */
  check?: (value: string) => boolean;
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
  /** Fields of nested objects. */
  fields?: Fields;
  /** Expression of a derived field over the main table, whose alias is `t`. */
  expression?: (ctx: Context) => Expression<unknown>;
  /** Metadata type of a computed or derived field. */
  type?: Kind['type'];
}

export type Options<K extends keyof KindOptions = never> = FieldOptions & Pick<KindOptions, K>;

/** Whether a body that was read always holds a value for a field: it is required, or has a default. */
export type Presence = 'always' | 'sometimes';
export type PresenceOf<O> = O extends { required: true } | { default: NonNullable<unknown> | null } ? 'always' : 'sometimes';
/** What a field of these options stores. */
export type StoredAs<T, O> = O extends { nullable: true } ? T | null : T;

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

export interface ResolvedField {
  kind: Kind;
  options: FieldOptions & KindOptions;
  name: string;
  /** Column of the main table; undefined when there is none. */
  column?: string;
  writable: boolean;
  readable: boolean;
  orderable: boolean;
  filterable: boolean;
  searchable: boolean;
  target?: ResolvedResource;
}

/** True when the column of a field never holds null; the tables' printer says the same in SQL. */
export function isFilled({ column, options }: ResolvedField): boolean {
  const { default: given, nullable, required } = options;
  const isStatic = given !== undefined && given !== null && typeof given !== 'function';
  return column !== undefined && nullable !== true && (isStatic || required === true);
}

/** A resource after `compile`: what all printers read. */
export interface ResolvedResource {
  name: string;
  app: string;
  /** `/api/v1/{app}/{path}/` */
  url: string;
  table: string;
  label: Text;
  orgScoped: boolean;
  idType: 'uuid' | 'integer';
  /** In wire order: plain fields, then booleans, then datetimes (docs/wire/conventions.md#order-of-fields). */
  fields: readonly ResolvedField[];
  field(name: string): ResolvedField | undefined;
  definition: ResourceDefinition;
  behaviour: Behaviour;
  /** Row security: the organisation and the resource's own rule, for every verb. */
  rows: Rows;
}
