import { type Fields, ok, type ResourceDefinition, type Route, route } from '@postern/resource';
import type { NoFields, Spec, Work } from './spec.ts';

/** The first is the one that our own client sends. */
const METHODS = ['PATCH', 'PUT'] as const;

/**
 * Puts rows on the row that the address names, or takes them off. Clients send PUT and PATCH and mean the same. The row is locked, so that two
 * changes of it follow one another; the ids of the body are judged by whoever links them.
 *
 * @param on resource whose row the address names by `:id`
 * @param ids the field of the body that names the others
 * @param link does it, and answers what became of it
 */
export function links<const D extends ResourceDefinition, const B extends Fields, const Q extends Fields = NoFields>({
  name,
  on,
  ids,
  link,
  ...spec
}: Omit<Spec<B, Q, NoFields, { one: D }>, 'rows' | 'body' | 'params' | 'find'> & {
  on: D;
  ids: B;
  link: Work<B, Q, NoFields, { one: D }, undefined, unknown>;
}): Route[] {
  return METHODS.map((method) =>
    route<{ one: D }, B, Q>({
      ...spec,
      method,
      kind: 'links',
      name: `${name}.${method.toLowerCase()}`,
      rows: { one: on },
      body: ids,
      handle: async (ctx, asked) => ok(await link(ctx, asked)),
    }),
  );
}
