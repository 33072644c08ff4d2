import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { argumentsOf, asking, type Command } from '../command.ts';
import { knownHostsFile } from '../kept-login.ts';
import { message } from '../message.ts';
import { CliProblem, EXIT, usage } from '../problem.ts';
import { problemWords, usageWords } from '../words.ts';
import { ownAsset } from './own-assets.ts';

/** Opens an asset with the `ssh` of this machine, by a token of its own that is good for this one session. */

const ASKPASS = fileURLToPath(new URL('../askpass.mjs', import.meta.url));

/** Only what a host name or an address may hold: it becomes an argument of a program. */
const HOST = /^[a-z0-9.:_-]{1,255}$/i;

/** The part before the last `@` is the account: names of accounts are often mail addresses. */
function targetOf(words: readonly string[]): { account: string; asset: string; command: readonly string[] } {
  const [target, ...command] = words;
  if (!target) throw usage(message(problemWords.whatToOpen));
  const at = target.lastIndexOf('@');
  return { account: at < 0 ? '' : target.slice(0, at), asset: target.slice(at + 1), command };
}

/**
 * Runs `ssh`. The value of the token is in no argument and no address, which others on this machine can see: `ssh` asks a program of ours for it, which has it from its
 * environment. The key of the SSH server is kept from the first time on, and one that has changed is refused.
 */
function runSsh(
  door: { host: string; port: number },
  token: { id: string; value: string },
  command: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const known = knownHostsFile(env);
  mkdirSync(dirname(known), { recursive: true, mode: 0o700 });
  const options = [
    'PreferredAuthentications=password',
    'PubkeyAuthentication=no',
    'NumberOfPasswordPrompts=1',
    'StrictHostKeyChecking=accept-new',
    // In quotes it is one file; what those do not keep apart is left to the person's own.
    ...(/["%$]/.test(known) ? [] : [`UserKnownHostsFile="${known}"`]),
  ];
  const args = ['-p', String(door.port), '-l', `JMS-${token.id}`, ...options.flatMap((one) => ['-o', one]), '--', door.host, ...command];
  // Copies of the sources may have lost the right.
  chmodSync(ASKPASS, 0o755);
  const child = spawn('ssh', args, {
    stdio: 'inherit',
    env: {
      ...env,
      PATH: [dirname(process.execPath), env.PATH ?? ''].join(delimiter),
      SSH_ASKPASS: ASKPASS,
      SSH_ASKPASS_REQUIRE: 'force',
      POSTERN_SSH_ANSWER: token.value,
    },
  });
  // What is typed is meant for the session.
  const leave = (): void => undefined;
  process.on('SIGINT', leave);
  return new Promise((resolve, reject) => {
    child.on('error', () => reject(new CliProblem(message(problemWords.noSsh), EXIT.unavailable)));
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 255 : EXIT.failed)));
  }).finally(() => process.off('SIGINT', leave)) as Promise<number>;
}

export const ssh: Command = {
  usage: usageWords.ssh,
  async run(given) {
    const split = given.argv.indexOf('--');
    const own = split < 0 ? given.argv : given.argv.slice(0, split);
    const { values, positionals } = argumentsOf(own, { org: { type: 'string' } });
    const { account, asset: named, command } = targetOf([...positionals, ...(split < 0 ? [] : given.argv.slice(split + 1))]);
    const { client, place } = await asking(given);
    const asset = await ownAsset(client, named, values.org ?? (given.env.POSTERN_ORG || undefined));
    const door = await client.endpoints.smart({ protocol: 'ssh', asset_id: asset.id });
    const host = (door.host || new URL(place.origin).hostname).replace(/^\[|\]$/g, '');
    if (!HOST.test(host) || host.startsWith('-')) throw new CliProblem(message(problemWords.noHost));
    if (!door.ssh_port) throw new CliProblem(message(problemWords.noDoor));
    const token = await client.connectionToken.create({
      asset: asset.id,
      account: account || (await onlyAccount(client, asset)),
      protocol: 'ssh',
      connect_method: 'ssh_client',
    });
    return runSsh({ host, port: door.ssh_port }, token, command, given.env);
  },
};

/** The account of somebody who named none. @throws CliProblem when there are several */
async function onlyAccount(client: Awaited<ReturnType<typeof asking>>['client'], asset: { id: string; name: string }): Promise<string> {
  const accounts = (await client.permsUsers.accounts('self', asset.id)).filter(({ has_secret }) => has_secret);
  const [one, ...others] = accounts;
  if (!one) throw new CliProblem(message(problemWords.noAccount, { asset: asset.name }));
  if (others.length > 0)
    throw new CliProblem(message(problemWords.accounts, { asset: asset.name, list: accounts.map(({ alias }) => alias).join(', ') }));
  return one.alias;
}
