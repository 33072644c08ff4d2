import { readFileSync } from 'node:fs';
import { addressOf, type Collection, collectionOver } from '@postern/client/api';
import { isRecord, type Page } from '@postern/contract/wire';
import { transportOf } from '../ask.ts';
import { argumentsOf, asking, type Command, type Given } from '../command.ts';
import { message } from '../message.ts';
import { plain, printOne, printRows } from '../print.ts';
import { CliProblem, EXIT, usage } from '../problem.ts';
import { noteWords, problemWords, usageWords } from '../words.ts';
import { limitOf } from './list.ts';

/** What administrators do most, with the calls that everybody has. */

type Row = Record<string, unknown> & { id: string };

interface Noun {
  address: string;
  /** Where one is made, where that is not the list of all. */
  creation?: (kind: string) => string;
  /** The field by which people name one. */
  named: string;
  columns: readonly string[];
}

const KINDS = { host: 'hosts', device: 'devices', database: 'databases', cloud: 'clouds', web: 'webs' } as const;

const NOUNS: Readonly<Record<string, Noun>> = {
  users: { address: addressOf('users'), named: 'username', columns: ['id', 'username', 'name', 'email', 'is_active', 'date_expired'] },
  assets: {
    address: addressOf('assets'),
    creation: (kind) => {
      const group = KINDS[kind as keyof typeof KINDS];
      if (!group) throw usage(message(problemWords.kind, { kinds: Object.keys(KINDS).join(', ') }));
      return addressOf(group);
    },
    named: 'name',
    columns: ['id', 'name', 'address', 'platform', 'type', 'is_active'],
  },
  permissions: { address: addressOf('assetPermissions'), named: 'name', columns: ['id', 'name', 'is_active', 'date_expired'] },
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const PAGE = 100;

/** All rows up to a number. */
async function rowsOf(list: Collection<Row>, query: Record<string, string>, most: number): Promise<{ rows: Row[]; count: number }> {
  const rows: Row[] = [];
  let count = 0;
  do {
    // With a limit a list is a page.
    const page = (await list.list({ ...query, limit: Math.min(PAGE, most - rows.length), offset: rows.length })) as Page<Row>;
    count = page.count;
    rows.push(...page.results);
    if (page.results.length === 0) break;
  } while (rows.length < Math.min(count, most));
  return { rows, count };
}

/** The one that is meant, by its id or its name. @throws CliProblem when there is none, or several */
async function one(list: Collection<Row>, { named }: Noun, given: string | undefined): Promise<Row> {
  if (!given) throw usage(message(problemWords.which, { field: named }));
  if (UUID.test(given)) return list.retrieve(given);
  const { rows } = await rowsOf(list, { [named]: given }, 2);
  const [row, other] = rows.filter((found) => found[named] === given);
  if (!row) throw new CliProblem(message(problemWords.none, { named: given }));
  if (other) throw new CliProblem(message(problemWords.twice, { named: given, list: `${row.id}, ${other.id}` }));
  return row;
}

/** `name=text` and `name:=JSON`, over what a file holds; `-` is what comes in. @throws CliProblem usage */
function bodyOf(words: readonly string[], from: string | undefined): Record<string, unknown> {
  const body: Record<string, unknown> = from === undefined ? {} : fileBody(from);
  for (const word of words) {
    const [, name, typed, value = ''] = /^([a-z_]+)(:?=)(.*)$/su.exec(word) ?? [];
    if (!name) throw usage(message(problemWords.field, { word }));
    try {
      body[name] = typed === ':=' ? JSON.parse(value) : value;
    } catch {
      throw usage(message(problemWords.noJson, { name, value }));
    }
  }
  if (Object.keys(body).length === 0) throw usage(message(problemWords.nothing));
  return body;
}

function fileBody(from: string): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(readFileSync(from === '-' ? 0 : from, 'utf8'));
  } catch {
    throw usage(message(problemWords.fileJson, { file: from }));
  }
  if (!isRecord(parsed)) throw usage(message(problemWords.fileObject, { file: from }));
  return { ...parsed };
}

const OPTIONS = {
  json: { type: 'boolean' },
  org: { type: 'string' },
  limit: { type: 'string' },
  from: { type: 'string' },
  kind: { type: 'string' },
} as const;

async function act(given: Given, noun: Noun, verb: string | undefined, argv: readonly string[]): Promise<number> {
  const { values, positionals } = argumentsOf(argv, OPTIONS);
  const send = transportOf((await asking(given, values.org)).ask);
  const list = collectionOver<Row, object>(send, noun.address);
  const json = values.json === true;
  const { out } = given;
  switch (verb) {
    case 'list': {
      const search = positionals.join(' ');
      const { rows, count } = await rowsOf(list, search === '' ? {} : { search }, limitOf(values.limit));
      printRows(out, rows, noun.columns, json);
      if (rows.length < count) out.note(message(noteWords.some, { shown: rows.length, count }));
      return EXIT.ok;
    }
    case 'show':
      printOne(out, await list.retrieve((await one(list, noun, positionals[0])).id), json);
      return EXIT.ok;
    case 'create': {
      const at = noun.creation ? collectionOver<Row, object>(send, noun.creation(values.kind ?? 'host')) : list;
      printOne(out, await at.create(bodyOf(positionals, values.from)), json);
      return EXIT.ok;
    }
    case 'update': {
      const row = await one(list, noun, positionals[0]);
      printOne(out, await list.partialUpdate(row.id, bodyOf(positionals.slice(1), values.from)), json);
      return EXIT.ok;
    }
    case 'enable':
    case 'disable': {
      const row = await one(list, noun, positionals[0]);
      const changed = await list.partialUpdate(row.id, { is_active: verb === 'enable' });
      if (json) printOne(out, changed, true);
      else out.note(message(verb === 'enable' ? noteWords.enabled : noteWords.disabled, { name: plain(String(row[noun.named])) }));
      return EXIT.ok;
    }
  }
  throw usage('postern admin users|assets|permissions list, show, create, update, enable or disable');
}

export const admin: Command = {
  usage: usageWords.admin,
  async run(given) {
    const [what = '', verb, ...argv] = given.argv;
    const noun = NOUNS[what];
    if (!noun) throw usage('postern admin users, assets or permissions');
    return act(given, noun, verb, argv);
  },
};
