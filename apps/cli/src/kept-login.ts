import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isRecord } from '@postern/contract/wire';
import { message } from './message.ts';
import type { Place } from './place.ts';
import { CliProblem } from './problem.ts';
import { problemWords } from './words.ts';

/** The login that is kept between two commands: a token that opens until it ends, in a file that its owner alone can read. */
export interface KeptLogin extends Place {
  token: string;
  username: string;
  /** As the server says it. */
  expires: string;
}

/** The folder of the XDG base directory specification; a relative one there is to be ignored. */
const folder = (env: NodeJS.ProcessEnv): string =>
  join(env.XDG_CONFIG_HOME?.startsWith('/') ? env.XDG_CONFIG_HOME : join(env.HOME ?? homedir(), '.config'), 'postern');

/** What SSH doors were seen to be, beside the login: whoever starts over removes both. */
export const knownHostsFile = (env: NodeJS.ProcessEnv): string => join(folder(env), 'known_hosts');

export const loginFile = (env: NodeJS.ProcessEnv = process.env): string => join(folder(env), 'login.json');

/**
 * What is kept; undefined when nobody is logged in.
 * @throws CliProblem when others can read the file: then it is to be thought of as stolen
 */
export async function keptLogin(env: NodeJS.ProcessEnv = process.env): Promise<KeptLogin | undefined> {
  const file = loginFile(env);
  let text: string;
  try {
    const { mode } = await stat(file);
    if ((mode & 0o077) !== 0) throw new CliProblem(message(problemWords.readable, { file }));
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof CliProblem) throw error;
    return undefined;
  }
  try {
    const kept: unknown = JSON.parse(text);
    if (isRecord(kept) && typeof kept.origin === 'string' && typeof kept.token === 'string') return kept as unknown as KeptLogin;
  } catch {
    // It says below what is wrong.
  }
  throw new CliProblem(message(problemWords.unreadable, { file }));
}

/** Keeps a login in place of an older one. The file is never there with other rights, nor half written. */
export async function keepLogin(login: KeptLogin, env: NodeJS.ProcessEnv = process.env): Promise<void> {
  await mkdir(folder(env), { recursive: true, mode: 0o700 });
  const fresh = `${loginFile(env)}.${process.pid}`;
  await rm(fresh, { force: true });
  await writeFile(fresh, `${JSON.stringify(login, null, 1)}\n`, { mode: 0o600, flag: 'wx' });
  await chmod(fresh, 0o600);
  await rename(fresh, loginFile(env));
}

export const forgetLogin = (env: NodeJS.ProcessEnv = process.env): Promise<void> => rm(loginFile(env), { force: true });
