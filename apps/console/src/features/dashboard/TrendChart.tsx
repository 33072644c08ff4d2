import { Surface } from '@postern/ui';
import { ceiling } from './figures.ts';
import { NoFigures } from './NoFigures.tsx';

export interface Series {
  name: string;
  values: readonly number[];
}

const HEIGHT = 160;
const SLOT = 40;
const TOP = 12;

interface Props {
  title: string;
  labels: readonly string[] | undefined;
  /** One or two; the first has the accent, the second is neutral. */
  series: readonly Series[];
}

/** Columns per day, drawn as plain SVG: a handful of numbers needs no chart library. The numbers are also there as a table for screen readers. */
export function TrendChart({ title, labels = [], series }: Props) {
  const all = series.flatMap((one) => one.values);
  const top = ceiling(all);
  const every = Math.max(1, Math.ceil(labels.length / 10));
  const width = Math.max(labels.length, 1) * SLOT;
  const bar = series.length > 1 ? 10 : 16;
  return (
    <Surface title={title}>
      {series.length > 1 && (
        <p className="s-chart-legend">
          {series.map((one, at) => (
            <span key={one.name} className={`is-${at}`}>
              {one.name}
            </span>
          ))}
        </p>
      )}
      {all.some((value) => value > 0) ? (
        <>
          <svg className="s-plot" viewBox={`0 0 ${width} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
            <line x1="0" x2={width} y1={HEIGHT} y2={HEIGHT} />
            {labels.map((label, day) => (
              <g key={label}>
                {series.map((one, at) => {
                  const height = ((one.values[day] ?? 0) / top) * (HEIGHT - TOP);
                  return (
                    <rect
                      key={one.name}
                      className={`is-${at}`}
                      x={day * SLOT + (SLOT - bar * series.length) / 2 + at * bar}
                      y={HEIGHT - height}
                      width={bar - 2}
                      height={height}
                      rx="2"
                    >
                      <title>{`${label} ${one.name}: ${one.values[day] ?? 0}`}</title>
                    </rect>
                  );
                })}
              </g>
            ))}
          </svg>
          <div className="s-axis" aria-hidden="true">
            {labels.map((label, day) => (
              <span key={label}>{day % every === 0 ? label : ''}</span>
            ))}
          </div>
          <table className="p-visually-hidden">
            <caption>{title}</caption>
            <tbody>
              {labels.map((label, day) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {series.map((one) => (
                    <td key={one.name}>{`${one.name} ${one.values[day] ?? 0}`}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : (
        <NoFigures />
      )}
    </Surface>
  );
}
