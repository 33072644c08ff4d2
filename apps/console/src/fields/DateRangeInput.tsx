import './fields.css';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { asDay, zoneAt } from './days.ts';
import { controlProps, type InputProps } from './field-props.ts';

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
