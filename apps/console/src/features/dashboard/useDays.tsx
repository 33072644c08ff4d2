import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useStored } from '../../screens/data/useStored.ts';

const RANGES = [1, 7, 30];
const DEFAULT = 7;

/** The span of time of both dashboards, remembered in this browser (screens/audit.md §1). */
export function useDays(): { days: number; control: React.ReactNode } {
  const { t } = useTranslation('features');
  const [days, setDays] = useStored('dashboardDays', (raw) => RANGES.find((known) => known === Number(raw)) ?? DEFAULT);
  const control = (
    <Segmented
      value={days}
      aria-label={t('dashboard.range')}
      options={RANGES.map((range) => ({ value: range, label: range === 1 ? t('dashboard.today') : t('dashboard.days', { count: range }) }))}
      onChange={(next) => setDays(Number(next))}
    />
  );
  return { days, control };
}
