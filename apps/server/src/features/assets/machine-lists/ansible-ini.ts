import { addHost, ignoreOthers, MAX_GROUPS, namesOf, type Variables } from './ansible-hosts.ts';
import { isTableName, linesOf, listMaker } from './list-maker.ts';
import type { MachineFormat } from './machine-list.ts';

/** The inventory of Ansible as an INI file: groups in brackets, a host a line, variables behind it. */

const SECTION = /^\[([^\s[\]:]{1,128})(?::(vars|children|hosts))?\]\s*(?:[#;].*)?$/;
/** Words of a host's line; what stands between quotation marks is part of its word. */
const WORD = /(?:[^\s"']|"[^"]*"|'[^']*')+/g;

/** Up to the comment. */
function wordsOf(text: string): string[] {
  const words = text.match(WORD) ?? [];
  const note = words.findIndex((word) => word.startsWith('#'));
  return note === -1 ? words : words.slice(0, note);
}

const unquoted = (text: string): string =>
  text.replace(/"([^"]*)"|'([^']*)'/g, (_all, double?: string, single?: string) => double ?? single ?? '');

function assignment(word: string): [string, string] | undefined {
  const at = word.indexOf('=');
  return at > 0 ? [word.slice(0, at).trim(), unquoted(word.slice(at + 1).trim())] : undefined;
}

interface Host {
  line: number;
  text: string;
  group: string;
  port?: string;
  own: Map<string, string>;
}

/** Groups from the outside in: the first that has a group as its child is the one around it. */
function pathOf(group: string, parents: ReadonlyMap<string, string>): string[] {
  const path: string[] = [];
  for (let now: string | undefined = group; now !== undefined && path.length < MAX_GROUPS; now = parents.get(now)) {
    if (path.includes(now)) break;
    path.unshift(now);
  }
  return path.filter((name) => name !== 'all' && name !== 'ungrouped');
}

export const ansibleIni: MachineFormat = {
  name: 'ansible',
  recognises(head, fileName) {
    if (isTableName(fileName)) return false;
    const found = [...linesOf(head)].filter(({ text }) => !/^[#;]/.test(text));
    const sections = found.some(({ text }) => SECTION.test(text));
    const foreign = found.some(({ text }) => /^(\[HKEY_|Windows Registry|REGEDIT)/i.test(text));
    return !foreign && (sections || found.some(({ text }) => /^\S+\s+(\S+\s+)?ansible_\w+\s*=/.test(text)));
  },
  read(text, most) {
    const made = listMaker();
    const hosts = new Map<string, Host>();
    const parents = new Map<string, string>();
    const groupVariables = new Map<string, Map<string, string>>();
    let room = most;
    let group = 'ungrouped';
    let kind = 'hosts';
    for (const { line, text: written } of linesOf(text)) {
      if (/^[#;]/.test(written)) continue;
      const section = SECTION.exec(written);
      const words = wordsOf(written);
      if (section) {
        group = section[1] ?? group;
        kind = section[2] ?? 'hosts';
      } else if (kind === 'children') {
        const child = words[0] ?? '';
        if (child !== group && !parents.has(child)) parents.set(child, group);
      } else if (kind === 'vars') {
        const pair = assignment(written.replace(/\s[#;].*$/, ''));
        const some = groupVariables.get(group) ?? new Map<string, string>();
        if (pair) groupVariables.set(group, some.set(...pair));
        else made.refuse(line, written, 'syntax');
      } else {
        if (room <= 0) {
          made.refuse(line, written, 'too_many');
          continue;
        }
        const pairs = words.slice(1).map(assignment);
        const [, pattern = '', port] = /^(.*?)(?::(\d+))?$/.exec(words[0] ?? '') ?? [];
        const names = /:.*:/.test(words[0]?.replace(/\[[^\]]*\]/g, '') ?? '') ? [words[0] ?? ''] : namesOf(pattern, room);
        room -= names?.length ?? 0;
        if (!names || words[0] === undefined || words[0].includes('=') || pairs.includes(undefined)) {
          made.refuse(line, written, 'syntax');
          continue;
        }
        const own = pairs.filter((pair) => pair !== undefined);
        for (const name of names) {
          const before = hosts.get(name);
          for (const [key, value] of own) before?.own.set(key, value);
          // It is in one folder: that of the first group that names it.
          if (before && before.group === 'ungrouped') before.group = group;
          else if (before && before.group !== group) made.ignore(group);
          if (before) continue;
          hosts.set(name, { line, text: written, group, own: new Map(own), ...(port !== undefined && names.length > 0 && { port }) });
        }
      }
    }
    for (const some of groupVariables.values()) ignoreOthers(made, some);
    const none: Variables = new Map();
    for (const [name, { line, text: written, group: of, port, own }] of hosts) {
      ignoreOthers(made, own);
      const folder = pathOf(of, parents);
      const variables = [own, ...[...folder].reverse().map((one) => groupVariables.get(one) ?? none), groupVariables.get('all') ?? none];
      addHost(made, { line, name, text: written, folder, variables, ...(port !== undefined && { port }) });
    }
    return made.list();
  },
};
