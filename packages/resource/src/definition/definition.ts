import type { Text } from '@postern/contract/text';
import type { Expression } from 'kysely';
import type { Where } from '../base/conditions.ts';
import type { Context } from '../base/context.ts';
import type { Call, Method, Policy, Reply, Status, UploadedPart } from '../base/http.ts';
import type { Field } from '../kinds/kind.ts';
import type { ActionShape } from './action-shape.ts';
import type { Rows, Scoped } from './rows.ts';

export type Verb = 'list' | 'retrieve' | 'create' | 'update' | 'delete';

/** Base columns every resource table has; the ones named in `base` are also on the wire, read-only. */
export const BASE_FIELDS = ['created_by', 'updated_by', 'date_created', 'date_updated'] as const;
export type BaseField = (typeof BASE_FIELDS)[number];

/** What is done to a resource, or read of it, beside its verbs. It takes no body: what takes one is a route of its own. */
export interface ActionDefinition {
  method: Method | readonly Method[];
  /** Below the list (`suggestions/`) or below one object (`{id}/…`). */
  on: 'list' | 'detail';
  /** Path segment(s) without slashes at the ends, e.g. `password/reset`. */
  path: string;
  policy: Policy;
  transaction?: boolean;
  /** The row is handed over as whoever asked found it: the work itself holds what it changes. Default: a write holds its row. */
  unlocked?: true;
  /** What it shows, for the metadata of its address. */
  shape?: ActionShape;
  /** What it answers, where `shape` does not say it: the description of the API alone; null where it answers without content. */
  answer?: ActionShape | null;
  /** What it answers with when it succeeds. Default: 200. */
  status?: Status | readonly Status[];
  /** Media type of what it answers, where that is a file and no JSON. */
  media?: string;
}

/** One resource as data: fields by kind, scope, rights, list behaviour (decision 0022). */
export interface ResourceDefinition extends Scoped {
  /** Model name, lower case without separators: `usergroup`. Permission codes are `{app}.{action}_{model}`. */
  name: string;
  app: string;
  /** List URL below the app: `groups`, `asset-permissions`. */
  path: string;
  /** Further list paths below the app that answer the same (`terminals/sessions`). */
  aliases?: readonly string[];
  table: string;
  label: Text;
  /** Plural, for list titles. */
  labelPlural: Text;
  /** Model name in permission codes when it differs from `name` (hosts are checked as `asset`). */
  permissionModel?: string;
  /** Overrides per verb; the default is `view_/add_/change_/delete_` + model. */
  access?: Partial<Record<Verb, Policy>>;
  /** Verbs that exist. Default all. */
  verbs?: readonly Verb[];
  /**
   * Verbs whose forms metadata draws although the address refuses them itself: clients take the form of all from here, and
   * send it somewhere else (assets, which are made at the address of their category).
   */
  drawn?: readonly Verb[];
  /** PUT/PATCH/DELETE on the list URL. Default true. */
  bulk?: boolean;
  /** Runs in the root organisation whatever the header says. */
  rootOrg?: boolean;
  id?: 'uuid' | 'integer';
  /** Clients may send their own id on create. Default true for uuids. */
  clientIds?: boolean;
  base?: readonly BaseField[];
  fields: Readonly<Record<string, Field>>;
  /** Stored columns that are never on the wire: name → SQL type with nullability (a password hash, a chain hash). */
  columns?: Readonly<Record<string, string>>;
  /** Default order, e.g. `name` or `-date_start`. */
  order: string;
  /** Names allowed in `order=`; default all orderable fields. */
  orderable?: readonly string[];
  mini?: readonly string[];
  small?: readonly string[];
  /** Column of `date_from` / `date_to`. */
  dateField?: string;
  /** Field whose value stands for the object in logs and references. Default `name`. */
  title?: string;
  /** Permission code of `suggestions/`; absent when there is none. */
  suggestions?: string;
  /**
   * `false` for evidence and machine traffic: the table has no created_by, updated_by, date_created, date_updated of
   * its own accord. Then the table is usually a plain one that its writer defined (operate logs).
   */
  authored?: boolean;
  /** Audited by default; `false` only for evidence and machine traffic, with the reason in a comment. */
  audited?: boolean;
  actions?: Readonly<Record<string, ActionDefinition>>;
  /** Extra unique sets of columns: an error is reported under each. Org-scoped tables add org_id by themselves. */
  uniqueTogether?: readonly (readonly string[])[];
  /** Extra indexes: column lists, of all rows or of those `where` a condition holds, or `gin(column)`. */
  indexes?: readonly string[];
  /**
   * Counts no further than this for who asks with `count=capped`, where something narrows the list and `tally` does not know (decision 0106): for logs of many millions. The page
   * then says that there are more.
   */
  countUpTo?: number;
  /**
   * Words of two characters are found by an index of their own: trigrams know nothing of them, and most words of Chinese
   * and Japanese are that short. For large tables that people search by name; each row costs a little more to write.
   */
  shortWords?: boolean;
  /** Module that makes tables of files of other programs (transfer/foreign-file.ts). It is loaded in the process that reads the file. */
  foreignFiles?: URL;
  /** Of all rows there are, one person sees few: they are found once for count and page, where the order of an index would be walked for long. */
  fewEach?: boolean;
}

export type Row = Record<string, unknown>;
export type Values = Record<string, unknown>;

/** What hooks look up once for all rows of a batch: same key, same answer. */
export interface Shared {
  once<T>(key: string, find: () => Promise<T>): Promise<T>;
}

export interface Write {
  verb: 'create' | 'update';
  /** True for PATCH: absent fields stay. */
  partial: boolean;
  /** Stored form of the fields of the body, by field name; references and many-to-many as ids. May be changed. */
  values: Values;
  /** The body as it came. */
  body: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, string>>;
  before?: Row;
  /** Columns of the objects that references of the body name, as JSON has them, by field: those that `reads` says. */
  named: Readonly<Record<string, Row>>;
  /** Set by `prepare`: an object that is there already, or was made in place of a change, and is the answer. Nothing is stored for this one. */
  instead?: Row;
  /** Set by `written`: it has done nothing that the answer shows, so what the answer shows of other tables is not read once more. */
  unseen?: true;
  /** A row of a file that somebody imports: nobody can be asked anything between two rows. */
  imported?: true;
  /** Lookups that the rows of a bulk write or an import share. */
  shared: Shared;
}

/** One request's deletion, of one row or of many. */
export interface Removal {
  bulk: boolean;
  query: Readonly<Record<string, string>>;
  /** Lookups that `deleting` and `deleted` share. */
  shared: Shared;
}

/** A value that is read with its row. */
export interface Joined {
  /** Fields that are made of one value name it alike: it is read once. Default: the field's own name. */
  as?: string;
  expression(ctx: Context): Expression<unknown>;
  wire(value: unknown, ctx: Context, row: Row): unknown;
}

/** Which rows of a list a page holds. */
export interface Paging {
  limit: number;
  offset: number;
}

export interface PageOfIds {
  /** Of the rows of the page, in whatever order. */
  ids: readonly string[];
  /** How many rows the whole list has. */
  count: number;
}

/** Logic of a resource, beside its data: everything is optional. All of it runs inside the request's transaction. */
export interface Behaviour {
  /** Row security, where it is more than the organisation (`rowsOf`): ANDed to every query of every verb. */
  rows?: Rows;
  /**
   * Rows of a resource without an organisation of its own that may be named by objects of one: its members, for people.
   * Asked of every reference in a body, beside `rows`, so that an administrator of all organisations cannot mix them either.
   */
  within?(ctx: Context, orgId: string): Where;
  /**
   * Rows that `suggestions/` may name to somebody who may not list the resource. Default none: no list-shaped answer holds
   * a row that its actor could not list.
   */
  offered?(ctx: Context): Promise<Where>;
  /** What lists leave out by themselves; single rows are still found. No security: that is what `rows` is for. */
  listed?(ctx: Context, query: Readonly<Record<string, string>>): Where | undefined;
  /**
   * How many rows a list has, where that is known without counting them one by one (decision 0106). Asked of lists of the resource's own rows.
   * @param narrowed parameters of the query that leave rows out
   * @returns undefined where it is not known
   */
  tally?(ctx: Context, query: Readonly<Record<string, string>>, narrowed: ReadonlySet<string>): Promise<number | undefined>;
  /**
   * A page of the resource's own rows in their usual order, where another table knows it without reading the rows: whose they are is told from
   * the side of the person, by the same words as `rows`.
   * @returns undefined where it is not known
   */
  page?(ctx: Context, query: Readonly<Record<string, string>>, narrowed: ReadonlySet<string>, part: Paging): Promise<PageOfIds | undefined>;
  /** Query parameters beyond the fields' own. Returning undefined means "no restriction". */
  filters?: Readonly<
    Record<string, (ctx: Context, value: string, query: Readonly<Record<string, string>>) => Where | undefined | Promise<Where | undefined>>
  >;
  /**
   * Attributes of matchers that are no plain field (an asset's nodes with all below them): values → condition. Naming
   * this, even empty, is what offers `attr_rules` on the list (docs/wire/conventions.md#attribute-rules).
   */
  attributes?: Readonly<Record<string, (ctx: Context, values: readonly string[]) => Where>>;
  /** Values of computed fields, and of stored ones that are answered otherwise, for a page of rows, by row id. One call per field and page, never per row. */
  computed?: Readonly<Record<string, (ctx: Context, rows: readonly Row[]) => Promise<ReadonlyMap<string | number, unknown>>>>;
  /** Values of computed fields that are an expression over the row (`t`), and its form on the wire: they come along with the page (decision 0155). */
  joined?: Readonly<Record<string, Joined>>;
  /** Wire objects of a reference or many-to-many, by related id, instead of the plain `show` attributes. */
  expand?: Readonly<Record<string, (ctx: Context, ids: readonly (string | number)[]) => Promise<ReadonlyMap<string | number, unknown>>>>;
  /**
   * Makes a body of a form in parts, for what is also made of a file. What is read of the file may lie in it beside the fields: `write.body` has it.
   * @throws InvalidInput, CodedError
   */
  fromForm?(ctx: Context, parts: AsyncIterable<UploadedPart>): Promise<Readonly<Record<string, unknown>>>;
  /** Columns of related objects that `prepare` decides by, by the name of the reference: they are read where the reference is looked up, and are `write.named`. */
  reads?: Readonly<Record<string, readonly string[]>>;
  /** Checks and completes a write before it happens. Throw InvalidInput or CodedError to refuse. */
  prepare?(ctx: Context, write: Write): Promise<void>;
  /** After the row and its relations are stored. */
  written?(ctx: Context, write: Write & { row: Row }): Promise<void>;
  /** Before rows go. Throw to refuse; return the rows that may really go to skip some quietly. */
  deleting?(ctx: Context, rows: readonly Row[], removal: Removal): Promise<readonly Row[] | undefined>;
  deleted?(ctx: Context, rows: readonly Row[], removal: Removal): Promise<void>;
  /** Handlers of `definition.actions`, same keys. */
  actions?: Readonly<Record<string, (ctx: Context, request: Call, row?: Row) => Promise<Reply>>>;
  /** Replaces the narrowing rule of bulk delete (docs/wire/conventions.md#deleting-many). */
  bulkDelete?(ctx: Context, matched: number, total: number, query: Readonly<Record<string, string>>): boolean;
  /** Finds a row by something else than its id (`/platforms/Linux/`). */
  find?(ctx: Context, id: string): Where | undefined;
  /** Of a resource whose rows lie elsewhere, too: commands in a search engine. */
  elsewhere?: Elsewhere;
}

/** The rows of the resource's own table that a list asks for. */
export interface InTable {
  /** Only those for which this holds, too. */
  only(condition: Where): InTable;
  count(): Promise<number>;
  rows(part: { limit: number; offset: number }): Promise<Row[]>;
}

/** A list of rows of which some, or all, are not in the table. Its maker holds back what the actor may not see. */
export interface OutsideList {
  /** A page, and how many rows there are. */
  page(part: { limit: number; offset: number }): Promise<{ rows: Row[]; count: number }>;
  /** All rows in order, in portions. */
  walk(): AsyncIterable<Row[]>;
  /** Names of places that did not answer: what lies there is missing, and the answer says so. */
  missing(): readonly string[];
}

/** What a list asks for. */
export interface OutsideQuery {
  query: Readonly<Record<string, string>>;
  /** Ids of the rows that somebody chose (`spm`). */
  chosen: readonly string[] | undefined;
  table: InTable;
}

/** Where else rows of a resource are. */
export interface Elsewhere {
  /** Undefined where the table has all that is asked for. */
  list(ctx: Context, asked: OutsideQuery): Promise<OutsideList | undefined>;
  /** A row that the actor may see and that is not in the table. */
  row(ctx: Context, id: string): Promise<Row | undefined>;
}

/** Identity, for inference and for a place where authors look. */
export const defineResource = <const D extends ResourceDefinition>(definition: D): D => definition;

export interface ResourceEntry {
  definition: ResourceDefinition;
  behaviour: Behaviour;
}
export const resource = (definition: ResourceDefinition, behaviour: Behaviour = {}): ResourceEntry => ({ definition, behaviour });

/** A further view on the same table: other URL, extra fields, narrower rows (hosts on assets). */
export function deriveResource(
  base: ResourceDefinition,
  change: Partial<ResourceDefinition> & Pick<ResourceDefinition, 'path' | 'name'>,
): ResourceDefinition {
  return { ...base, permissionModel: base.permissionModel ?? base.name, ...change, fields: { ...base.fields, ...change.fields } };
}
