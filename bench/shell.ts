import { Client, type ConnectConfig } from 'ssh2';

/** Milliseconds a terminal may take to open, and a key to come back. */
export const OPEN_MS = 60_000;
const ECHO_MS = 20_000;

/** What runs in a terminal whose keys come back: the pseudo-terminal echoes, and nothing else answers. */
export const COMMAND = 'stty -icanon; echo ready-$((6*7)); exec cat >/dev/null';

/** A terminal whose keys come back. */
export interface Terminal {
  /** Types one letter and answers the milliseconds until it is seen. */
  echo(letter: string): Promise<number>;
  type(letter: string): void;
  close(): void;
}

/** Waits for single letters: each key is typed when the one before has come back. */
export function echoes(send: (letter: string) => void): { seen(bytes: Buffer): void; echo(letter: string): Promise<number> } {
  let waiting: { letter: string; done(): void } | undefined;
  return {
    seen(bytes) {
      if (waiting && bytes.includes(waiting.letter)) waiting.done();
    },
    echo: (letter) =>
      new Promise((resolve, reject) => {
        const limit = setTimeout(() => reject(new Error('A key did not come back')), ECHO_MS);
        const start = performance.now();
        waiting = {
          letter,
          done() {
            clearTimeout(limit);
            waiting = undefined;
            resolve(performance.now() - start);
          },
        };
        send(letter);
      }),
  };
}

/** A shell by native SSH, at a machine or through the gateway. */
export async function openShell(login: Omit<ConnectConfig, 'host'>): Promise<Terminal> {
  const client = new Client();
  await new Promise<void>((resolve, reject) => {
    client.once('ready', resolve).once('error', reject);
    client.connect({ host: '127.0.0.1', readyTimeout: OPEN_MS, ...login });
  });
  const opened = Promise.withResolvers<void>();
  const limit = setTimeout(() => opened.reject(new Error('The terminal did not open')), OPEN_MS);
  client.on('error', opened.reject);
  // Nobody may be waiting for it any more.
  opened.promise.catch(() => undefined);
  let write: (letter: string) => void = () => undefined;
  const { seen, echo } = echoes((letter) => write(letter));
  let output = '';
  client.shell({ term: 'xterm-256color', cols: 80, rows: 24 }, (error, channel) => {
    if (error) return opened.reject(error);
    write = (letter) => void channel.write(letter);
    channel.on('data', (bytes: Buffer) => {
      if (output.length < 4_000) output += bytes.toString();
      if (output.includes('ready-42')) opened.resolve();
      seen(bytes);
    });
    write(`${COMMAND}\n`);
  });
  await opened.promise.finally(() => clearTimeout(limit));
  return { echo, type: (letter) => write(letter), close: () => client.end() };
}
