import { csvFile } from '../../model/csv.ts';
import { cellText, isSecretField } from './cell-text.ts';
import type { ImportRun } from './import-run.ts';
import { problemLines } from './problems.ts';

/** The refused rows as CSV, as they stand now, each with what is wrong with it; secrets are left out. */
export function failedRowsCsv(run: ImportRun, problemTitle: string): Blob {
  const columns = run.title.filter(([, field]) => !isSecretField(field));
  const refused = run.rows.filter((row) => row.status === 'error');
  const lines = refused.map((row) => [
    ...columns.map(([, field]) => cellText(row.values[field])),
    problemLines(row.errors, run.title).join('; '),
  ]);
  return new Blob([csvFile([[...columns.map(([label]) => label), problemTitle], ...lines])], { type: 'text/csv;charset=utf-8' });
}
