import { type Text, text } from '@postern/contract/text';

const same = (name: string): Text => text(name, name, name);

/** What a method speaks, or what it is for, by the part of its id that says so; the rest names the automation. */
const NAMES: readonly (readonly [part: string, name: Text])[] = [
  ['by_ssh', same('SSH')],
  ['by_rdp', same('RDP')],
  ['posix', text('Linux and Unix', 'Linux 与 Unix', 'Linux と Unix')],
  ['aix', same('AIX')],
  ['win', same('Windows')],
  ['mysql', same('MySQL')],
  ['postgresql', same('PostgreSQL')],
  ['oracle', same('Oracle')],
  ['sqlserver', same('SQL Server')],
  ['mongodb', same('MongoDB')],
  ['redis', same('Redis')],
];

/** What people read for a method of an automation; its id where nothing is known of it. */
export const methodName = (id: string): Text => NAMES.find(([part]) => id.includes(part))?.[1] ?? same(id);
