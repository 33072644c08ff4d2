import { CsvError, parse } from 'csv-parse';
import { MAX_CELL } from './bounds.ts';
import { decodeText } from './decode.ts';
import { FileProblem, type TableCollector } from './table-file.ts';

/** Bytes that no text has; a picture, a PDF or a program renamed to `.csv` is full of them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is the point
const BINARY = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/;
const OTHER_FILE = /^(%PDF-|\{\\rtf|<(!doctype|html|\?xml))/i;
/** Characters given to the parser at a time. */
const STEP = 256 * 1024;

/** The delimiter of the title row: comma, or what spreadsheets of other countries write. */
function delimiterOf(text: string): string {
  const head = text.slice(0, 65_536).replace(/"(?:[^"]|"")*"/g, '');
  const line = head.split(/\r\n|\n|\r/).find((one) => one.trim() !== '') ?? '';
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: line.split(mark).length }));
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).mark;
}

/** Reads a CSV into the collector. @throws FileProblem */
export async function readCsv(bytes: Uint8Array, prefer: string, collector: TableCollector): Promise<void> {
  const text = decodeText(bytes, prefer);
  if (text === undefined) throw new FileProblem('file_encoding');
  if (OTHER_FILE.test(text.trimStart().slice(0, 20))) throw new FileProblem('not_a_table');
  // A few lost bytes are a damaged text, many are no text at all.
  const binary = BINARY.exec(text);
  if (binary) throw new FileProblem('not_a_table');
  const parser = parse({
    delimiter: delimiterOf(text),
    relax_column_count: true,
    skip_empty_lines: true,
    info: true,
    max_record_size: 4 * MAX_CELL,
  });
  const feeding = (async () => {
    for (let at = 0; at < text.length; at += STEP) {
      if (!parser.write(text.slice(at, at + STEP))) await new Promise<void>((resolve) => parser.once('drain', resolve));
    }
    parser.end();
  })();
  feeding.catch(() => undefined);
  let n = 0;
  try {
    for await (const { record } of parser as AsyncIterable<{ record: string[] }>) {
      n += 1;
      collector.row(n, record);
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw new FileProblem('cell_too_long', { row: n + 1, max: MAX_CELL });
    // Rows before it may still be on their way here.
    throw new FileProblem('broken_row', { row: Number(error.records ?? n) + 1 });
  }
}
