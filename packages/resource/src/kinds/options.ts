import type { Text } from '@postern/contract/text';
import type { Schema } from '../base/schema.ts';

/** What an author may say of any field. */
export interface FieldOptions {
  label: Text;
  help?: Text;
  /** Must be present on create (and PUT). */
  required?: boolean;
  readOnly?: boolean;
  /** Accepted, never returned. */
  writeOnly?: boolean;
  /** What answers hold, where the resource's behaviour makes of it what the kind could not know. */
  answered?: Schema;
  /** Left out of answers that have nothing to say there. */
  sometimes?: boolean;
  /** Null is stored and returned. */
  nullable?: boolean;
  /** A body may leave it out, but the resource's behaviour gives it a value then: its column is never null. */
  filled?: true;
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
  /** What files of people and of other systems call its column, beside its label and name. */
  titles?: readonly string[];
  /** In a row of a file, the field whose column says nothing where this one says something: files of other systems name the same thing by ids of theirs. */
  replaces?: string;
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
  /** Of a root: `all` does not mean what is below it. */
  apart?: boolean;
}

/** Whether a body that was read always holds a value for a field: it is required, or has a default. */
export type Presence = 'always' | 'sometimes';
export type PresenceOf<O> = O extends { required: true } | { default: NonNullable<unknown> | null } ? 'always' : 'sometimes';
/** What a field of these options stores. */
export type StoredAs<T, O> = O extends { nullable: true } ? T | null : T;
