import { isTableName, linesOf, listMaker, portOf } from './list-maker.ts';
import type { MachineFormat } from './machine-list.ts';

/**
 * The client configuration of OpenSSH (ssh_config(5)). Every literal name after `Host` is a machine; what blocks with patterns say, `Host *`
 * above all, counts for those that they fit, and of each setting the first word counts, as there.
 */

const KEY = /^([A-Za-z]{2,64})(?:\s*=\s*|\s+)(.+)$/;
const READ = ['hostname', 'user', 'port'] as const;
type Setting = (typeof READ)[number];
const isRead = (key: string): key is Setting => (READ as readonly string[]).includes(key);

interface Block {
  line: number;
  wanted: string[];
  refused: string[];
  settings: Map<Setting, { line: number; value: string }>;
}

/** Words, of which those in quotation marks are one. */
const wordsOf = (text: string): string[] => [...text.matchAll(/"([^"]*)"|[^\s"]+/g)].map(([all, quoted]) => quoted ?? all);

const isPattern = (word: string): boolean => /[*?]/.test(word);
/** Blocks with patterns that are asked about each machine. */
const MAX_PATTERNS = 50;

/** `*` stands for anything. Where `?` is in it, it fits nothing: that is told where it stands. */
function fits(pattern: string, name: string): boolean {
  if (!pattern.includes('*')) return pattern === name;
  const parts = pattern.split('*');
  const [first = '', ...rest] = parts;
  const last = rest.pop() ?? '';
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}

function blockOf(line: number, value: string): Block {
  const words = wordsOf(value.replace(/\s#.*$/, ''));
  return {
    line,
    wanted: words.filter((word) => !word.startsWith('!')),
    refused: words.filter((word) => word.startsWith('!')).map((word) => word.slice(1)),
    settings: new Map(),
  };
}

const KEYWORD =
  /^(host|match|include|hostname|user|port|identityfile|identitiesonly|proxyjump|proxycommand|forwardagent|addkeystoagent|serveraliveinterval|localforward)\b/i;

export const sshConfig: MachineFormat = {
  name: 'ssh_config',
  recognises(head, fileName) {
    if (isTableName(fileName)) return false;
    if (/(^|[\\/._-])(ssh_?)?config$/i.test(fileName) || /ssh_?config(\.txt)?$/i.test(fileName))
      return /^\s*(host|match|include)\b/im.test(head);
    const found = [...linesOf(head)].filter(({ text }) => !text.startsWith('#'));
    const known = found.filter(({ text }) => KEYWORD.test(text) && KEY.test(text) && !/[,;]/.test(text));
    return known.length > 0 && known.length * 2 >= found.length;
  },
  read(text) {
    const made = listMaker();
    const always: Block = { line: 0, wanted: ['*'], refused: [], settings: new Map() };
    const blocks: Block[] = [always];
    let block: Block | undefined = always;
    for (const { line, text: written } of linesOf(text)) {
      if (written.startsWith('#')) continue;
      const found = KEY.exec(written);
      const key = found?.[1]?.toLowerCase();
      const value = found?.[2]?.trim() ?? '';
      if (key === undefined) made.refuse(line, written, 'syntax');
      else if (key === 'host') {
        block = blockOf(line, value);
        blocks.push(block);
        if (block.wanted.some((word) => isPattern(word) && word !== '*')) made.refuse(line, written, 'pattern');
      } else if (key === 'match') {
        // What it depends on is known where somebody connects, and nowhere else.
        block = undefined;
        made.refuse(line, written, 'pattern');
      } else if (key === 'include') made.refuse(line, written, 'elsewhere');
      else if (!isRead(key)) made.ignore(found?.[1] ?? '');
      else if (block && !block.settings.has(key)) block.settings.set(key, { line, value: wordsOf(value)[0] ?? '' });
    }
    const general = blocks.filter(({ wanted }) => wanted.some(isPattern)).slice(0, MAX_PATTERNS);
    const own = new Map<string, Block[]>();
    for (const one of blocks) {
      for (const name of one.wanted) {
        const mine = own.get(name);
        if (!isPattern(name) && mine?.at(-1) !== one) own.set(name, [...(mine ?? []), one]);
      }
    }
    for (const [name, mine] of own) {
      const counting = [...new Set([...mine, ...general])]
        .filter(({ wanted, refused }) => wanted.some((word) => fits(word, name)) && !refused.some((word) => fits(word, name)))
        .sort((a, b) => a.line - b.line);
      const wordOf = (key: Setting) => counting.find(({ settings }) => settings.has(key))?.settings.get(key);
      const port = wordOf('port');
      const at = portOf(port?.value ?? '');
      const line = mine[0]?.line ?? 0;
      if (port && at === undefined) {
        made.refuse(port.line, `Port ${port.value}`, 'port');
        continue;
      }
      const username = wordOf('user')?.value;
      made.add({
        line,
        name,
        address: (wordOf('hostname')?.value ?? name).replaceAll('%h', name),
        protocol: 'ssh',
        ...(at !== undefined && { port: at }),
        ...(username && { username }),
      });
    }
    return made.list();
  },
};
