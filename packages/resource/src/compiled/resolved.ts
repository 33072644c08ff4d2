import type { Text } from '@postern/contract/text';
import { BASE_FIELDS, type Behaviour, type ResourceDefinition } from '../definition/definition.ts';
import type { Rows } from '../definition/rows.ts';
import type { NamedField } from '../kinds/kind.ts';

/** A field of a resource that is linked to the resource it names. */
export interface ResolvedField extends NamedField {
  target?: ResolvedResource;
}

/** True when the column of a field never holds null; the tables' printer says the same in SQL. */
export function isFilled({ column, options }: ResolvedField): boolean {
  const { default: given, nullable, required, filled } = options;
  const isStatic = given !== undefined && given !== null && typeof given !== 'function';
  return column !== undefined && nullable !== true && (isStatic || required === true || filled === true);
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

/** Who made and changed a row, and when: on every table except evidence. */
export const authorship = (resource: ResolvedResource): readonly string[] => (resource.definition.authored === false ? [] : BASE_FIELDS);
