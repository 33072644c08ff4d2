import { randomUUID } from 'node:crypto';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import type { Client, ClientChannel } from 'ssh2';
import { expect, onTestFinished, test } from 'vitest';
import { ssh2 } from '../src/ssh2.ts';
import { CODE_WANTED, CODE_WRONG, FACTOR_WANTED, LOGIN_PASSWORD } from './core-reviews.ts';
import { eventually, grantFor, startWorld } from './world.ts';

// A rule asks for a second factor before a connection: at the SSH door nothing is opened, and whoever is there is told where to go.

const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(startWorld, (it) => it.stop());

async function connected(code = ''): Promise<Client> {
  const name = `delicate-${randomUUID().slice(0, 8)}`;
  const grant = grantFor(sshd, { actions: ['connect', 'upload', 'download', 'forward'].map((value) => ({ value, label: value })) });
  world.core.reviews.targets.set(name, { ...grant, asset: { ...grant.asset, id: randomUUID(), name } });
  world.core.reviews.factors.set(name, code);
  const client = new ssh2.Client();
  await new Promise<void>((resolve, reject) => {
    client.once('ready', resolve).once('error', reject);
    const who = { username: `ann+ops+${name}`, password: LOGIN_PASSWORD };
    client.connect({ host: '127.0.0.1', port: world.gateway.sshPort(), ...who });
  });
  client.on('error', () => undefined);
  onTestFinished(() => void client.end());
  return client;
}

type Opened = (error: Error | undefined, channel: ClientChannel) => void;

/** All that a channel says until it closes, and how it ended. */
const outcome = (open: (opened: Opened) => void): Promise<{ text: string; code: number | null }> =>
  new Promise((resolve, reject) =>
    open((error, channel) => {
      if (error) return reject(error);
      let text = '';
      let code: number | null = null;
      for (const stream of [channel, channel.stderr])
        stream.on('data', (bytes: Buffer) => {
          text += bytes.toString();
        });
      channel.on('exit', (status: number | null) => {
        code = status;
      });
      channel.once('close', () => resolve({ text, code }));
    }),
  );

test.each<[string, (client: Client) => (opened: Opened) => void]>([
  ['a shell', (client) => (opened) => client.shell({ term: 'xterm' }, opened)],
  ['a command', (client) => (opened) => client.exec('echo secret', opened)],
  ['a command on a terminal', (client) => (opened) => client.exec('echo secret', { pty: true }, opened)],
  ['scp', (client) => (opened) => client.exec('scp -f /etc/passwd', opened)],
])('%s is refused with what to do, and nothing runs', async (_what, open) => {
  const before = world.core.sessions.size;
  const { text, code } = await outcome(open(await connected()));
  expect(text.trim()).toBe(FACTOR_WANTED);
  expect(code).toBe(255);
  expect(world.core.sessions.size).toBe(before);
});

test('files and forwards are not opened either', async () => {
  const before = world.core.sessions.size;
  const client = await connected();
  await expect(new Promise((resolve, reject) => client.sftp((error, files) => (error ? reject(error) : resolve(files))))).rejects.toThrow();
  const forward = new Promise((resolve, reject) =>
    client.forwardOut('127.0.0.1', 1, '127.0.0.1', 9, (error, channel) => (error ? reject(error) : resolve(channel))),
  );
  await expect(forward).rejects.toThrow();
  expect(world.core.sessions.size).toBe(before);
});

const ASKS = 'Ctrl+C gives up.';
const WRONG = 'This code is not right. Type another one';

/** A shell, with what it shows so far. */
async function shellOf(client: Client): Promise<{ channel: ClientChannel; shown(words: string): Promise<unknown>; text(): string }> {
  const channel = await new Promise<ClientChannel>((resolve, reject) =>
    client.shell({ term: 'xterm' }, (error, opened) => (error ? reject(error) : resolve(opened))),
  );
  let text = '';
  channel.on('data', (bytes: Buffer) => {
    text += bytes.toString();
  });
  return { channel, text: () => text, shown: (words) => eventually(() => text.includes(words) || undefined, 20_000) };
}

test('on a terminal a code that is typed is asked for; a wrong one is asked for again, and the right one opens the session', async () => {
  const { channel, shown, text } = await shellOf(await connected('123456'));
  await shown(ASKS);
  channel.write('111111\r');
  await shown(WRONG);
  // What is typed ahead is for the target.
  channel.write('12345X\x7f6\recho opened-$((6*7))\r');
  await shown('opened-42');
  expect(text()).not.toContain('123456');
  channel.write('exit\r');
});

test('whoever gives up, and three wrong codes, open nothing', async () => {
  const gives = await shellOf(await connected('123456'));
  await gives.shown(ASKS);
  gives.channel.write('\x03');
  await gives.shown(CODE_WANTED);
  const guesses = await shellOf(await connected('123456'));
  await guesses.shown(ASKS);
  guesses.channel.write('1\r2\r3\r');
  await guesses.shown(CODE_WRONG);
});

test('where nothing can be asked, what to do is in the refusal', async () => {
  const client = await connected('123456');
  const { text, code } = await outcome((opened) => client.exec('echo secret', opened));
  expect([text.trim(), code]).toEqual([CODE_WANTED, 255]);
});
