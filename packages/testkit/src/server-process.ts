import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { until } from './until.ts';

/** Who runs a server of a test: nobody when the test is root, as the servers refuse to be root; else the test's own user. */
const NOBODY = 65_534;
const identity = (): { uid?: number; gid?: number } => (userInfo().uid === 0 ? { uid: NOBODY, gid: NOBODY } : {});

/** A folder of a test's server that the server may write to. */
export function serverFolder(name: string): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), `postern-${name}-`));
  if (identity().uid !== undefined) execFileSync('chown', [`${NOBODY}:${NOBODY}`, path]);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Starts something in a folder of its own (`at`: the path of a file there), which goes when that is stopped, or could not be started. */
export async function inServerFolder<T extends ServerProcess>(
  name: string,
  start: (path: string, at: (file: string) => string) => Promise<T>,
): Promise<T> {
  const { path, remove } = serverFolder(name);
  try {
    const started = await start(path, (file) => join(path, file));
    return {
      ...started,
      async stop() {
        await started.stop();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Runs a preparing program to its end, as the user that will run the server. */
export function prepareServer(file: string, argv: readonly string[]): void {
  execFileSync(file, argv, { stdio: 'ignore', ...identity() });
}

export interface ServerProcess {
  stop(): Promise<void>;
}

/**
 * Starts a server and waits until it listens on its loopback port. It does not outlive the test's process.
 *
 * @param options.asSelf for a server that does not mind to be root, or that only the test's own user may read, such as one of its Python
 */
export async function runServer(
  file: string,
  argv: readonly string[],
  port: number,
  { asSelf = false, host = '127.0.0.1' }: { asSelf?: boolean; host?: string } = {},
): Promise<ServerProcess> {
  // Its input stays open for as long as the test's process is there.
  const child: ChildProcess = spawn(file, argv, { stdio: [asSelf ? 'pipe' : 'ignore', 'pipe', 'pipe'], ...(asSelf ? {} : identity()) });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (bytes: Buffer) => {
      output = (output + bytes.toString()).slice(-4000);
    });
  }
  const leave = (): void => void child.kill('SIGKILL');
  process.once('exit', leave);
  const stop = async (): Promise<void> => {
    process.off('exit', leave);
    const gone = new Promise<void>((done) => child.once('exit', () => done()));
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGTERM')) await gone;
  };
  const outcome = await until(`${file} listens`, 60_000, async () => (child.exitCode === null ? await answers(port, host) : 'ended')).catch(
    () => 'silent',
  );
  if (outcome === true) return { stop };
  await stop();
  throw new Error(`${file} does not listen: ${output}`);
}

const answers = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, host, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
