import { useQuery } from '@tanstack/react-query';
import { useServices } from '../shell/services.tsx';
import type { Entered } from './marks.ts';

const PAGE = 100;
/** Further commands have no mark; the list beside the player has them. */
const MOST = 2000;
const NONE: readonly Entered[] = [];

/** The commands of a recording in order, with when they were entered in it, for the bar and the search. */
export function useEntered(session: string, start: number): readonly Entered[] {
  const { api } = useServices();
  const { data } = useQuery({
    queryKey: ['entered', session, start],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => {
      const all: Entered[] = [];
      for (let more = true; more; ) {
        const { results, count } = await api.commands(session, all.length, PAGE);
        for (const { timestamp, input } of results) all.push({ at: Math.max(0, timestamp - start), input });
        more = results.length > 0 && all.length < Math.min(count, MOST);
      }
      return all.sort((one, other) => one.at - other.at);
    },
  });
  return data ?? NONE;
}
