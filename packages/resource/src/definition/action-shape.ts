import type { Text } from '@postern/contract/text';
import type { Context } from '../base/context.ts';
import type { Schema } from '../base/schema.ts';
import type { Field } from '../kinds/kind.ts';

/**
 * What an action shows or takes, for the metadata of its address and the description of the API: rows of a resource, fields of its own, or
 * both. The kernel's own verbs need none.
 */
export interface ActionShape {
  /** What the address is called; the name of the resource unless said. */
  title?: Text;
  /** What its rows are called in the description of the API and in the client; after the route unless said. */
  called?: string;
  /** Resource whose rows these are, by name. */
  rows?: string;
  /** Whether they come as in lists or as one row alone. Default: as in lists. */
  view?: 'list' | 'detail';
  /** It is one thing, whatever `view` it is shown in: no list. */
  one?: true;
  /** Only these of its fields. */
  only?: readonly string[];
  /** Of rows that the actor may not list, only id and title are told. */
  sparse?: true;
  /** Fields of the route's own, beside those of the rows. Kinds and labels as in resources; nothing of them is stored. */
  fields?: Readonly<Record<string, Field>>;
  /** The whole of it (of a list: a row), in place of rows and fields: for the description of the API alone, where no metadata draws it. */
  schema?: Schema;
  /** What has to hold before this is told, beyond the policy: throws otherwise (a fresh confirmation). */
  behind?(ctx: Context): void | Promise<void>;
}
