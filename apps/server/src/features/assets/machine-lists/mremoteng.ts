import { addConnection, within } from './connections.ts';
import { csvTable } from './csv-table.ts';
import { type ListMaker, listMaker } from './list-maker.ts';
import type { MachineFormat } from './machine-list.ts';
import { type Element, xmlTree } from './xml-tree.ts';

/** Connections of mRemoteNG: `confCons.xml`, and its CSV. Passwords are never read; what is encrypted as a whole cannot be. */

const PROTOCOLS: Readonly<Record<string, string>> = { ssh1: 'ssh', ssh2: 'ssh', rdp: 'rdp', vnc: 'vnc', ard: 'vnc', telnet: 'telnet' };
const CSV_HEAD = /^\ufeff?"?name"?;"?id"?;"?parent"?;"?nodetype"?;/i;

/** What a connection has from what it lies in, where it says so (`InheritPort="true"`); what stands beside that counts for nothing. */
const INHERITED = ['Username', 'Protocol', 'Port'] as const;
/** A property by its name. */
type ReadAttribute = (name: string) => string;

function addNode(
  made: ListMaker,
  line: number,
  attribute: ReadAttribute,
  around: readonly ReadAttribute[],
  folder: readonly string[],
): void {
  // The first that does not have it from further out; the outermost has nowhere to have it from.
  const own = (name: (typeof INHERITED)[number]): string => {
    const from = [attribute, ...around].find((one) => !/^(true|yes|1)$/i.test(one(`Inherit${name}`))) ?? around.at(-1) ?? attribute;
    return from(name);
  };
  addConnection(made, {
    line,
    name: attribute('Name'),
    address: attribute('Hostname'),
    protocol: PROTOCOLS[own('Protocol').toLowerCase()],
    port: own('Port'),
    username: own('Username'),
    folder,
    comment: attribute('Descr') || attribute('Description'),
  });
}

function readNode(
  made: ListMaker,
  { line, attributes, children }: Element,
  folder: readonly string[],
  around: readonly ReadAttribute[],
): void {
  const attribute: ReadAttribute = (name) => attributes[name] ?? '';
  const type = attribute('Type').toLowerCase();
  if (type === 'connection') addNode(made, line, attribute, around, folder);
  const inside = type === 'container';
  const inner = inside ? [...folder, attribute('Name')] : folder;
  for (const child of children) if (child.name === 'Node') readNode(made, child, inner, inside ? [attribute, ...around] : around);
}

function readXml(text: string) {
  const made = listMaker();
  const root = xmlTree(text);
  if (!root) made.refuse(1, text.slice(0, 80), 'syntax');
  else if (root.attributes.FullFileEncryption?.toLowerCase() === 'true') made.refuse(root.line, 'FullFileEncryption', 'encrypted');
  else for (const child of root.children) if (child.name === 'Node') readNode(made, child, [], []);
  return made.list();
}

function readCsv(text: string) {
  const made = listMaker();
  const rows = csvTable(text, ';').rows.map(({ line, cells }) => ({
    line,
    attribute: (name: string) => cells.get(name.toLowerCase()) ?? '',
  }));
  const containers = new Map(
    rows
      .filter(({ attribute }) => attribute('NodeType').toLowerCase() === 'container')
      .map(({ attribute }) => [attribute('Id'), { name: attribute('Name'), parent: attribute('Parent'), attribute }]),
  );
  for (const { line, attribute } of rows) {
    if (attribute('NodeType').toLowerCase() !== 'connection') continue;
    const around = within(attribute('Parent'), containers);
    addNode(
      made,
      line,
      attribute,
      around.map((one) => one.attribute),
      around.map(({ name }) => name).reverse(),
    );
  }
  return made.list();
}

export const mremoteng: MachineFormat = {
  name: 'mremoteng',
  recognises: (head) => /<(mrng:)?Connections\b/.test(head) || CSV_HEAD.test(head),
  read: (text) => (CSV_HEAD.test(text.slice(0, 256)) ? readCsv(text) : readXml(text)),
};
