import type { ErrorCode } from '@postern/contract/errors';
import { MAX_CELL, MAX_COLUMNS, MAX_ROWS, MAX_TEXT } from './bounds.ts';

/** What is wrong with a file, in our codes; thrown inside the reader and carried out of its process. */
export class FileProblem extends Error {
  readonly code: ErrorCode;
  readonly params: Readonly<Record<string, unknown>>;
  constructor(code: ErrorCode, params: Readonly<Record<string, unknown>> = {}) {
    super(code);
    this.code = code;
    this.params = params;
  }
}

/** The first row, and the others with their number in the file (the titles are row 1). Blank rows are left out. */
export interface TableFile {
  titles: string[];
  rows: { n: number; cells: string[] }[];
}

/** Takes the rows of a file as they are read, and refuses what is too much. */
export function tableCollector() {
  let titles: string[] | undefined;
  const rows: TableFile['rows'] = [];
  let text = 0;
  return {
    row(n: number, cells: readonly string[]): void {
      let last = cells.length;
      while (last > 0 && cells[last - 1]?.trim() === '') last -= 1;
      if (last === 0) return;
      if (last > MAX_COLUMNS) throw new FileProblem('too_many_columns', { max: MAX_COLUMNS });
      const kept = cells.slice(0, last).map((cell) => cell.trim());
      for (const cell of kept) {
        if (cell.length > MAX_CELL) throw new FileProblem('cell_too_long', { row: n, max: MAX_CELL });
        text += cell.length;
      }
      if (text > MAX_TEXT) throw new FileProblem('file_content_overflowed');
      if (!titles) {
        titles = kept;
        return;
      }
      if (rows.length >= MAX_ROWS) throw new FileProblem('too_many_rows', { max: MAX_ROWS });
      rows.push({ n, cells: kept });
    },
    table: (): TableFile => ({ titles: titles ?? [], rows }),
  };
}
export type TableCollector = ReturnType<typeof tableCollector>;
