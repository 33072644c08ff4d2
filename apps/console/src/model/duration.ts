const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/**
 * A span in days, hours, minutes or seconds with one decimal, in the words of a language.
 * @param language BCP 47
 */
export function duration(milliseconds: number, language: string): string {
  const seconds = Math.max(0, milliseconds) / 1000;
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? UNITS[3];
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short', ...digits }).format(seconds / size);
}
