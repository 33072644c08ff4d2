import type { Page as PageOf } from '@postern/contract/wire';
import { EmptyState, SkeletonRows } from '@postern/ui';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { History, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../../data/LoadFailed.tsx';

/** Lines of a card. */
export const SHOWN = 5;

interface LatestProps<T> extends Pick<UseQueryOptions<readonly T[] | PageOf<T>>, 'queryKey' | 'queryFn' | 'refetchInterval'> {
  /** What belongs here, and what helps to get the first. */
  empty: { title: string; text: string; icon?: LucideIcon; action?: ReactNode };
  keyOf: (row: T) => string;
  children: (row: T) => ReactNode;
}

/** The first lines of a list, as a card has them. */
export function Latest<T>({ empty, keyOf, children, ...query }: LatestProps<T>) {
  const { t } = useTranslation(['screens', 'workbench']);
  const latest = useQuery(query);
  if (latest.isPending) return <SkeletonRows rows={SHOWN} columns={2} label={t('list.loading')} />;
  if (latest.isError) return <LoadFailed title={t('list.failed')} error={latest.error} onRetry={() => void latest.refetch()} />;
  const rows = 'results' in latest.data ? latest.data.results : latest.data;
  if (rows.length === 0) return <EmptyState icon={History} {...empty} />;
  return (
    <ul className="s-latest">
      {rows.slice(0, SHOWN).map((row) => (
        <li key={keyOf(row)} className="p-row">
          {children(row)}
        </li>
      ))}
    </ul>
  );
}
