import { useQuery } from '@tanstack/react-query';
import { keyOf } from '../../data/keys.ts';
import { client } from '../../session/http.ts';

/** The figures asked for by flag (docs/wire/audits.md#dashboard). Absent ones were not asked for. */
export interface Figures {
  [key: `total_count_${string}`]: number | undefined;
  dates_metrics_date?: string[];
  dates_metrics_total_count_session?: number[];
  dates_metrics_total_count_login?: number[];
  dates_metrics_total_count_active_users?: number[];
  dates_metrics_total_count_active_assets?: number[];
  dates_login_times_top10_users?: { user_id: string; user: string; total: number }[];
  dates_login_times_top10_assets?: { asset: string; total: number }[];
  dates_login_record_top10_sessions?: { user: string; asset: string; is_finished: boolean; date_start: string; timesince: string }[];
}

export function useFigures(flags: readonly string[], days: number) {
  const asked = { days, ...Object.fromEntries(flags.map((flag) => [flag, 1])) };
  return useQuery({
    queryKey: keyOf('dashboard', 'index', asked),
    queryFn: ({ signal }) => client.dashboard.index<Figures>(asked, { signal }),
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
    queryFn: async ({ signal }) => (await client.dashboard.index<{ [TYPES]: TypeShare[] }>({ [TYPES]: 1 }, { signal }))[TYPES],
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

/** A share in whole percent; nothing of nothing is nothing. */
export const percent = (part: number, whole: number): number => (whole > 0 ? Math.round((part / whole) * 100) : 0);

/** Smallest round number that covers the values, for the top of a chart. */
export function ceiling(values: readonly number[]): number {
  const top = Math.max(1, ...values);
  const step = 10 ** Math.floor(Math.log10(top));
  return Math.ceil(top / step) * step;
}
