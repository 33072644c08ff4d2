/**
 * Limits of one imported file. Everything a file can ask for is bounded here. The process that reads one starts for each: what it imports
 * (reader.ts) leads nowhere else, or it would load half the server before its first row.
 */

/** Bytes of a file (docs/behaviour/transfer.md#reading-a-file). */
export const MAX_FILE = 30 * 1024 * 1024;
/** Columns a title row may have. */
export const MAX_COLUMNS = 300;
/** Rows below the titles. */
export const MAX_ROWS = 200_000;
/** Longest cell that is read: the longest JSON value of a field. */
export const MAX_CELL = 262_144;
/** Characters of all cells together; texts that many cells of a workbook share count each time. */
export const MAX_TEXT = 96 * 1024 * 1024;
/** Bytes of all inflated parts of a workbook together. */
export const MAX_INFLATED = 384 * 1024 * 1024;
/** Entries of a workbook; real ones have a dozen and their pictures. */
export const MAX_ENTRIES = 2_000;
/** Milliseconds until a file that is still being read is given up. */
export const READ_MS = 60_000;
/** Milliseconds a reader stays while its rows are fetched. */
export const HOLD_MS = 300_000;
/** Files that are read at the same time; others wait. */
export const READERS = 2;
/** Files that wait. */
export const WAITING = 20;
/** Heap of one reader in MiB. */
export const READER_HEAP_MB = 640;
