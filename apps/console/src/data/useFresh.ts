import { type QueryFunction, useQuery } from '@tanstack/react-query';

interface Asked<T> {
  queryKey: readonly unknown[];
  queryFn: QueryFunction<T>;
  enabled?: boolean;
}

/**
 * What a form starts from: what the server holds now. `data` is never the copy that another page has left, which saving would put back over
 * what others have changed meanwhile, and is not replaced under the hands of who types.
 */
export function useFresh<T>(asked: Asked<T>) {
  const query = useQuery({ ...asked, staleTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false });
  return { ...query, data: query.isFetchedAfterMount ? query.data : undefined };
}
