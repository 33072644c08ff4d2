import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path/posix';
import { finished } from 'node:stream/promises';
import { profileOf } from '@postern/contract/ssh-algorithms';
import type { Client, SFTPWrapper } from 'ssh2';
import { guardedAddress } from '../../../platform/outbound/guarded-address.ts';
import { dialTcp, logIn, SshFailure } from '../../../platform/ssh/log-in.ts';
import { type ObjectStore, StoreError } from './object-store.ts';

/** A folder on a machine with an SFTP server. */
export interface SftpPlace {
  host: string;
  port: number;
  username: string;
  /** A private key, or else a password. */
  key: string;
  password: string;
  /** Of the one host key that is trusted, as OpenSSH prints it. */
  hostKey: string;
  folder: string;
}

const LIMIT_MS = 20_000;
/** Of SFTP (draft-ietf-secsh-filexfer-02 section 7): there is no such file. */
const NO_SUCH_FILE = 2;

type Callback<T> = (error: Error | null | undefined, value: T) => void;
const codeOf = (error: unknown): unknown => (error as { code?: unknown } | undefined)?.code;

/** @throws StoreError; what the server said of it stays with us */
const failed = (error: unknown): never => {
  throw new StoreError(`SFTP ${String(codeOf(error) ?? 'error').slice(0, 64)}`, { cause: error });
};

/** One call of the protocol. @throws StoreError */
const called = <T>(call: (done: Callback<T>) => unknown): Promise<T> =>
  new Promise<T>((resolve, reject) => void call((error, value) => (error ? reject(error) : resolve(value)))).catch(failed);

const unlessMissing = async <T>(work: Promise<T>): Promise<T | undefined> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof StoreError && codeOf(error.cause) === NO_SUCH_FILE) return undefined;
    throw error;
  }
};

async function connected(place: SftpPlace, allow: readonly string[]): Promise<{ client: Client; sftp: SFTPWrapper }> {
  const { host, port, username, key, password, hostKey } = place;
  // Judged as for the guarded client, and connected to as it was judged.
  const { address } = await guardedAddress(host, { allow, named: true });
  try {
    const client = await logIn({
      stream: await dialTcp(address, port, LIMIT_MS),
      username,
      ...(key ? { secretType: 'ssh_key', secret: key } : { secretType: 'password', secret: password }),
      known: [],
      trust: async ({ fingerprint }) => fingerprint === hostKey,
      limit: LIMIT_MS,
      algorithms: profileOf(undefined, false),
    });
    const sftp = await called<SFTPWrapper>((done) => client.sftp(done)).catch((error: unknown) => {
      client.destroy();
      throw error;
    });
    return { client, sftp };
  } catch (error) {
    if (error instanceof SshFailure) throw new StoreError(`SSH ${error.why} ${error.detail}`.trimEnd(), { cause: error });
    throw error;
  }
}

/**
 * Files below a folder of an SFTP server whose host key is known. Connects with the first call, and once.
 * @param allow addresses the operator allows whatever they are (POSTERN_OUTBOUND_ALLOW)
 */
export function sftpStore(place: SftpPlace, allow: readonly string[]): ObjectStore {
  let opened: ReturnType<typeof connected> | undefined;
  const session = async (): Promise<SFTPWrapper> => {
    opened ??= connected(place, allow);
    return (await opened).sftp;
  };
  const at = (name: string): string => join(place.folder, name);
  const size = async (path: string): Promise<number | undefined> => {
    const sftp = await session();
    return (await unlessMissing(called<{ size: number }>((done) => sftp.stat(path, done))))?.size;
  };

  async function makeFolder(path: string): Promise<void> {
    if (path === '/' || path === '.' || (await size(path)) !== undefined) return;
    await makeFolder(dirname(path));
    const sftp = await session();
    try {
      await called<void>((done) => sftp.mkdir(path, { mode: 0o700 }, done));
    } catch (error) {
      // Somebody else may have made it meanwhile.
      if ((await size(path)) === undefined) throw error;
    }
  }

  /** Puts a file in the place of another: at once where the server can, else with a moment without any. */
  async function moved(from: string, to: string): Promise<void> {
    const sftp = await session();
    try {
      await called<void>((done) => sftp.ext_openssh_rename(from, to, done));
    } catch {
      await unlessMissing(called<void>((done) => sftp.unlink(to, done)));
      await called<void>((done) => sftp.rename(from, to, done));
    }
  }

  return {
    async put(name, { open }) {
      const path = at(name);
      await makeFolder(dirname(path));
      const sftp = await session();
      const temporary = `${path}.${randomUUID()}.part`;
      try {
        const target = sftp.createWriteStream(temporary, { mode: 0o600 });
        const source = open();
        source.on('error', () => target.destroy());
        await finished(source.pipe(target)).catch(failed);
        await moved(temporary, path);
      } catch (error) {
        await called<void>((done) => sftp.unlink(temporary, done)).catch(() => undefined);
        throw error;
      }
      return '';
    },
    async get(name, part) {
      if ((await size(at(name))) === undefined) return undefined;
      const sftp = await session();
      return sftp.createReadStream(at(name), part && { start: part.from, end: part.from + part.bytes - 1 });
    },
    async stat(name) {
      const bytes = await size(at(name));
      return bytes === undefined ? undefined : { bytes, version: '' };
    },
    async remove(name) {
      const sftp = await session();
      await unlessMissing(called<void>((done) => sftp.unlink(at(name), done)));
    },
    close() {
      opened?.then(({ client }) => client.end()).catch(() => undefined);
    },
  };
}
