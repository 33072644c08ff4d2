import { completeSetting } from '@postern/contract/protocols';
import { compilePattern, type Pattern } from '@postern/pattern';
import { SessionRefusal } from '../../pipeline/refusal.ts';
import { plainText } from '../../policy/plain-text.ts';
import type { Connection } from '../driver.ts';

/** Characters of the line the cursor is on that are looked at. */
const MAX_LINE = 1_024;

export interface LoginPlan {
  name: string;
  /** Empty: the person answers the target themselves. */
  secret: string;
  asksName: Pattern;
  asksSecret: Pattern;
  succeeded: readonly Pattern[];
  /** The target, such as a serial console, says nothing before somebody presses Enter. */
  wake: boolean;
}

/**
 * What is typed at which question, by the settings of the platform and of the installation.
 * @throws SessionRefusal `protocol_error` for a pattern that cannot be read, or a login that would be more than one line
 */
export function loginPlan({ grant, machine, config }: Pick<Connection, 'grant' | 'machine' | 'config'>): LoginPlan {
  const { platform, protocol } = grant.secret;
  const setting = completeSetting('telnet', platform.protocols.find(({ name }) => name === protocol)?.setting);
  const { username, secret } = machine.account;
  // Whatever stands behind a line end would be typed into the program that reads the next line.
  if (CONTROL.test(username + secret)) throw new SessionRefusal('protocol_error', { detail: 'a login with control characters' });
  const everywhere = config.TERMINAL_TELNET_REGEX;
  return {
    wake: setting.wake === true,
    name: username,
    secret,
    asksName: atTheEnd('username_prompt', setting.username_prompt),
    asksSecret: atTheEnd('password_prompt', setting.password_prompt),
    succeeded: [
      atTheEnd('success_prompt', setting.success_prompt),
      ...(typeof everywhere === 'string' && everywhere !== '' ? [atTheEnd('TERMINAL_TELNET_REGEX', everywhere)] : []),
    ],
  };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the subject here
const CONTROL = /[\x00-\x1f\x7f]/;

/** A question ends where the cursor stands: "Last login: Monday" is none. */
function atTheEnd(name: string, source: unknown): Pattern {
  const pattern = typeof source === 'string' && source !== '' ? compilePattern(`(?:${source})\\s*$`, { ignoreCase: true }) : undefined;
  if (!pattern) throw new SessionRefusal('protocol_error', { detail: name });
  return pattern;
}

/** What to do about what the target said: type a line, or the log-in is decided. */
export type LoginStep = { type: string; secret: boolean } | 'in' | 'refused' | undefined;

/** Follows the questions of a target. */
export interface Login {
  /** Takes output as it comes. Questions are answered at once, each once. */
  take(text: string): LoginStep;
  /** Nothing came for a moment, so what stands there is no half of a line. */
  quiet(): LoginStep;
  /** Whether the secret was typed. */
  answered(): boolean;
}

export function createLogin(plan: LoginPlan): Login {
  let line = '';
  let named = plan.name === '';
  let answered = false;

  const asks = (pattern: Pattern): boolean => line.trim() !== '' && pattern.test(line) === true;

  function type(text: string, secret: boolean): LoginStep {
    line = '';
    if (secret) answered = true;
    else named = true;
    return { type: text, secret };
  }

  return {
    take(text) {
      line = plainText((line + text).slice(-4 * MAX_LINE))
        .split('\n')
        .at(-1)
        ?.slice(-MAX_LINE) as string;
      if (answered) return undefined;
      if (!named && asks(plan.asksName)) return type(plan.name, false);
      if (asks(plan.asksSecret)) return plan.secret === '' ? 'in' : type(plan.secret, true);
      return undefined;
    },
    quiet() {
      if (answered && (asks(plan.asksName) || asks(plan.asksSecret))) return 'refused';
      if (plan.succeeded.some(asks)) return 'in';
      return plan.secret === '' && named && asks(plan.asksName) ? 'in' : undefined;
    },
    answered: () => answered,
  };
}
