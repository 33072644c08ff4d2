import { ApiError } from '@postern/client/http';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { http } from '../../session/http.ts';
import { detailUrl, type Row } from '../model/resource.ts';

/** One object of a resource, and what a page does with it. */
export function useResourceDetail<R extends Row>(url: string, id: string) {
  const client = useQueryClient();
  const target = detailUrl(url, id);
  const query = useQuery({
    queryKey: ['detail', url, id],
    queryFn: ({ signal }) => http.get<R>(target, { signal }),
    retry: (count, error) => !(error instanceof ApiError && error.status === 404) && count < 1,
  });
  const refresh = useCallback(async () => {
    await client.invalidateQueries({ queryKey: ['detail', url, id] });
    await client.invalidateQueries({ queryKey: ['list'] });
  }, [client, url, id]);
  return {
    row: query.data,
    loading: query.isPending,
    gone: query.error instanceof ApiError && query.error.status === 404,
    error: query.error,
    refresh,
    patch: async (body: Record<string, unknown>) => {
      await http.patch(target, body);
      await refresh();
    },
    remove: async () => {
      await http.del(target);
      await client.invalidateQueries({ queryKey: ['list'] });
    },
  };
}
export type DetailModel<R extends Row = Row> = ReturnType<typeof useResourceDetail<R>>;
