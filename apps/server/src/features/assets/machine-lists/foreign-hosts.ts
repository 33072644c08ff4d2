import { readMachineList } from './formats.ts';
import type { ListedMachine } from './machine-list.ts';

/** Lists of machines as rows of hosts. Loaded in the process that reads a file: what it imports leads nowhere else. */

const TITLES = ['name', 'address', 'platform', 'protocols', 'nodes', 'accounts', 'comment'] as const;

/** Platforms by what they are reached with, and the protocol that each of their hosts has. */
const PLATFORMS: Readonly<Record<string, { platform: string; always: string }>> = {
  ssh: { platform: 'Linux', always: 'ssh' },
  telnet: { platform: 'Linux', always: 'ssh' },
  vnc: { platform: 'Linux', always: 'ssh' },
  rdp: { platform: 'Windows', always: 'rdp' },
  winrm: { platform: 'Windows', always: 'rdp' },
};
const RDP_PORT = 3389;

/** A list of one in a cell; what would be taken for several, or for something else, is written out. */
const entryOf = (text: string): string => (/[,;，；、\n[{()]/.test(text) ? JSON.stringify([text]) : text);

function rowOf({ name, address, protocol: given, port, username, folder, comment = '' }: ListedMachine): string[] | undefined {
  const protocol = given ?? (port === RDP_PORT ? 'rdp' : 'ssh');
  const kind = PLATFORMS[protocol];
  if (!kind) return undefined;
  const spoken = port === undefined ? protocol : `${protocol}:${port}`;
  const protocols = protocol === kind.always ? spoken : `${kind.always}, ${spoken}`;
  const accounts = username ? entryOf(username) : '';
  const nodes = folder ? entryOf(`/${folder.map((part) => part.replaceAll('/', '-')).join('/')}`) : '';
  return [name, address, kind.platform, protocols, nodes, accounts, comment];
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
