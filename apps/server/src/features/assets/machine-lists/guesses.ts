import type { ListedMachine } from './machine-list.ts';

/** What a list leaves open and a machine must have: guessed, shown to the person, and theirs to change. */

const RDP_PORT = 3389;
const WINDOWS: ReadonlySet<string> = new Set(['rdp', 'winrm']);

/** Systems by words in the name of a machine, its folder or what is written beside it. */
const SYSTEMS: readonly (readonly [platform: string, words: readonly string[]])[] = [
  ['macOS', ['mac', 'macos', 'macbook', 'macmini', 'imac', 'osx']],
  ['BSD', ['bsd', 'freebsd', 'netbsd', 'openbsd', 'opnsense', 'pfsense']],
  ['AIX', ['aix']],
  ['Unix', ['hpux', 'solaris', 'sunos', 'unix']],
];

/** What a machine is reached with where its list does not say. */
export const protocolOf = ({ protocol, port }: ListedMachine): string => protocol ?? (port === RDP_PORT ? 'rdp' : 'ssh');

/** The name of a platform that every installation has. */
export function platformOf(machine: ListedMachine): string {
  if (WINDOWS.has(protocolOf(machine))) return 'Windows';
  const { name, folder = [], comment = '' } = machine;
  const words = new Set(
    [name, ...folder, comment]
      .join(' ')
      .toLowerCase()
      .split(/[^a-z]+/),
  );
  return SYSTEMS.find(([, some]) => some.some((word) => words.has(word)))?.[0] ?? 'Linux';
}
