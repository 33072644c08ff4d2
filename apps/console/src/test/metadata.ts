/** What the server says of fields, as the tests of screens answer it. */

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
