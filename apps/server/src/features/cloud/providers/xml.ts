import { xmlReader } from '@postern/resource';
import { CloudError } from './provider.ts';

export interface XmlNode {
  name: string;
  text: string;
  children: readonly XmlNode[];
}

/**
 * Reads a document into a tree, without prefixes and attributes. Document types are refused, and with them entities (CWE-776, CWE-611).
 * @returns the root element
 * @throws CloudError `unexpected`
 */
export function readXml(document: string): XmlNode {
  type Growing = { name: string; text: string; children: Growing[] };
  const top: Growing = { name: '', text: '', children: [] };
  const path = [top];
  try {
    const reader = xmlReader({
      open(name) {
        const node: Growing = { name, text: '', children: [] };
        path.at(-1)?.children.push(node);
        path.push(node);
      },
      close: () => void path.pop(),
      text(text) {
        const node = path.at(-1);
        if (node) node.text += text;
      },
    });
    reader.write(document);
    reader.end();
  } catch {
    throw new CloudError('unexpected', 'answer is not XML');
  }
  const [root] = top.children;
  if (!root) throw new CloudError('unexpected', 'answer is not XML');
  return root;
}

/** The first element below, step by step. */
export function under(node: XmlNode | undefined, ...path: readonly string[]): XmlNode | undefined {
  return path.reduce<XmlNode | undefined>((at, name) => at?.children.find((child) => child.name === name), node);
}

/** All elements `name` of the element at the path. */
export const listed = (node: XmlNode | undefined, ...path: readonly string[]): readonly XmlNode[] => {
  const name = path.at(-1);
  return under(node, ...path.slice(0, -1))?.children.filter((child) => child.name === name) ?? [];
};

export const textAt = (node: XmlNode | undefined, ...path: readonly string[]): string => under(node, ...path)?.text.trim() ?? '';
