import type { Readable } from 'node:stream';
import type { Client, ClientChannel, SFTPWrapper } from 'ssh2';
import { PIECE, roomIn } from './frames.ts';

/** What a playbook does on a machine, over the one connection that its run has through the gateway to there. */

/** Bytes that one command may answer. */
const MAX_ANSWER = 32 * 1024 * 1024;
/** Bytes of a file that is fetched. */
const MAX_FETCHED = 64 * 1024 * 1024;
/** What a command ends with that the gateway did not let come about, and one of which no more is known. */
const NOT_RUN = 255;

/** A file was not moved, in words that are ours. `denied` when the gateway or the machine did not allow it. */
export class FileFailure extends Error {
  readonly denied: boolean;
  constructor(message: string, denied: boolean) {
    super(message);
    this.denied = denied;
  }
}
/** The connection ended. */
export class Lost extends Error {}

interface Streams {
  /** What the command is given, piece by piece. */
  input: AsyncIterable<Buffer>;
  /** Hands over what it answers; resolves when there is room for more. */
  tell(stream: 'out' | 'err', bytes: Buffer): Promise<void>;
}

export interface Machine {
  /** @returns its exit status. @throws Lost */
  command(line: string, streams: Streams): Promise<number>;
  /** @throws FileFailure, Lost */
  put(path: string, pieces: AsyncIterable<Buffer>): Promise<void>;
  get(path: string, tell: (bytes: Buffer) => Promise<void>): Promise<void>;
  isOpen(): boolean;
  end(): void;
}

/** SFTP's own numbers (draft-ietf-secsh-filexfer-02). */
const DENIED = 3;
const failure = (path: string, error: unknown): FileFailure => {
  const { code, message } = error as { code?: unknown; message?: string };
  return new FileFailure(`${path}: ${String(message ?? 'not moved').slice(0, 200)}`, code === DENIED);
};

export function machineOver(client: Client): Machine {
  let open = true;
  let files: Promise<SFTPWrapper> | undefined;
  const closed = new Promise<never>((_resolve, reject) => {
    client.once('close', () => {
      open = false;
      reject(new Lost('The connection ended'));
    });
  });
  closed.catch(() => undefined);
  const orLost = <T>(work: Promise<T>): Promise<T> => Promise.race([work, closed]);

  const sftp = (): Promise<SFTPWrapper> => {
    files ??= new Promise<SFTPWrapper>((resolve, reject) => {
      client.sftp((error, found) => {
        if (error) return reject(new FileFailure(`SFTP: ${error.message.slice(0, 200)}`, false));
        found.on('error', () => undefined);
        found.once('close', () => {
          files = undefined;
        });
        resolve(found);
      });
    });
    files.catch(() => {
      files = undefined;
    });
    return orLost(files);
  };
  const channel = (command: string): Promise<ClientChannel> =>
    orLost(
      new Promise((resolve, reject) => {
        client.exec(command, (error, found) => (error ? reject(new Lost(error.message)) : resolve(found)));
      }),
    );

  async function feed(to: ClientChannel, input: AsyncIterable<Buffer>): Promise<void> {
    for await (const bytes of input) {
      // A command that has ended reads no more; the rest is thrown away.
      if (!to.writable) continue;
      if (!to.write(bytes)) await roomIn(to);
    }
    to.end();
  }

  return {
    isOpen: () => open,
    end() {
      client.end();
      client.destroy();
    },
    async command(line, { input, tell }) {
      const running = await channel(line);
      running.on('error', () => undefined);
      let code: number | undefined;
      running.on('exit', (status: number | null) => {
        code = status ?? NOT_RUN;
      });
      const ended = new Promise<void>((resolve) => running.once('close', () => resolve()));
      let answered = 0;
      let telling: Promise<unknown> = Promise.resolve();
      const hear = (stream: 'out' | 'err', from: Readable): void => {
        from.on('data', (bytes: Buffer) => {
          answered += bytes.length;
          if (answered > MAX_ANSWER) return void running.close();
          from.pause();
          telling = Promise.all([telling, tell(stream, bytes).finally(() => from.resume())]);
          telling.catch(() => running.close());
        });
      };
      hear('out', running);
      hear('err', running.stderr);
      await orLost(Promise.all([feed(running, input), ended]));
      await telling;
      if (answered > MAX_ANSWER) throw new Lost('The command answered more than can be kept');
      if (code === undefined) throw new Lost('The command did not end by itself');
      return code;
    },
    async put(path, pieces) {
      const to = (await sftp()).createWriteStream(path, { mode: 0o600 });
      const done = new Promise<void>((resolve, reject) => {
        to.once('error', (error: unknown) => reject(failure(path, error)));
        to.once('close', () => resolve());
      });
      done.catch(() => undefined);
      for await (const bytes of pieces) {
        if (to.destroyed || !to.writable) continue;
        if (!to.write(bytes)) await roomIn(to);
      }
      to.end();
      await orLost(done);
    },
    async get(path, tell) {
      const from = (await sftp()).createReadStream(path, { highWaterMark: PIECE });
      let fetched = 0;
      try {
        for await (const bytes of from) {
          fetched += bytes.length;
          if (fetched > MAX_FETCHED) throw new FileFailure(`${path}: larger than ${MAX_FETCHED} bytes`, false);
          await tell(bytes);
        }
      } catch (error) {
        throw error instanceof FileFailure ? error : failure(path, error);
      }
    },
  };
}
