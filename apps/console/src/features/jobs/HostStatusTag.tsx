import { StatusTag, type StatusTone } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import type { HostStatus } from './results.ts';

export const TONES = {
  ok: 'success',
  failed: 'danger',
  unreachable: 'danger',
  timeout: 'warning',
  unknown: 'warning',
  stopped: 'neutral',
  excluded: 'neutral',
  running: 'info',
  waiting: 'neutral',
} as const satisfies Readonly<Record<HostStatus, StatusTone>>;

/** What became of a machine in a run. */
export function HostStatusTag({ status }: { status: HostStatus }) {
  const { t } = useTranslation('jobs');
  return <StatusTag tone={TONES[status]}>{t(`status.${status}`)}</StatusTag>;
}
