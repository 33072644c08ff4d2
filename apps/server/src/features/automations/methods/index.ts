import type { Automation } from '@postern/contract/platforms';
import type { Method } from './method.ts';
import { posix } from './posix.ts';
import { postgresql } from './postgresql.ts';

export type { BecomeMethod, Facts, Found, Login, Method, Reach, Wanted } from './method.ts';

/**
 * What this version can do with which machine, by the method that its platform names (contract/assets.md §2). What is not
 * here is refused by `no_method`: Windows and network devices, and the databases whose drivers are not built in yet.
 */
const TABLE: Readonly<Record<string, Method>> = {
  verify_account_posix: posix,
  change_secret_posix: posix,
  posix_ping: posix,
  gather_facts_posix: posix,
  push_account_posix: posix,
  gather_accounts_posix: posix,
  verify_account_postgresql: postgresql,
  change_secret_postgresql: postgresql,
  ping_postgresql: postgresql,
  push_account_postgresql: postgresql,
  gather_accounts_postgresql: postgresql,
};

/** How an automation is carried out by the platform's method; undefined when this version cannot. */
export const methodFor = (id: unknown): Method | undefined => (typeof id === 'string' ? TABLE[id] : undefined);

export type MachineAutomation = Automation;
