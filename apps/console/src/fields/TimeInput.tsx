import './fields.css';
import { parseServerDate } from '@postern/ui';
import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useTranslation } from 'react-i18next';
import { controlProps, type InputProps } from './field-props.ts';

const asDay = (value: unknown): Dayjs | null => {
  const date = typeof value === 'string' ? parseServerDate(value) : undefined;
  return date ? dayjs(date) : null;
};

/** The zone of this browser at a moment, such as "GMT+8": the zone everything on the console is shown in. */
function zoneAt(date: Date, language: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZoneName: 'shortOffset' }).formatToParts(date);
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? '';
}

/** Date and time; emits ISO-8601 with its zone. Loaded on demand: the picker is heavy and most screens have none. */
export function TimeInput({ value, onChange, info, placeholder, ...rest }: InputProps) {
  const { t, i18n } = useTranslation('fields');
  const date = asDay(value);
  return (
    <span className="s-input-unit">
      <DatePicker
        {...controlProps({ info, ...rest })}
        showTime
        value={date}
        allowClear={!info.required}
        placeholder={placeholder ?? t('time.choose')}
        onChange={(next) => onChange?.(next ? next.toISOString() : null)}
      />
      <span className="s-input-zone">{zoneAt(date?.toDate() ?? new Date(), i18n.language)}</span>
    </span>
  );
}

/** A day; emits `YYYY-MM-DD`, which has no zone. */
export function DateInput({ value, onChange, info, placeholder, ...rest }: InputProps) {
  const { t } = useTranslation('fields');
  return (
    <DatePicker
      {...controlProps({ info, ...rest })}
      value={typeof value === 'string' && value !== '' ? dayjs(value.slice(0, 10).replaceAll('/', '-')) : null}
      allowClear={!info.required}
      placeholder={placeholder ?? t('time.chooseDate')}
      onChange={(next) => onChange?.(next ? next.format('YYYY-MM-DD') : null)}
    />
  );
}

/** A span of time; emits a pair of ISO-8601 times, or null. */
export function DateRangeInput({ value, onChange, info, ...rest }: InputProps) {
  const { t, i18n } = useTranslation('fields');
  const [from, to] = Array.isArray(value) ? value.map(asDay) : [null, null];
  return (
    <span className="s-input-unit">
      <DatePicker.RangePicker
        {...controlProps({ info, ...rest })}
        showTime
        value={from && to ? [from, to] : null}
        allowClear={!info.required}
        placeholder={[t('time.from'), t('time.to')]}
        onChange={(next) => onChange?.(next?.[0] && next[1] ? [next[0].toISOString(), next[1].toISOString()] : null)}
      />
      <span className="s-input-zone">{zoneAt((to ?? dayjs()).toDate(), i18n.language)}</span>
    </span>
  );
}
