import { Surface } from '@postern/ui';
import { type Figures, useFigures } from './figures.ts';
import { RankTable } from './RankTable.tsx';
import { useDays } from './useDays.tsx';

interface Props {
  title: string;
  flag: string;
  rowsOf: (figures: Figures) => readonly { name: string; total: number }[] | undefined;
}

/** The ten with the most sessions in a span of time of its own. */
export function SessionRank({ title, flag, rowsOf }: Props) {
  const { days, control } = useDays(title);
  const { data } = useFigures([flag], days);
  return (
    <Surface title={title} actions={control}>
      <RankTable rows={data && rowsOf(data)} />
    </Surface>
  );
}
