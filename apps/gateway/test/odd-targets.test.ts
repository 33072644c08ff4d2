import type { AddressInfo, Socket } from 'node:net';
import type { ConnectionSecret } from '@postern/contract/component';
import { forThisFile } from '@postern/testkit/for-this-file';
import { newSshKey } from '@postern/testkit/ssh-keys';
import { startSshd } from '@postern/testkit/sshd';
import { openPage, type Page } from '@postern/testkit/terminal-page';
import { rests } from '@postern/testkit/until';
import ssh2, { type AuthContext, type ServerChannel } from 'ssh2';
import { afterEach, describe, expect, it } from 'vitest';
import { nativeClient } from './native-client.ts';
import { ANN_COOKIE, eventually, grantFor, startWorld } from './world.ts';

/** Targets that no OpenSSH configuration makes: other ways to ask for a password, other ways to leave. */

const targets: ssh2.Server[] = [];
const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(startWorld, (it) => it.stop());
afterEach(() => {
  for (const target of targets.splice(0)) target.close();
});

const { private: hostKey } = newSshKey('ed25519');

async function target(
  authenticate: (context: AuthContext) => void,
  shell: (channel: ServerChannel, cut: () => void) => void,
  command: (accept: () => ServerChannel, socket: Socket) => void = (accept) => accept().close(),
): Promise<number> {
  const server = new ssh2.Server({ hostKeys: [hostKey] }, (connection) => {
    connection.on('error', () => undefined);
    connection.on('authentication', authenticate);
    connection.on('session', (accept) => {
      const session = accept();
      session.on('pty', (yes) => yes?.());
      session.on('shell', (yes) => shell(yes(), () => connection.end()));
      session.on('exec', (yes) => command(yes, (connection as unknown as { _sock: Socket })._sock));
    });
  });
  targets.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

const anyone = (context: AuthContext) => context.accept();

function grantTo(port: number, change: Partial<ConnectionSecret> = {}): ConnectionSecret {
  const grant = grantFor(sshd, { host_keys: [], ...change });
  const account = { ...grant.account, secret_type: { value: 'password', label: '' }, secret: 'open sesame' };
  return { ...grant, account, asset: { ...grant.asset, protocols: [{ name: 'ssh', port }] } };
}
const open = (port: number, change: Partial<ConnectionSecret> = {}): Page =>
  openPage(world.gateway.port, `token=${world.token(grantTo(port, change))}`, { cookie: ANN_COOKIE });
const close = async (page: Page) => JSON.parse((await page.frame('CLOSE')).data);

describe('logins', () => {
  it('answer the password method', async () => {
    const port = await target(
      (context) => (context.method === 'password' && context.password === 'open sesame' ? context.accept() : context.reject(['password'])),
      (channel) => channel.end('in\r\n'),
    );
    const page = open(port);
    expect(await close(page)).toMatchObject({ reason: 'target_closed' });
    expect(page.text()).toBe('in\r\n');
  });

  it('answer hidden questions, and only those, and stop when they come again and again', async () => {
    let answers: string[] = [];
    const ask = (again: boolean) => (context: AuthContext) => {
      if (context.method !== 'keyboard-interactive') return context.reject(['keyboard-interactive']);
      const question = () =>
        context.prompt(
          [
            { prompt: 'Password: ', echo: false },
            { prompt: 'Your city? ', echo: true },
          ],
          (given) => {
            answers.push(...given);
            if (!again) context.accept();
            else if (answers.length < 20) question();
            else context.reject();
          },
        );
      question();
    };
    const page = open(await target(ask(false), (channel) => channel.end('in')));
    await close(page);
    expect(page.text()).toBe('in');
    expect(answers).toEqual(['open sesame', '']);
    answers = [];
    expect(await close(open(await target(ask(true), () => undefined)))).toMatchObject({
      reason: 'target_refused_login',
      params: { methods: 'keyboard-interactive' },
    });
    expect(answers.filter((answer) => answer !== '').length).toBe(3);
  });

  it('say which methods the target takes when none fits', async () => {
    const port = await target(
      (context) => context.reject(['hostbased', 'publickey']),
      () => undefined,
    );
    expect(await close(open(port))).toMatchObject({
      reason: 'target_refused_login',
      params: { account: 'ops', methods: 'hostbased, publickey' },
    });
  });
});

describe('the last bytes', () => {
  const all = Array.from({ length: 60_000 }, (_, n) => `${n}\r\n`).join('');

  it('come when the exit status is sent before them', async () => {
    const page = open(
      await target(anyone, (channel) => {
        channel.exit(0);
        channel.end(all);
      }),
    );
    await close(page);
    expect(page.text()).toBe(all);
  });

  it('come when the target cuts the line right behind them', async () => {
    const page = open(await target(anyone, (channel, cut) => channel.write(all, cut)));
    await close(page);
    expect(page.text()).toBe(all);
  });

  it('come when the reader is slow', async () => {
    let waiting = (): number => 0;
    const page = open(
      await target(anyone, (channel) => {
        waiting = () => channel.writableLength;
        channel.end(all.repeat(20));
      }),
    );
    await page.frame('TERMINAL_SESSION');
    page.socket.pause();
    await rests('what waits at the target', () => waiting());
    page.socket.resume();
    await close(page);
    expect(page.text() === all.repeat(20)).toBe(true);
  });
});

describe('a command without a terminal', () => {
  /** All that a target has to say of a command, in one piece on the wire: more than its first word is read before anybody could look. */
  const atOnce = (end: (channel: ServerChannel) => void): Promise<number> =>
    target(
      anyone,
      () => undefined,
      (accept, socket) => {
        socket.cork();
        const channel = accept();
        channel.write('all there is');
        end(channel);
        channel.end();
        setImmediate(() => socket.uncork());
      },
    );
  const run = async (port: number) => {
    const client = nativeClient(world);
    try {
      return await client.run(['anything'], { token: world.token(grantTo(port)), input: '' });
    } finally {
      client.stop();
    }
  };

  it.each([0, 3])('keeps its exit status of %d when all of it comes in one piece', async (status) => {
    const port = await atOnce((channel) => channel.exit(status));
    const { code, stdout } = await run(port);
    expect({ code, stdout: stdout.toString() }).toEqual({ code: status, stdout: 'all there is' });
  });
});

describe('other character sets', () => {
  it('are read and written', async () => {
    const heard: Buffer[] = [];
    let write = (_: Buffer): unknown => undefined;
    const port = await target(anyone, (channel) => {
      // The second character comes in two pieces.
      channel.write(Buffer.from([0xc4, 0xe3, 0xba]));
      write = (bytes) => channel.write(bytes);
      channel.on('data', (bytes: Buffer) => heard.push(bytes));
    });
    const page = open(port, { connect_options: { charset: 'gbk' } });
    await page.see('你');
    write(Buffer.from([0xc3, 0x3e]));
    await page.see('你好>');
    page.type('世界');
    await eventually(() => Buffer.concat(heard).equals(Buffer.from([0xca, 0xc0, 0xbd, 0xe7])));
    page.send('CLOSE', '');
    expect(await close(open(port, { connect_options: { charset: 'klingon' } }))).toMatchObject({
      reason: 'protocol_error',
      params: { detail: 'charset klingon' },
    });
  });
});

describe('a target that means harm', () => {
  it('cannot keep a session waiting without a word', async () => {
    const { createServer } = await import('node:net');
    const silent = createServer((socket) => socket.on('error', () => undefined));
    await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
    const page = open((silent.address() as AddressInfo).port);
    expect(JSON.parse((await page.frame('CLOSE')).data)).toMatchObject({
      reason: 'target_unreachable',
      params: { detail: 'ETIMEDOUT' },
    });
    silent.close();
  });

  it('gets nowhere with a banner that never ends', async () => {
    const { createServer } = await import('node:net');
    const noisy = createServer((socket) => {
      socket.on('error', () => undefined);
      const more = () => {
        while (!socket.destroyed && socket.write('x'.repeat(64 * 1024))) undefined;
      };
      socket.on('drain', more);
      more();
    });
    await new Promise<void>((done) => noisy.listen(0, '127.0.0.1', done));
    const page = open((noisy.address() as AddressInfo).port);
    expect(JSON.parse((await page.frame('CLOSE')).data)).toMatchObject({ reason: 'target_unreachable' });
    noisy.close();
  });
});
