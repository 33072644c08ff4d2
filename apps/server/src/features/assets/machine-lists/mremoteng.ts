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
type Said = (name: string) => string;

function addNode(made: ListMaker, line: number, said: Said, around: readonly Said[], folder: readonly string[]): void {
  // The first that does not have it from further out; the outermost has nowhere to have it from.
  const own = (name: (typeof INHERITED)[number]): string => {
    const from = [said, ...around].find((one) => !/^(true|yes|1)$/i.test(one(`Inherit${name}`))) ?? around.at(-1) ?? said;
    return from(name);
  };
  addConnection(made, {
    line,
    name: said('Name'),
    address: said('Hostname'),
    protocol: PROTOCOLS[own('Protocol').toLowerCase()],
    port: own('Port'),
    username: own('Username'),
    folder,
    comment: said('Descr') || said('Description'),
  });
}

function readNode(made: ListMaker, { line, attributes, children }: Element, folder: readonly string[], around: readonly Said[]): void {
  const said: Said = (name) => attributes[name] ?? '';
  const type = said('Type').toLowerCase();
  if (type === 'connection') addNode(made, line, said, around, folder);
  const inside = type === 'container';
  const inner = inside ? [...folder, said('Name')] : folder;
  for (const child of children) if (child.name === 'Node') readNode(made, child, inner, inside ? [said, ...around] : around);
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
  const rows = csvTable(text, ';').rows.map(({ line, cells }) => ({ line, said: (name: string) => cells.get(name.toLowerCase()) ?? '' }));
  const containers = new Map(
    rows
      .filter(({ said }) => said('NodeType').toLowerCase() === 'container')
      .map(({ said }) => [said('Id'), { name: said('Name'), parent: said('Parent'), said }]),
  );
  for (const { line, said } of rows) {
    if (said('NodeType').toLowerCase() !== 'connection') continue;
    const around = within(said('Parent'), containers);
    addNode(
      made,
      line,
      said,
      around.map((one) => one.said),
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
