import type { Text } from '@postern/contract/text';
import { type Fields, ok, type Route, type RowsSpec, route } from '@postern/resource';
import { treeShape } from '../shown.ts';
import type { NoFields, Spec, Work } from './spec.ts';

/**
 * Nodes of a tree, of one level or of all, each with the id of its parent (docs/wire/conventions.md#trees): what a browser draws, so never in
 * pages. Whoever answers bounds what a tree can show.
 *
 * @param title what the tree is called
 * @param fields what its nodes have beside those of all trees
 */
export function tree<const R extends RowsSpec, const Q extends Fields = NoFields, const P extends Fields = NoFields, F = undefined>({
  nodes,
  title,
  fields = {},
  ...spec
}: Omit<Spec<NoFields, Q, P, R, F>, 'body' | 'answer'> & {
  title: Text;
  fields?: Fields;
  nodes: Work<NoFields, Q, P, R, F, readonly unknown[]>;
}): Route {
  const shape = treeShape(title);
  return route<R, NoFields, Q, P, F>({
    ...(spec as Spec<NoFields, Q, P, R, F>),
    method: 'GET',
    kind: 'tree',
    answer: { ...shape, fields: { ...shape.fields, ...fields } },
    handle: async (ctx, asked) => ok(await nodes(ctx, asked)),
  });
}
