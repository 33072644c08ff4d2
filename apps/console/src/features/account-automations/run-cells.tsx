import { StatusTag, type StatusTone } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { Nothing } from '../../fields/Nothing.tsx';
import type { Row } from '../../model/resource.ts';

const TONES = {
  pending: 'neutral',
  running: 'info',
  changing: 'info',
  uncertain: 'warning',
  success: 'success',
  failed: 'danger',
} as const satisfies Readonly<Record<string, StatusTone>>;

const isKnown = (status: string): status is keyof typeof TONES => status in TONES;

/** Where a run, or one account in it, stands. */
export function StatusCell({ value }: { value: unknown }) {
  const { t } = useTranslation('accounts');
  const status = typeof value === 'string' ? value : '';
  if (!isKnown(status)) return status === '' ? <Nothing /> : status;
  return <StatusTag tone={TONES[status]}>{t(`status.${status}`)}</StatusTag>;
}

/** When a plan runs by itself: a fixed time wins over the interval (docs/wire/automations.md#schedules). The wire's own words are English. */
export function ScheduleCell({ row }: { row: Row }) {
  const { t } = useTranslation('accounts');
  if (row.is_periodic !== true) return t('plan.byHand');
  const { crontab, interval } = row;
  if (typeof crontab === 'string' && crontab !== '') return <span className="p-mono">{crontab}</span>;
  return typeof interval === 'number' ? t('plan.every', { count: interval }) : t('plan.byHand');
}

const whenTimed = (field: 'crontab' | 'interval') => (row: Row) => (row.is_periodic === true && row[field] ? String(row[field]) : '-');

/** Time and interval of a plan on its page; a plan that is started by hand keeps neither. */
export const TIMES = { crontab: whenTimed('crontab'), interval: whenTimed('interval') };

interface Snapshot {
  name?: string;
  asset_amount?: number;
  node_amount?: number;
  recipients?: unknown;
}
/** What a run was started with. */
export const snapshotOf = (run: Row): Snapshot => (run.snapshot ?? {}) as Snapshot;
