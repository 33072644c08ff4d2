/** As much of JSON Schema as values of the API need. Of it OpenAPI and the types of the client are printed. */
export interface Schema {
  $ref?: string;
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null';
  format?: string;
  title?: string;
  description?: string;
  enum?: readonly (string | number | boolean)[];
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  /** It may have more than these, of any kind or of this. */
  additionalProperties?: true | Schema;
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  nullable?: true;
  readOnly?: true;
  writeOnly?: true;
}

/** Where a value is: a related object goes out as an object and comes in as its id. */
export type Way = 'answer' | 'body';

export const TEXT: Schema = { type: 'string' };
export const INTEGER: Schema = { type: 'integer' };
export const FLAG: Schema = { type: 'boolean' };

/** What a form may send for a related object (docs/wire/conventions.md#values). */
export const RELATED: Schema = { $ref: '#/components/schemas/related' };

export const list = (items: Schema): Schema => ({ type: 'array', items });

/** An object that has all of these, and it may have those. */
export const object = (properties: Readonly<Record<string, Schema>>, sometimes: Readonly<Record<string, Schema>> = {}): Schema => ({
  type: 'object',
  properties: { ...properties, ...sometimes },
  required: Object.keys(properties),
});

/** Values of one kind, by names that nobody knows beforehand. */
export const record = (values: Schema): Schema => ({ type: 'object', additionalProperties: values });
