import { addConnection, pathOf } from './connections.ts';
import { csvTable } from './csv-table.ts';
import { type ListMaker, listMaker } from './list-maker.ts';
import type { MachineFormat } from './machine-list.ts';
import { type Element, xmlTree } from './xml-tree.ts';

/** Connections of mRemoteNG: `confCons.xml`, and its CSV. Passwords are never read; what is encrypted as a whole cannot be. */

const PROTOCOLS: Readonly<Record<string, string>> = { ssh1: 'ssh', ssh2: 'ssh', rdp: 'rdp', vnc: 'vnc', ard: 'vnc', telnet: 'telnet' };
const CSV_HEAD = /^\ufeff?"?name"?;"?id"?;"?parent"?;"?nodetype"?;/i;

function readNode(made: ListMaker, { line, attributes, children }: Element, folder: readonly string[]): void {
  const { Name: name = '', Type: type = '', Hostname: address = '', Protocol: protocol = '', Port: port = '' } = attributes;
  if (type.toLowerCase() === 'connection') {
    const { Username: username = '', Descr: comment = '' } = attributes;
    addConnection(made, { line, name, address, protocol: PROTOCOLS[protocol.toLowerCase()], port, username, folder, comment });
  }
  const inner = type.toLowerCase() === 'container' ? [...folder, name] : folder;
  for (const child of children) if (child.name === 'Node') readNode(made, child, inner);
}

function readXml(text: string) {
  const made = listMaker();
  const root = xmlTree(text);
  if (!root) made.refuse(1, text.slice(0, 80), 'syntax');
  else if (root.attributes.FullFileEncryption?.toLowerCase() === 'true') made.refuse(root.line, 'FullFileEncryption', 'encrypted');
  else for (const child of root.children) if (child.name === 'Node') readNode(made, child, []);
  return made.list();
}

function readCsv(text: string) {
  const made = listMaker();
  const { rows } = csvTable(text, ';');
  const valueOf = (cells: ReadonlyMap<string, string>, title: string): string => cells.get(title) ?? '';
  const containers = new Map(
    rows
      .filter(({ cells }) => valueOf(cells, 'nodetype').toLowerCase() === 'container')
      .map(({ cells }) => [valueOf(cells, 'id'), { name: valueOf(cells, 'name'), parent: valueOf(cells, 'parent') }]),
  );
  for (const { line, cells } of rows) {
    if (valueOf(cells, 'nodetype').toLowerCase() !== 'connection') continue;
    addConnection(made, {
      line,
      name: valueOf(cells, 'name'),
      address: valueOf(cells, 'hostname'),
      protocol: PROTOCOLS[valueOf(cells, 'protocol').toLowerCase()],
      port: valueOf(cells, 'port'),
      username: valueOf(cells, 'username'),
      folder: pathOf(valueOf(cells, 'parent'), containers),
      comment: valueOf(cells, 'description'),
    });
  }
  return made.list();
}

export const mremoteng: MachineFormat = {
  name: 'mremoteng',
  recognises: (head) => /<(mrng:)?Connections\b/.test(head) || CSV_HEAD.test(head),
  read: (text) => (CSV_HEAD.test(text.slice(0, 256)) ? readCsv(text) : readXml(text)),
};
