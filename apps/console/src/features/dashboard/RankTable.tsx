import { numberText, percent } from '@postern/ui';
import { useTranslation } from 'react-i18next';
import { NoFigures } from './NoFigures.tsx';

/** The ten with the most sessions; a bar behind each shows its share of the first. */
export function RankTable({ rows }: { rows: readonly { name: string; total: number }[] | undefined }) {
  const { i18n } = useTranslation();
  const most = rows?.[0]?.total ?? 0;
  if (!rows || rows.length === 0) return <NoFigures />;
  return (
    <ol className="s-rank">
      {rows.map((row) => (
        <li key={row.name}>
          <span className="s-rank-bar" style={{ width: `${percent(row.total, most)}%` }} />
          <span>{row.name}</span>
          <b>{numberText(row.total, i18n.language)}</b>
        </li>
      ))}
    </ol>
  );
}
