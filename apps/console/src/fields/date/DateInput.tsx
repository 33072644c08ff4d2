import '../fields.css';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { controlProps, type InputProps } from '../field-props.ts';

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
