import { parseServerDate } from '@postern/ui';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import type { InputProps } from './field-props.ts';

/** Date and time; emits ISO-8601. Loaded on demand: the picker is heavy and most screens have none. */
export function TimeInput({ id, value, onChange, disabled, info }: InputProps) {
  const date = typeof value === 'string' ? parseServerDate(value) : undefined;
  return (
    <DatePicker
      id={id}
      showTime
      value={date ? dayjs(date) : null}
      disabled={disabled}
      allowClear={!info.required}
      onChange={(next) => onChange?.(next ? next.toISOString() : null)}
    />
  );
}
