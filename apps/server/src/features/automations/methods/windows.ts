import { randomBytes } from 'node:crypto';
import { Refusal } from '../refusal.ts';
import type { Facts, Found, Login, Method, Reach, Session, Wanted } from './method.ts';
import { named, size, tidied } from './posix-facts.ts';
import { type Answer, logInAt, runCommand } from './ssh-client.ts';
import { REFUSED, type WindowsScript, windowsCommand, windowsInput } from './windows-scripts.ts';
import { openWinrm } from './winrm.ts';

/**
 * Local accounts of Windows machines: by OpenSSH for Windows, or by WinRM. The same constant scripts run by either way; the
 * parameter `groups` of a push names the groups that a new account joins (docs/wire/assets.md#automation-methods).
 */

/** What Windows takes as the name of a local account, without wildcards. */
const USERNAME = /^(?![. ]+$)(?! )[^"/\\[\]:;|=,+*?<>@\p{Cc}]{1,20}(?<![. ])$/u;
const GROUP = /^[^"/\\[\]:;|=,+*?<>\p{Cc}]{1,256}$/u;
const SECRET = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,127}$/u;
const MAX_GROUPS = 50;
const MAX_FOUND = 10_000;

/** Groups that every Windows has, by identifier: their names differ with its language. */
const BUILT_IN: ReadonlyMap<string, string> = new Map([
  ['administrators', 'S-1-5-32-544'],
  ['users', 'S-1-5-32-545'],
  ['guests', 'S-1-5-32-546'],
  ['power users', 'S-1-5-32-547'],
  ['remote desktop users', 'S-1-5-32-555'],
  ['remote management users', 'S-1-5-32-580'],
]);

const wrong = (detail: string): Refusal => new Refusal('wrong_secret', { detail });

function check({ username, secretType, secret }: Pick<Wanted, 'username' | 'secretType' | 'secret'>): void {
  if (secretType !== 'password') throw wrong(secretType);
  if (!USERNAME.test(username)) throw wrong('username');
  if (!SECRET.test(secret)) throw wrong('control characters or length');
}

export function groupsOf({ groups }: Wanted['params']): string[] {
  if (groups === undefined || groups === null || groups === '') return [];
  const names = typeof groups === 'string' ? groups.split(',').map((name) => name.trim()) : [];
  if (names.length === 0 || names.length > MAX_GROUPS || !names.every((name) => GROUP.test(name))) throw wrong('groups');
  return names.map((name) => BUILT_IN.get(name.toLowerCase()) ?? name);
}

/** Lines of a name in base64 and the time of the last login, if there was one. */
export function readWindowsUsers(output: string): Found[] {
  const found: Found[] = [];
  for (const line of output.split(/\r?\n/).slice(0, MAX_FOUND)) {
    const [name = '', at = ''] = line.trim().split(' ');
    const username = /^[A-Za-z0-9+/]+=*$/.test(name) ? Buffer.from(name, 'base64').toString('utf8') : '';
    if (!USERNAME.test(username)) continue;
    const last = Date.parse(at);
    found.push(Number.isNaN(last) ? { username } : { username, lastLogin: new Date(last) });
  }
  return found;
}

/** Names of `gathered_info` (docs/wire/assets.md#facts-of-a-machine) that a Windows machine is asked for. */
const FACTS = ['vendor', 'model', 'sn', 'cpu_model', 'cpu_count', 'cpu_cores', 'cpu_vcpus', 'memory', 'disk_total'];
const SYSTEM_FACTS = ['distribution', 'distribution_version', 'arch'];
const SIZES = ['memory', 'disk_total'];

/** Lines of a fact's name and its value in base64. */
export function readWindowsFacts(output: string): Facts {
  const facts: Record<string, string> = {};
  for (const line of output.split(/\r?\n/).slice(0, 100)) {
    const [, name = '', data = ''] = /^(\w{1,32}) ([A-Za-z0-9+/=]{0,4096})$/.exec(line.trim()) ?? [];
    const value = Buffer.from(data, 'base64').toString('utf8');
    if (FACTS.includes(name)) facts[name] = SIZES.includes(name) ? size(Number(value)) : named(value);
    else if (SYSTEM_FACTS.includes(name)) facts[name] = value;
  }
  return tidied(facts);
}

/** A login that runs one command after the other. */
export interface WindowsShell {
  run(command: string, input: string): Promise<Answer>;
  close(): void;
}

async function shellAt(reach: Reach, login: Login): Promise<WindowsShell> {
  if (reach.protocol.name === 'winrm') return openWinrm(reach, login);
  const client = await logInAt(reach, login);
  return { run: (command, input) => runCommand(client, reach.name, command, input), close: () => client.end() };
}

/** First line of an error: the identifier of ours, or what PowerShell says when it does not even begin. */
const reasonIn = ({ error }: Answer): string =>
  (/^[\w.,-]{1,200}\s*$/m.exec(error)?.[0] ?? '').replace(/,Microsoft\.PowerShell\.Commands\.\w+/, '').trim();

async function script(shell: WindowsShell, name: WindowsScript, lines: readonly string[]): Promise<Answer> {
  return shell.run(windowsCommand(name), windowsInput(lines));
}

async function mustRun(shell: WindowsShell, name: WindowsScript, lines: readonly string[]): Promise<string> {
  const answer = await script(shell, name, lines);
  if (answer.code !== 0) throw new Refusal('command_failed', { code: String(answer.code), detail: reasonIn(answer) });
  return answer.output;
}

async function open(reach: Reach, login: Login): Promise<Session> {
  const shell = await shellAt(reach, login);
  return {
    async change(wanted) {
      check(wanted);
      await mustRun(shell, 'password', [wanted.username, wanted.secret]);
      return undefined;
    },
    async create(wanted) {
      check(wanted);
      // Policies ask for one at once; the change that follows replaces it.
      const first = `${randomBytes(18).toString('base64')}aA1!`;
      await mustRun(shell, 'create', [wanted.username, first, ...groupsOf(wanted.params)]);
    },
    facts: async () => readWindowsFacts(await mustRun(shell, 'facts', [])),
    gather: async () => readWindowsUsers(await mustRun(shell, 'gather', [])),
    close: () => shell.close(),
  };
}

/** Whether the machine itself takes a password, asked by its administrator. */
async function asksThere(reach: Reach, admin: Login, { username, secret }: Login): Promise<boolean> {
  const shell = await shellAt(reach, admin);
  try {
    const answer = await script(shell, 'try', [username, secret]);
    if (answer.code === 0 || answer.code === REFUSED) return answer.code === 0;
    throw new Refusal('command_failed', { code: String(answer.code), detail: reasonIn(answer) });
  } finally {
    shell.close();
  }
}

export const windows: Method = {
  protocols: ['ssh', 'winrm'],
  secretTypes: ['password'],
  check,
  open,
  async verify(reach, login, admin) {
    try {
      (await shellAt(reach, login)).close();
      return true;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'login_refused') throw error;
      // WinRM lets administrators in, and says the same to all others as to a wrong password.
      const local = reach.protocol.name === 'winrm' && USERNAME.test(login.username) && SECRET.test(login.secret);
      return local && admin && admin.username !== login.username ? asksThere(reach, admin, login) : false;
    }
  },
};
