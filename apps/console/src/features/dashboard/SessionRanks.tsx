import { Surface } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { type Figures, useFigures } from './figures.ts';
import { RankTable } from './RankTable.tsx';
import { useDays } from './useDays.tsx';

interface Props {
  title: string;
  flag: string;
  rowsOf: (figures: Figures) => readonly { name: string; total: number }[] | undefined;
}

/** The ten with the most sessions in a span of time of its own. */
function SessionRank({ title, flag, rowsOf }: Props) {
  const { days, control } = useDays(title);
  const { data } = useFigures([flag], days);
  return (
    <Surface title={title} actions={control}>
      <RankTable rows={data && rowsOf(data)} />
    </Surface>
  );
}

/** People and assets with the most sessions, beside each other. */
export function SessionRanks() {
  const { t } = useTranslation('features');
  return (
    <div className="s-columns-even">
      <SessionRank
        title={t('dashboard.topUsers')}
        flag="dates_login_times_top10_users"
        rowsOf={(figures) => figures.dates_login_times_top10_users?.map((row) => ({ name: row.user, total: row.total }))}
      />
      <SessionRank
        title={t('dashboard.topAssets')}
        flag="dates_login_times_top10_assets"
        rowsOf={(figures) => figures.dates_login_times_top10_assets?.map((row) => ({ name: row.asset, total: row.total }))}
      />
    </div>
  );
}
