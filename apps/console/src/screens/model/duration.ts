const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
] as const;

/** A span in days, hours, minutes or seconds with one decimal (spec §9). */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  for (const [unit, size] of UNITS) {
    if (seconds >= size) return `${(seconds / size).toFixed(1)} ${unit}`;
  }
  return `${seconds.toFixed(1)} s`;
}
