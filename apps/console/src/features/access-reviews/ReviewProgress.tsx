import './reviews.css';
import { percent, ShareBar } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import type { Progress } from './reviews.ts';

const PARTS = [
  ['keep', 'var(--p-success-solid)'],
  ['revoke', 'var(--p-danger-solid)'],
  ['undecided', 'var(--p-border-strong)'],
] as const;

/** How far a review is: what is decided, and how. */
export function ReviewProgress({ progress }: { progress: Progress }) {
  const { t, i18n } = useTranslation('reviews');
  const { all, undecided } = progress;
  if (all === 0) return <p className="s-note">{t('noLines')}</p>;
  const shares = PARTS.map(([key, colour]) => ({ key, label: t(`decision.${key}`), count: progress[key], colour }));
  return (
    <div className="ar-progress">
      <p role="status">{t('decided', { count: all - undecided, all })}</p>
      <ShareBar shares={shares} language={i18n.language} />
    </div>
  );
}

/** The same in a cell: a bar with its number. */
export function ProgressCell({ progress }: { progress: Progress }) {
  const { t } = useTranslation('reviews');
  const { all, undecided } = progress;
  if (all === 0) return <>-</>;
  const over = all - undecided;
  return (
    <span className="ar-bar" title={t('decided', { count: over, all })}>
      <progress max={all} value={over} aria-label={t('decided', { count: over, all })} />
      <span>{percent(over, all)}%</span>
    </span>
  );
}
