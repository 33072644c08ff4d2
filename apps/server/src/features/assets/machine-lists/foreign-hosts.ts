import { readMachineList } from './formats.ts';
import { platformOf, protocolOf } from './guesses.ts';
import type { ListedMachine } from './machine-list.ts';

/** Lists of machines as rows of hosts. Loaded in the process that reads a file: what it imports leads nowhere else. */

const TITLES = ['name', 'address', 'platform', 'protocols', 'nodes', 'accounts', 'comment'] as const;

/** Protocols that are imported, and the one that each host has whose platform is reached with it. */
const ALWAYS: Readonly<Record<string, string>> = { ssh: 'ssh', telnet: 'ssh', vnc: 'ssh', rdp: 'rdp', winrm: 'rdp' };

/** A list of one in a cell; what would be taken for several, or for something else, is written out. */
const entryOf = (text: string): string => (/[,;，；、\n[{()]/.test(text) ? JSON.stringify([text]) : text);

function rowOf(machine: ListedMachine): string[] | undefined {
  const { name, address, port, username, folder, comment = '' } = machine;
  const protocol = protocolOf(machine);
  const always = ALWAYS[protocol];
  if (!always) return undefined;
  const spoken = port === undefined ? protocol : `${protocol}:${port}`;
  const protocols = protocol === always ? spoken : `${always}, ${spoken}`;
  const accounts = username ? entryOf(username) : '';
  const nodes = folder ? entryOf(`/${folder.map((part) => part.replaceAll('/', '-')).join('/')}`) : '';
  return [name, address, platformOf(machine), protocols, nodes, accounts, comment];
}

/** A table may be a file of ours, and plain lines may be one with the wrong name. */
const isTable = (text: string): boolean => /[,;\t]/.test(text.trimStart().split(/\r?\n/, 1)[0] ?? '');

/** What `ResourceDefinition.foreignFiles` of hosts names. */
export function readForeign(text: string, fileName: string) {
  const list = readMachineList(text, fileName);
  if (!list || (list.format === 'lines' && isTable(text))) return undefined;
  const unread = [...list.unread];
  const rows: string[][] = [];
  for (const machine of list.machines) {
    const row = rowOf(machine);
    if (row) rows.push(row);
    else unread.push({ line: machine.line, text: machine.name, reason: 'protocol' });
  }
  // Columns in which nothing stands are none.
  const used = TITLES.map((_, at) => rows.length === 0 || rows.some((row) => row[at] !== ''));
  const kept = <T>(cells: readonly T[]): T[] => cells.filter((_, at) => used[at]);
  return { format: list.format, titles: kept(TITLES), rows: rows.map(kept), unread, ignored: list.ignored };
}
