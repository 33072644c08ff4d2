import { StatusTag } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { DatetimeCell } from '../../fields/datetime/DatetimeCell.tsx';
import { relatedName } from '../../model/metadata.ts';
import { type Line, sinceOf } from './reviews.ts';

/** What a line shows in the list and at its side. */

export function LastUsed({ line }: { line: Line }) {
  const { t } = useTranslation('reviews');
  return line.date_last_used === null ? t('never') : <DatetimeCell value={line.date_last_used} />;
}

export function Since({ line }: { line: Line }) {
  const since = sinceOf(line);
  if (since === 'same') return relatedName(line.since);
  return <StatusTag tone={since === 'gone' ? 'neutral' : 'warning'}>{relatedName(line.since)}</StatusTag>;
}
