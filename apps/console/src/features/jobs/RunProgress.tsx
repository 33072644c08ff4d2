import { ShareBar } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { allOf, type Counts, type HostStatus, overOf, STATUSES } from './results.ts';

const COLOURS: Readonly<Record<HostStatus, string>> = {
  ok: 'var(--p-success-solid)',
  failed: 'var(--p-danger-solid)',
  unreachable: 'var(--p-danger-line)',
  timeout: 'var(--p-warning-solid)',
  unknown: 'var(--p-warning-line)',
  stopped: 'var(--p-text3)',
  excluded: 'var(--p-text2)',
  running: 'var(--p-info-solid)',
  waiting: 'var(--p-border-strong)',
};

/** How far a run is, and how many machines are in which state. */
export function RunProgress({ counts }: { counts: Counts }) {
  const { t, i18n } = useTranslation('jobs');
  const all = allOf(counts);
  if (all === 0) return <p className="s-note">{t('run.none')}</p>;
  const shares = STATUSES.toReversed()
    .filter((status) => (counts[status] ?? 0) > 0)
    .map((status) => ({ key: status, label: t(`status.${status}`), count: counts[status] ?? 0, colour: COLOURS[status] }));
  return (
    <div className="j-progress">
      <p role="status">{t('run.of', { over: overOf(counts), all })}</p>
      <ShareBar shares={shares} language={i18n.language} />
    </div>
  );
}
