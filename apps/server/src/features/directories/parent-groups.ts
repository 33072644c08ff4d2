import type { Client, Entry, Filter } from 'ldapts';
import { attributesFrom } from '../identities/index.ts';
import type { DirectoryConfig } from './config.ts';
import { ldap } from './ldap.ts';
import { type DirectoryPerson, groupName, groupsAttribute, MAX_GROUPS } from './person.ts';

/**
 * Groups within groups: who is in one is in those that it is in. Each group is asked about once in a reading, however many people are in it.
 */

/** All groups that hold a member, however deep: a comparison of Active Directory ([MS-ADTS] 3.1.1.3.4.4). */
const IN_CHAIN = '1.2.840.113556.1.4.1941';
/** What says that a server is Active Directory. */
const ACTIVE_DIRECTORY = '1.2.840.113556.1.4.800';
/** Groups that one is within, and how deep. */
const MAX_PARENTS = 200;
const MAX_DEPTH = 16;
/** Groups of one reading; a directory with more of them is asked no further. */
const MAX_KNOWN = 50_000;

type Ask = (dn: string) => Promise<readonly string[]>;

/** Names of entries as directories compare them. */
const key = (dn: string): string => dn.toLowerCase().replace(/\s*([,=+])\s*/g, '$1');
const isDn = (text: string): boolean => /^\s*[\w.-]+\s*=/.test(text);
const textsOf = (entry: Entry | undefined, name: string): string[] => {
  const found = entry && Object.entries(entry).find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1];
  return found === undefined ? [] : (Array.isArray(found) ? found : [found]).map(String);
};

async function rootOf(client: Client): Promise<Entry | undefined> {
  const attributes = ['supportedCapabilities', 'defaultNamingContext', 'namingContexts'];
  return (await client.search('', { scope: 'base', filter: '(objectClass=*)', attributes })).searchEntries[0];
}

/** A group that is not there, is no name, or is in more than the server tells at a time, is in none: fewer groups, never another's. */
const NONE = new Set([4, 32, 34]);
async function quiet(search: () => Promise<{ searchEntries: Entry[] }>): Promise<Entry[]> {
  try {
    return (await search()).searchEntries;
  } catch (error) {
    if (error instanceof ldap().ResultCodeError && NONE.has(error.code)) return [];
    throw error;
  }
}

const namesOf = async (client: Client, base: string, filter: Filter): Promise<string[]> =>
  (await quiet(() => client.search(base, { scope: 'sub', filter, attributes: ['1.1'] }))).map(({ dn }) => dn).slice(0, MAX_PARENTS);

/** One question about each group, answered with all that it is within. */
const askedInChain =
  (client: Client, base: string): Ask =>
  (dn) =>
    namesOf(client, base, new (ldap().ExtensibleFilter)({ matchType: 'member', rule: IN_CHAIN, value: dn }));

/** What a group is directly within: as its own entry says, or else as those say that have it for a member. */
const askedOneByOne =
  (client: Client, contexts: readonly string[], attribute: string): Ask =>
  async (dn) => {
    const [entry] = await quiet(() => client.search(dn, { scope: 'base', filter: '(objectClass=*)', attributes: [attribute] }));
    const own = textsOf(entry, attribute);
    if (own.length > 0) return own;
    const base = contexts.find((context) => key(dn).endsWith(`,${key(context)}`));
    if (base === undefined) return [];
    const has = ['member', 'uniqueMember'].map((attribute) => new (ldap().EqualityFilter)({ attribute, value: dn }));
    return namesOf(client, base, new (ldap().OrFilter)({ filters: has }));
  };

/** All that a group is within: step by step, each group once, so that circles end. */
async function closure(ask: Ask, start: string): Promise<string[]> {
  const found = new Map<string, string>();
  let edge = [start];
  for (let depth = 0; depth < MAX_DEPTH && edge.length > 0; depth += 1) {
    const next: string[] = [];
    for (const dn of edge)
      for (const parent of await ask(dn)) {
        if (key(parent) === key(start) || found.has(key(parent)) || found.size >= MAX_PARENTS) continue;
        found.set(key(parent), parent);
        next.push(parent);
      }
    edge = next;
  }
  return [...found.values()];
}

/** Remembers answers, so that a group is asked about once. */
function once(ask: Ask): Ask {
  const known = new Map<string, Promise<readonly string[]>>();
  return (dn) => {
    const before = known.get(key(dn));
    if (before) return before;
    if (known.size >= MAX_KNOWN) return Promise.resolve([]);
    const answer = ask(dn);
    known.set(key(dn), answer);
    return answer;
  };
}

/**
 * Adds to people what their groups are within, where the settings say so. Holds what it has learnt for as long as it lives: for one connection.
 * @throws whatever the library throws
 */
export function parentGroups(client: Client, config: DirectoryConfig): (people: DirectoryPerson[]) => Promise<DirectoryPerson[]> {
  if (!config.nested) return async (people) => people;
  let parentsOf: Ask | undefined;
  const begin = async (): Promise<Ask> => {
    const root = await rootOf(client);
    const [domain] = textsOf(root, 'defaultNamingContext');
    if (domain && textsOf(root, 'supportedCapabilities').includes(ACTIVE_DIRECTORY)) return once(askedInChain(client, domain));
    const step = once(askedOneByOne(client, textsOf(root, 'namingContexts'), groupsAttribute(config)));
    return once((dn) => closure(step, dn));
  };
  return async (people) => {
    const withAll: DirectoryPerson[] = [];
    for (const person of people) {
      const direct = (person.attributes.groups ?? []).filter(isDn);
      const all = new Map((person.attributes.groups ?? []).map((dn) => [key(dn), dn]));
      for (const dn of direct) {
        parentsOf ??= await begin();
        for (const parent of await parentsOf(dn)) all.set(key(parent), parent);
      }
      const groups = [...all.values()];
      const names = config.attributes.groups
        ? [...new Set([...person.groups, ...groups.map(groupName)])].filter(Boolean).slice(0, MAX_GROUPS)
        : [];
      withAll.push({ ...person, groups: names, attributes: { ...person.attributes, ...attributesFrom({ groups }) } });
    }
    return withAll;
  };
}
