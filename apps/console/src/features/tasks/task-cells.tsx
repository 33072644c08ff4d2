import { StatusTag, type StatusTone } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../model/resource.ts';

/** Light of a task, from its last five runs. */
export function TaskLight({ value }: { value: unknown }) {
  const { t } = useTranslation('tasks');
  const [tone, words]: [StatusTone, string] =
    value === 'red' ? ['danger', t('stateRed')] : value === 'yellow' ? ['warning', t('stateYellow')] : ['success', t('stateGreen')];
  return <StatusTag tone={tone}>{words}</StatusTag>;
}

/** When a task runs by the clock: whether it does. */
export const scheduleOf = (task: Row): { id: number; enabled: boolean } | null =>
  (task.schedule as { id: number; enabled: boolean } | null | undefined) ?? null;

/** Somebody keeps it from running by the clock. */
export function PausedTag({ task }: { task: Row }) {
  const { t } = useTranslation('tasks');
  return scheduleOf(task)?.enabled === false ? <StatusTag tone="neutral">{t('paused')}</StatusTag> : null;
}

export function RunResult({ row }: { row: Row }) {
  const { t } = useTranslation('tasks');
  if (row.is_finished === true)
    return row.is_success === true ? (
      <StatusTag tone="success">{t('succeeded')}</StatusTag>
    ) : (
      <StatusTag tone="danger">{t('failed')}</StatusTag>
    );
  return <StatusTag tone="info">{row.date_start ? t('running') : t('waiting')}</StatusTag>;
}

/** "3 of 4 succeeded". */
export function RunTally({ value }: { value: unknown }) {
  const { t } = useTranslation('tasks');
  const { total = 0, success = 0 } = (value ?? {}) as { total?: number; success?: number };
  return total === 0 ? t('neverRun') : t('runsOf', { total, success });
}

/** Name of a task in the reader's language. */
export const taskTitle = (task: Row): string => String((task.meta as { comment?: string } | undefined)?.comment || task.name);
