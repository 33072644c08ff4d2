import { type ListMaker, portOf } from './list-maker.ts';
import type { ListedMachine } from './machine-list.ts';

/** What both forms of an Ansible inventory say of a host: ranges in its name, and variables that say how it is reached. */

/** Variables by what they say, in the order in which the first counts. */
const SAYS = {
  address: ['ansible_host', 'ansible_ssh_host'],
  port: ['ansible_port', 'ansible_ssh_port'],
  username: ['ansible_user', 'ansible_ssh_user'],
  connection: ['ansible_connection'],
} as const;
const KNOWN: ReadonlySet<string> = new Set(Object.values(SAYS).flat());
const PROTOCOLS: Readonly<Record<string, string>> = {
  ssh: 'ssh',
  paramiko: 'ssh',
  paramiko_ssh: 'ssh',
  smart: 'ssh',
  network_cli: 'ssh',
  'ansible.netcommon.network_cli': 'ssh',
  winrm: 'winrm',
  psrp: 'winrm',
};

export type Variables = ReadonlyMap<string, string>;

const RANGE = /\[([0-9]{1,9}|[A-Za-z]):([0-9]{1,9}|[A-Za-z])(?::([0-9]{1,4}))?\]/;
/** Machines that one line makes. */
const MOST = 10_000;

function stepsOf(from: string, to: string, step: number): string[] | undefined {
  const digits = /^\d/.test(from);
  if (digits !== /^\d/.test(to) || step < 1) return undefined;
  const value = (text: string): number => (digits ? Number(text) : text.charCodeAt(0));
  const count = Math.floor((value(to) - value(from)) / step) + 1;
  if (count < 1 || count > MOST) return undefined;
  return Array.from({ length: count }, (_, at) => {
    const now = value(from) + at * step;
    return digits ? String(now).padStart(from.startsWith('0') ? from.length : 0, '0') : String.fromCharCode(now);
  });
}

/** `web[01:20].example.com` → each of its names, at most `most`; undefined for a range that is none, or too wide. */
export function namesOf(pattern: string, most: number): string[] | undefined {
  const parts: { before: string; steps: readonly string[] }[] = [];
  let count = 1;
  let rest = pattern;
  for (let found = RANGE.exec(rest); found; found = RANGE.exec(rest)) {
    const [all, from = '', to = '', step = '1'] = found;
    const steps = stepsOf(from, to, Number(step));
    count *= steps?.length ?? 0;
    // Before any name is made: of those that are too many there would be thousands.
    if (!steps || count > Math.min(MOST, most)) return undefined;
    parts.push({ before: rest.slice(0, found.index), steps });
    rest = rest.slice(found.index + all.length);
  }
  if (/[[\]]/.test(rest)) return undefined;
  let names = [''];
  for (const { before, steps } of parts) names = names.flatMap((name) => steps.map((one) => name + before + one));
  return names.map((name) => name + rest);
}

/** A host with all that counts for it; its own variables before those of its groups, the innermost first. */
export interface InventoryHost {
  line: number;
  name: string;
  text: string;
  folder: readonly string[];
  /** Written after the name (`web-1:2222`). */
  port?: string;
  variables: readonly Variables[];
}

function wordOf(variables: readonly Variables[], names: readonly string[]): string | undefined {
  for (const some of variables) {
    for (const name of names) {
      const value = some.get(name);
      if (value !== undefined && value !== '') return value;
    }
  }
  return undefined;
}

/** Adds a host to the list, or says why it is none. */
export function addHost(made: ListMaker, { line, name, text, folder, port: written, variables }: InventoryHost): void {
  const connection = wordOf(variables, SAYS.connection)?.toLowerCase() ?? 'ssh';
  const address = wordOf(variables, SAYS.address) ?? name;
  const port = wordOf(variables, SAYS.port) ?? written;
  const username = wordOf(variables, SAYS.username);
  const at = portOf(port ?? '');
  const protocol = PROTOCOLS[connection];
  // Filled in where Ansible runs.
  const open = [address, port, username].some((value) => value?.includes('{{'));
  if (connection === 'local' || name === 'localhost') made.ignore(name);
  else if (open) made.refuse(line, text, 'pattern');
  else if (protocol === undefined) made.refuse(line, text, 'protocol');
  else if (port !== undefined && at === undefined) made.refuse(line, text, 'port');
  else {
    const machine: ListedMachine = { line, name, address, protocol };
    made.add({
      ...machine,
      ...(at !== undefined && { port: at }),
      ...(username !== undefined && { username }),
      ...(folder.length > 0 && { folder }),
    });
  }
}

/** Variables without a place here are told by their names; their values may be secrets. */
export function ignoreOthers(made: ListMaker, variables: Variables): void {
  for (const name of variables.keys()) if (!KNOWN.has(name)) made.ignore(name);
}

/** Groups within each other; deeper ones go in circles. */
export const MAX_GROUPS = 32;
