import { parseUuid } from '@postern/contract/ids';

/** What a native client wants to open, by the names that people know. */
export interface NamedTarget {
  /** Name, address or id of the asset. */
  asset: string;
  /** Name, username or alias of the account. */
  account: string;
  protocol: string | undefined;
}

/** Whom a native client says it is, and where to: one of the forms of docs/wire/components.md#names-at-the-ssh-door. */
export type LoginName = { kind: 'token'; id: string } | { kind: 'person'; username: string; target: NamedTarget | undefined };

const TOKEN = /^JMS-([0-9a-f-]{32,36})$/i;
const MAX_NAME = 512;
/** In the order in which they are tried: usernames hold the first often, the others hardly ever. */
const SEPARATORS = ['@', '+', '#'] as const;

/**
 * Reads the user name of an SSH login. It is read from its end, since usernames may be e-mail addresses: the last part is the asset, the
 * one before it the account, before that a protocol if it is the name of one.
 * @param protocols names of those that there are
 * @returns undefined for what is no name
 */
export function readLoginName(name: string, protocols: ReadonlySet<string>): LoginName | undefined {
  const id = parseUuid(TOKEN.exec(name)?.[1]);
  if (id) return { kind: 'token', id };
  if (name === '' || name.length > MAX_NAME || /^JMS-/i.test(name)) return undefined;
  for (const separator of SEPARATORS) {
    const parts = name.split(separator);
    if (parts.length < 3) continue;
    const [asset = '', account = ''] = [parts.pop(), parts.pop()];
    const protocol = parts.length > 1 && protocols.has(parts.at(-1) ?? '') ? parts.pop() : undefined;
    const username = parts.join(separator);
    if (asset === '' || account === '' || username === '') return undefined;
    return { kind: 'person', username, target: { asset, account, protocol } };
  }
  return { kind: 'person', username: name, target: undefined };
}
