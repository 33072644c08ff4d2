import { EmptyState, numberText, percentText, SkeletonRows, Surface } from '@postern/ui';
import { useQuery } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { LoadFailed } from '../../data/LoadFailed.tsx';
import { useStored } from '../../data/useStored.ts';
import { client } from '../../session/http.ts';
import { FIGURES, type Figure, type Loads, pathsOf, topOf } from './load-history.ts';
import './load-history.css';

const RANGES = [6, 24, 168] as const;
/** A point is of five minutes: asking more often shows nothing new. */
const REFRESH_MS = 60_000;
const [WIDTH, HEIGHT] = [160, 36];

/** How busy each component was in the last hours or days (docs/behaviour/settings.md#terminal). */
export function LoadHistory() {
  const { t, i18n } = useTranslation(['features', 'shell']);
  const [hours, setHours] = useStored<number>('componentHours', (raw) => RANGES.find((known) => known === Number(raw)) ?? 24);
  const { data, error, refetch } = useQuery({
    queryKey: ['components', 'loads', hours],
    queryFn: ({ signal }) => client.components.loads({ hours }, { signal }),
    refetchInterval: REFRESH_MS,
  });
  const control = (
    <Segmented
      size="small"
      value={hours}
      aria-label={t('components.history.range')}
      options={[
        { value: 6, label: t('components.history.h6') },
        { value: 24, label: t('components.history.h24') },
        { value: 168, label: t('components.history.h168') },
      ]}
      onChange={(next) => setHours(Number(next))}
    />
  );
  const span = { until: Date.now() / 1000, hours };
  return (
    <Surface title={t('components.history.title')} actions={control}>
      {error ? (
        <LoadFailed title={t('components.monitorFailed')} error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows label={t('shell:loading')} rows={3} />
      ) : data.length === 0 ? (
        <EmptyState title={t('components.history.empty')} text={t('components.history.emptyText')} />
      ) : (
        <ul className="cm-history">
          {data.map((one) => (
            <li key={one.id}>
              <strong title={one.name}>{one.name}</strong>
              {FIGURES.map((figure) => (
                <Line key={figure} figure={figure} one={one} top={topOf(figure, data)} span={span} language={i18n.language} />
              ))}
            </li>
          ))}
        </ul>
      )}
    </Surface>
  );
}

interface LineProps {
  figure: Figure;
  one: Loads & { name: string };
  top: number;
  span: { until: number; hours: number };
  language: string;
}

/** One figure of one component: its last value, its highest, and how it went in between. */
function Line({ figure, one, top, span, language }: LineProps) {
  const { t } = useTranslation('features');
  const values = one.points.map((point) => point[figure]);
  const isShare = figure === 'memory_used' || figure === 'disk_used';
  const shown = (value: number) => (isShare ? percentText(value / 100, language, 1) : numberText(Math.round(value * 10) / 10, language));
  const [last, highest] = [shown(values.at(-1) ?? 0), shown(Math.max(0, ...values))];
  const label = t(`components.history.${figure}`);
  const told = t('components.history.told', { last, highest });
  return (
    <div className="cm-line">
      <span>{label}</span>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={`${one.name}, ${label}: ${told}`}>
        <line x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
        {pathsOf(one, figure, { ...span, top, width: WIDTH, height: HEIGHT }).map((path) => (
          <path key={path} d={path} />
        ))}
      </svg>
      <small>{told}</small>
    </div>
  );
}
