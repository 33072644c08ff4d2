import type { Row } from '@postern/client/api';
import { EmptyState, SkeletonRows, Surface } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Button, Timeline } from 'antd';
import { History } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { keyOf } from '../../data/keys.ts';
import { LoadFailed } from '../../data/LoadFailed.tsx';
import { client } from '../../session/http.ts';
import { DiffDialog } from './DiffDialog.tsx';

/** What happened to an object, newest first: the last thirty entries. */
export function ActivityTab({ id }: { id: string }) {
  const { t } = useTranslation('screens');
  const navigate = useNavigate();
  const [diff, setDiff] = useState<string>();
  const activities = useQuery({
    queryKey: keyOf('activities', 'list', { resource_id: id }),
    queryFn: ({ signal }) => client.activities.list({ resource_id: id }, { signal }),
    staleTime: 0,
  });
  const open = (entry: Row<'activities'>) => {
    if (entry.r_type === 'O') setDiff(entry.detail_url);
    else if (entry.detail_url.startsWith('/ui/#/')) navigate(entry.detail_url.slice('/ui/#'.length));
    else window.open(entry.detail_url, '_blank', 'noopener,width=900,height=600');
  };
  if (activities.isPending) return <SkeletonRows rows={6} columns={2} label={t('list.loading')} />;
  if (activities.isError)
    return <LoadFailed title={t('detail.failed')} error={activities.error} onRetry={() => void activities.refetch()} />;
  if (activities.data.length === 0) return <EmptyState icon={History} title={t('activity.none')} text={t('activity.noneText')} />;
  return (
    <Surface title={t('detail.activity')} purpose={t('activity.title')} className="s-activity">
      <Timeline
        items={[
          { key: 'now', content: t('activity.now') },
          ...activities.data.map((entry) => ({
            key: entry.id,
            color: 'gray',
            content: (
              <>
                <time>{entry.timestamp}</time>
                <span>{entry.content}</span>
                {entry.detail_url && (
                  <Button type="link" size="small" onClick={() => open(entry)}>
                    {t('activity.detail')}
                  </Button>
                )}
              </>
            ),
          })),
        ]}
      />
      {diff && <DiffDialog url={diff} onClose={() => setDiff(undefined)} />}
    </Surface>
  );
}
