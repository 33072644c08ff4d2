import { createHash, randomBytes } from 'node:crypto';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { ConnectionSecret } from '@postern/contract/component';
import { forThisFile } from '@postern/testkit/for-this-file';
import { freePort } from '@postern/testkit/ports';
import { startSshd } from '@postern/testkit/sshd';
import { until } from '@postern/testkit/until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NativeClient, nativeClient, type Running } from './native-client.ts';
import { eventually, grantFor, lastSession, startWorld } from './world.ts';

// Ports and sockets by way of a target, with OpenSSH's client and server: where they may lead, what arrives, and what is told of it.

/** Answers with the length and digest of all it got, once its peer has said all. */
let service: Server;
let port: number;
let visits = 0;
let client: NativeClient;
/** An address of this machine that is not its loopback; there may be none. */
const outside = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address;

const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(startWorld, (it) => it.stop());
beforeAll(async () => {
  client = nativeClient(world, sshd);
  service = createServer({ allowHalfOpen: true }, (socket) => {
    visits += 1;
    const hash = createHash('sha256');
    let bytes = 0;
    socket.on('error', () => undefined);
    socket.on('data', (some) => {
      hash.update(some);
      bytes += some.length;
    });
    socket.on('end', () => socket.end(`${bytes} ${hash.digest('hex')}\n`));
  });
  await new Promise<void>((resolve) => service.listen(0, '0.0.0.0', resolve));
  port = (service.address() as { port: number }).port;
});
afterAll(async () => {
  service.close();
  client.stop();
});

const forwarding = (forward_to: string[] = [], actions = ['connect', 'forward']): ConnectionSecret =>
  grantFor(sshd, { forward_to, actions: actions.map((value) => ({ value, label: value })) });
const digest = (bytes: Buffer): string => `${bytes.length} ${createHash('sha256').update(bytes).digest('hex')}\n`;

/** The session that began last, when it has ended and all of it is told. */
async function told() {
  const { session, commands, replay } = await lastSession(world);
  return { session, commands: commands.map(({ input, output, risk_level }) => [input, output, risk_level]), replay };
}

/** Sends all, says so, and answers what came back. */
function talk(at: { port: number; host?: string } | { path: string }, bytes: Buffer | string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect({ ...at, allowHalfOpen: true });
    let answer = '';
    socket.on('data', (some) => {
      answer += some.toString();
    });
    socket.once('error', reject);
    socket.once('end', () => resolve(answer));
    socket.end(bytes);
  });
}

/** Until something listens there. */
const listens = (at: { port: number } | { path: string }) =>
  until(
    'something listens there',
    60_000,
    () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(at, () => {
          socket.destroy();
          resolve(true);
        });
        socket.once('error', () => resolve(false));
      }),
  );

async function over(running: Running): Promise<void> {
  running.kill();
  await running.ended;
}

describe('forwarding from here (-L, -D, -W)', () => {
  it('carries every byte both ways, each end by itself, and tells where to and how many', async () => {
    const data = randomBytes(5_000_003);
    const run = await client.run(['-W', `127.0.0.1:${port}`], { grant: forwarding(), input: data });
    expect(run.stdout.toString()).toBe(digest(data));
    const { session, commands, replay } = await told();
    expect(session).toMatchObject({ type: 'tunnel', login_from: 'ST', is_success: true, has_command: true });
    const how = `${data.length} B in · ${digest(data).length} B out`;
    expect(commands).toEqual([[`forward 127.0.0.1:${port}`, how, 0]]);
    expect(replay).toContain(`forward 127.0.0.1:${port} · ${how}`);
  });

  it('is one session and one login on the target for all that goes through it', async () => {
    const [local, before] = [await freePort(), sshd.logins()];
    const running = client.start(['-N', '-L', `${local}:localhost:${port}`], { grant: forwarding() });
    await listens({ port: local });
    const many = Array.from({ length: 30 }, (_, n) => randomBytes(100_000 + n));
    expect(await Promise.all(many.map((bytes) => talk({ port: local }, bytes)))).toEqual(many.map(digest));
    expect(sshd.logins() - before).toBe(1);
    await over(running);
    expect((await told()).commands.filter(([, , level]) => level === 0).length).toBeGreaterThanOrEqual(many.length);
  });

  it('leads to sockets of the target', async () => {
    const path = join(client.dir, 'service');
    const local = join(client.dir, 'here');
    const behind = createServer((socket) => socket.end('from a socket\n'));
    await new Promise<void>((resolve) => behind.listen(path, resolve));
    const running = client.start(['-N', '-L', `${local}:${path}`], { grant: forwarding() });
    await listens({ path: local });
    expect(await talk({ path: local }, '')).toBe('from a socket\n');
    await over(running);
    behind.close();
    expect((await told()).commands).toContainEqual([`forward ${path}`, '0 B in · 14 B out', 0]);
  });

  it('works as a SOCKS proxy', async () => {
    const local = await freePort();
    const running = client.start(['-N', '-D', String(local)], { grant: forwarding() });
    await listens({ port: local });
    // RFC 1928: version 5, one method, none; then CONNECT to an IPv4 address.
    const answer = await new Promise<Buffer>((resolve) => {
      const socket = connect({ port: local, allowHalfOpen: true });
      let came = Buffer.alloc(0);
      let asked = false;
      socket.on('data', (some: Buffer) => {
        came = Buffer.concat([came, some]);
        if (!asked && came.length >= 2) {
          asked = true;
          socket.write(Buffer.from([5, 1, 0, 1, 127, 0, 0, 1, port >> 8, port & 0xff]));
        } else if (came.length === 12) socket.end('through socks');
      });
      socket.once('end', () => resolve(came));
      socket.write(Buffer.from([5, 1, 0]));
    });
    expect(answer.subarray(12).toString()).toBe(digest(Buffer.from('through socks')));
    await over(running);
  });

  it.each([
    ['without the right', ['connect', 'upload', 'download', 'delete', 'copy', 'paste'], '127.0.0.1', []],
    ['to a place that is not listed', ['connect', 'forward'], '192.0.2.1', ['192.0.2.2', 'db.internal']],
    ['to a name, which the target alone could resolve', ['connect', 'forward'], 'db.internal', ['127.0.0.0/8']],
    ['to another spelling of loopback', ['connect', 'forward'], '127.1', []],
    ['to the port beside', ['connect', 'forward'], '192.0.2.1', ['192.0.2.1:1']],
  ])('is refused %s', async (_name, actions, to, list) => {
    const before = visits;
    const run = await client.run(['-o', 'LogLevel=INFO', '-W', `${to}:${port}`], { grant: forwarding(list, actions) });
    expect(run.code).not.toBe(0);
    expect(run.stderr).toContain('open failed: administratively prohibited: not permitted');
    expect(run.stdout.length).toBe(0);
    expect(visits).toBe(before);
    expect((await told()).commands).toEqual([[`forward ${to}:${port}`, 'not permitted', 5]]);
  });

  it.runIf(outside)('leads to what is listed beyond the target', async () => {
    const run = await client.run(['-W', `${outside}:${port}`], { grant: forwarding([`${outside}:${port}`]), input: 'beyond' });
    expect(run.stdout.toString()).toBe(digest(Buffer.from('beyond')));
  });

  it('says so when nothing is there', async () => {
    const run = await client.run(['-W', '127.0.0.1:1'], { grant: forwarding() });
    expect(run.code).not.toBe(0);
    expect((await told()).commands).toEqual([['forward 127.0.0.1:1', expect.stringMatching(/connect|refused/i), 0]]);
  });

  it('ends with the right, at once and with the connection', async () => {
    const local = await freePort();
    const before = new Set(world.core.sessions.keys());
    const running = client.start(['-N', '-L', `${local}:localhost:${port}`], { grant: forwarding() });
    await listens({ port: local });
    const held = connect({ port: local });
    const id = await eventually(() => [...world.core.sessions.keys()].find((one) => !before.has(one)));
    await eventually(() => world.core.sessions.get(id)?.is_success === true);
    world.core.rules.set(id, { refused: null, command_filter_acls: [], expire_at: 0, actions: ['connect'] });
    world.core.rulesChanged();
    await new Promise<void>((resolve) => held.once('close', () => resolve()));
    await running.ended;
    expect((await told()).session).toMatchObject({ end_reason: 'permission_removed' });
  });
});

describe('forwarding to here (-R)', () => {
  it('lets the target listen for itself, and brings what comes', async () => {
    const there = await freePort();
    const running = client.start(['-N', '-R', `${there}:127.0.0.1:${port}`], { grant: forwarding() });
    await listens({ port: there });
    const data = randomBytes(1_000_000);
    expect(await talk({ port: there, host: '127.0.0.1' }, data)).toBe(digest(data));
    await over(running);
    const { commands } = await told();
    expect(commands[0]).toEqual([`listen localhost:${there}`, String(there), 0]);
    expect(commands).toContainEqual([`accept localhost:${there}`, `${digest(data).length} B in · ${data.length} B out`, 0]);
  });

  it('takes any free port, and sockets', async () => {
    const path = join(client.dir, 'there');
    // Of localhost sshd takes a port that is free at ::1, also where somebody else has the same one at 127.0.0.1.
    const running = client.start(['-o', 'LogLevel=INFO', '-N', '-R', `127.0.0.1:0:127.0.0.1:${port}`, '-R', `${path}:127.0.0.1:${port}`], {
      grant: forwarding(),
    });
    const [, there] = await eventually(() => /Allocated port (\d+)/.exec(running.told()) ?? undefined);
    expect(await talk({ port: Number(there), host: '127.0.0.1' }, 'any')).toBe(digest(Buffer.from('any')));
    await listens({ path });
    expect(await talk({ path }, 'socket')).toBe(digest(Buffer.from('socket')));
    await over(running);
  });

  it.each([
    ['without the right', ['connect'], ''],
    ['for others than the target', ['connect', 'forward'], '0.0.0.0:'],
  ])('is refused %s', async (_name, actions, bind) => {
    const there = await freePort();
    const run = await client.run(['-N', '-o', 'ExitOnForwardFailure=yes', '-R', `${bind}${there}:127.0.0.1:${port}`], {
      grant: forwarding([], actions),
    });
    expect(run.code).toBe(255);
    expect((await told()).commands).toEqual([[expect.stringMatching(/^listen /), 'not permitted', 5]]);
  });
});
