import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useStored } from '../../data/useStored.ts';

const RANGES = [1, 7, 30];
const DEFAULT = 7;

/**
 * A span of time of the dashboards, remembered in this browser (docs/behaviour/audit.md#dashboard).
 * @param of what the span is of, for who does not see the card around the control
 */
export function useDays(of?: string): { days: number; control: React.ReactNode } {
  const { t } = useTranslation('features');
  const [days, setDays] = useStored('dashboardDays', (raw) => RANGES.find((known) => known === Number(raw)) ?? DEFAULT);
  const control = (
    <Segmented
      value={days}
      aria-label={of ? `${t('dashboard.range')}: ${of}` : t('dashboard.range')}
      size={of ? 'small' : 'medium'}
      options={RANGES.map((range) => ({ value: range, label: range === 1 ? t('dashboard.today') : t('dashboard.days', { count: range }) }))}
      onChange={(next) => setDays(Number(next))}
    />
  );
  return { days, control };
}
