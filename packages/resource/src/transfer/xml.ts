import { SaxesParser } from 'saxes';
import { FileProblem } from './table-file.ts';

export type Attributes = Readonly<Record<string, string>>;

/** What is wanted of a document: names come without their prefix. */
export interface XmlListener {
  open?(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
}

/** Elements within each other; workbooks need fewer than twenty. */
const MAX_DEPTH = 64;
const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads XML piece by piece. A document type is refused: no workbook has one, and it is where entities are made
 * (CWE-776, CWE-611).
 * @throws FileProblem file_damaged
 */
export function xmlReader(listener: XmlListener): { write(text: string): void; end(): void } {
  const parser = new SaxesParser({ xmlns: false });
  const damaged = (): never => {
    throw new FileProblem('file_damaged');
  };
  let depth = 0;
  parser.on('error', damaged);
  parser.on('doctype', damaged);
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH) damaged();
    listener.open?.(local(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    listener.close?.(local(name));
  });
  parser.on('text', (text) => listener.text?.(text));
  parser.on('cdata', (text) => listener.text?.(text));
  return { write: (text) => void parser.write(text), end: () => void parser.close() };
}
