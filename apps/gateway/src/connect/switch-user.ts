import type { ConnectionSecret, SecretAccount } from '@postern/contract/component';
import { SessionRefusal } from '../pipeline/refusal.ts';
import { plainText } from '../policy/plain-text.ts';

/** Characters of the target's output that are looked at. */
const MAX_OUTPUT = 4_096;

/** How one gets from the account that logs in to the account of the grant (docs/decisions/0102). */
export interface UserSwitch {
  /** Who logs in. */
  from: SecretAccount;
  /** Who it is about, for words. */
  account: string;
  method: string;
  line: string;
  /** The program of `line` is all there is: whoever comes out of it is the other account, or nobody. Otherwise it changes a shell that stays. */
  replaces: boolean;
  /** What is typed where a password is asked for. Empty: there is nothing that could be. */
  secret: string;
  /** Whether the output since then shows that it worked. Asked when a prompt stands still. */
  done(output: string, prompt: string): boolean | undefined;
}

/** A name as systems give them to people: nothing that a shell would read as anything else, and no option. */
const NAME = /^[A-Za-z0-9_][A-Za-z0-9_.@-]{0,63}$/;
const ASKS = /(?:pass(?:word|code|phrase)|secret|密码|口令|パスワード)[^:：\n]{0,64}[:：]\s*$/i;
const REFUSES = /\b(?:error|denied|fail\w*|invalid|incorrect|bad|wrong|unknown|unrecogni[sz]ed|timed? ?out)\b|^\s*%/im;
const PROMPT = /[>#\]$]\s*$/;

/** By the settings of platforms (docs/wire/assets.md#platforms): on a machine a program, on a device a command of its own. */
const METHODS: Readonly<Record<string, Pick<UserSwitch, 'replaces' | 'done'> & { line(name: string): string; by: 'source' | 'target' }>> = {
  // The system's own words, whatever the account's language is; `su -` leaves it behind.
  su: { line: (name) => `env LC_ALL=C su - ${name}`, by: 'target', replaces: true, done: () => true },
  sudo: { line: (name) => `env LC_ALL=C sudo -p Password: su - ${name}`, by: 'source', replaces: true, done: () => true },
  enable: { line: () => 'enable', by: 'target', replaces: false, done: changed((_output, prompt) => prompt.trimEnd().endsWith('#')) },
  super: { line: () => 'super', by: 'target', replaces: false, done: changed((output) => /privilege/i.test(output)) },
  super_level: { line: () => 'super 15', by: 'target', replaces: false, done: changed((output) => /privilege/i.test(output)) },
};

/** A device says in one way or another that it did not; whoever stayed who they were must not get its terminal. */
function changed(did: (output: string, prompt: string) => boolean): UserSwitch['done'] {
  return (output, prompt) => {
    if (!PROMPT.test(prompt)) return undefined;
    // The prompt holds the device's name, which may be any word.
    return did(output, prompt) && !REFUSES.test(output.slice(0, -prompt.length));
  };
}

/**
 * How the account of a grant is switched to; undefined when it logs in itself.
 * @throws SessionRefusal `protocol_error` for a method that nobody knows, or an account that cannot be named to it
 */
export function switchOf({ account, platform }: Pick<ConnectionSecret, 'account' | 'platform'>): UserSwitch | undefined {
  const from = account.su_from;
  if (!from) return undefined;
  const method = platform.su_method?.value ?? (platform.category.value === 'device' ? 'enable' : 'sudo');
  const found = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (!found) throw new SessionRefusal('protocol_error', { detail: `su_method ${method.slice(0, 32)}` });
  if (found.replaces && !NAME.test(account.username)) throw new SessionRefusal('protocol_error', { detail: `${method}: username` });
  const known = found.by === 'source' ? from : account;
  const secret = known.secret_type.value === 'password' ? known.secret : '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: whatever stood behind a line end would be typed into the next program
  if (/[\x00-\x1f\x7f]/.test(secret)) throw new SessionRefusal('protocol_error', { detail: 'a login with control characters' });
  const { replaces, done } = found;
  return { from: { ...from, su_from: null }, account: account.name, method, line: found.line(account.username), replaces, secret, done };
}

/** What to do about what the target shows: type a line, or it is decided. */
export type SwitchStep = { type: string; secret: boolean } | 'in' | 'refused' | undefined;

export interface SwitchTalk {
  /** Takes output as it comes. The password is typed at once, and once. */
  take(text: string): SwitchStep;
  /** Nothing came for a moment, so what stands there is no half of a line. */
  quiet(): SwitchStep;
  /** It has to be decided now. */
  late(): 'in' | 'refused';
}

/** @param started the line runs already; otherwise it is typed at the first prompt */
export function createSwitchTalk({ line, replaces, secret, done }: UserSwitch, started: boolean): SwitchTalk {
  let output = '';
  let asked = started;
  let answered = false;

  const prompt = (): string => output.slice(output.lastIndexOf('\n') + 1);

  return {
    take(text) {
      output = plainText((output + text).slice(-4 * MAX_OUTPUT)).slice(-MAX_OUTPUT);
      if (!asked || answered || !ASKS.test(prompt())) return undefined;
      if (secret === '') return 'refused';
      output = '';
      answered = true;
      return { type: secret, secret: true };
    },
    quiet() {
      const shown = prompt();
      if (shown.trim() === '') return undefined;
      if (!asked) {
        asked = true;
        output = '';
        // Where the program cannot be started, no shell of the first account is left.
        return { type: replaces ? `exec ${line}` : line, secret: false };
      }
      if (ASKS.test(shown)) return answered ? 'refused' : undefined;
      if (shown.trimEnd().endsWith(line)) return undefined;
      const how = done(output, shown);
      return how === undefined ? undefined : how ? 'in' : 'refused';
    },
    // A shell without a prompt is one, too.
    late: () => (asked && replaces && !ASKS.test(prompt()) ? 'in' : 'refused'),
  };
}
