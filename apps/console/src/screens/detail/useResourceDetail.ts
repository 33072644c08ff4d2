import { ApiError } from '@postern/client/http';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Row } from '../../model/resource.ts';
import { collectionAt } from '../../session/http.ts';

/** One object of a resource, and what a page does with it. */
export function useResourceDetail<R extends Row>(url: string, id: string) {
  const queries = useQueryClient();
  const rows = collectionAt<R>(url);
  const query = useQuery({
    queryKey: ['detail', url, id],
    queryFn: ({ signal }) => rows.retrieve(id, {}, { signal }),
    retry: (count, error) => !(error instanceof ApiError && error.status === 404) && count < 1,
  });
  const refresh = useCallback(async () => {
    await queries.invalidateQueries({ queryKey: ['detail', url, id] });
    await queries.invalidateQueries({ queryKey: ['list'] });
  }, [queries, url, id]);
  return {
    url,
    row: query.data,
    loading: query.isPending,
    gone: query.error instanceof ApiError && query.error.status === 404,
    error: query.error,
    refresh,
    patch: async (body: Record<string, unknown>) => {
      await rows.partialUpdate(id, body);
      await refresh();
    },
    remove: async () => {
      await rows.destroy(id);
      await queries.invalidateQueries({ queryKey: ['list'] });
    },
  };
}
export type DetailModel<R extends Row = Row> = ReturnType<typeof useResourceDetail<R>>;
