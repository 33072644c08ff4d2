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
type PropertyOf = (name: string) => string;

function addNode(made: ListMaker, line: number, propertyOf: PropertyOf, around: readonly PropertyOf[], folder: readonly string[]): void {
  // The first that does not have it from further out; the outermost has nowhere to have it from.
  const own = (name: (typeof INHERITED)[number]): string => {
    const from = [propertyOf, ...around].find((one) => !/^(true|yes|1)$/i.test(one(`Inherit${name}`))) ?? around.at(-1) ?? propertyOf;
    return from(name);
  };
  addConnection(made, {
    line,
    name: propertyOf('Name'),
    address: propertyOf('Hostname'),
    protocol: PROTOCOLS[own('Protocol').toLowerCase()],
    port: own('Port'),
    username: own('Username'),
    folder,
    comment: propertyOf('Descr') || propertyOf('Description'),
  });
}

function readNode(
  made: ListMaker,
  { line, attributes, children }: Element,
  folder: readonly string[],
  around: readonly PropertyOf[],
): void {
  const propertyOf: PropertyOf = (name) => attributes[name] ?? '';
  const type = propertyOf('Type').toLowerCase();
  if (type === 'connection') addNode(made, line, propertyOf, around, folder);
  const inside = type === 'container';
  const inner = inside ? [...folder, propertyOf('Name')] : folder;
  for (const child of children) if (child.name === 'Node') readNode(made, child, inner, inside ? [propertyOf, ...around] : around);
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
    propertyOf: (name: string) => cells.get(name.toLowerCase()) ?? '',
  }));
  const containers = new Map(
    rows
      .filter(({ propertyOf }) => propertyOf('NodeType').toLowerCase() === 'container')
      .map(({ propertyOf }) => [propertyOf('Id'), { name: propertyOf('Name'), parent: propertyOf('Parent'), propertyOf }]),
  );
  for (const { line, propertyOf } of rows) {
    if (propertyOf('NodeType').toLowerCase() !== 'connection') continue;
    const around = within(propertyOf('Parent'), containers);
    addNode(
      made,
      line,
      propertyOf,
      around.map((one) => one.propertyOf),
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
