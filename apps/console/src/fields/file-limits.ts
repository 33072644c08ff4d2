/** Keys are small; a large file is a mistake and would freeze the text area. */
export const MOST_KEY_BYTES = 65_536;
export const MOST_IMAGE_BYTES = 1_048_576;
export const MOST_FILE_BYTES = 31_457_280;

/** Bytes as people write them. */
export function sizeText(bytes: number, language: string): string {
  const [unit, size] = bytes >= 1_048_576 ? (['megabyte', 1_048_576] as const) : (['kilobyte', 1024] as const);
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / size);
}

/** Whether a name ends in one of the endings of an `accept` list; an empty list takes everything. */
export const isAccepted = (name: string, accept: string | undefined): boolean =>
  accept === undefined ||
  accept.split(',').some((ending) => !ending.trim().startsWith('.') || name.toLowerCase().endsWith(ending.trim().toLowerCase()));
