import type { Entry } from 'ldapts';
import { type Attributes, attributesFrom } from '../identities/index.ts';
import type { DirectoryConfig } from './config.ts';

/** Somebody as the directory knows them. */
export interface DirectoryPerson {
  dn: string;
  /** What the directory never gives to anybody else; see `ExternalPerson`. */
  subject: string;
  username: string;
  name: string;
  email: string;
  phone: string;
  /** Names of groups. */
  groups: readonly string[];
  active: boolean;
  /** What rules of admission may ask for: `groups` by their DNs, and attributes that rules name. */
  attributes: Attributes;
}

/** What never changes, by the names that Active Directory and the others have for it, and whether an account of Active Directory is switched off. */
const GUID = 'objectGUID';
const UUID = 'entryUUID';
const CONTROL = 'userAccountControl';
const DISABLED = 0x2;

const MAX_TEXT = 128;
export const MAX_GROUPS = 200;

type Value = Entry[string];

function rawOf(entry: Entry, name: string): Value | undefined {
  const wanted = name.toLowerCase();
  const key = Object.keys(entry).find((one) => one.toLowerCase() === wanted);
  return key === undefined ? undefined : entry[key];
}

const valuesOf = (entry: Entry, name: string | undefined): (string | Buffer)[] => {
  const value = name ? rawOf(entry, name) : undefined;
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
};

const textOf = (entry: Entry, name: string | undefined): string => {
  const [first] = valuesOf(entry, name);
  return first === undefined ? '' : String(first).trim();
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are meant
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]+/g;

/** A line as forms take them. */
const line = (text: string): string => text.replace(CONTROL_CHARACTERS, ' ').trim().slice(0, MAX_TEXT);

/** The name of a group: the first part of its DN (RFC 4514), or the text where it is no DN. */
export function groupName(dn: string): string {
  const found = /^\s*[\w.-]+\s*=\s*((?:\\.|[^\\,+])*)/s.exec(dn);
  if (!found) return line(dn);
  const bytes = (found[1] ?? '').replace(/(?:\\[0-9a-f]{2})+/gi, (hex) => Buffer.from(hex.replaceAll('\\', ''), 'hex').toString('utf8'));
  return line(bytes.replace(/\\(.)/gs, '$1'));
}

function subjectOf(entry: Entry): string {
  const [guid] = valuesOf(entry, GUID);
  if (guid !== undefined && guid.length > 0) return `guid:${Buffer.from(guid as Buffer).toString('hex')}`;
  const uuid = textOf(entry, UUID).toLowerCase();
  return uuid === '' ? `dn:${entry.dn.toLowerCase()}` : `uuid:${uuid}`;
}

/** Words in which directories say no. */
const NO = new Set(['false', '0', 'no', 'n', 'off', 'disabled', 'inactive']);

function isActive(entry: Entry, name: string | undefined): boolean {
  if ((Number(textOf(entry, CONTROL)) & DISABLED) !== 0) return false;
  if (!name || name.toLowerCase() === CONTROL.toLowerCase()) return true;
  return !NO.has(textOf(entry, name).toLowerCase());
}

/** Groups, where nobody has said how the directory calls them. */
const MEMBER_OF = 'memberOf';
export const groupsAttribute = ({ attributes }: Pick<DirectoryConfig, 'attributes'>): string => attributes.groups || MEMBER_OF;
/** Names of attributes (RFC 4512 section 2.5). What holds somebody's secrets is never asked for, whatever a rule says. */
const NAME = /^[a-z][\w;.-]{0,127}$/i;
const SECRET = /passw|pwd|secret|key|hash/i;
const mayAsk = (name: string): boolean => NAME.test(name) && !SECRET.test(name);

/** What of an entry is asked for. */
export const wantedAttributes = ({
  attributes,
  also,
}: Pick<DirectoryConfig, 'attributes' | 'also'>): { attributes: string[]; binary: string[] } => ({
  attributes: [...new Set([...Object.values(attributes).filter(Boolean), ...also.filter(mayAsk), GUID, UUID, CONTROL])],
  binary: [GUID],
});

function attributesOf(entry: Entry, config: Pick<DirectoryConfig, 'attributes' | 'also'>): Attributes {
  const { also } = config;
  const groups = valuesOf(entry, groupsAttribute(config)).map(String);
  const others = also.filter((name) => name.toLowerCase() !== 'groups' && mayAsk(name));
  return attributesFrom(Object.fromEntries([...others.map((name) => [name, valuesOf(entry, name).map(String)]), ['groups', groups]]));
}

/** Somebody of an entry; undefined where it has no name that accounts could have. */
export function personOf(entry: Entry, config: Pick<DirectoryConfig, 'attributes' | 'also'>): DirectoryPerson | undefined {
  const { attributes } = config;
  const username = textOf(entry, attributes.username);
  if (username === '' || username.length > MAX_TEXT || line(username) !== username) return undefined;
  const groups = valuesOf(entry, attributes.groups)
    .slice(0, MAX_GROUPS)
    .map((dn) => groupName(String(dn)));
  return {
    dn: entry.dn,
    subject: subjectOf(entry),
    username,
    name: line(textOf(entry, attributes.name)),
    email: line(textOf(entry, attributes.email)),
    phone: line(textOf(entry, attributes.phone)),
    groups: [...new Set(groups.filter(Boolean))],
    active: isActive(entry, attributes.is_active),
    attributes: attributesOf(entry, config),
  };
}
