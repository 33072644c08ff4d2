import { SaxesParser } from 'saxes';

/** An element with what is directly in it. */
export interface Element {
  name: string;
  line: number;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: Element[];
}

/** Elements within each other, and of all a document: files of other programs have fewer. */
const MAX_DEPTH = 64;
const MAX_ELEMENTS = 2_000_000;

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * The root of a document; undefined where it is none. A document type is refused: no such file has one, and it is where entities are made
 * (CWE-776, CWE-611).
 */
export function xmlTree(text: string): Element | undefined {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const open: Element[] = [];
  let root: Element | undefined;
  let count = 0;
  const damaged = (): never => {
    throw new SyntaxError('This is no document that is read here');
  };
  parser.on('error', damaged);
  parser.on('doctype', damaged);
  parser.on('opentag', ({ name, attributes }) => {
    count += 1;
    if (open.length >= MAX_DEPTH || count > MAX_ELEMENTS) damaged();
    const element: Element = { name: local(name), line: parser.line, attributes, text: '', children: [] };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  const take = (more: string): void => {
    const now = open.at(-1);
    if (now) now.text += more;
  };
  parser.on('text', take);
  parser.on('cdata', take);
  try {
    parser.write(text).close();
    return root;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
