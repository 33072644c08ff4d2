import { type Schema, TEXT } from '../base/schema.ts';
import type { ResolvedField, ResolvedResource } from '../compiled/resolved.ts';
import { isNeeded, schemaOf } from '../kinds/field-schema.ts';
import type { Parameter } from './operation.ts';

/** Fields as parameters. */
export const parameters = (fields: readonly ResolvedField[]): Parameter[] =>
  fields.map((field) => ({ name: field.name, schema: schemaOf(field, 'body'), required: isNeeded(field) }));

const severalOf = (field: ResolvedField | undefined): Pick<Parameter, 'several'> => (field?.kind.several ? { several: true } : {});

/** What a list of this resource is narrowed by: its filters by the name of their fields, and those of its behaviour. */
export function filtersOf({ fields, behaviour }: ResolvedResource): Parameter[] {
  const own = Object.keys(behaviour.filters ?? {});
  const plain = fields.filter(({ filterable, kind, name }) => filterable && kind.filter && !kind.secret && !own.includes(name));
  return [
    ...plain.map((field) => ({ name: field.name, schema: filterSchema(field), required: false, ...severalOf(field) })),
    ...own.map((name) => ({ name, schema: {}, required: false, ...severalOf(fields.find((field) => field.name === name)) })),
  ];
}

/** What a filter by this field takes: of a choice or a row, what names it. */
export function filterSchema(field: ResolvedField): Schema {
  const { options, kind } = field;
  const { nullable: _null, ...schema } = schemaOf(field, 'body');
  const value = schema.oneOf ? schema.oneOf[0] : schema;
  return { ...(value?.$ref || kind.type === 'object_related_field' ? TEXT : value), title: options.label.en };
}
