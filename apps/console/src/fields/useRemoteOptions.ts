import { ApiError } from '@postern/client/http';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pageOf, storeIds } from '../data/api.ts';
import { useDebounced } from '../data/useDebounced.ts';
import { relatedId } from '../model/metadata.ts';
import type { Row } from '../model/resource.ts';
import { collectionAt } from '../session/http.ts';

const PAGE = 10;
/** Names are asked for in pages of this size, the server's greatest (docs/wire/conventions.md#paging). */
const NAMES = 100;
/** More names than this are not looked up: nobody reads them, and their ids stand in. */
const MOST_NAMES = 2000;

export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403;

/** Pages of ten of a list URL, or all of it when the server answers with a bare list; searched on the server. */
export function useRemoteOptions(url: string, open: boolean) {
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed.trim());
  const pages = useInfiniteQuery({
    queryKey: ['options', url, search],
    enabled: open,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => collectionAt<Row>(url).list({ offset: pageParam, limit: PAGE, search }, { signal }),
    getNextPageParam: (last, all) => (Array.isArray(last) || all.length * PAGE >= last.count ? undefined : all.length * PAGE),
  });
  return {
    rows: pages.data?.pages.flatMap((answer) => pageOf(answer).rows) ?? [],
    typed,
    setTyped,
    /** What is being shown is not yet what was typed. */
    loading: pages.isFetching || search !== typed.trim(),
    failed: pages.isError,
    error: pages.error,
    more: pages.hasNextPage,
    loadMore: () => {
      if (pages.hasNextPage && !pages.isFetchingNextPage) void pages.fetchNextPage();
    },
    reload: () => void pages.refetch(),
  };
}

/**
 * Names of the values a field holds: from the objects given, from what was picked here, else asked for by a stored set of their ids,
 * page by page (docs/behaviour/forms.md#selects). What the person may not see stays without a name.
 */
export function useRelatedNames(url: string, given: readonly unknown[], labelOf: (row: Row) => string) {
  const [picked, setPicked] = useState<ReadonlyMap<Row['id'], string>>(new Map());
  const known = new Map(picked);
  for (const item of given) {
    const id = relatedId(item);
    if (id !== undefined && typeof item === 'object' && item !== null) {
      const label = labelOf(item as Row);
      if (label !== '' && label !== String(id)) known.set(id, label);
    }
  }
  const bare = given.map(relatedId).filter((id) => id !== undefined && !known.has(id)) as Row['id'][];
  const lookup = useQuery({
    queryKey: ['options-by-id', url, bare],
    enabled: bare.length > 0,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const spm = await storeIds(bare.slice(0, MOST_NAMES));
      const found: Row[] = [];
      for (let offset = 0; offset < Math.min(bare.length, MOST_NAMES); offset += NAMES) {
        const answer = await collectionAt<Row>(url).list({ spm, offset, limit: NAMES }, { signal });
        const { rows, total } = pageOf(answer);
        found.push(...rows);
        if (Array.isArray(answer) || found.length >= total) break;
      }
      return found;
    },
  });
  for (const row of lookup.data ?? []) known.set(row.id, labelOf(row));
  return {
    get: (id: Row['id']) => known.get(id),
    /** The names are on their way. */
    pending: bare.length > 0 && lookup.isPending,
    error: lookup.error,
    remember: (id: Row['id'], label: unknown) => {
      // Also what is known from the values: the form may go on with their ids alone.
      if (typeof label === 'string' && picked.get(id) !== label) setPicked((map) => new Map(map).set(id, label));
    },
  };
}
