import { type WindowsScript, windowsCommand } from '../src/features/automations/methods/windows-scripts.ts';

/**
 * A Windows machine for tests: its local accounts. Real servers stand in front of them, SSH (windows-ssh.ts) and WS-Management with NTLM
 * or Basic (windows-winrm.ts). PowerShell is not there: the scripts are known by their text and do here what they do there.
 */

export interface WindowsUser {
  password: string;
  /** WinRM lets only administrators in. */
  admin?: true;
  groups: string[];
  lastLogin?: string;
  disabled?: true;
}

export interface WindowsMachine {
  users: Map<string, WindowsUser>;
  /** Scripts that ran, with what they read. */
  ran: { script: WindowsScript; lines: string[] }[];
  /** All that came over HTTP, as it came. */
  heard: Buffer[];
  faults: {
    dropBefore?: WindowsScript;
    dropAfter?: WindowsScript;
    /** SOAP fault for a new shell. */
    fault?: string;
    basicOnly?: true;
    noSealing?: true;
    /** Receives that say "nothing yet" first. */
    slow?: number;
  };
}

export const SCRIPTS: readonly WindowsScript[] = ['password', 'create', 'gather', 'facts', 'try'];
const refusal = (id: string) => ({ code: 1, output: '', error: `${id},Microsoft.PowerShell.Commands.LocalAccountsCommand\r\n` });

/** A machine with these users. */
export const windowsMachine = (users: Readonly<Record<string, WindowsUser>>, faults: WindowsMachine['faults'] = {}): WindowsMachine => ({
  users: new Map(Object.entries(users)),
  ran: [],
  heard: [],
  faults,
});

/** Runs a script of ours on the machine, or refuses one that it does not know. */
export function execute(
  machine: WindowsMachine,
  command: string,
  input: string,
): { script: WindowsScript; code: number; output: string; error: string } {
  const script = SCRIPTS.find((name) => windowsCommand(name) === command);
  if (!script) throw new Error('a command that is no constant');
  const lines = input
    .split('\r\n')
    .slice(0, -1)
    .map((line) => Buffer.from(line, 'base64').toString());
  machine.ran.push({ script, lines });
  const [name = '', secret = '', ...groups] = lines;
  const known = machine.users.get(name);
  const done = { script, code: 0, output: '', error: '' };
  if (script === 'gather') {
    const rows = [...machine.users].filter(([, { disabled }]) => !disabled);
    const output = rows.map(([user, { lastLogin = '' }]) => `${Buffer.from(user).toString('base64')} ${lastLogin}\r\n`).join('');
    return { ...done, output };
  }
  if (script === 'facts') {
    const facts = {
      vendor: 'Müller KG',
      model: 'System Product Name',
      cpu_count: '2',
      memory: '17179869184',
      distribution: 'Windows Server 2022',
    };
    const output = Object.entries(facts).map(([fact, value]) => `${fact} ${Buffer.from(value).toString('base64')}\r\n`);
    return { ...done, output: output.join('') };
  }
  if (script === 'try') return { ...done, code: known?.password === secret ? 0 : 7 };
  if (script === 'create') {
    const user = known ?? { password: secret, groups: [] };
    user.groups.push(...groups.filter((group) => !user.groups.includes(group)));
    machine.users.set(name, user);
    return done;
  }
  if (!known) return { script, ...refusal('UserNotFound') };
  if (secret.length < 8) return { script, ...refusal('InvalidPassword') };
  known.password = secret;
  return done;
}

/** A service of the machine that listens. */
export interface Started {
  port: number;
  stop(): void;
}
