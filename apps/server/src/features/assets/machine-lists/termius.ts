import { addConnection } from './connections.ts';
import { csvTable } from './csv-table.ts';
import { listMaker } from './list-maker.ts';
import type { MachineFormat } from './machine-list.ts';

/** The table with which Termius takes hosts in and gives them out. Its column of passwords is not read. */

const HEAD = /^\ufeff?[^\n]*hostname\/ip[^\n]*/i;
const READ: ReadonlySet<string> = new Set(['groups', 'label', 'hostname/ip', 'protocol', 'port', 'username', 'notes', 'tags']);
const PROTOCOLS: Readonly<Record<string, string>> = {
  '': 'ssh',
  ssh: 'ssh',
  mosh: 'ssh',
  sftp: 'ssh',
  telnet: 'telnet',
  rdp: 'rdp',
  vnc: 'vnc',
};

export const termius: MachineFormat = {
  name: 'termius',
  recognises: (head) => HEAD.test(head),
  read(text) {
    const made = listMaker();
    const table = csvTable(text, /^[^\n]*;/.test(text) ? ';' : ',');
    for (const title of table.titles) if (!READ.has(title.toLowerCase())) made.ignore(title);
    for (const { line, cells } of table.rows) {
      const valueOf = (title: string): string => cells.get(title) ?? '';
      addConnection(made, {
        line,
        name: valueOf('label'),
        address: valueOf('hostname/ip'),
        protocol: PROTOCOLS[valueOf('protocol').toLowerCase()],
        port: valueOf('port'),
        username: valueOf('username'),
        folder: valueOf('groups').split('/'),
        comment: [valueOf('notes'), valueOf('tags')].filter((part) => part !== '').join('; '),
      });
    }
    return made.list();
  },
};
