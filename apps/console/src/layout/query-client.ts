import { ApiError } from '@postern/client/http';
import { QueryClient } from '@tanstack/react-query';

/** One more try where the network or a restarting server may be at fault; a refusal stays a refusal. */
function retry(count: number, error: Error): boolean {
  return count < 1 && error instanceof ApiError && (error.code === 'network' || error.status === 502 || error.status === 503);
}

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry, refetchOnWindowFocus: false, staleTime: 0 }, mutations: { retry: false } },
});
