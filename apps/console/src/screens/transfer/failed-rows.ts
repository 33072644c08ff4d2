import { cellText, isSecretField } from './cell-text.ts';
import type { ImportRun } from './import-run.ts';
import { problemLines } from './problems.ts';

/** First characters that make a spreadsheet read a cell as a formula (OWASP "CSV injection"), in both widths. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
const quoted = (text: string): string => `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/** The refused rows as CSV, as they stand now, each with what is wrong with it; secrets are left out. */
export function failedRowsCsv(run: ImportRun, problemTitle: string): Blob {
  const columns = run.title.filter(([, field]) => !isSecretField(field));
  const lines = [
    [...columns.map(([label]) => label), problemTitle],
    ...run.rows
      .filter((row) => row.status === 'error')
      .map((row) => [...columns.map(([, field]) => cellText(row.values[field])), problemLines(row.errors, run.title).join('; ')]),
  ];
  const text = lines.map((line) => line.map(quoted).join(',')).join('\r\n');
  return new Blob(['\ufeff', text, '\r\n'], { type: 'text/csv;charset=utf-8' });
}
