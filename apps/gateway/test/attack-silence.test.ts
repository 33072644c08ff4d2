import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ssh2 } from '../src/ssh2.ts';
import { startWorld, type World } from './world.ts';

/** Limits and deadlines before anybody has logged in (Warpgate GHSA-78rf, GHSA-vv47). */

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

test('a native client that says nothing, or only half a greeting, is cut; others are served meanwhile', async () => {
  const silent = Array.from({ length: 300 }, (_, at) => {
    const socket = connect(world.gateway.sshPort(), '127.0.0.1');
    socket.on('error', () => undefined).resume();
    if (at % 2 === 0) socket.write('SSH-2.0-Open');
    return socket;
  });
  const gone = silent.map((socket) => once(socket, 'close'));
  const client = new ssh2.Client();
  const answered = new Promise<string>((resolve) => {
    client.once('error', (error: Error & { level?: string }) => resolve(String(error.level)));
    client.once('ready', () => resolve('ready'));
  });
  client.connect({ host: '127.0.0.1', port: world.gateway.sshPort(), username: 'root', password: 'x' });
  expect(await answered).toBe('client-authentication');
  await Promise.all(gone);
}, 30_000);
