import { type Schema, TEXT } from '../base/schema.ts';
import type { TableDefinition } from '../base/table.ts';
import type { Kernel } from '../compiled/kernel.ts';
import type { ResolvedField, ResolvedResource } from '../compiled/resolved.ts';
import { objectOf, schemaOf } from '../kinds/field-schema.ts';
import { schemaOf as tablesOf } from './tables.ts';

/** Of whichever object. */
const ID: Schema = { oneOf: [TEXT, { type: 'integer' }] };

/** A reference to the schema of this name. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** The name of the schema of a resource. */
export const nameOf = ({ app, name }: ResolvedResource): string => `${app}.${name}`;

/** Which columns may be empty, as the tables are printed. */
function emptiness(kernel: Kernel, plain: readonly TableDefinition[]): (resource: ResolvedResource, field: ResolvedField) => boolean {
  const tables = tablesOf(kernel, plain);
  // What has a default is filled by whoever writes it, also where the table does not say so.
  return ({ table }, { column, options }) =>
    column !== undefined &&
    options.default === undefined &&
    options.answered === undefined &&
    !/not null|primary key/.test(tables[table]?.columns[column] ?? '');
}

/** Rows as they are answered; what has no words in the definition is what its behaviour makes of it. */
export function answerOf(resource: ResolvedResource, fields: readonly ResolvedField[], empty: (field: ResolvedField) => boolean): Schema {
  const described = fields.map((field) => (empty(field) ? { ...field, options: { ...field.options, nullable: true } } : field));
  const { properties = {}, ...schema } = objectOf(described, 'answer');
  const made = Object.keys(resource.behaviour.expand ?? {}).filter((name) => name in properties && !resource.field(name)?.options.answered);
  return {
    ...schema,
    title: resource.label.en,
    properties: { ...properties, ...Object.fromEntries(made.map((name) => [name, { title: properties[name]?.title ?? name }])) },
  };
}

/** What may be written of these fields. */
export const bodyOf = (fields: readonly ResolvedField[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(fields.filter(({ writable }) => writable).map((field) => [field.name, schemaOf(field, 'body')])),
});

/** Schemas while they are gathered, those of resources first. */
export interface Schemas {
  kernel: Kernel;
  /** Schemas by name. */
  all: Record<string, Schema>;
  /** Resources by the name of their schema. */
  resources: ReadonlyMap<string, ResolvedResource>;
  /** Which columns may be empty, as the tables are printed. */
  isEmpty(resource: ResolvedResource, field: ResolvedField): boolean;
  /** A reference to a schema, under this name unless it has one already: the same schema has one name, whoever asks. */
  named(schema: Schema, wanted: string): Schema;
}

/**
 * Schemas of all resources, to which others are added as they are named.
 * @param plain tables that are no resource's, to tell which columns may be empty
 */
export function schemasOfResources(kernel: Kernel, plain: readonly TableDefinition[]): Schemas {
  const isEmpty = emptiness(kernel, plain);
  const all: Record<string, Schema> = {
    related: {
      oneOf: [TEXT, { type: 'integer' }, { type: 'object', properties: { id: ID, pk: ID, name: TEXT } }],
    },
  };
  const names = new Map<string, string>();
  const named = (schema: Schema, wanted: string): Schema => {
    const print = JSON.stringify(schema);
    let name = names.get(print) ?? wanted;
    for (let at = 2; all[name] !== undefined && names.get(print) !== name; at += 1) name = `${wanted}.${at}`;
    names.set(print, name);
    all[name] = schema;
    return ref(name);
  };
  for (const resource of kernel.resources) {
    const { fields } = resource;
    const answer = answerOf(resource, fields, (field) => isEmpty(resource, field));
    all[nameOf(resource)] = answer;
    names.set(JSON.stringify(answer), nameOf(resource));
    if (fields.some(({ writable }) => writable)) all[`${nameOf(resource)}.body`] = bodyOf(fields);
  }
  const resources = new Map(kernel.resources.map((resource) => [nameOf(resource), resource]));
  return { kernel, all, resources, isEmpty, named };
}
