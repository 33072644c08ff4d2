import { SaxesParser } from 'saxes';
import { NotProved } from './sign-on.ts';

/** An element, its names without prefixes. */
export interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  /** Its own text, whatever comments stood in it. */
  text: string;
  children: Element[];
}

const MAX_DEPTH = 32;
const MAX_ELEMENTS = 20_000;
const local = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads what another place wrote. Documents that declare types are refused: none that we are sent needs to, and entities come with them.
 * @throws NotProved when it is no XML, or more than anybody would send
 */
export function readXml(xml: string): Element {
  const root: Element = { name: '', attributes: {}, text: '', children: [] };
  const path = [root];
  let count = 0;
  const parser = new SaxesParser({ xmlns: false });
  parser.on('error', (error) => {
    throw new NotProved(`the answer is no XML: ${error.message.slice(0, 100)}`);
  });
  parser.on('doctype', () => {
    throw new NotProved('the answer declares types');
  });
  parser.on('opentag', ({ name, attributes }) => {
    count += 1;
    if (path.length > MAX_DEPTH || count > MAX_ELEMENTS) throw new NotProved('the answer is too large');
    const given = Object.entries(attributes as Record<string, string>).map(([key, value]) => [local(key), value] as const);
    const made: Element = { name: local(name), attributes: Object.fromEntries(given), text: '', children: [] };
    path.at(-1)?.children.push(made);
    path.push(made);
  });
  const add = (text: string): void => {
    const at = path.at(-1);
    if (at) at.text += text;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => void path.pop());
  parser.write(xml).close();
  return root;
}

/** All elements at the end of a way of names. */
export const all = (from: Element, ...names: readonly string[]): readonly Element[] =>
  names.reduce<readonly Element[]>((at, name) => at.flatMap(({ children }) => children.filter((child) => child.name === name)), [from]);

/** The text at the end of a way; empty when there is none. */
export const textAt = (from: Element, ...names: readonly string[]): string => all(from, ...names)[0]?.text.trim() ?? '';
