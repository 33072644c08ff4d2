import { useQuery } from '@tanstack/react-query';
import { pageOf } from '../../data/api.ts';
import { useDebounced } from '../../data/useDebounced.ts';
import { relatedName } from '../../model/metadata.ts';
import type { Row } from '../../model/resource.ts';
import { choicesLike, fieldsLike, SUGGESTED, type Suggestion } from '../../model/search-suggestions.ts';
import type { SearchOption } from '../../model/tag-search.ts';
import { collectionAt } from '../../session/http.ts';

/** What stands for a related object in the query. */
export const relatedValue = ({ by }: SearchOption, row: Row): string => (by === 'name' ? relatedName(row) : String(row.id));

/** Rows of a list by what is typed, asked once it stands still. */
export function useRelated(url: string | undefined, typed: string, limit: number) {
  const search = useDebounced(typed.trim());
  const found = useQuery({
    queryKey: ['filter-values', url, search, limit],
    enabled: url !== undefined,
    queryFn: async ({ signal }) => pageOf(await collectionAt<Row>(url ?? '').list({ search, limit, offset: 0 }, { signal })).rows,
    staleTime: 30_000,
  });
  /** The answer to what stands there is still to come. */
  return { ...found, pending: found.isPending || search !== typed.trim() };
}

/** What goes on from what is typed: names of fields, then values of the one that was picked. */
export function useSuggestions(
  options: readonly SearchOption[],
  field: SearchOption | undefined,
  text: string,
  open: boolean,
): { items: readonly Suggestion[]; pending: boolean } {
  const related = useRelated(open ? field?.url : undefined, text, SUGGESTED);
  if (!open) return { items: [], pending: false };
  if (!field) return { items: fieldsLike(text, options), pending: false };
  if (!field.url) return { items: choicesLike(text, field), pending: false };
  const items = (related.data ?? []).map((row) => ({ key: String(row.id), label: relatedName(row), value: relatedValue(field, row) }));
  return { items, pending: related.pending };
}
