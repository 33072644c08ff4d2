/**
 * What the command lines of network devices look like and what is typed into them to change the secret of a local user.
 * Data only; `network.ts` reads it. Sources: the vendors' command references (Cisco IOS and IOS XE, Huawei VRP 5 and 8, H3C
 * Comware 5 and 7, Juniper Junos).
 */

/** A question that a command may ask before it is done, and what is answered. */
export interface Answer {
  asks: RegExp;
  say: string;
}

export interface Step {
  /** `{username}` and `{password}` stand for what they say. Several: the first one that the device knows counts. */
  say: readonly string[];
  answers?: readonly Answer[];
  /** Only at such a prompt. */
  when?: RegExp;
  /** What has to stand in the answer; without it the step has failed. */
  expects?: RegExp;
}

export interface Profile {
  /** Names of platforms, and lines of its version, that mean this kind. */
  names: RegExp;
  prompt: RegExp;
  /** The prompt at which configuring is allowed; undefined where it does not tell. */
  privileged?: RegExp;
  version: string;
  /** Switches paging off; a device that does not know it pages, which is dealt with too. */
  unpaged: string;
  /** Lists local users; the first group of `name` is one of them. A change never makes an account by accident. */
  users: { command: string; name: RegExp };
  username: RegExp;
  /** What may be in a secret: nothing that this command line reads as something else. */
  secret: RegExp;
  change: readonly Step[];
  /** Undefined where the change saves. */
  save?: Step;
  /** Lines by which the device says no. */
  rejects: RegExp;
}

const BRACKETS = /^(<[^<>\s]{1,64}>|\[[~*]?(?!y\/n|yes)[^[\]\s]{1,96}\])\s*$/i;
/** `?` asks for help, a blank ends a word, `|` filters, quotes and backslashes join and mask. */
const WORD = /^[\w!#$%&()*+,\-./:;<=>@[\]^{}~]{1,63}$/;
const YES: Answer = { asks: /\[(y\/n|y\(yes\)\/n\(no\).*|yes\/no)\]\s*:?\s*$/i, say: 'y' };

const CISCO: Profile = {
  names: /cisco/i,
  prompt: /^[\w.:/-]{1,64}(\([\w -]{1,64}\))?[>#]\s*$/,
  privileged: /#\s*$/,
  version: 'show version',
  unpaged: 'terminal length 0',
  users: { command: 'show running-config | include ^username', name: /^username (\S+) /gm },
  username: /^[A-Za-z0-9_][\w.@-]{0,63}$/,
  secret: WORD,
  change: [{ say: ['configure terminal'] }, { say: ['username {username} secret 0 {password}'] }, { say: ['end'] }],
  save: { say: ['write memory'], answers: [{ asks: /\[confirm\]\s*$/i, say: '' }], expects: /\[OK\]/ },
  rejects: /^ *(% .*|ERROR: .*)$/m,
};

const HUAWEI: Profile = {
  names: /huawei|\bvrp\b/i,
  prompt: BRACKETS,
  version: 'display version',
  unpaged: 'screen-length 0 temporary',
  users: { command: 'display current-configuration | include local-user', name: /^ *local-user (\S+) /gm },
  username: /^[A-Za-z0-9_][\w.-]{0,63}$/,
  secret: WORD,
  change: [
    { say: ['system-view'] },
    { say: ['aaa'] },
    { say: ['local-user {username} password irreversible-cipher {password}', 'local-user {username} password cipher {password}'] },
    // Version 8 keeps changes apart until they are committed, and shows it.
    { say: ['commit'], when: /^\[\*/ },
    { say: ['return'] },
  ],
  save: { say: ['save'], answers: [YES], expects: /success|saved/i },
  rejects: /^ *(error\b.*|\^) *$/im,
};

const H3C: Profile = {
  names: /h3c|comware|hpe?\b/i,
  prompt: BRACKETS,
  version: 'display version',
  unpaged: 'screen-length disable',
  users: { command: 'display current-configuration | include local-user', name: /^ *local-user (\S+)/gm },
  username: /^[A-Za-z0-9_][\w.-]{0,54}$/,
  secret: WORD,
  change: [
    { say: ['system-view'] },
    { say: ['local-user {username} class manage', 'local-user {username}'] },
    { say: ['password simple {password}'] },
    { say: ['return'] },
  ],
  save: { say: ['save force'], answers: [YES], expects: /successfully/i },
  rejects: /^ *(% .*|\^|.*(permission denied|too short|too weak|failed|invalid|not meet|not allowed).*)$/im,
};

const JUNIPER: Profile = {
  names: /juniper|junos/i,
  prompt: /^[\w.-]{1,64}@[\w.:-]{1,64}[>#]\s*$/,
  version: 'show version',
  unpaged: 'set cli screen-length 0',
  users: { command: 'show configuration system login | display set', name: /^set system login user (\S+) /gm },
  username: /^[A-Za-z_][\w.-]{0,63}$/,
  // Read at a question of its own, where nothing has a meaning.
  secret: /^[\x21-\x7e]{1,127}$/,
  change: [
    // Whatever is not committed is gone when the line ends.
    { say: ['configure exclusive'] },
    {
      say: ['set system login user {username} authentication plain-text-password'],
      answers: [{ asks: /password:\s*$/i, say: '{password}' }],
    },
    { say: ['commit and-quit'], expects: /commit complete/ },
  ],
  rejects: /^ *(error:.*|unknown command.*|syntax error.*|\^) *$/im,
};

export const PROFILES: Readonly<Record<string, Profile>> = { cisco: CISCO, huawei: HUAWEI, h3c: H3C, juniper: JUNIPER };

/** Questions that may come right after a login; declined. */
export const AT_LOGIN: readonly Answer[] = [
  { asks: /change (it )?now\?.*\[y(es)?\/n(o)?\]\s*:?\s*$/is, say: 'n' },
  { asks: /password needs to be changed.*\[y(es)?\/n(o)?\]\s*:?\s*$/is, say: 'n' },
];

/** Words for the privileged level (`su_methods`, docs/wire/assets.md#what-a-type-allows); several: the first one that the device knows. */
export const BECOME: Readonly<Record<'enable' | 'super' | 'super_level', readonly string[]>> = {
  enable: ['enable'],
  super: ['super 15', 'super'],
  super_level: ['super level-15', 'super'],
};

/** By which any of them asks for the next page. */
export const PAGER = /(--+ ?\(?more.*\)? ?--+|<--- more --->|---\(more[^)]*\)---)\s*$/i;

/** Any of their prompts, as the line where nothing comes after. */
export const ANY_PROMPT = /^[^\s"'][^"']{0,120}[>#$%\]]\s*$/;
/** A question at which a command of somebody's own list may stop. */
export const ANY_QUESTION = /[:?\]]\s*$/;
/** Lines by which any of them says no. */
export const ANY_REJECT = /^ *(% .*|error\b.*|\^|unknown command.*|syntax error.*|.*permission denied.*)$/im;
