import type { ListedMachine, MachineList, UnreadReason } from './machine-list.ts';
import { MAX_MACHINES } from './machine-list.ts';

/** Characters of a line that are looked at; what a list says of one machine is shorter. */
const MAX_LINE = 4096;
/** Characters of an unread line that are kept. */
const MAX_TOLD = 200;
/** Settings without a place here that are told by name. */
const MAX_IGNORED = 100;

const ASSIGNED = /((?:pass|pwd|secret|token|key)[\w-]{0,64}["']?\s{0,8}[=:]\s{0,8})("[^"]*"?|'[^']*'?|[^\s,;]+)/gi;
const IN_URL = /((?:^|\/\/)[^\s:@/]{1,128}:(?!\/\/))[^\s@]+@/g;
/** What would show a password that stands beside a name, in a line that is shown again. */
export const masked = (text: string): string => text.replace(ASSIGNED, '$1***').replace(IN_URL, '$1***@');

/** Lines with their numbers, from 1, without blanks at the ends; empty ones are left out. */
export function* linesOf(text: string): Generator<{ line: number; text: string }> {
  let line = 0;
  for (let from = 0; from <= text.length; ) {
    const feed = text.slice(from, from + MAX_LINE).search(/[\r\n]/);
    const end = feed === -1 ? text.indexOf('\n', from + MAX_LINE) : from + feed;
    const stop = end === -1 ? text.length : end;
    line += 1;
    const found = text.slice(from, Math.min(stop, from + MAX_LINE)).trim();
    if (found !== '') yield { line, text: found };
    from = stop + (text.startsWith('\r\n', stop) ? 2 : 1);
  }
}

/** A port as a list writes it; undefined where it is none. */
export function portOf(text: string): number | undefined {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  return port >= 1 && port <= 65_535 ? port : undefined;
}

/** Puts a list together within its bounds: no secret comes in, and nothing gets lost. */
export function listMaker() {
  const machines: ListedMachine[] = [];
  const unread: { line: number; text: string; reason: UnreadReason }[] = [];
  const ignored = new Set<string>();
  const refuse = (line: number, text: string, reason: UnreadReason): void => {
    unread.push({ line, text: masked(text.slice(0, MAX_LINE)).slice(0, MAX_TOLD), reason });
  };
  return {
    refuse,
    add(machine: ListedMachine): void {
      const { comment, ...rest } = machine;
      if (machines.length >= MAX_MACHINES) refuse(machine.line, machine.name, 'too_many');
      else machines.push(comment ? { ...rest, comment: masked(comment) } : rest);
    },
    /** A column or setting for which there is no place. */
    ignore(word: string): void {
      if (ignored.size < MAX_IGNORED) ignored.add(word.slice(0, 64));
    },
    list: (): MachineList => ({ machines, unread: unread.sort((a, b) => a.line - b.line), ignored: [...ignored] }),
  };
}
export type ListMaker = ReturnType<typeof listMaker>;

/** Whether a name is that of a table, which is asked for its titles and not for its lines. */
export const isTableName = (fileName: string): boolean => /\.(csv|tsv|xlsx?)$/i.test(fileName);
