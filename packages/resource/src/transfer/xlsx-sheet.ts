import { zipLibrary } from './zip-library.ts';

/** Writes a workbook (ECMA-376): every cell a text by its type, so nothing is ever computed or executed. */

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A sheet: its name, which is cut to what spreadsheets take, and its rows as `sheetRow` makes them, titles first. */
export interface Sheet {
  name: string;
  rows: AsyncIterable<string>;
}

const many = <T>(items: readonly T[], part: (n: number, item: T) => string): string => items.map((item, at) => part(at + 1, item)).join('');

const partsOf = (names: readonly string[]): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>${many(names, (n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${TYPE}.worksheet+xml"/>`)}<Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${many(names, (n, name) => `<sheet name="${xmlText(name)}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${many(names, (n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="rId${names.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  // Style 1 is text that stays text when somebody edits the cell; style 2 is the header.
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" numFmtId="49" quotePrefix="1" applyNumberFormat="1"/><xf xfId="0" fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
});

/** Names as spreadsheets take them: 31 characters, none of []:*?/\\ and quotation marks, each once. */
function sheetNames(sheets: readonly Sheet[]): string[] {
  const used = new Set<string>();
  return sheets.map(({ name }, at) => {
    const plain =
      name
        .replace(/[[\]:*?/\\'"]/g, ' ')
        .trim()
        .slice(0, 28) || `Sheet${at + 1}`;
    const own = used.has(plain.toLowerCase()) ? `${plain} ${at + 1}` : plain;
    used.add(own.toLowerCase());
    return own;
  });
}

const HEAD = `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`;
const TAIL = '</sheetData></worksheet>';

/** Texts that look like an escape of the format, and returns, which XML would turn into newlines. */
const ESCAPE = /_x[0-9A-Fa-f]{4}_|\r/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no place for them, and they are dropped
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const xmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(ESCAPE, (found) => (found === '\r' ? '_x000D_' : `_x005F${found}`))
    .replace(/[&<>]/g, (mark) => ENTITIES[mark] ?? mark);

export type CellStyle = 0 | 1 | 2;
export interface SheetCell {
  text: string;
  style: CellStyle;
}

/** One row; positions are left to their order. */
export const sheetRow = (cells: readonly SheetCell[]): string =>
  `<row>${cells.map(({ text, style }) => `<c t="inlineStr"${style === 0 ? '' : ` s="${style}"`}><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`).join('')}</row>`;

/** The file as it is made: rows are asked for as fast as the reader of the stream takes them. */
export function workbook(sheets: readonly Sheet[]): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  void write(writable, sheets).catch((error: unknown) => writable.abort(error).catch(() => undefined));
  return readable;
}

async function write(writable: WritableStream<Uint8Array>, sheets: readonly Sheet[]): Promise<void> {
  const { ZipWriter } = await zipLibrary();
  const zip = new ZipWriter(writable, { bufferedWrite: false, extendedTimestamp: false });
  for (const [name, text] of Object.entries(partsOf(sheetNames(sheets)))) await zip.add(name, streamOf([`${XML}${text}`]));
  for (const [at, { rows }] of sheets.entries()) await zip.add(`xl/worksheets/sheet${at + 1}.xml`, streamOf(sheet(rows)));
  await zip.close();
}

async function* sheet(rows: AsyncIterable<string>): AsyncGenerator<string> {
  yield HEAD;
  yield* rows;
  yield TAIL;
}

const streamOf = (texts: Iterable<string> | AsyncIterable<string>): ReadableStream<Uint8Array> =>
  ReadableStream.from(texts).pipeThrough(new TextEncoderStream()) as ReadableStream<Uint8Array>;
