/** Lines of figures over time, as paths of SVG. */

export const FIGURES = ['cpu_load', 'memory_used', 'disk_used', 'session_online'] as const;
export type Figure = (typeof FIGURES)[number];

type Point = Readonly<Record<Figure, number>> & {
  /** Unix seconds. */
  at: number;
};

export interface Loads {
  /** Seconds between two points. */
  step: number;
  points: readonly Point[];
}

/** Where the axis of a figure ends: shares at all of it, the others a little above the highest of all components, so that these compare. */
export function topOf(figure: Figure, all: readonly Loads[]): number {
  if (figure === 'memory_used' || figure === 'disk_used') return 100;
  let top = 1;
  for (const { points } of all) for (const point of points) top = Math.max(top, point[figure]);
  return top * 1.1;
}

interface Box {
  /** Unix seconds of the right edge, and the hours before it. */
  until: number;
  hours: number;
  top: number;
  width: number;
  height: number;
}

/** One path for each stretch without a gap: where a component said nothing, nothing is drawn. A lone point is a short dash. */
export function pathsOf({ step, points }: Loads, figure: Figure, { until, hours, top, width, height }: Box): string[] {
  const from = until - hours * 3600;
  const x = (at: number) => (((at - from) / (hours * 3600)) * width).toFixed(1);
  const y = (value: number) => (height - (Math.min(value, top) / top) * (height - 2)).toFixed(1);
  const paths: string[] = [];
  let before: number | undefined;
  for (const point of points) {
    const place = `${x(point.at)} ${y(point[figure])}`;
    if (before !== undefined && point.at - before <= step * 1.5) paths.push(`${paths.pop()}L${place}`);
    else paths.push(`M${place}`);
    before = point.at;
  }
  return paths.map((path) => (path.includes('L') ? path : `${path}h-2.5`));
}
