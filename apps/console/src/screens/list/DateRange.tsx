import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';

/** Shortcuts in days (docs/behaviour/lists.md#dates). */
const SHORTCUTS = [1, 7, 30, 90, 183, 365] as const;

interface Props {
  value: { from: number; to: number };
  onChange: (value: { from: number; to: number }) => void;
}

/** The span of time a list covers; never empty. */
export function DateRange({ value, onChange }: Props) {
  const { t } = useTranslation('screens');
  return (
    <DatePicker.RangePicker
      className="s-dates"
      showTime={{ defaultOpenValue: [dayjs('00:00:01', 'HH:mm:ss'), dayjs('23:59:59', 'HH:mm:ss')] }}
      allowClear={false}
      format="YYYY-MM-DD HH:mm"
      value={[dayjs(value.from), dayjs(value.to)]}
      presets={SHORTCUTS.map((days) => ({
        label: days === 1 ? t('dates.day') : t('dates.days', { count: days }),
        value: () => [dayjs().subtract(days, 'day'), dayjs()],
      }))}
      onChange={(next) => {
        const [from, to] = next ?? [];
        if (from && to) onChange({ from: from.valueOf(), to: to.valueOf() });
      }}
    />
  );
}
