import { EmptyState, numberText, ShareBar, SkeletonRows, Surface } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../../data/LoadFailed.tsx';
import { client } from '../../session/http.ts';
import { LIVE_MS } from './ComponentList.tsx';
import { LoadHistory } from './LoadHistory.tsx';
import './component-monitor.css';

const LOADS = [
  { load: 'normal', colour: 'var(--p-success-solid)' },
  { load: 'high', colour: 'var(--p-info-solid)' },
  { load: 'critical', colour: 'var(--p-danger-solid)' },
  { load: 'offline', colour: 'var(--p-border-strong)' },
] as const;

/** How busy the components are, by kind: how many of each load, and how many sessions they carry (docs/behaviour/settings.md#terminal). */
export function ComponentMonitor() {
  const { t, i18n } = useTranslation(['features', 'shell']);
  const { data, error, refetch } = useQuery({
    queryKey: ['components', 'metrics'],
    queryFn: ({ signal }) => client.components.metrics({}, { signal }),
    refetchInterval: LIVE_MS,
  });
  if (error) return <LoadFailed title={t('components.monitorFailed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows label={t('shell:loading')} rows={3} />;
  if (data.length === 0) return <EmptyState title={t('components.empty')} text={t('components.emptyText')} />;
  return (
    <div className="cm-cards">
      {data.map((one) => (
        <Surface key={one.type} title={`${one.type} (${numberText(one.total, i18n.language)})`}>
          <ShareBar
            language={i18n.language}
            shares={LOADS.map(({ load, colour }) => ({ key: load, label: t(`components.load.${load}`), count: one[load], colour }))}
          />
          <p className="cm-sessions">
            {t('components.sessions', { count: one.session_active, shown: numberText(one.session_active, i18n.language) })}
          </p>
        </Surface>
      ))}
      <div className="cm-wide">
        <LoadHistory />
      </div>
    </div>
  );
}
