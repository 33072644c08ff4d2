import { useQuery } from '@tanstack/react-query';
import { keyOf } from '../../data/keys.ts';
import { client } from '../../session/http.ts';

/** The figures asked for by flag (docs/wire/audits.md#dashboard). Absent ones were not asked for. */
export type Figures = Awaited<ReturnType<typeof client.dashboard.index>>;

export function useFigures(flags: readonly string[], days: number) {
  const asked = { days, ...Object.fromEntries(flags.map((flag) => [flag, 1])) };
  return useQuery({
    queryKey: keyOf('dashboard', 'index', asked),
    queryFn: ({ signal }) => client.dashboard.index(asked, { signal }),
    refetchOnWindowFocus: true,
  });
}

/** How many assets there are of a type; the label is in the reader's language. */
export interface TypeShare {
  type: string;
  label: string;
  total: number;
}

const TYPES = 'total_count_type_to_assets_amount';

/** Assets per type, most first. */
export function useTypeShares() {
  return useQuery({
    queryKey: keyOf('dashboard', 'index', { [TYPES]: 1 }),
    queryFn: async ({ signal }) => (await client.dashboard.index({ [TYPES]: 1 }, { signal }))[TYPES],
    refetchOnWindowFocus: true,
  });
}

/** The greatest, and the rest as one of type `''`: more colours than `most` nobody tells apart. */
export function greatest(shares: readonly TypeShare[], most: number, rest: string): TypeShare[] {
  if (shares.length <= most) return [...shares];
  const kept = shares.slice(0, most - 1);
  const total = shares.slice(most - 1).reduce((sum, share) => sum + share.total, 0);
  return [...kept, { type: '', label: rest, total }];
}

/** Smallest round number that covers the values, for the top of a chart. */
export function ceiling(values: readonly number[]): number {
  const top = Math.max(1, ...values);
  const step = 10 ** Math.floor(Math.log10(top));
  return Math.ceil(top / step) * step;
}
