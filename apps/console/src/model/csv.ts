/**
 * Characters with which spreadsheets start a formula, full-width ones among them, also behind white space: the rule of the
 * server's own exports (OWASP "CSV injection").
 */
const FORMULA = /^[\s\u00a0\u3000\ufeff]*[=+\-@＝＋－＠﹢﹣﹦﹫]|^[\t\r\n]/u;
const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,15})?$/;

/** A cell of a CSV file: quoted where needed, and never a formula: an apostrophe leads what would be read as one. */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A CSV file (RFC 4180) that spreadsheets open as UTF-8. */
export const csvFile = (lines: readonly (readonly string[])[]): string =>
  `\uFEFF${lines.map((line) => `${line.map(csvCell).join(',')}\r\n`).join('')}`;
