import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ConnectionSecret } from '@postern/contract/component';
import { forThisFile } from '@postern/testkit/for-this-file';
import { freePort } from '@postern/testkit/ports';
import { startSshd } from '@postern/testkit/sshd';
import { openPage } from '@postern/testkit/terminal-page';
import { until } from '@postern/testkit/until';
import type { ClientChannel } from 'ssh2';
import { afterEach, describe, expect, it } from 'vitest';
import { ssh2 } from '../src/ssh2.ts';
import { startCore } from './core-double.ts';
import { spawnGateway } from './gateway-process.ts';
import { nativeClient } from './native-client.ts';
import { ANN, ANN_COOKIE, eventually, grantFor, TOKEN_VALUE, type World } from './world.ts';

/** A gateway that is told to stop says so to everybody, takes nobody new, and ends in order. */

const sshd = forThisFile(startSshd, (it) => it.stop());
const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function start(drainSeconds: number) {
  const dataDir = mkdtempSync(join(tmpdir(), 'postern-drain-'));
  const [core, port, sshPort] = [await startCore(), await freePort(), await freePort()];
  cleanups.push(
    () => rmSync(dataDir, { recursive: true, force: true }),
    () => core.stop(),
  );
  core.users.set(ANN_COOKIE, ANN);
  const gateway = spawnGateway(
    { core, dataDir, port },
    { POSTERN_SSH_PORT: String(sshPort), POSTERN_DRAIN_SECONDS: String(drainSeconds), POSTERN_LOG_LEVEL: 'info' },
    ['ignore', 'pipe', 'inherit'],
  );
  cleanups.push(() => void gateway.kill('SIGKILL'));
  let log = '';
  gateway.stdout?.on('data', (bytes: Buffer) => {
    log += bytes;
  });
  const health = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/koko/health/`);
    return { status: answer.status, body: (await answer.json()) as { status: string } };
  };
  await until('the gateway has started', 60_000, async () => log.includes('SSH server listens') && (await health()).status === 200);
  const token = (change: Partial<ConnectionSecret> = {}) => {
    const id = crypto.randomUUID();
    core.tokens.set(id, { ...grantFor(sshd, change), id, value: TOKEN_VALUE });
    return id;
  };
  const exited = new Promise<number | null>((resolve) => gateway.once('exit', resolve));
  return { core, port, sshPort, gateway, token, health, exited };
}

describe('a gateway that is told to stop', () => {
  it('tells pages and ssh clients when, takes nobody new, and leaves with its evidence shipped', async () => {
    const { core, port, sshPort, gateway, token, health, exited } = await start(6);
    const visit = (init: object = {}) => openPage(port, `token=${token()}`, { cookie: ANN_COOKIE, init: { ...init }, acksFrom: 0 });
    const [ours, foreign] = [visit({ resume: true }), visit()];
    const { id } = JSON.parse((await ours.frame('TERMINAL_SESSION')).data).session;
    await foreign.frame('TERMINAL_SESSION');
    const client = nativeClient({ gateway: { sshPort: () => sshPort } } as World);
    cleanups.push(() => client.stop());
    const shell = client.start(['-tt'], { token: token() });
    ours.type('echo before $((1+1))\r');
    await ours.see('before 2');
    await eventually(() => [...core.sessions.values()].filter((one) => one.is_success).length === 3);

    gateway.kill('SIGTERM');
    expect(JSON.parse((await ours.frame('TERMINAL_RESTART')).data)).toEqual({ seconds: 6 });
    expect(ours.text()).not.toContain('restarts in');
    // Whoever cannot show it otherwise reads it on the terminal.
    await foreign.see('This gateway restarts in 6 s. Your session ends then.');
    expect(foreign.frames.some(({ type }) => type === 'TERMINAL_RESTART')).toBe(false);
    expect(await health()).toMatchObject({ status: 503, body: { status: 'stopping' } });
    const late = token();
    const refused = openPage(port, `token=${late}`, { cookie: ANN_COOKIE });
    expect(JSON.parse((await refused.frame('CLOSE')).data)).toMatchObject({ reason: 'gateway_stopping' });
    expect(core.tokens.has(late)).toBe(true);
    // Work goes on until then.
    ours.type('echo meanwhile $((2+1))\r');
    await ours.see('meanwhile 3');

    expect(JSON.parse((await ours.frame('CLOSE')).data)).toMatchObject({ reason: 'gateway_stopping' });
    expect((await shell.ended).stdout.toString()).toContain('This gateway restarts in 6 s.');
    expect(await exited).toBe(0);
    expect(core.sessions.get(id)).toMatchObject({ is_finished: true, has_replay: true, end_reason: 'gateway_stopping' });
    expect([...core.sessions.values()].every((one) => one.has_replay === true)).toBe(true);
    expect(gunzipSync(core.replays.get(id)?.file as Buffer).toString()).toContain('meanwhile 3');
  });

  it('does not wait where nobody is, nor longer than somebody is', async () => {
    const { port, gateway, token, exited } = await start(3_000);
    const page = openPage(port, `token=${token()}`, { cookie: ANN_COOKIE, init: { resume: true }, acksFrom: 0 });
    await page.frame('TERMINAL_SESSION');
    gateway.kill('SIGTERM');
    await page.frame('TERMINAL_RESTART');
    page.type('exit\r');
    expect(JSON.parse((await page.frame('CLOSE')).data)).toMatchObject({ reason: 'target_closed' });
    expect(await exited).toBe(0);
  });

  it('tells pages of files and clients without a terminal, lets them finish, and takes no further channel of theirs', async () => {
    const { core, port, sshPort, gateway, token, exited } = await start(3_000);
    const client = nativeClient({ gateway: { sshPort: () => sshPort } } as World);
    cleanups.push(() => client.stop());
    const method = { label: '', value: 'web_sftp', type: 'web', component: 'koko' };
    const files = openPage(port, `token=${token({ connect_method: method })}`, { cookie: ANN_COOKIE, files: true });
    await files.frame('TERMINAL_SESSION');
    const command = client.start(['echo begun; read line; echo "$line"; exit 3'], { token: token() });
    await eventually(() => command.shown().includes('begun'));
    const copy = client.start(['-b', '-', 'sftp://{at}'], { file: 'sftp', token: token() });
    // One connection with a channel and a forward, which stays open.
    const grant = token({ actions: ['connect', 'forward'].map((value) => ({ value, label: value })) });
    const conn = new ssh2.Client();
    const login = { host: '127.0.0.1', port: sshPort, username: `JMS-${grant}`, password: TOKEN_VALUE };
    await new Promise<void>((resolve, reject) => conn.on('ready', resolve).on('error', reject).connect(login));
    cleanups.push(() => void conn.end());
    const through = await new Promise<ClientChannel>((resolve, reject) =>
      conn.forwardOut('127.0.0.1', 1, '127.0.0.1', sshd.port, (error, channel) => (error ? reject(error) : resolve(channel))),
    );
    const cat = await new Promise<ClientChannel>((resolve, reject) =>
      conn.exec('cat', (error, channel) => (error ? reject(error) : resolve(channel))),
    );
    await eventually(() => [...core.sessions.values()].filter((one) => one.is_success).length === 5);

    gateway.kill('SIGTERM');
    expect(JSON.parse((await files.frame('TERMINAL_RESTART')).data)).toEqual({ seconds: 3_000 });
    const words = 'This gateway restarts in 3000 s. Your session ends then.';
    await eventually(() => command.told().includes(words) && copy.told().includes(words));
    const refused = await new Promise<Error | undefined>((resolve) => conn.exec('true', (error) => resolve(error)));
    expect(String(refused)).toContain('The gateway is stopping.');
    const noWay = await new Promise<Error | undefined>((resolve) =>
      conn.forwardOut('127.0.0.1', 1, '127.0.0.1', 9, (error) => resolve(error)),
    );
    expect(String(noWay)).toContain('The gateway is stopping.');
    // What there was goes on to its own end, and the words are in nobody's data.
    command.write('last line\n');
    expect(await command.ended).toMatchObject({ code: 3, stdout: Buffer.from('begun\nlast line\n') });
    copy.write('bye\n');
    expect((await copy.ended).stdout.toString()).not.toContain('restarts');
    files.send('CLOSE', '');
    await files.closed;
    let answer = '';
    cat.on('data', (bytes: Buffer) => {
      answer += bytes;
    });
    cat.end('to the end');
    await eventually(() => answer === 'to the end');
    // The last stream takes the forwarding with it.
    through.end();
    expect(await exited).toBe(0);
    expect([...core.sessions.values()].map((one) => one.end_reason).sort()).toEqual([
      'gateway_stopping',
      'target_closed',
      'target_closed',
      'target_closed',
      'user_closed',
    ]);
  });

  it('tells clients that only forward, which have no channel: those without a stream go at once, the others with their last one', async () => {
    const { core, sshPort, gateway, token, exited } = await start(3_000);
    const client = nativeClient({ gateway: { sshPort: () => sshPort } } as World);
    cleanups.push(() => client.stop());
    const grant = () => token({ actions: ['connect', 'forward'].map((value) => ({ value, label: value })) });
    const forwarder = async () => {
      const local = await freePort();
      const running = client.start(['-v', '-N', '-L', `${local}:127.0.0.1:${sshd.port}`, '-o', 'LogLevel=INFO'], { token: grant() });
      await eventually(() => running.told().includes('Local forwarding listening on 127.0.0.1'));
      return { local, running };
    };
    const [idle, busy] = [await forwarder(), await forwarder()];
    const stream = connect({ port: busy.local, host: '127.0.0.1' });
    cleanups.push(() => void stream.destroy());
    await new Promise((resolve) => stream.once('data', resolve));
    await eventually(() => [...core.sessions.values()].some((one) => one.is_success));

    gateway.kill('SIGTERM');
    const parted = await idle.running.ended;
    expect([parted.code, parted.stderr]).toEqual([
      255,
      expect.stringMatching(/Received disconnect from 127\.0\.0\.1 port \d+:11: The gateway is stopping\./),
    ]);
    await eventually(() => busy.running.told().includes('Remote: This gateway restarts in 3000 s.'));
    expect(busy.running.told()).not.toContain('Received disconnect');
    // A server that waits for our side of the handshake; it is its stream that ends now, and the forwarding with it.
    stream.end();
    const { stderr } = await busy.running.ended;
    expect(stderr).toContain(':11: The gateway is stopping.');
    expect(await exited).toBe(0);
    expect([...core.sessions.values()].map((one) => one.end_reason)).toEqual(['gateway_stopping']);
  });

  it('lets a page come back meanwhile, and tells it again', async () => {
    const { port, gateway, token, exited } = await start(3_000);
    const page = openPage(port, `token=${token()}`, { cookie: ANN_COOKIE, init: { resume: true }, acksFrom: 0 });
    const { session, resume } = JSON.parse((await page.frame('TERMINAL_SESSION')).data);
    page.socket.terminate();
    await page.closed;
    gateway.kill('SIGTERM');
    const init = { resume: { session: session.id, secret: resume.secret, received: page.output().length } };
    const again = openPage(port, 'type=resume', { cookie: ANN_COOKIE, init, acksFrom: 0 });
    expect(JSON.parse((await again.frame('TERMINAL_RESTART')).data).seconds).toBeGreaterThan(2_900);
    again.type('exit\r');
    await again.closed;
    expect(await exited).toBe(0);
  });
});
