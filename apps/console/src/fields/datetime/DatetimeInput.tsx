import '../fields.css';
import { DatePicker } from 'antd';
import { useTranslation } from 'react-i18next';
import { asDay, zoneAt } from '../days.ts';
import { controlProps, type InputProps } from '../field-props.ts';

/** Date and time; emits ISO-8601 with its zone. Loaded on demand: the picker is heavy and most screens have none. */
export function DatetimeInput({ value, onChange, info, placeholder, ...rest }: InputProps) {
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
