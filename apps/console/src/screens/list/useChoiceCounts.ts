import type { Page } from '@postern/contract/wire';
import { useQuery } from '@tanstack/react-query';
import type { Row } from '../../model/resource.ts';
import { collectionAt } from '../../session/http.ts';

/** The server counts no more choices of a field (docs/wire/conventions.md#counts-of-choices). */
const MAX_CHOICES = 100;

/** A list, and the conditions under which its choices are counted. */
export interface Counted {
  url: string;
  query: Readonly<Record<string, string>>;
}

export interface ChoiceCounts {
  of: ReadonlyMap<string, number>;
  /** There are more rows than were looked at. */
  capped: boolean;
}

/** How many rows each choice of a field has; nothing while that is on its way, or where the list cannot say. */
export function useChoiceCounts({ url, query }: Counted, name: string, choices: number): ChoiceCounts | undefined {
  const asked = { ...query, count_by: name, limit: '1' };
  const counts = useQuery({
    queryKey: ['list', url, asked],
    enabled: choices > 0 && choices <= MAX_CHOICES,
    retry: false,
    staleTime: 10_000,
    queryFn: async ({ signal }): Promise<ChoiceCounts | null> => {
      const answer: Page<Row> | Row[] = await collectionAt<Row>(url).list(asked, { signal });
      if (Array.isArray(answer) || !answer.counts) return null;
      return {
        of: new Map(answer.counts.map(({ value, count }) => [value.toLowerCase(), count])),
        capped: answer.count_capped === true,
      };
    },
  });
  return counts.data ?? undefined;
}
