import { EmptyState, SkeletonRows, Surface } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Timeline } from 'antd';
import { ClipboardCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../data/keys.ts';
import { LoadFailed } from '../../data/LoadFailed.tsx';
import { client } from '../../session/http.ts';

const COLORS: Readonly<Record<string, string>> = { approved: 'green', rejected: 'red' };

/** What had to be approved for a session, its connection and commands, and who decided it. */
export function SessionReviews({ id }: { id: string }) {
  const { t } = useTranslation(['features', 'screens']);
  const reviews = useQuery({
    queryKey: keyOf('sessions', 'reviews', id),
    queryFn: ({ signal }) => client.sessions.reviews(id, {}, { signal }),
    staleTime: 0,
  });
  if (reviews.isPending) return <SkeletonRows rows={3} columns={2} label={t('screens:list.loading')} />;
  if (reviews.isError)
    return <LoadFailed title={t('screens:detail.failed')} error={reviews.error} onRetry={() => void reviews.refetch()} />;
  const rows = reviews.data;
  if (rows.length === 0) return <EmptyState icon={ClipboardCheck} title={t('sessions.noReviews')} text={t('sessions.noReviewsText')} />;
  return (
    <Surface title={t('sessions.reviews')} purpose={t('sessions.reviewsPurpose')} className="s-activity">
      <Timeline
        items={rows.map((row) => ({
          key: `${row.type.value} ${row.date_created} ${row.command}`,
          color: COLORS[row.state.value] ?? 'gray',
          content: (
            <>
              <time>{row.date_decided ?? row.date_created}</time>
              <span>
                {row.type.label}: {row.state.label}
                {row.processor ? ` (${row.processor})` : ''}
              </span>
              {row.command ? <code>{row.command}</code> : null}
            </>
          ),
        }))}
      />
    </Surface>
  );
}
