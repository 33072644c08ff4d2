import { addConnection } from './connections.ts';
import { isTableName, type ListMaker, linesOf, listMaker } from './list-maker.ts';
import type { MachineFormat } from './machine-list.ts';

/** Sessions of PuTTY: an export of the registry of Windows (`.reg`), and the files below `~/.putty/sessions`. */

const KEY = /^\[HKEY_CURRENT_USER\\Software\\(?:SimonTatham|9bis\.com)\\(?:PuTTY|KiTTY)\\Sessions(?:\\([^\\\]]{1,512}))?\]$/i;
const ENTRY = /^"([A-Za-z]{1,64})"=(?:"(.*)"|dword:([0-9a-f]{1,8}))$/i;
const PROTOCOLS: Readonly<Record<string, string>> = { ssh: 'ssh', telnet: 'telnet' };

/** `%20` as in the names of sessions; what is no such thing stays. */
function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

interface Session {
  line: number;
  name: string;
  settings: Map<string, string>;
}

function addSession(made: ListMaker, { line, name, settings }: Session): void {
  const [before, host] = /^([^@]*)@(.*)$/.exec(settings.get('hostname') ?? '')?.slice(1) ?? ['', settings.get('hostname') ?? ''];
  // What new sessions begin with is none.
  if (name === 'Default Settings' && !host) {
    made.ignore(name);
    return;
  }
  addConnection(made, {
    line,
    name,
    address: host ?? '',
    protocol: PROTOCOLS[(settings.get('protocol') || 'ssh').toLowerCase()],
    port: settings.get('portnumber') ?? '',
    username: settings.get('username') || before || '',
    folder: [],
    comment: '',
  });
}

function readRegistry(text: string) {
  const made = listMaker();
  let session: Session | undefined;
  for (const { line, text: written } of linesOf(text)) {
    if (written.startsWith(';') || /^(\ufeff?Windows Registry Editor|REGEDIT4)/.test(written)) continue;
    if (written.startsWith('[')) {
      if (session) addSession(made, session);
      const key = KEY.exec(written);
      session = key?.[1] === undefined ? undefined : { line, name: decoded(key[1]), settings: new Map() };
      if (!key && !/\\(PuTTY|KiTTY)(\\|\])/i.test(written)) made.refuse(line, written, 'syntax');
    } else if (session) {
      const [, name, words, number] = ENTRY.exec(written) ?? [];
      const value = words === undefined ? String(Number.parseInt(number ?? '0', 16)) : words.replace(/\\(.)/g, '$1');
      if (name) session.settings.set(name.toLowerCase(), value);
    }
  }
  if (session) addSession(made, session);
  return made.list();
}

/** One file a session, or several after each other: each begins with its protocol or host. */
function readFile(text: string) {
  const made = listMaker();
  let session: Session | undefined;
  for (const { line, text: written } of linesOf(text)) {
    const at = written.indexOf('=');
    const name = written.slice(0, Math.max(0, at)).toLowerCase();
    if (at < 1) {
      made.refuse(line, written, 'syntax');
      continue;
    }
    if (!session || session.settings.has(name)) {
      if (session) addSession(made, session);
      session = { line, name: '', settings: new Map() };
    }
    session.settings.set(name, written.slice(at + 1));
  }
  if (session) addSession(made, session);
  return made.list();
}

const isRegistry = (head: string): boolean => /\\(PuTTY|KiTTY)\\Sessions/i.test(head);

export const putty: MachineFormat = {
  name: 'putty',
  recognises: (head, fileName) =>
    !isTableName(fileName) &&
    (isRegistry(head) || /\.reg$/i.test(fileName) || (/^HostName=/m.test(head) && /^(PortNumber|Protocol)=/m.test(head))),
  read: (text) =>
    isRegistry(text.slice(0, 4096)) || text.trimStart().startsWith('Windows Registry') ? readRegistry(text) : readFile(text),
};
