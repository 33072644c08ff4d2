import { isMap, isScalar, Lexer, LineCounter, type Node, parseDocument, type YAMLMap } from 'yaml';
import { addHost, ignoreOthers, MAX_GROUPS, namesOf, type Variables } from './ansible-hosts.ts';
import { type ListMaker, listMaker } from './list-maker.ts';
import type { MachineFormat } from './machine-list.ts';

/** The inventory of Ansible as YAML: `hosts`, `children` and `vars` within groups. Names for parts are not followed, so that a short file stays short. */

/** Pieces of a document: an inventory of 50,000 hosts has fewer. */
const MAX_TOKENS = 2_000_000;

function isTooLarge(text: string): boolean {
  let tokens = 0;
  for (const _token of new Lexer().lex(text)) {
    tokens += 1;
    if (tokens > MAX_TOKENS) return true;
  }
  return false;
}

interface Reading {
  made: ListMaker;
  lineOf: (node: unknown) => number;
  /** Names of hosts that have been read. */
  seen: Set<string>;
  /** Names that may still come. */
  room: number;
}

const keyOf = (key: unknown): string => (isScalar(key) ? String(key.value) : '');
const entries = (node: unknown): { key: string; keyNode: unknown; value: unknown }[] =>
  isMap(node) ? (node as YAMLMap).items.map(({ key, value }) => ({ key: keyOf(key), keyNode: key, value })) : [];
const childOf = (node: unknown, name: string): unknown => entries(node).find(({ key }) => key === name)?.value;

/** Plain values by name; those with a tag (`!vault`) are secrets, and lists and maps say nothing here. */
const variablesOf = (node: unknown): Variables =>
  new Map(
    entries(node).map(({ key, value }) => [
      key,
      isScalar(value) && value.tag === undefined && value.value !== null ? String(value.value) : '',
    ]),
  );

function readGroup(reading: Reading, node: unknown, path: readonly string[], around: readonly Variables[]): void {
  const { made, lineOf, seen } = reading;
  const mine = variablesOf(childOf(node, 'vars'));
  ignoreOthers(made, mine);
  const variables = [mine, ...around];
  for (const { key, keyNode, value } of entries(childOf(node, 'hosts'))) {
    const own = variablesOf(value);
    const line = lineOf(keyNode);
    const names = reading.room > 0 ? namesOf(key, reading.room) : undefined;
    reading.room -= names?.length ?? 0;
    ignoreOthers(made, own);
    if (!names || key === '') made.refuse(line, key, 'syntax');
    for (const name of key === '' ? [] : (names ?? [])) {
      // It is in one folder: that of the first group that names it.
      if (seen.has(name)) made.ignore(path.at(-1) ?? 'all');
      else addHost(made, { line, name, text: key, folder: path, variables: [own, ...variables] });
      seen.add(name);
    }
  }
  for (const { key, keyNode, value } of entries(childOf(node, 'children'))) {
    if (path.length >= MAX_GROUPS) made.refuse(lineOf(keyNode), key, 'syntax');
    else readGroup(reading, value, key === 'ungrouped' ? path : [...path, key], variables);
  }
}

export const ansibleYaml: MachineFormat = {
  name: 'ansible',
  recognises: (head, fileName) =>
    /\.ya?ml$/i.test(fileName) || (/^[\w.-]+:\s*(#.*)?$/m.test(head) && /^\s+(hosts|children):\s*(#.*)?$/m.test(head)),
  read(text, most) {
    const made = listMaker();
    if (isTooLarge(text)) {
      made.refuse(1, text.slice(0, 80), 'too_many');
      return made.list();
    }
    const counter = new LineCounter();
    const read = parseDocument(text, {
      version: '1.2',
      schema: 'core',
      uniqueKeys: false,
      lineCounter: counter,
      logLevel: 'silent',
      prettyErrors: false,
    });
    const lineAt = (offset: number): number => Math.max(1, counter.linePos(offset).line);
    for (const { pos } of read.errors.slice(0, 20)) {
      const [from = ''] = text.slice(text.lastIndexOf('\n', pos[0] - 1) + 1).split(/\r?\n/, 1);
      made.refuse(lineAt(pos[0]), from, 'syntax');
    }
    if (read.errors.length > 0) return made.list();
    const reading: Reading = { made, seen: new Set(), room: most, lineOf: (node) => lineAt((node as Node).range?.[0] ?? 0) };
    for (const { key, keyNode, value } of entries(read.contents)) {
      if (isMap(value) || (isScalar(value) && value.value === null))
        readGroup(reading, value, key === 'all' || key === 'ungrouped' ? [] : [key], []);
      else made.refuse(reading.lineOf(keyNode), key, 'syntax');
    }
    return made.list();
  },
};
