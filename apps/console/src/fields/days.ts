import { parseServerDate } from '@postern/ui';
import dayjs, { type Dayjs } from 'dayjs';

/** A value of the wire as pickers have it. */
export const asDay = (value: unknown): Dayjs | null => {
  const date = typeof value === 'string' ? parseServerDate(value) : undefined;
  return date ? dayjs(date) : null;
};

/** The zone of this browser at a moment, such as "GMT+8": the zone everything on the console is shown in. */
export function zoneAt(date: Date, language: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZoneName: 'shortOffset' }).formatToParts(date);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}
