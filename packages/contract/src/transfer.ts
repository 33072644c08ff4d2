import { z } from 'zod';

/**
 * Import in portions, our own addition to the wire (decision 0030): existing consoles write one row per request, which
 * cannot carry 50,000 rows. `POST {list}import-rows/` needs the right to add (create) or to change (update).
 */

/** Rows of one exported file at most (decision 0030). */
export const EXPORT_ROWS = 200_000;

/** Rows of an export that a person waits for; consoles have longer ones made in the background (decision 0171). */
export const WAITED_ROWS = 5_000;

/** Rows of one portion at most. */
export const MAX_PORTION = 500;

export const IMPORT_MODES = ['create', 'update'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

export const importPortion = z.object({
  mode: z.enum(IMPORT_MODES),
  /** Checks every row as if it were written and writes none. */
  dry_run: z.boolean().default(false),
  /**
   * SHA-256 of the file, hexadecimal. Together with `n` it names a row: what was written and is sent again, because the
   * answer was lost or the page was closed, is answered as `kept` and not written twice.
   */
  source: z.string().regex(/^[0-9a-f]{64}$/),
  rows: z
    .array(z.object({ n: z.number().int().min(1).max(1_000_000), values: z.record(z.string(), z.unknown()) }))
    .min(1)
    .max(MAX_PORTION),
});
export type ImportPortion = z.infer<typeof importPortion>;

/** What became of one row; `errors` as a form's 400 body has them, by field name. */
export type ImportResult =
  | { n: number; status: 'ok' | 'kept'; id: string | number }
  | { n: number; status: 'checked' }
  | { n: number; status: 'error'; errors: Record<string, unknown> };

export interface ImportAnswer {
  results: ImportResult[];
}

/** Answer of `POST {list}render-to-json/` (docs/wire/conventions.md#imports): the columns that are known, and the rows. */
export interface RenderedFile {
  /** SHA-256 of the file as it came, hexadecimal: the `source` of its portions. Ours. */
  source: string;
  title: [label: string, field: string][];
  data: Record<string, unknown>[];
  /** What the file is: `csv`, `xlsx`, or the program that it comes from. This and what follows is ours. */
  format: string;
  /** Columns of the file in its order: what each was understood as, null for what is left out, and the first values that may be shown. */
  columns: { title: string; field: string | null; samples: string[] }[];
  /** What a column may be. */
  fields: [label: string, field: string][];
  /** Titles of columns, and settings, that were left out. */
  ignored: string[];
  /** The first lines that gave no row. */
  unread: { line: number; text: string; reason: string }[];
  /** How many lines gave no row. */
  missed: number;
}
