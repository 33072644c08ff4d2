import type { Client } from 'ssh2';
import { loginHolds, Refusal } from '../refusal.ts';
import { LIMITS, type Login, type Method, type Reach, type Session, type Wanted } from './method.ts';
import { ANY_PROMPT, ANY_QUESTION, ANY_REJECT, AT_LOGIN, BECOME, PROFILES, type Profile, type Step } from './network-profiles.ts';
import { openTerminal, type Terminal } from './network-terminal.ts';
import { logInAt } from './ssh-client.ts';

/**
 * Network devices: switches, routers, firewalls. They have a command line and nothing else, so the new secret stands in a
 * command there (decision 0052). What their command line would read as something else is refused before anything is sent.
 */

/** For devices without a profile, whose commands somebody else has written: no blanks, quotes, help or pipes. */
const CAREFUL = /^[\w!#$%&()*+,\-./:;<=>@[\]^{}~]{1,63}$/;
const NAME = /^[A-Za-z0-9_][\w.@-]{0,63}$/;
const MAX_COMMANDS = 50;
const MAX_QUESTIONS = 8;
/** Characters at the end of an answer in which a refusal is looked for. */
const MAX_REFUSAL = 4_096;
const AT_FIRST = { quietly: true, limit: LIMITS.login } as const;
const PASSWORD_QUESTION = /pass(word|code|phrase)?\s*:\s*$/i;

const wrong = (detail: string): Refusal => new Refusal('wrong_secret', { detail });

function check({ username, secretType, secret }: Pick<Wanted, 'username' | 'secretType' | 'secret'>): void {
  if (secretType !== 'password') throw wrong(secretType);
  if (!NAME.test(username)) throw wrong('username');
  if (!/^[\x21-\x7e]{1,127}$/.test(secret)) throw wrong('blanks, characters outside ASCII, or length');
}

/** What was said, without the command coming back on its first line. */
const withoutEcho = (output: string, typed: string): string => {
  const end = output.indexOf('\n') + 1;
  const answer = output.slice(0, end).includes(typed.slice(0, 8)) ? output.slice(end) : output;
  // A refusal is short and comes last; a device that says much must not keep us busy.
  return answer.slice(-MAX_REFUSAL);
};

/** The line by which a device said no, without anything secret: lines that quote a piece of one are passed over. */
function complaint(output: string, typed: string, rejects: RegExp, secrets: readonly string[]): string | undefined {
  const answer = withoutEcho(output, typed);
  if (!rejects.test(answer)) return undefined;
  const pieces = secrets.filter((one) => one.length > 3).map((one) => one.slice(0, 6));
  const lines = answer.split('\n').filter((line) => rejects.test(line) && !pieces.some((piece) => line.includes(piece)));
  return lines.join(' ').replace(/\s+/g, ' ').trim().slice(0, 200) || '-';
}

const refused = (detail: string): Refusal => new Refusal('command_failed', { code: '-', detail });

/** One device, logged in on. */
interface Device {
  terminal: Terminal;
  reach: Reach;
  /** The prompt at the moment. */
  prompt: string;
  /** How every prompt of it begins: its name. */
  stem: string;
  /** What must not be told to anybody. */
  secrets: string[];
}

/** The name in a prompt, shortened: in configuration modes some devices shorten it themselves. */
const stemOf = (prompt: string): string =>
  prompt
    .replace(/^[<[]?[~*]?/, '')
    .replace(/[>#$%\]\s]+$/, '')
    .slice(0, 6);
const atPrompt =
  ({ stem }: Device, shape: RegExp) =>
  (last: string): boolean =>
    shape.test(last) && last.replace(/^[<[]?[~*]?/, '').startsWith(stem);

/** Types a command and answers what it asks; ends at a prompt. @returns what was said all together */
async function command(device: Device, line: string, shape: RegExp, answers: Step['answers'] = []): Promise<string> {
  const prompt = atPrompt(device, shape);
  const stops = (last: string): boolean => prompt(last) || answers.some(({ asks }) => asks.test(last));
  let reply = await device.terminal.exchange(line, stops);
  let output = reply.output;
  for (let asked = 0; !prompt(reply.last); asked += 1) {
    const known = answers.find(({ asks }) => asks.test(reply.last));
    if (!known || asked >= MAX_QUESTIONS) throw new Refusal('interrupted', { address: device.reach.name });
    reply = await device.terminal.exchange(known.say, stops);
    output += reply.output;
  }
  device.prompt = reply.last;
  return output;
}

async function begin(client: Client, reach: Reach, login: Login): Promise<Device> {
  const terminal = await openTerminal(client, reach.name);
  const asked = (last: string): boolean => AT_LOGIN.some(({ asks }) => asks.test(last));
  const stops = (last: string): boolean => asked(last) || ANY_PROMPT.test(last);
  let reply = await terminal.exchange(undefined, stops, AT_FIRST);
  for (let at = 0; asked(reply.last) && at < MAX_QUESTIONS; at += 1) reply = await terminal.exchange('n', stops, AT_FIRST);
  const device = { terminal, reach, prompt: reply.last, stem: stemOf(reply.last), secrets: [login.secret, login.become?.password ?? ''] };
  if (login.become) await become(device, login.become);
  return device;
}

/** Goes up to the privileged level. @throws Refusal `login_refused` */
async function become(device: Device, { method, username, password }: NonNullable<Login['become']>): Promise<void> {
  const no = (): Refusal => new Refusal('login_refused', { address: device.reach.name, account: username });
  const prompt = atPrompt(device, ANY_PROMPT);
  const stops = (last: string): boolean => prompt(last) || PASSWORD_QUESTION.test(last);
  for (const word of BECOME[method === 'super' || method === 'super_level' ? method : 'enable']) {
    let reply = await device.terminal.exchange(word, stops, { limit: LIMITS.login });
    if (PASSWORD_QUESTION.test(reply.last)) reply = await device.terminal.exchange(password, stops, { limit: LIMITS.login });
    // Asked again: it was wrong, and there is no sense in trying it once more.
    if (PASSWORD_QUESTION.test(reply.last)) throw no();
    device.prompt = reply.last;
    const complained = /^ *(% .*|error\b.*|\^|.*(denied|failed|invalid|incorrect|unrecognized|wrong).*)$/im.test(
      withoutEcho(reply.output, word),
    );
    if (!complained && (method !== 'enable' || /#\s*$/.test(reply.last))) return;
    if (!/unrecognized|wrong parameter|incomplete|\^|unknown command/i.test(reply.output)) throw no();
  }
  throw no();
}

/** What kind of device it is: as the automation or the platform says, else by the platform's name, else by its own words. */
async function profileOf(device: Device, params: Wanted['params']): Promise<Profile> {
  const { profile } = params;
  const named = typeof profile === 'string' && Object.hasOwn(PROFILES, profile) ? PROFILES[profile] : undefined;
  if (named) return named;
  if (profile) throw wrong('profile');
  const all = Object.values(PROFILES);
  const known = all.find(({ names }) => names.test(device.reach.platform));
  if (known) return known;
  for (const version of new Set(all.filter(({ prompt }) => prompt.test(device.prompt)).map((one) => one.version))) {
    const output = await command(device, version, ANY_PROMPT);
    const own = all.find(({ names, prompt }) => prompt.test(device.prompt) && names.test(output));
    if (own) return own;
  }
  throw refused('?');
}

const filled = (line: string, { username, secret }: Wanted): string =>
  line.replace(/\{(username|password)\}/g, (_all, name) => (name === 'username' ? username : secret));

/** @throws Refusal `command_failed` when the device says no */
async function take(device: Device, profile: Profile, step: Step, wanted: Wanted): Promise<void> {
  if (step.when && !step.when.test(device.prompt)) return;
  const answers = step.answers?.map(({ asks, say }) => ({ asks, say: filled(say, wanted) }));
  let complained: string | undefined = '-';
  for (const line of step.say) {
    const output = await command(device, filled(line, wanted), profile.prompt, answers);
    complained = complaint(output, line, profile.rejects, device.secrets);
    if (complained === undefined && step.expects && !step.expects.test(output)) complained = '?';
    if (complained === undefined) return;
  }
  throw refused(complained ?? '?');
}

async function changeBy(device: Device, profile: Profile, wanted: Wanted): Promise<Refusal | undefined> {
  if (!profile.username.test(wanted.username)) throw wrong('username');
  if (!profile.secret.test(wanted.secret)) throw wrong('a character that its command line reads as something else, or length');
  if (profile.privileged && !profile.privileged.test(device.prompt)) throw refused(device.prompt.trim());
  await command(device, profile.unpaged, profile.prompt);
  const { command: list, name } = profile.users;
  const users = [...(await command(device, list, profile.prompt)).matchAll(name)].map(([, user]) => user);
  // The same command would make an account that is not there.
  if (!users.includes(wanted.username)) throw refused(`${wanted.username}?`);
  for (const step of profile.change) await take(device, profile, step, wanted);
  if (!profile.save) return undefined;
  try {
    await take(device, profile, profile.save, wanted);
    return undefined;
  } catch (error) {
    const detail = error instanceof Refusal ? (error.params.detail ?? error.code) : 'error';
    return new Refusal('not_saved', { detail }, error);
  }
}

/** Commands that somebody has written for a device of another kind (docs/wire/assets.md#automation-methods). */
async function changeByCommands(device: Device, commands: readonly string[], wanted: Wanted, login: Login): Promise<undefined> {
  if (!NAME.test(wanted.username) || !CAREFUL.test(wanted.secret) || !CAREFUL.test(login.secret))
    throw wrong('a character that a command line may read as something else, or length');
  const prompt = atPrompt(device, ANY_PROMPT);
  for (const line of commands) {
    const typed = filled(line, wanted).replaceAll('{login_password}', () => login.secret);
    const { output } = await device.terminal.exchange(typed, (last) => prompt(last) || ANY_QUESTION.test(last), { quietly: true });
    const complained = complaint(output, typed, ANY_REJECT, device.secrets);
    if (complained !== undefined) throw refused(complained);
  }
  return undefined;
}

function commandsOf({ commands }: Wanted['params']): readonly string[] {
  if (!Array.isArray(commands)) return [];
  const lines = commands.filter((line) => line !== '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
  const good = lines.every((line) => typeof line === 'string' && line.length <= 512 && !/[\x00-\x1f\x7f]/.test(line));
  if (!good || lines.length > MAX_COMMANDS) throw wrong('commands');
  return lines;
}

async function open(reach: Reach, login: Login): Promise<Session> {
  const client = await logInAt(reach, login, true);
  let device: Device;
  try {
    device = await begin(client, reach, login);
  } catch (error) {
    client.destroy();
    throw error;
  }
  const never = (): never => {
    throw new Refusal('no_method', { type: reach.platform });
  };
  return {
    async change(wanted) {
      check(wanted);
      // Its secret is that of a level, not of a user: the command for users would make one by that name.
      if (wanted.switched) throw wrong('reached by switching');
      const own = commandsOf(wanted.params);
      device.secrets.push(wanted.secret);
      return own.length > 0
        ? changeByCommands(device, own, wanted, login)
        : changeBy(device, await profileOf(device, wanted.params), wanted);
    },
    create: async () => never(),
    gather: async () => never(),
    close: () => client.destroy(),
  };
}

/** Network devices by SSH. */
export const network: Method = {
  protocols: ['ssh'],
  switching: 'device',
  secretTypes: ['password'],
  symbols: '!#$%&()*+,-.:;<=>@[]^_~',
  check,
  open,
  verify: (reach, login) =>
    loginHolds(async () => {
      const client = await logInAt(reach, login, true);
      try {
        // Whoever is reached by switching only: the level has to be reached.
        if (login.become) await begin(client, reach, login);
      } finally {
        client.destroy();
      }
      return true;
    }),
};
