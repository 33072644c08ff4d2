import type { TreeNode } from '@postern/contract/wire';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useServices } from '../shell/services.tsx';
import { addNodes, EMPTY_TREE, type TreeRow, visibleRows } from './model.ts';

const DEBOUNCE_MS = 300;
/** The server cuts searches here (docs/wire/permissions.md#what-a-user-reaches). */
export const SEARCH_CAP = 999;

/** Hits grouped by organisation when there is more than one. */
function searchRows(hits: readonly TreeNode[]): TreeRow[] {
  const orgs = new Set(hits.map((hit) => String(hit.meta.data?.org_name ?? '')));
  if (orgs.size < 2)
    return visibleRows(
      addNodes(
        EMPTY_TREE,
        hits.map((hit) => ({ ...hit, pId: '' })),
      ),
    );
  const heads: TreeNode[] = [...orgs]
    .sort()
    .map((name) => ({ id: `org:${name}`, name, title: name, pId: '', isParent: true, open: true, meta: { type: 'org' } }));
  const members = hits.map((hit) => ({ ...hit, pId: `org:${String(hit.meta.data?.org_name ?? '')}` }));
  return visibleRows(addNodes(EMPTY_TREE, [...heads, ...members]));
}

/** Server-side search over granted assets, a little behind the typing; a newer search cancels the older. */
export function useSearch(text: string) {
  const { api } = useServices();
  const [wanted, setWanted] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setWanted(text.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const query = useQuery({
    queryKey: ['search', wanted],
    enabled: wanted !== '',
    staleTime: 5000,
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => api.searchAssets(wanted, signal),
  });
  const rows = useMemo(() => searchRows(query.data ?? []), [query.data]);
  const count = query.data?.length ?? 0;
  return {
    active: text.trim() !== '',
    wanted,
    rows,
    count,
    pending: query.isFetching || wanted !== text.trim(),
    error: query.error,
    retry: query.refetch,
  };
}
