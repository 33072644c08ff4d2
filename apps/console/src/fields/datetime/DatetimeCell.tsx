import { exactTime, parseServerDate, RelativeTime } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import type { CellProps } from '../field-props.ts';
import { TextCell } from '../text/TextCell.tsx';

/** Times of the wire: its own text form, or seconds since the epoch (commands). */
const dateOf = (value: unknown): Date | undefined =>
  typeof value === 'number' ? new Date(value * 1000) : typeof value === 'string' ? parseServerDate(value) : undefined;

export function DatetimeCell({ value }: CellProps) {
  const { i18n } = useTranslation();
  const date = dateOf(value);
  return date ? <RelativeTime value={date} language={i18n.language} /> : <TextCell value={value} />;
}

/** The exact moment, for detail pages where there is room for it. */
export function ExactTimeCell({ value }: CellProps) {
  const { i18n } = useTranslation();
  const date = dateOf(value);
  return date ? <time dateTime={date.toISOString()}>{exactTime(date, i18n.language)}</time> : <TextCell value={value} />;
}
