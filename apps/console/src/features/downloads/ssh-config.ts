/** Where the SSH server listens, as the core tells it (decision 0080). */
export interface SshEndpoint {
  host: string;
  port: number;
}

/** Only what a host name or an address may hold: the text goes into a file that programs read. */
const SAFE_HOST = /^[a-z0-9.:[\]_-]{1,255}$/i;

/** An OpenSSH client configuration that names this Postern; `undefined` when the host is none. */
export function sshConfig({ host, port }: SshEndpoint): string | undefined {
  const name = host.replace(/^\[|\]$/g, '');
  if (!SAFE_HOST.test(name) || !Number.isInteger(port) || port < 1 || port > 65535) return undefined;
  return [
    'Host postern',
    `  HostName ${name}`,
    `  Port ${port}`,
    '  PreferredAuthentications password,keyboard-interactive',
    '  PubkeyAuthentication no',
    '',
  ].join('\n');
}
