import type { Client } from 'ssh2';
import { ssh2 } from '../../../platform/ssh/ssh2.ts';
import { loginHolds, Refusal } from '../refusal.ts';
import type { Found, Login, Method, Reach, Session, Wanted } from './method.ts';
import { readFacts } from './posix-facts.ts';
import { commandOf, MARK, type Privilege, type ScriptName } from './posix-scripts.ts';
import { sudoRule } from './posix-sudo.ts';
import { logInAt, runCommand } from './ssh-client.ts';

/** Comment of the keys that are ours to replace. */
export const KEY_COMMENT = 'postern-managed';

/** What useradd takes on Debian and Red Hat; also keeps a name from looking like an option or a second field. */
const USERNAME = /^[a-z_][a-z0-9_.-]{0,31}$/i;
/** chpasswd reads lines of `name:secret`. */
const LINE = /^[^\p{Cc}\p{Zl}\p{Zp}]{1,1024}$/u;
const PATH = /^(\/[\w.@-]+)+$/;
const GROUPS = /^[a-z_][a-z0-9_-]*(,[a-z_][a-z0-9_-]*)*$/i;
const MAX_FOUND = 10_000;

const wrong = (detail: string): Refusal => new Refusal('wrong_secret', { detail });

function check({ username, secretType, secret }: Pick<Wanted, 'username' | 'secretType' | 'secret'>): void {
  if (!USERNAME.test(username)) throw wrong('username');
  if (secretType === 'password' && !LINE.test(secret)) throw wrong('control characters or length');
  if (secretType === 'ssh_key') publicLine(secret);
}

/** The line of a private key's public half in `authorized_keys`. */
export function publicLine(privateKey: string): string {
  const parsed = ssh2().utils.parseKey(privateKey);
  const key = Array.isArray(parsed) ? parsed[0] : parsed;
  if (!key || key instanceof Error) throw wrong('ssh key');
  return `${key.type} ${key.getPublicSSH().toString('base64')} ${KEY_COMMENT}`;
}

/** A parameter of the automation or the platform; one that is not plain is refused rather than quoted. */
function plain(params: Wanted['params'], name: string, shape: RegExp): string {
  const value = params[name];
  if (value === undefined || value === null || value === '') return '';
  if (typeof value !== 'string' || value.length > 255 || !shape.test(value)) throw wrong(name);
  return value;
}

/** `passwd` lines of people: those with a shell they can work in. */
export function readUsers(output: string): Found[] {
  const [people = '', last = ''] = output.split(/^POSTERN-LAST$/m);
  const logins = new Map<string, Found>();
  for (const line of last.split('\n')) {
    // root     pts/0    10.0.0.1         Sat Nov 21 01:00:00 +0000 2026
    const hit = /^(\S+)\s+(?:\S+\s+)?(\S*)\s+((?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) .{10,40})$/.exec(line.trimEnd());
    const at = hit?.[3] ? Date.parse(hit[3]) : Number.NaN;
    if (hit?.[1] && !Number.isNaN(at))
      logins.set(hit[1], { username: hit[1], lastLogin: new Date(at), lastAddress: (hit[2] ?? '').slice(0, 39) });
  }
  const found: Found[] = [];
  for (const line of people.split('\n').slice(0, MAX_FOUND)) {
    const [username = '', , , , , , shell = ''] = line.trim().split(':');
    if (username === '' || username.length > 32 || /\/(nologin|false|sync|shutdown|halt)$/.test(shell)) continue;
    found.push(logins.get(username) ?? { username });
  }
  return found;
}

const privilegeOf = ({ become }: Login): Privilege => (become?.method === 'sudo' || become?.method === 'su' ? become.method : 'plain');

/** What stands before the data: the password that sudo or su asks for, the name to become, the mark. */
function preamble(login: Login, privilege: Privilege): string[] {
  if (privilege === 'plain') return [MARK];
  const { username = '', password = '' } = login.become ?? {};
  if (!LINE.test(username) || (password !== '' && !LINE.test(password))) throw wrong('login');
  return privilege === 'su' ? [username, password, MARK] : [password, MARK];
}

async function script(client: Client, reach: Reach, login: Login, name: ScriptName, data: readonly string[]): Promise<string> {
  const privilege: Privilege = name === 'gather' ? 'plain' : privilegeOf(login);
  const input = `${[...preamble(login, privilege), ...data].join('\n')}\n`;
  const answer = await runCommand(client, reach.name, commandOf(name, privilege), input);
  if (answer.code === 0) return answer.output;
  // What the machine says goes into a record that people read: never with a secret in it.
  const secrets = [login.secret, login.become?.password ?? '', ...data].filter((one) => one.length > 3);
  const detail = secrets.reduce((text, one) => text.replaceAll(one, '******'), answer.error.trim()).slice(0, 400);
  throw new Refusal('command_failed', { code: String(answer.code), detail });
}

async function open(reach: Reach, login: Login): Promise<Session> {
  const client = await logInAt(reach, login);
  const run = (name: ScriptName, data: readonly string[]) => script(client, reach, login, name, data);
  return {
    async change(wanted) {
      check(wanted);
      if (wanted.secretType === 'password') await run('password', [`${wanted.username}:${wanted.secret}`]);
      else await run('keys', [wanted.username, wanted.keyStrategy, publicLine(wanted.secret)]);
    },
    async create({ username, params }) {
      if (!USERNAME.test(username)) throw wrong('username');
      const rule = sudoRule(username, params.sudo);
      await run('create', [username, plain(params, 'shell', PATH), plain(params, 'home', PATH), plain(params, 'groups', GROUPS)]);
      if (rule) await run('sudoers', [rule.file, rule.line]);
    },
    gather: async () => readUsers(await run('gather', [])),
    async facts() {
      try {
        return readFacts(await run('facts', []));
      } catch (error) {
        // Whoever may not become root still knows all but the serial number.
        if (!login.become || !(error instanceof Refusal) || error.code !== 'command_failed') throw error;
        const { become: _become, ...plainly } = login;
        return readFacts(await script(client, reach, plainly, 'facts', []));
      }
    },
    close: () => client.end(),
  };
}

/** Unix machines by SSH. */
export const posix: Method = {
  protocols: ['ssh'],
  switching: 'unix',
  secretTypes: ['password', 'ssh_key'],
  check,
  open,
  verify: (reach, login) =>
    loginHolds(async () => {
      const client = await logInAt(reach, login);
      // Whoever is reached by switching only: su says with 1 that the password is wrong.
      if (login.become?.method !== 'su') {
        client.end();
        return true;
      }
      const { code } = await runCommand(client, reach.name, commandOf('probe', 'su'), `${preamble(login, 'su').join('\n')}\n`);
      client.end();
      return code === 0;
    }),
};
