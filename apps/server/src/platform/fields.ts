import { parseUuid } from '@postern/contract/ids';
import type { Text } from '@postern/contract/text';
import { entriesOf, type Field, json, Problem, type Route } from '@postern/resource';

/** Fields and bodies that no resource has. */

/** A list, read entry by entry, each value once. Without `required` it may be left out, and is empty then. */
export function listOf<T>(
  label: Text,
  read: (entry: unknown) => T,
  { max, required = false }: { max: number; required?: boolean },
): Field<T[], 'always'> {
  const { kind, options } = json(required ? { label, required } : { label, default: [] });
  const parse = (input: unknown): T[] => {
    return [...new Set(entriesOf(input, max).map(read))];
  };
  const info = () => ({ child: { type: 'string' as const, required: true, read_only: false, label: '', write_only: false } });
  return { options, kind: { ...kind, type: 'list', parse, info } };
}

/** Ids that stand for nothing that has to be there: those of others, and of nobody, are passed over by whoever takes them. */
export const uuids = (label: Text, max: number): Field<string[], 'always'> =>
  listOf(
    label,
    (entry) => {
      const id = parseUuid(entry);
      if (!id) throw new Problem('invalid_uuid', { value: String(entry).slice(0, 64) });
      return id;
    },
    { max },
  );

/** A route that takes no body for an empty one: everything in it may be left out. */
export const bodyOptional = (route: Route): Route => ({
  ...route,
  handle: (ctx, request, kernel) => route.handle(ctx, { ...request, body: request.body ?? {} }, kernel),
});
