import { Refusal } from '../refusal.ts';

/** What the parameter starts with (docs/wire/assets.md#automation-methods): it grants nothing, so nothing is written. */
const NOTHING = '/bin/whoami';
const MOST = 20;
const MAX_LENGTH = 1024;
/** A program by its whole path. No arguments, wildcards, quotes or escapes: what they mean to sudo is easily more than what was meant. */
const PROGRAM = /^(\/(?!\.{1,2}(\/|$))[A-Za-z0-9_.+@-]+)+$/;
/** In a rule, a word in capitals is an alias; ALL is everybody. */
const ALIAS = /^[A-Z][A-Z0-9_]*$/;

export interface SudoRule {
  /** Name of the file below `sudoers.d`. sudo passes over names with a dot, so a dot of the login becomes a plus, which no login holds. */
  file: string;
  line: string;
}

/**
 * The rule for sudo that a push asks for by its parameter `sudo`: `ALL`, or programs by their paths with commas between.
 * @param username checked already (`posix.ts`)
 * @returns undefined when no rule is asked for
 * @throws Refusal `wrong_secret` for anything else
 */
export function sudoRule(username: string, given: unknown): SudoRule | undefined {
  if (given === undefined || given === null) return undefined;
  const wrong = new Refusal('wrong_secret', { detail: 'sudo' });
  if (typeof given !== 'string' || given.length > MAX_LENGTH) throw wrong;
  const programs = given
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
  if (programs.length === 0 || (programs.length === 1 && programs[0] === NOTHING)) return undefined;
  if (programs.length > MOST || ALIAS.test(username)) throw wrong;
  const everything = programs.length === 1 && programs[0] === 'ALL';
  if (!everything && !programs.every((one) => PROGRAM.test(one))) throw wrong;
  return { file: `postern-${username.replaceAll('.', '+')}`, line: `${username} ALL=(ALL) NOPASSWD: ${programs.join(', ')}` };
}
