import { createServer, type Server, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import type { ConnectionSecret } from '@postern/contract/component';
import { type Sshd, startSshd } from '@postern/testkit/sshd';
import { startTelnetd, type Telnetd } from '@postern/testkit/telnetd';
import { openPage, type Page } from '@postern/testkit/terminal-page';
import { type UnixPeople, unixPeople } from '@postern/testkit/unix-people';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ANN_COOKIE, eventually, grantFor, startWorld, type World } from '../../../test/world.ts';
import { IAC, VERB } from './wire.ts';

/** Sessions by telnet: with GNU telnetd and the system's login, and with targets made for the purpose. */

const PASSWORD = 'Quiet-7-Harbour';
let world: World;
let telnetd: Telnetd;
let gateway: Sshd;
let people: UnixPeople;
let user: string;
const servers: Server[] = [];
const sockets = new Set<Socket>();

beforeAll(async () => {
  people = unixPeople();
  user = people.add(PASSWORD);
  [world, telnetd, gateway] = await Promise.all([startWorld(), startTelnetd(), startSshd()]);
});
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});
afterAll(async () => {
  await Promise.all([world.stop(), telnetd.stop(), gateway.stop()]);
  people.removeAll();
});

/** What the core would answer for Ann on a telnet asset. */
function grant(port: number, change: Partial<ConnectionSecret> = {}, login = { username: user, secret: PASSWORD }): ConnectionSecret {
  const usual = grantFor(gateway);
  return {
    ...usual,
    protocol: 'telnet',
    asset: { ...usual.asset, protocols: [{ name: 'telnet', port }] },
    account: { ...usual.account, ...login, secret_type: { value: 'password', label: '' } },
    host_keys: [],
    ...change,
  };
}
const visit = (secret: ConnectionSecret): Page => openPage(world.gateway.port, `token=${world.token(secret)}`, { cookie: ANN_COOKIE });
const idOf = async (page: Page): Promise<string> => JSON.parse((await page.frame('TERMINAL_SESSION')).data).session.id;
const endOf = async (page: Page) => JSON.parse((await page.frame('CLOSE')).data);
const recordingOf = async (id: string): Promise<string> => gunzipSync((await eventually(() => world.core.replays.get(id))).file).toString();
/** Everything the core was told. */
const told = (): string =>
  JSON.stringify([...world.core.sessions.values(), world.core.commands, world.core.insecure, world.core.patches, world.core.transfers]);

/** A target that speaks in bytes of its own. */
async function target(speak: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
    speak(socket);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as { port: number }).port;
}

describe('a session on a real telnetd', () => {
  it('is logged in, carried, recorded and listed, without its password anywhere', async () => {
    const page = visit(grant(telnetd.port));
    const id = await idOf(page);
    page.type('echo done-$((40+2)) $TERM\r');
    await page.see('done-42 xterm-256color');
    page.type('exit\r');
    expect(await endOf(page)).toMatchObject({ reason: 'target_closed' });
    const cast = await recordingOf(id);
    expect(cast).toContain('login: ');
    expect(cast).toContain('done-42');
    await eventually(() => world.core.commands.some((one) => one.session === id && one.input === 'echo done-$((40+2)) $TERM'));
    expect(world.core.sessions.get(id)).toMatchObject({ protocol: 'telnet', is_success: true, end_reason: 'target_closed' });
    for (const text of [cast, page.text(), JSON.stringify(page.frames), told()]) expect(text).not.toContain(PASSWORD);
  });

  it('follows the size of the page', async () => {
    const page = visit(grant(telnetd.port));
    await page.frame('TERMINAL_SESSION');
    page.type('stty size\r');
    await page.see('24 80');
    page.send('TERMINAL_RESIZE', { cols: 255, rows: 40 });
    page.type('stty size\r');
    await page.see('40 255');
    page.type('exit\r');
    await page.closed;
  });

  it('carries every byte both ways', async () => {
    const page = visit(grant(telnetd.port));
    await page.frame('TERMINAL_SESSION');
    page.type("printf '<\\377\\377\\r|>\\n'\r");
    await eventually(() => page.output().includes(Buffer.from('<\xff\xff\r|>', 'latin1')));
    page.type('stty -icanon -echo -icrnl -istrip; echo re""ady; head -c 4 | od -An -tx1\r');
    await page.see('ready');
    page.socket.send(Buffer.from([0xff, 0x0d, 0xff, 0x41]));
    await page.see('ff 0d ff 41');
    page.type('exit\n');
    await page.closed;
  });

  it('lets no command through that a rule refuses', async () => {
    const group = { id: 'g', name: 'no', type: 'command', content: 'passwd', ignore_case: true, pattern: '\\bpasswd\\b' };
    const acl = { id: 'a', name: 'no', command_groups: [group], action: 'reject' as const, reviewers: [], priority: 50, is_active: true };
    const page = visit(grant(telnetd.port, { command_filter_acls: [acl] }));
    const id = await idOf(page);
    page.type('passwd\r');
    await page.see('The command "passwd" is not allowed here.');
    page.type('echo go-$((1+1))\r');
    await page.see('go-2');
    expect(page.text()).not.toContain('Current password');
    page.type('exit\r');
    await page.closed;
    await eventually(() => world.core.commands.some((one) => one.session === id && one.input === 'passwd' && one.cmd_filter_acl === 'a'));
  });

  it('is ended with its true reason', async () => {
    const page = visit(grant(telnetd.port));
    const id = await idOf(page);
    world.core.kill(id, 'Bob');
    expect(await endOf(page)).toEqual({ reason: 'terminated', params: { by: 'Bob' } });
    await eventually(() => world.core.sessions.get(id)?.end_reason === 'terminated');
    expect(await recordingOf(id)).toContain('ended by Bob');
  });

  it('is refused with a wrong password, which is told nowhere', async () => {
    const page = visit(grant(telnetd.port, {}, { username: user, secret: 'Wrong-9-Harbour' }));
    expect(await endOf(page)).toMatchObject({ reason: 'target_refused_login', params: { account: 'ops' } });
    expect(told()).not.toContain('Wrong-9-Harbour');
  });

  it('goes through the gateways of a domain', async () => {
    const way = { ...grantFor(gateway).account };
    const page = visit(
      grant(telnetd.port, {
        domain: { id: 'd', name: 'Harbour' },
        gateway: {
          id: '33333333-3333-4333-8333-333333333333',
          name: 'left',
          address: '127.0.0.1',
          protocols: [{ name: 'ssh', port: gateway.port }],
          account: way,
          host_keys: [gateway.hostKey],
        },
      }),
    );
    await page.frame('TERMINAL_SESSION');
    page.type('echo works-$((6*7))\r');
    expect(await page.see('works-42')).toContain('Through gateway left.');
    page.type('exit\r');
    expect(await endOf(page)).toMatchObject({ reason: 'target_closed' });
  });
});

/** Asks for name and password as devices do, and then is `then`. */
const asking = (then: (socket: Socket, secret: string) => void) => (socket: Socket) => {
  let heard = '';
  let step = 0;
  socket.write('Username: ');
  socket.on('data', (bytes: Buffer) => {
    heard += bytes.toString('latin1').replaceAll(/\xff[\xfb-\xfe].|\0/gs, '');
    if (!heard.includes('\r')) return;
    const line = heard.slice(0, heard.indexOf('\r'));
    heard = '';
    step += 1;
    if (step === 1) socket.write('\r\nPassword: ');
    else if (step === 2) then(socket, line);
  });
};

describe('a target that does not behave', () => {
  it('shows the password it was told, and it is hidden', async () => {
    const page = visit(
      grant(
        await target(
          asking((socket, secret) => {
            for (const letter of secret) socket.write(letter);
            socket.write(`\r\nWelcome, ${secret}.\r\nsw1> `);
          }),
        ),
      ),
    );
    const id = await idOf(page);
    await page.see('sw1> ');
    expect(page.text()).toContain('********\r\nWelcome, ********.');
    page.send('CLOSE', '');
    await page.closed;
    for (const text of [await recordingOf(id), page.text(), told()]) expect(text).not.toContain(PASSWORD);
  });

  it('says that it does not echo: what is typed is shown from here, and listed', async () => {
    const port = await target(
      asking((socket) => {
        socket.write(Buffer.from([IAC, VERB.WONT, 1]));
        socket.write('\r\nsw1> ');
        socket.on('data', (bytes: Buffer) => {
          if (bytes.includes(13)) socket.write('\r\nunknown command\r\nsw1> ');
        });
      }),
    );
    const page = visit(grant(port));
    const id = await idOf(page);
    await page.see('sw1> ');
    page.type('show clock\r');
    await page.see('unknown command');
    expect(page.text()).toContain('sw1> show clock\r\n');
    page.send('CLOSE', '');
    await page.closed;
    await eventually(() => world.core.commands.some((one) => one.session === id && one.input === 'show clock'));
  });

  it('floods options, never reads the answers, and its session ends for that; others are served meanwhile', async () => {
    const flood = Buffer.concat(Array.from({ length: 20_000 }, (_, at) => Buffer.from([IAC, at % 2 ? VERB.WILL : VERB.DO, at % 250])));
    const pour = (socket: Socket) => {
      socket.pause();
      const more = (): void => {
        while (!socket.destroyed && socket.write(flood));
        socket.once('drain', more);
      };
      more();
    };
    const before = process.memoryUsage().rss;
    const early = visit(grant(await target(pour)));
    const late = visit(grant(await target(asking((socket) => void socket.write('\r\nsw1> ', () => pour(socket))))));
    const other = visit(grant(telnetd.port));
    await other.frame('TERMINAL_SESSION');
    other.type('echo fine-$((1+1))\r');
    await other.see('fine-2');
    const told = { reason: 'protocol_error', params: { detail: 'telnet options without end' } };
    expect(await endOf(early)).toEqual(told);
    expect(await endOf(late)).toEqual(told);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
    other.type('exit\r');
    await other.closed;
  });

  it('begins a parameter and never ends it', async () => {
    const port = await target((socket) => socket.write(Buffer.concat([Buffer.from([IAC, VERB.SB, 24]), Buffer.alloc(100_000, 7)])));
    expect(await endOf(visit(grant(port)))).toEqual({ reason: 'protocol_error', params: { detail: 'a telnet parameter without end' } });
  });

  it('closes instead of asking, or after it was answered', async () => {
    expect(await endOf(visit(grant(await target((socket) => socket.end('go away\r\n')))))).toMatchObject({ reason: 'target_unreachable' });
    expect(await endOf(visit(grant(await target(asking((socket) => socket.end('\r\nno\r\n'))))))).toMatchObject({
      reason: 'target_refused_login',
    });
  });
});

describe('a serial console that says nothing before Enter is pressed', () => {
  const silentPort = () =>
    target((socket) => {
      let asked = 0;
      socket.on('data', (bytes: Buffer) => {
        for (const _enter of bytes.toString('latin1').match(/\r/g) ?? [])
          socket.write(['\r\nswitch login: ', 'Password: ', '\r\nswitch# '][asked++] ?? '\r\nok\r\nswitch# ');
      });
    });
  const waking = (port: number, wake: boolean): ConnectionSecret => {
    const usual = grant(port);
    return { ...usual, platform: { ...usual.platform, protocols: [{ name: 'telnet', port, setting: { wake } } as never] } };
  };

  it('is woken where its platform says so, and logged in', async () => {
    const page = visit(waking(await silentPort(), true));
    await idOf(page);
    await page.see('switch# ');
    expect(page.text()).not.toContain(PASSWORD);
  });

  it('hears nothing from us where its platform does not: somebody without a login presses Enter', async () => {
    const page = visit(grant(await silentPort(), {}, { username: '', secret: '' }));
    await idOf(page);
    expect(page.text()).not.toContain('login');
    page.type('\r');
    await page.see('switch login: ');
  });
});
