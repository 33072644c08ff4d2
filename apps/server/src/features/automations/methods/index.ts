import type { Automation } from '@postern/contract/platforms';
import type { Method } from './method.ts';
import { mysqlMethod } from './mysql.ts';
import { network } from './network.ts';
import { posix } from './posix.ts';
import { postgresql } from './postgresql.ts';
import { redis } from './redis.ts';
import { windows } from './windows.ts';

export type { BecomeMethod, Found, Login, Method, Reach, Wanted } from './method.ts';

/**
 * What this version can do with which machine, by the method that its platform names (docs/wire/assets.md#automation-methods). What is not
 * here is refused by `no_method`: AIX, remote desktops, and Oracle, SQL Server, MongoDB and ClickHouse.
 */
const TABLE: Readonly<Record<string, Method>> = {
  posix_ping: posix,
  gather_facts_posix: posix,
  verify_account_posix: posix,
  change_secret_posix: posix,
  push_account_posix: posix,
  gather_accounts_posix: posix,
  ping_postgresql: postgresql,
  verify_account_postgresql: postgresql,
  change_secret_postgresql: postgresql,
  push_account_postgresql: postgresql,
  gather_accounts_postgresql: postgresql,
  mysql_ping: mysqlMethod,
  verify_account_mysql: mysqlMethod,
  change_secret_mysql: mysqlMethod,
  push_account_mysql: mysqlMethod,
  gather_accounts_mysql: mysqlMethod,
  redis_ping: redis,
  verify_account_redis: redis,
  change_secret_redis: redis,
  push_account_redis: redis,
  gather_accounts_redis: redis,
  win_ping: windows,
  gather_facts_windows: windows,
  verify_account_windows: windows,
  change_secret_local_windows: windows,
  push_account_local_windows: windows,
  gather_accounts_windows: windows,
  ping_by_ssh: network,
  verify_account_by_ssh: network,
  change_secret_by_ssh: network,
};

/** How an automation is carried out by the platform's method; undefined when this version cannot. */
export const methodFor = (id: unknown): Method | undefined => (typeof id === 'string' ? TABLE[id] : undefined);

export type MachineAutomation = Automation;
