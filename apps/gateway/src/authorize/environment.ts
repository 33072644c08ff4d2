import type { ConnectionSecret } from '@postern/contract/component';
import { PROTOCOLS } from '@postern/contract/protocols';

/** Variables of one program, and how long they may be. */
const MAX_VARIABLES = 64;
const MAX_VALUE = 4096;
const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/**
 * What no list lets through, whatever it says: it would say which program runs, or what the target believes of the connection. Command rules judge what is
 * run, and these change what a name stands for.
 */
const NEVER: readonly string[] = [
  ...[
    'PATH',
    'HOME',
    'USER',
    'LOGNAME',
    'SHELL',
    'ENV',
    'IFS',
    'CDPATH',
    'PS4',
    'PROMPT_COMMAND',
    'SHELLOPTS',
    'TERMINFO',
    'TERMCAP',
    'MAIL',
  ],
  ...[
    'LD_*',
    'DYLD_*',
    'BASH_*',
    'BASHOPTS',
    'SSH_*',
    'SUDO_*',
    'GCONV_PATH',
    'LOCPATH',
    'NLSPATH',
    'LOCALDOMAIN',
    'RES_OPTIONS',
    'MALLOC_*',
  ],
  ...['PYTHON*', 'PERL*', 'RUBY*', 'NODE_*', 'JAVA_*', 'GIT_SSH*', 'EDITOR', 'VISUAL', 'PAGER', 'LESSOPEN', 'LESSCLOSE'],
];

/** As in sshd's AcceptEnv: a name, or its beginning and `*`. */
const names = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? pattern.length > 1 && name.startsWith(pattern.slice(0, -1)) : pattern === name;

const WANTED = PROTOCOLS.ssh?.settings.accept_env?.default;

/** What of the variables that a client sent goes on to the target, in the order in which they came: those that the platform lists. */
export function passedOn(
  { platform, protocol }: Pick<ConnectionSecret, 'platform' | 'protocol'>,
  sent: Readonly<Record<string, string>>,
): Record<string, string> {
  const listed = platform.protocols.find(({ name }) => name === protocol)?.setting?.accept_env ?? WANTED;
  const wanted = typeof listed === 'string' ? listed.split(/[\s,]+/) : [];
  const allowed = ([name, value]: [string, string]): boolean =>
    NAME.test(name) &&
    value.length <= MAX_VALUE &&
    !value.includes('\0') &&
    !NEVER.some((pattern) => names(pattern, name)) &&
    wanted.some((pattern) => names(pattern, name));
  return Object.fromEntries(Object.entries(sent).filter(allowed).slice(0, MAX_VARIABLES));
}
