import { connect, type Socket } from 'node:net';
import { forThisFile } from '@postern/testkit/for-this-file';
import { expect, test } from 'vitest';
import { ssh2 } from '../src/ssh2.ts';
import { startWorld } from './world.ts';

/** Limits and deadlines before anybody has logged in (Warpgate GHSA-78rf, GHSA-vv47). */

const world = forThisFile(startWorld, (it) => it.stop());

test('a native client that says nothing, or only half a greeting, is cut; others are served meanwhile', async () => {
  // Named its protocol, and has longer to log in: older than the silent ones, and still there when they are gone.
  const named = connect({ port: world.gateway.sshPort(), host: '127.0.0.1', localAddress: '127.0.0.3' });
  named.on('error', () => undefined).resume();
  named.write('SSH-2.0-OpenSSH_9.9\r\n');
  await new Promise((done) => named.once('data', done));
  const silent = Array.from({ length: 300 }, (_, at) => {
    const socket = connect(world.gateway.sshPort(), '127.0.0.1');
    socket.on('error', () => undefined).resume();
    if (at % 2 === 0) socket.write('SSH-2.0-Open');
    return socket;
  });
  const gone = silent.map((socket) => new Promise((done) => socket.once('close', done)));
  const client = new ssh2.Client();
  const answered = new Promise<string>((resolve) => {
    client.once('error', (error: Error & { level?: string }) => resolve(String(error.level)));
    client.once('ready', () => resolve('ready'));
  });
  // From another address: one alone gets only its share of the places.
  client.connect({ host: '127.0.0.1', port: world.gateway.sshPort(), username: 'root', password: 'x', localAddress: '127.0.0.2' });
  expect(await answered).toBe('client-authentication');
  await Promise.all(gone);
  expect(named.closed).toBe(false);
  named.destroy();
});

/** What becomes of a login with a wrong password: `client-authentication` when the server judged it. */
const login = (localAddress: string) =>
  new Promise<string>((resolve) => {
    const client = new ssh2.Client();
    client.once('error', (error: Error & { level?: string }) => resolve(String(error.level)));
    client.once('close', () => resolve('closed'));
    client.connect({ host: '127.0.0.1', port: world.gateway.sshPort(), username: 'root', password: 'x', localAddress });
  });

test('many addresses that open connections, again and again, and say nothing, do not close the door', async () => {
  let attacking = true;
  let opened = 0;
  const sockets = new Set<Socket>();
  const attack = (at: number): void => {
    if (!attacking) return;
    opened += 1;
    const socket = connect({ port: world.gateway.sshPort(), host: '127.0.0.1', localAddress: `127.0.1.${(at % 6) + 1}` });
    sockets.add(socket);
    if (at < 240) socket.write('SSH-2.0-OpenSSH_9.9\r\n');
    socket.on('error', () => undefined).resume();
    socket.once('close', () => {
      sockets.delete(socket);
      setTimeout(() => attack(at), 100);
    });
  };
  for (let at = 0; at < 2_100; at += 1) attack(at);
  await expect.poll(() => opened).toBeGreaterThan(2_500);
  expect(await login('127.0.0.9')).toBe('client-authentication');
  expect(await login('127.0.0.10')).toBe('client-authentication');
  attacking = false;
  for (const socket of sockets) socket.destroy();
});

test('one address with half-finished logins keeps nobody from another out', async () => {
  // Greets, and never says who it is. Those beyond the share of one address are turned away.
  const half = Array.from({ length: 150 }, () => {
    const socket = connect({ port: world.gateway.sshPort(), host: '127.0.0.1', localAddress: '127.0.0.3' });
    socket.on('error', () => undefined).resume();
    socket.write('SSH-2.0-OpenSSH_9.9\r\n');
    return socket;
  });
  let refused = 0;
  for (const socket of half) socket.once('close', () => (refused += 1));
  await expect.poll(() => refused).toBe(150 - 64);
  expect(await login('127.0.0.4')).toBe('client-authentication');
  // Nor anybody of its own: who has waited longest makes room.
  await expect.poll(() => login('127.0.0.3')).toBe('client-authentication');
  for (const socket of half) socket.destroy();
});
