/** How a person's own `ssh` is told of the SSH door: the text of an `ssh_config(5)`, and commands without one. */

/** Where the SSH server listens, as the core tells it, and who logs in. */
export interface SshEntrance {
  host: string;
  port: number;
  username: string;
}

/** What the door is called in the configuration; an asset is called by its own name with this behind it. */
const ALIAS = 'postern';

/** The ending by which `ssh` knows what leads through the door. */
export const JUMP_SUFFIX = `.${ALIAS}`;

/** Only what a host name or an address may hold: the text goes into a file that programs read. */
const HOST = /^[a-z0-9.:[\]_-]{1,255}$/i;
/** Written as it is; anything else in quotes. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]*$/u;
/** What cannot be quoted, or is replaced within quotes: quotes, backslashes, `%h` and `${HOME}`. */
const UNWRITABLE = /["\\%$`\p{Cc}]/u;

/** The host without brackets; undefined where something is none, so that nothing is made of it. */
function checked({ host, port, username }: SshEntrance): SshEntrance | undefined {
  const name = host.replace(/^\[|\]$/g, '');
  if (!HOST.test(name) || !Number.isInteger(port) || port < 1 || port > 65_535) return undefined;
  return username === '' || UNWRITABLE.test(username) ? undefined : { host: name, port, username };
}

/**
 * An OpenSSH client configuration that names this Postern, and leads everything that is called `{asset}.postern` through it (`ProxyJump`). All
 * that answers behind the door shows the door's own key, so it is known once, under one name.
 * @returns undefined for what cannot be written into such a file
 */
export function sshConfig(entrance: SshEntrance): string | undefined {
  const found = checked(entrance);
  if (!found) return undefined;
  const { host, port, username } = found;
  return [
    `Host ${ALIAS}`,
    `  HostName ${host}`,
    `  Port ${port}`,
    `  User ${PLAIN.test(username) ? username : `"${username}"`}`,
    `  HostKeyAlias ${ALIAS}`,
    '',
    `Host *${JUMP_SUFFIX}`,
    `  ProxyJump ${ALIAS}`,
    `  HostKeyAlias ${ALIAS}`,
    '',
  ].join('\n');
}

/** With the configuration in place: an account of an asset. */
export const sshByName = (account: string, asset: string): string => `ssh ${account}@${asset}${JUMP_SUFFIX}`;

/** Without a configuration. undefined for a name that a shell would take apart. */
export function sshCommand(entrance: SshEntrance, account: string, asset: string): string | undefined {
  const found = checked(entrance);
  if (!found || !PLAIN.test(found.username)) return undefined;
  return `ssh -p ${found.port} ${found.username}@${account}@${asset}@${found.host}`;
}

/** The name of the asset that somebody jumps to: what `ssh` was given, without the ending by which it knew the way. */
export const jumpTarget = (host: string): string =>
  host.length > JUMP_SUFFIX.length && host.toLowerCase().endsWith(JUMP_SUFFIX) ? host.slice(0, -JUMP_SUFFIX.length) : host;
