import type { SettingsReader } from '@postern/contract/settings';
import type { Log } from '@postern/resource';
import { turns } from '../../platform/concurrency.ts';
import { type Attributes, type ExternalPerson, type PasswordWay, Unreachable } from '../identities/index.ts';
import { type DirectoryConfig, directoryConfig } from './config.ts';
import { bind, withDirectory } from './connection.ts';
import { DirectoryError } from './errors.ts';
import type { DirectoryPerson } from './person.ts';
import { findPerson } from './search.ts';

/** As accounts and links say it. */
export const PROVIDER = 'ldap';
/** People asked about at once in a process, and how many wait. */
const AT_ONCE = 8;
const WAITING = 64;

export interface DirectoryDeps {
  settings: SettingsReader;
  /** Addresses that the operator allows whatever they are (POSTERN_OUTBOUND_ALLOW). */
  allow: readonly string[];
  log: Log;
  /** Names of attributes that rules of admission ask for. */
  asked(): Promise<readonly string[]>;
}

export const asExternal = ({ subject, username, name, email, phone, attributes }: DirectoryPerson): ExternalPerson => ({
  provider: PROVIDER,
  source: 'ldap',
  subject,
  username,
  name,
  email,
  ...(phone ? { phone } : {}),
  attributes,
  update: true,
});

export type Proven = { state: 'right'; person: DirectoryPerson } | { state: 'unknown' | 'wrong' | 'disabled' };

/** Looks a name up and shows its entry the password, over one connection. @throws DirectoryError */
export const provePassword = (config: DirectoryConfig, allow: readonly string[], username: string, password: string): Promise<Proven> =>
  withDirectory(config, allow, async (client): Promise<Proven> => {
    const person = await findPerson(client, config, username);
    if (!person) return { state: 'unknown' };
    if ((await bind(client, person.dn, password)) === 'wrong') return { state: 'wrong' };
    return person.active ? { state: 'right', person } : { state: 'disabled' };
  });

/** Logging in by a password that a directory knows. */
export function directoryWay({ settings, allow, log, asked }: DirectoryDeps): PasswordWay {
  const inTurn = turns({ atOnce: AT_ONCE, waiting: WAITING });
  return {
    source: 'ldap',
    backend: 'LDAP',
    enabled: () => settings.get('AUTH_LDAP'),
    async prove(username, password) {
      if (username === '' || password === '') return undefined;
      try {
        const config = directoryConfig(settings, {}, await asked());
        const taken = await inTurn.take(() => provePassword(config, allow, username, password));
        if (!taken) throw new DirectoryError('busy');
        const { value } = taken;
        if (value.state === 'right') return asExternal(value.person);
        log.info({ username, state: value.state }, 'the directory did not confirm a person');
        return undefined;
      } catch (error) {
        if (error instanceof DirectoryError) throw new Unreachable(error.message, { cause: error });
        throw error;
      }
    },
  };
}

/** What the directory says of somebody now, for a look at what rules would give them. @throws Unreachable */
export async function directoryAttributes(deps: DirectoryDeps, username: string): Promise<Attributes | undefined> {
  try {
    const config = directoryConfig(deps.settings, {}, await deps.asked());
    return (await withDirectory(config, deps.allow, (client) => findPerson(client, config, username)))?.attributes;
  } catch (error) {
    if (error instanceof DirectoryError) throw new Unreachable(error.message, { cause: error });
    throw error;
  }
}
