/** Rows of a CSV file as exports write it: quoted where needed, a byte order mark in front. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cells = /("(?:[^"]|"")*"|[^,\r\n]*)(,|\r?\n|$)/y;
  const body = text.replace(/^\uFEFF/, '');
  while (cells.lastIndex < body.length) {
    const [, cell = '', end = ''] = cells.exec(body) ?? [];
    row.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === ',') continue;
    rows.push(row);
    row = [];
    if (end === '') break;
  }
  return rows;
}

export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');
