import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'ssh2';

/** A process that holds ssh2 shells and does nothing else: prints the kilobytes each costs. Arguments: port, user, key file, count. */
const [port, username, keyPath, count] = process.argv.slice(2);
const privateKey = await readFile(keyPath ?? '', 'utf8');

async function open(): Promise<Client> {
  const client = new Client();
  await new Promise<void>((resolve, reject) => {
    client.once('error', reject).once('ready', () =>
      client.shell({ term: 'xterm-256color' }, (error, channel) => {
        if (error) return reject(error);
        channel.once('data', () => resolve());
        channel.resume();
      }),
    );
    client.connect({ host: '127.0.0.1', port: Number(port), username: username ?? '', privateKey, readyTimeout: 60_000 });
  });
  return client;
}

async function resident(): Promise<number> {
  for (let turn = 0; turn < 3; turn += 1) {
    globalThis.gc?.();
    await wait(500);
  }
  return process.memoryUsage.rss() / 1024;
}

// The first ones load code, as with the gateway.
const clients = [await open(), await open(), await open(), await open(), await open()];
for (const client of clients.splice(0)) client.end();
const before = await resident();
for (let left = Number(count); left > 0; left -= 1) clients.push(await open());
process.stdout.write(`${((await resident()) - before) / clients.length}\n`);
for (const client of clients) client.end();
