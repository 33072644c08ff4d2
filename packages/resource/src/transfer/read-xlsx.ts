import { MAX_COLUMNS, MAX_TEXT } from './bounds.ts';
import { FileProblem, type TableCollector } from './table-file.ts';
import { type Attributes, type XmlListener, xmlReader } from './xml.ts';
import { openZip, type ZipParts } from './zip-parts.ts';

/** Reads the first sheet of a workbook (ECMA-376 part 1, §18): values as texts, nothing is computed. */

async function parse(parts: ZipParts, name: string, listener: XmlListener): Promise<void> {
  const reader = xmlReader(listener);
  await parts.read(name, reader.write);
  reader.end();
}

/** `_x000D_` stands for a character that XML cannot hold (ECMA-376 part 1, §22.9.2.19). */
const unescaped = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** Collects the text of `<t>`, without the reading aids that Japanese workbooks keep beside their words. */
function textRuns() {
  let text = '';
  let inText = false;
  let inPhonetic = false;
  return {
    start: () => {
      text = '';
    },
    open(name: string) {
      if (name === 't') inText = true;
      if (name === 'rPh') inPhonetic = true;
    },
    close(name: string) {
      if (name === 't') inText = false;
      if (name === 'rPh') inPhonetic = false;
    },
    text(more: string) {
      if (inText && !inPhonetic) text += more;
    },
    value: () => unescaped(text),
  };
}

async function sharedStrings(parts: ZipParts, name: string): Promise<string[]> {
  if (!parts.has(name)) return [];
  const found: string[] = [];
  const runs = textRuns();
  let length = 0;
  await parse(parts, name, {
    open(tag) {
      if (tag === 'si') runs.start();
      runs.open(tag);
    },
    close(tag) {
      runs.close(tag);
      if (tag !== 'si') return;
      const text = runs.value();
      length += text.length;
      if (length > MAX_TEXT) throw new FileProblem('file_content_overflowed');
      found.push(text);
    },
    text: runs.text,
  });
  return found;
}

/** Formats of dates and times that have no code of their own (ECMA-376 part 1, §18.8.30). */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58 && id !== 48 && id !== 49);
const isDateCode = (code: string): boolean => /[ymdhs]/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, ''));

/** Which cell styles show a number as a date. */
async function dateStyles(parts: ZipParts, name: string): Promise<boolean[]> {
  if (!parts.has(name)) return [];
  const codes = new Map<number, string>();
  const styles: boolean[] = [];
  let inCells = false;
  await parse(parts, name, {
    open(tag, at) {
      if (tag === 'numFmt') codes.set(Number(at.numFmtId), at.formatCode ?? '');
      if (tag === 'cellXfs') inCells = true;
      if (tag !== 'xf' || !inCells) return;
      const id = Number(at.numFmtId ?? 0);
      const code = codes.get(id);
      styles.push(code === undefined ? isBuiltInDate(id) : isDateCode(code));
    },
    close(tag) {
      if (tag === 'cellXfs') inCells = false;
    },
  });
  return styles;
}

interface Book {
  sheet: string;
  strings: string;
  styles: string;
  /** Days count from 1904, as old Macintoshes had it. */
  from1904: boolean;
}

const BOOK = 'xl/workbook.xml';
const pathOf = (target: string): string => (target.startsWith('/') ? target.slice(1) : `xl/${target}`);

async function bookOf(parts: ZipParts): Promise<Book> {
  if (!parts.has(BOOK)) throw new FileProblem('not_a_table');
  let first: string | undefined;
  let from1904 = false;
  await parse(parts, BOOK, {
    open(tag, at) {
      if (tag === 'workbookPr') from1904 = at.date1904 === '1' || at.date1904 === 'true';
      if (tag === 'sheet') first ??= Object.entries(at).find(([name]) => name === 'id' || name.endsWith(':id'))?.[1];
    },
  });
  const targets = new Map<string, string>();
  const byType = new Map<string, string>();
  const relations = 'xl/_rels/workbook.xml.rels';
  if (parts.has(relations)) {
    await parse(parts, relations, {
      open(tag, at) {
        if (tag !== 'Relationship' || !at.Target) return;
        targets.set(at.Id ?? '', pathOf(at.Target));
        byType.set((at.Type ?? '').split('/').at(-1) ?? '', pathOf(at.Target));
      },
    });
  }
  const sheet = targets.get(first ?? '') ?? 'xl/worksheets/sheet1.xml';
  if (!parts.has(sheet)) throw new FileProblem('file_damaged');
  return {
    sheet,
    strings: byType.get('sharedStrings') ?? 'xl/sharedStrings.xml',
    styles: byType.get('styles') ?? 'xl/styles.xml',
    from1904,
  };
}

/** Position of a column by its letters, from 0. */
function columnAt(reference: string): number {
  let at = 0;
  for (const letter of reference) {
    const code = letter.charCodeAt(0) - 64;
    if (code < 1 || code > 26) break;
    at = at * 26 + code;
  }
  return at - 1;
}

const DAY_MS = 86_400_000;
/** Day 0 of the calendar of 1900, with the leap day that year did not have. */
const EPOCH = Date.UTC(1899, 11, 30);
const DAYS_TO_1904 = 1462;

function dateText(serial: number, from1904: boolean): string {
  const instant = new Date(EPOCH + Math.round(((serial + (from1904 ? DAYS_TO_1904 : 0)) * DAY_MS) / 1000) * 1000);
  return Number.isNaN(instant.getTime()) ? String(serial) : instant.toISOString().slice(0, 19).replace('T', ' ');
}

interface SheetParts {
  strings: readonly string[];
  dates: readonly boolean[];
  from1904: boolean;
}

/** Value of one cell as text. A formula counts as what it last came to; without a result it is refused. */
function cellText(at: Attributes, value: string, inline: string, formula: boolean, reference: string, book: SheetParts): string {
  switch (at.t) {
    case 's':
      return book.strings[Number(value)] ?? '';
    case 'inlineStr':
      return inline;
    case 'str':
      return unescaped(value);
    case 'b':
      return value === '1' || value === 'true' ? 'Yes' : 'No';
    case 'e':
      throw new FileProblem('unreadable_cell', { cell: reference });
    default: {
      if (value === '') {
        if (formula) throw new FileProblem('unreadable_cell', { cell: reference });
        return '';
      }
      const number = Number(value);
      if (Number.isNaN(number)) return value;
      return book.dates[Number(at.s ?? -1)] ? dateText(number, book.from1904) : String(number);
    }
  }
}

/** Reads an XLSX into the collector. @throws FileProblem */
export async function readXlsx(bytes: Uint8Array, collector: TableCollector): Promise<void> {
  const parts = await openZip(bytes);
  const { sheet, strings, styles, from1904 } = await bookOf(parts);
  const book: SheetParts = { strings: await sharedStrings(parts, strings), dates: await dateStyles(parts, styles), from1904 };
  const runs = textRuns();
  let row = 0;
  let cells: string[] = [];
  let cell: Attributes = {};
  let column = -1;
  let value = '';
  let inValue = false;
  let formula = false;
  await parse(parts, sheet, {
    open(tag, at) {
      if (tag === 'row') {
        row = Number(at.r) > row ? Number(at.r) : row + 1;
        cells = [];
        column = -1;
      } else if (tag === 'c') {
        cell = at;
        column = at.r === undefined ? column + 1 : columnAt(at.r);
        value = '';
        formula = false;
        runs.start();
      } else if (tag === 'f') formula = true;
      else if (tag === 'v') inValue = true;
      runs.open(tag);
    },
    close(tag) {
      runs.close(tag);
      if (tag === 'v') inValue = false;
      else if (tag === 'row') {
        collector.row(
          row,
          Array.from(cells, (text) => text ?? ''),
        );
      } else if (tag === 'c') {
        const text = cellText(cell, value, runs.value(), formula, cell.r ?? `${column + 1}/${row}`, book);
        if (text === '') return;
        if (column < 0 || column >= MAX_COLUMNS) throw new FileProblem('too_many_columns', { max: MAX_COLUMNS });
        cells[column] = text;
      }
    },
    text(more) {
      if (inValue) value += more;
      else runs.text(more);
    },
  });
}
