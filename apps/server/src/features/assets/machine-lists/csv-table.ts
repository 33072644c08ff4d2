/** A row of a CSV of another program: its cells by the words of the titles, in small letters. */
export interface CsvRow {
  line: number;
  cells: ReadonlyMap<string, string>;
}

const QUOTE = '"';

/** Reads one cell; a cell in quotation marks may hold the delimiter, line ends, and the mark twice for itself. */
function cellAt(text: string, from: number, delimiter: string): { value: string; end: number } {
  if (text[from] !== QUOTE) {
    let end = from;
    while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
    return { value: text.slice(from, end), end };
  }
  let value = '';
  for (let at = from + 1; ; ) {
    const close = text.indexOf(QUOTE, at);
    // A mark is missing: the rest is one cell, and what follows is told as what it lacks.
    if (close === -1) return { value: value + text.slice(at), end: text.length };
    value += text.slice(at, close);
    if (text[close + 1] !== QUOTE) {
      let end = close + 1;
      while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
      return { value, end };
    }
    value += QUOTE;
    at = close + 2;
  }
}

const linesIn = (text: string): number => text.split('\n').length - 1;

/** The titles of a CSV, and its rows. Empty rows are left out. */
export function csvTable(text: string, delimiter: string): { titles: string[]; rows: CsvRow[] } {
  const records: { line: number; cells: string[] }[] = [];
  let line = 1;
  for (let at = text.startsWith('\ufeff') ? 1 : 0; at < text.length; ) {
    const from = at;
    const cells: string[] = [];
    for (let more = true; more; ) {
      const { value, end } = cellAt(text, at, delimiter);
      cells.push(value.trim());
      more = text[end] === delimiter;
      at = end + 1;
    }
    if (text[at - 1] === '\r' && text[at] === '\n') at += 1;
    if (cells.some((cell) => cell !== '')) records.push({ line, cells });
    line += linesIn(text.slice(from, at));
  }
  const [head, ...rows] = records;
  const titles = head?.cells ?? [];
  return {
    titles,
    rows: rows.map((row) => ({ line: row.line, cells: new Map(titles.map((title, at) => [title.toLowerCase(), row.cells[at] ?? ''])) })),
  };
}
