/** Keys are small; a large file is a mistake and would freeze the text area. */
export const MOST_KEY_BYTES = 65_536;
export const MOST_IMAGE_BYTES = 1_048_576;
export const MOST_FILE_BYTES = 31_457_280;

/** Whether a name ends in one of the endings of an `accept` list; an empty list takes everything. */
export const isAccepted = (name: string, accept: string | undefined): boolean =>
  accept === undefined ||
  accept.split(',').some((ending) => !ending.trim().startsWith('.') || name.toLowerCase().endsWith(ending.trim().toLowerCase()));
