import { parseServerDate } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../session/http.ts';
import type { Request } from './tickets.ts';

type Named = readonly { id: string; name: string }[];

/** An earlier request of one's own with which a form begins. */
export interface Earlier {
  request: Request;
  /** What can be asked for still; the rest is called by `gone`. */
  nodes: Named;
  assets: Named;
  gone: readonly string[];
  /** When what it gave ends, of a request that can be renewed. */
  grantEnds: Date | undefined;
}

/** Looks an earlier request up; undefined without one, and where it is nobody's or somebody else's. */
export function useEarlier(id: string | null): { pending: boolean; earlier: Earlier | undefined } {
  const { data, isPending } = useQuery({
    queryKey: ['asking-again', id],
    queryFn: async ({ signal }): Promise<Earlier> => {
      const request = (await client.applyAssetTickets.retrieve(String(id), {}, { signal })) as unknown as Request;
      const { nodes, assets, gone, date_expired } = await client.applyAssetTickets.again(String(id), {}, { signal });
      return { request, nodes, assets, gone, grantEnds: parseServerDate(date_expired) };
    },
    enabled: id !== null,
    retry: false,
    gcTime: 0,
  });
  return { pending: id !== null && isPending, earlier: data };
}

/** From when to when an earlier request is asked for again: from now, or from the end of what it gave, for as long as before. */
export function againDates({ request, grantEnds }: Earlier, renews: boolean, now: Date): { start: Date; lasts: number } {
  const lasts = Number(parseServerDate(request.apply_date_expired)) - Number(parseServerDate(request.apply_date_start));
  return { start: renews && grantEnds && grantEnds > now ? grantEnds : now, lasts };
}
