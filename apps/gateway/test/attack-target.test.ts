import { readdirSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { forThisFile } from '@postern/testkit/for-this-file';
import { newSshKey } from '@postern/testkit/ssh-keys';
import { startSshd } from '@postern/testkit/sshd';
import { openPage, type Page } from '@postern/testkit/terminal-page';
import ssh2, { type ServerChannel } from 'ssh2';
import { afterEach, describe, expect, it } from 'vitest';
import { allOf } from './cast.ts';
import { ANN_COOKIE, eventually, grantFor, startWorld } from './world.ts';

/**
 * Machines that belong to somebody else by now: what they send must not harm the gateway, other sessions or the evidence
 * (Guacamole CVE-2024-35164, Warpgate GHSA-qw79).
 */

const open: { close(): unknown }[] = [];
const sockets = new Set<Socket>();
const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(startWorld, (it) => it.stop());
afterEach(() => {
  for (const server of open.splice(0)) server.close();
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});

const key = (type: 'ed25519' | 'ecdsa' = 'ed25519') => newSshKey(type).private;
const hostKey = key();

async function listening(server: Server | ssh2.Server, port = 0): Promise<number> {
  open.push(server);
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  return (server.address() as AddressInfo).port;
}

/** A target that lets everybody in and then does as `shell` says. */
const shellTarget = (shell: (channel: ServerChannel) => void, hostKeys: string[] = [hostKey], port = 0): Promise<number> =>
  listening(
    new ssh2.Server({ hostKeys }, (connection) => {
      connection.on('error', () => undefined);
      connection.on('authentication', (context) => context.accept());
      connection.on('session', (accept) => {
        const session = accept();
        session.on('pty', (yes) => yes?.());
        session.on('shell', (yes) => shell(yes()));
      });
    }),
    port,
  );

/** A target that speaks in bytes of its own. */
const rawTarget = (speak: (socket: Socket) => void): Promise<number> =>
  listening(
    createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      speak(socket);
    }),
  );

function visit(port: number, host_keys: { type: string; fingerprint: string }[] = []): Page {
  const grant = grantFor(sshd, { host_keys });
  const account = { ...grant.account, secret_type: { value: 'password', label: '' }, secret: 'open sesame' };
  const asset = { ...grant.asset, protocols: [{ name: 'ssh', port }] };
  return openPage(world.gateway.port, `token=${world.token({ ...grant, account, asset })}`, { cookie: ANN_COOKIE });
}
const ending = async (page: Page) => JSON.parse((await page.frame('CLOSE', 40_000)).data);
const sessionOf = async (page: Page): Promise<string> => JSON.parse((await page.frame('TERMINAL_SESSION')).data).session.id;
const recordingOf = async (id: string) => gunzipSync((await eventually(() => world.core.replays.get(id))).file);

/** The gateway goes on serving others, at the speed people are used to. */
async function servesOthers(): Promise<void> {
  const page = openPage(world.gateway.port, `token=${world.token(grantFor(sshd))}`, { cookie: ANN_COOKIE });
  await page.frame('TERMINAL_SESSION');
  page.type('echo fine $((1+1))\r');
  await page.see('fine 2\r\n');
  page.type('exit\r');
  await page.closed;
}

describe('a terminal stream made to do harm', () => {
  it('is carried and recorded as it came, and none of it becomes a command or a frame of ours', async () => {
    const harm = [
      '\x1b]52;c;cm0gLXJmIC8K\x07',
      '\x1b]0;root@other\x07',
      '\x1b]8;;javascript:alert(1)\x07click\x1b]8;;\x07',
      '\x1bP$q"p\x1b\\',
      '\x1b[6n\x1b[c',
      '{"id":"x","type":"CLOSE","data":"{}"}',
      '\x9b31m\x90\xff\xfe',
    ].join('\r\n');
    const typed: Buffer[] = [];
    const port = await shellTarget((channel) => {
      channel.on('data', (bytes: Buffer) => {
        typed.push(bytes);
        channel.write('heard\r\n');
      });
      channel.write(`${harm}\r\nend\r\n`);
    });
    const page = visit(port);
    const id = await sessionOf(page);
    await page.see('end\r\n');
    // The gateway itself answers no query and types nothing: that is the emulator's in the browser. An answer would come before this key.
    page.type('k');
    await page.see('heard\r\n');
    expect(Buffer.concat(typed).toString()).toBe('k');
    expect(page.frames.map((frame) => frame.type)).toEqual(['CONNECT', 'TERMINAL_SESSION']);
    expect(page.text()).toContain(harm.slice(0, 60));
    page.send('CLOSE', '');
    await page.closed;
    expect(allOf(await recordingOf(id))).toContain(harm.slice(0, 60));
    expect(world.core.commands.filter((entry) => entry.session === id)).toEqual([]);
  });

  it('of titles without end does not hold up the session or fill the memory', async () => {
    const flood = Buffer.from(`\x1b]0;${'t'.repeat(500)}\x07\x1b[${'9;'.repeat(200)}m\x1b[?1049h\x1b[?1049l`.repeat(50));
    const rounds = 1_000;
    const port = await shellTarget(async (channel) => {
      // A title that is never closed comes first: everything behind it would belong to it.
      channel.write('\x1b]0;open');
      for (let round = 0; round < rounds; round += 1) if (!channel.write(flood)) await new Promise((go) => channel.once('drain', go));
      channel.end('\x07over and out\r\n');
    });
    const before = process.memoryUsage().rss;
    const page = visit(port);
    await page.frame('TERMINAL_SESSION');
    page.type('ls\r');
    await servesOthers();
    expect(await ending(page)).toMatchObject({ reason: 'target_closed' });
    expect(page.output().length).toBe('\x1b]0;open'.length + flood.length * rounds + '\x07over and out\r\n'.length);
    // What the page itself keeps is the test's own.
    expect(process.memoryUsage().rss - before - 2 * page.output().length).toBeLessThan(250 * 1024 * 1024);
  });

  it('of 100 MB in one line arrives whole, is recorded whole, and others are served meanwhile', async () => {
    const megabyte = Buffer.alloc(1024 * 1024, 'x');
    const port = await shellTarget(async (channel) => {
      for (let sent = 0; sent < 100; sent += 1) if (!channel.write(megabyte)) await new Promise((go) => channel.once('drain', go));
      channel.end('END');
    });
    const before = process.memoryUsage().rss;
    const page = visit(port);
    const id = await sessionOf(page);
    await servesOthers();
    expect(await ending(page)).toMatchObject({ reason: 'target_closed' });
    expect(page.output().length).toBe(100 * 1024 * 1024 + 3);
    expect(page.output().subarray(-4).toString()).toBe('xEND');
    const cast = await recordingOf(id);
    let bytes = 0;
    for (const line of cast.toString().trimEnd().split('\n').slice(1)) {
      expect(line.length).toBeLessThan(4 * 1024 * 1024);
      bytes += (JSON.parse(line) as [number, string, string])[2].length;
    }
    expect(bytes).toBe(100 * 1024 * 1024 + 3);
    expect(process.memoryUsage().rss - before).toBeLessThan(900 * 1024 * 1024);
  });
});

describe('a handshake that never comes to an end', () => {
  it('is given up within half a minute, and keeps nobody else waiting', async () => {
    const greeting = 'SSH-2.0-OpenSSH_9.9\r\n';
    const each = (ms: number, text: string) => (socket: Socket) => {
      const timer = setInterval(() => socket.write(text), ms);
      socket.once('close', () => clearInterval(timer));
    };
    const silentLogin = new ssh2.Server({ hostKeys: [hostKey], banner: 'b'.repeat(30_000) }, (connection) => {
      connection.on('error', () => undefined);
      connection.on('authentication', () => undefined);
    });
    const ports = {
      'a greeting of one byte a second': await rawTarget(each(1_000, 'S')),
      'lines before the greeting, on and on': await rawTarget(each(50, 'Welcome to this machine.\r\n'.repeat(40))),
      'a greeting, and no keys': await rawTarget((socket) => socket.write(greeting)),
      'a greeting again and again': await rawTarget(each(100, greeting)),
      'a first packet of four gigabytes': await rawTarget((socket) => {
        socket.write(greeting);
        socket.write(Buffer.from([0xff, 0xff, 0xff, 0xf0, 4, 20]));
      }),
      'a long banner, and a login that is never answered': await listening(silentLogin),
    };
    const pages = Object.entries(ports).map(([what, port]) => ({ what, page: visit(port) }));
    await servesOthers();
    for (const { what, page } of pages) {
      expect({ what, ...(await ending(page)) }).toMatchObject({ what, reason: 'target_unreachable' });
      // A banner is shown, its first 8 KiB.
      expect(page.text().length, what).toBeLessThan(12 * 1024);
    }
  });
});

describe('a machine that is not the one it was', () => {
  const fingerprint = (privateKey: string) => {
    const parsed = ssh2.utils.parseKey(privateKey);
    if (parsed instanceof Error) throw parsed;
    const pinned = { type: parsed.type, fingerprint: '' };
    return import('../src/protocols/ssh/host-key.ts').then(({ describeHostKey }) => ({
      ...pinned,
      ...describeHostKey(parsed.getPublicSSH()),
    }));
  };

  it('is refused on the next connection, whatever type of key it shows, and that is reported', async () => {
    const port = await shellTarget((channel) => channel.end('mine\r\n'));
    const pinned = [await fingerprint(hostKey)];
    expect(await ending(visit(port, pinned))).toMatchObject({ reason: 'target_closed' });
    for (const server of open.splice(0)) server.close();
    // The same address is somebody else's now.
    for (const other of [key(), key('ecdsa')]) {
      const told = world.core.changed.length;
      let shells = 0;
      await shellTarget(
        (channel) => {
          shells += 1;
          channel.end();
        },
        [other],
        port,
      );
      expect(await ending(visit(port, pinned))).toMatchObject({ reason: 'host_key_changed', params: { address: `127.0.0.1:${port}` } });
      expect(shells).toBe(0);
      expect(world.core.changed.slice(told)).toMatchObject([{ port, ...(await fingerprint(other)), expected: pinned[0]?.fingerprint }]);
      for (const server of open.splice(0)) server.close();
    }
  });

  it('ends the session when it changes its key in the middle, and nothing typed goes to the new one', async () => {
    const typed: string[] = [];
    // A re-exchange of keys shows the host key again (RFC 4253 §9); a proxy in the middle could hand over to another machine there.
    const hostKeys = [hostKey];
    let changeKey = (): void => undefined;
    const port = await listening(
      new ssh2.Server({ hostKeys }, (connection) => {
        connection.on('error', () => undefined);
        connection.on('authentication', (context) => context.accept());
        connection.on('session', (accept) => {
          const session = accept();
          session.on('pty', (yes) => yes?.());
          session.on('shell', (yes) => {
            const channel = yes();
            channel.on('data', (bytes: Buffer) => typed.push(bytes.toString()));
            channel.write('ready\r\n');
            const inside = connection as unknown as { _protocol: { _hostKeys?: Record<string, unknown> } };
            changeKey = () => {
              const other = ssh2.utils.parseKey(key());
              if (other instanceof Error) throw other;
              for (const type of Object.keys(inside._protocol._hostKeys ?? {}))
                (inside._protocol._hostKeys as Record<string, unknown>)[type] = other;
              (connection as unknown as { rekey(): void }).rekey();
            };
          });
        });
      }),
    );
    const page = visit(port, [await fingerprint(hostKey)]);
    await page.see('ready');
    changeKey();
    const end = await ending(page);
    expect(end.reason).toBe('host_key_changed');
    expect(world.core.changed.at(-1)).toMatchObject({ port });
    expect(typed.join('')).toBe('');
  });
});

it('leaves nothing of these sessions behind in the spool', async () => {
  await eventually(() => readdirSync(world.spool).filter((name) => name.endsWith('.cast')).length === 0);
});
