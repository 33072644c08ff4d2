import type { FieldInfo } from '@postern/contract/metadata';

/** What the server says of fields, as the tests of screens answer it. */

/** A field of text, unless more is said of it. */
export const info = (label: string, more: Partial<FieldInfo> = {}): FieldInfo => ({
  type: 'string',
  required: false,
  read_only: false,
  write_only: false,
  label,
  ...more,
});

export const field = (type: string, label: string, more: object = {}) => ({
  type,
  label,
  required: false,
  read_only: false,
  write_only: false,
  ...more,
});

/** OPTIONS of a resource whose fields can be read and written. */
export const metadata = (fields: object) => ({
  name: '',
  description: '',
  renders: [],
  parses: [],
  actions: { GET: fields, POST: fields, PUT: fields, PATCH: fields },
});

/** A page that holds all there is. */
export const page = (...results: object[]) => ({ count: results.length, next: null, previous: null, results });
