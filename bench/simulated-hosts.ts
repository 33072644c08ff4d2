import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from '@postern/testkit/ports';
import ssh2 from 'ssh2';
import { timed } from './measure.ts';

/** Many Unix hosts in one process (canned-hosts.ts), on addresses of loopback. */

interface Hosts {
  port: number;
  stop(): void;
}

interface Many {
  count: number;
  /** So many of them take a connection and never say a word. */
  hanging?: number;
  /** The slowest answers after so many milliseconds, the others evenly before. */
  slowestMs: number;
  password: string;
}

export async function startHosts({ count, hanging = 0, slowestMs, password }: Many): Promise<Hosts> {
  const port = await freePort();
  const script = fileURLToPath(new URL('canned-hosts.ts', import.meta.url));
  const argv = [script, port, count, hanging, slowestMs, password].map(String);
  const child: ChildProcess = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
  const leave = () => void child.kill('SIGKILL');
  process.once('exit', leave);
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', () => reject(new Error('The hosts did not start')));
  });
  return {
    port,
    stop() {
      process.off('exit', leave);
      child.removeAllListeners('exit');
      child.kill('SIGTERM');
    },
  };
}

export interface Place {
  address: string;
  port: number;
}

/** Addresses of one port: `127.0.1.1` and on, 250 of a third byte. */
export const simulated = (count: number, port: number): Place[] =>
  Array.from({ length: count }, (_, at) => ({ address: `127.0.${1 + Math.floor(at / 250)}.${(at % 250) + 1}`, port }));

/** The same by ssh2 alone: log in, one command, read it all; nothing judged, stored or told. @returns milliseconds */
export async function bare(
  places: readonly Place[],
  { width, password, command }: { width: number; password: string; command: string },
): Promise<number> {
  const one = ({ address, port }: Place): Promise<void> =>
    new Promise((resolve, reject) => {
      const client = new ssh2.Client();
      client.once('error', reject).once('ready', () =>
        client.exec(command, (error, channel) => {
          if (error) return reject(error);
          channel.resume();
          channel.once('close', () => {
            client.end();
            resolve();
          });
        }),
      );
      client.connect({ host: address, port, username: 'root', password });
    });
  return timed(async () => {
    const queue = places.values();
    const lane = async () => {
      for (const place of queue) await one(place);
    };
    await Promise.all(Array.from({ length: width }, lane));
  });
}
