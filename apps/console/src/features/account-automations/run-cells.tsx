import { StatusTag, type StatusTone } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { Nothing } from '../../fields/cells.tsx';
import type { Row } from '../../screens/model/resource.ts';

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

interface Snapshot {
  name?: string;
  asset_amount?: number;
  node_amount?: number;
}
/** What a run was started with. */
export const snapshotOf = (run: Row): Snapshot => (run.snapshot ?? {}) as Snapshot;
