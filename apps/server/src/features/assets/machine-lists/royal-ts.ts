import { addConnection, pathOf } from './connections.ts';
import { csvTable } from './csv-table.ts';
import { isTableName, listMaker } from './list-maker.ts';
import type { MachineFormat, MachineList } from './machine-list.ts';
import { type Element, xmlTree } from './xml-tree.ts';

/** Documents of Royal TS (`.rtsz`, XML) and lists that it writes as CSV. Credentials are never read; an encrypted document cannot be. */

const PROTOCOLS: Readonly<Record<string, string>> = {
  RoyalSSHConnection: 'ssh',
  RoyalFileTransferConnection: 'ssh',
  RoyalRDSConnection: 'rdp',
  RoyalRDPConnection: 'rdp',
  RoyalVNCConnection: 'vnc',
};
const PORTS = ['CustomPort', 'Port', 'RDPPort', 'VNCPort', 'SSHPort'];
const USERS = ['CredentialUsername', 'Username', 'UserName'];
/** As its CSV calls the kinds of things. */
const KINDS: Readonly<Record<string, string>> = {
  terminal: 'ssh',
  ssh: 'ssh',
  sshconnection: 'ssh',
  remotedesktop: 'rdp',
  rds: 'rdp',
  rdp: 'rdp',
  vnc: 'vnc',
  telnet: 'telnet',
};

/** A property: an element within, or an attribute in older documents. */
const wordOf = ({ attributes, children }: Element, names: readonly string[]): string => {
  for (const name of names) {
    const value = attributes[name] ?? children.find((child) => child.name === name)?.text.trim();
    if (value) return value;
  }
  return '';
};

/** All things of a document, at whatever depth, with what they lie in. */
function* things(element: Element, within = ''): Generator<{ thing: Element; parent: string }> {
  for (const child of element.children) {
    const isThing = /^Royal[A-Z]/.test(child.name) && child.name !== 'RoyalDocument';
    if (isThing) yield { thing: child, parent: wordOf(child, ['ParentID']) || within };
    yield* things(child, child.name === 'RoyalFolder' ? wordOf(child, ['ID']) : within);
  }
}

function readXml(text: string): MachineList {
  const made = listMaker();
  const root = xmlTree(text);
  const all = root ? [...things(root)] : [];
  // Whoever encrypts a document leaves nothing in it that could be read.
  if (root && all.length === 0) made.refuse(1, root.name, 'encrypted');
  if (!root) made.refuse(1, text.slice(0, 80), 'syntax');
  const folders = new Map(
    all
      .filter(({ thing }) => thing.name === 'RoyalFolder')
      .map(({ thing, parent }) => [wordOf(thing, ['ID']), { name: wordOf(thing, ['Name']), parent }]),
  );
  for (const { thing, parent } of all) {
    const name = wordOf(thing, ['Name']);
    if (!thing.name.endsWith('Connection')) {
      if (thing.name !== 'RoyalFolder') made.ignore(thing.name);
      continue;
    }
    const telnet = thing.name === 'RoyalSSHConnection' && /telnet/i.test(wordOf(thing, ['ConnectionType', 'TerminalConnectionType']));
    addConnection(made, {
      line: thing.line,
      name,
      address: wordOf(thing, ['URI']),
      protocol: telnet ? 'telnet' : PROTOCOLS[thing.name],
      port: wordOf(thing, PORTS),
      username: wordOf(thing, USERS),
      folder: pathOf(parent, folders),
      comment: wordOf(thing, ['Description']),
    });
  }
  return made.list();
}

const CSV_HEAD = /^\ufeff?[^\n]*\b(uri|computername)\b[^\n]*/i;
const delimiterOf = (text: string): string => (/^[^\n]*;/.test(text) ? ';' : ',');

function readCsv(text: string): MachineList {
  const made = listMaker();
  const table = csvTable(text, delimiterOf(text));
  const read = new Set([
    'name',
    'uri',
    'computername',
    'port',
    'type',
    'objecttype',
    'folder',
    'path',
    'username',
    'credentialusername',
    'description',
  ]);
  for (const title of table.titles) if (!read.has(title.toLowerCase())) made.ignore(title);
  for (const { line, cells } of table.rows) {
    const value = (...names: string[]): string => names.map((name) => cells.get(name)).find((one) => one) ?? '';
    const kind = value('type', 'objecttype')
      .toLowerCase()
      .replace(/^royal|connection$|\s/g, '');
    if (kind === 'folder') continue;
    addConnection(made, {
      line,
      name: value('name'),
      address: value('uri', 'computername'),
      protocol: kind === '' ? (value('port') === '3389' ? 'rdp' : 'ssh') : KINDS[kind],
      port: value('port'),
      username: value('credentialusername', 'username'),
      folder: value('folder', 'path').split(/[/\\]/),
      comment: value('description'),
    });
  }
  return made.list();
}

export const royalTs: MachineFormat = {
  name: 'royal_ts',
  recognises(head, fileName) {
    if (/\.rtsz?$/i.test(fileName) || /<(RTSZDocument|RoyalDocument)\b/.test(head)) return true;
    return isTableName(fileName) && CSV_HEAD.test(head);
  },
  read: (text) => (!text.trimStart().startsWith('<') && CSV_HEAD.test(text.slice(0, 1024)) ? readCsv(text) : readXml(text)),
};
