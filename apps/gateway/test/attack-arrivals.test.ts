import { connect } from 'node:net';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import { expect, test } from 'vitest';
import { ssh2 } from '../src/ssh2.ts';
import { eventually, grantFor, startWorld, TOKEN_VALUE } from './world.ts';

/** How fast one address may come to the SSH door (docs/decisions/0152). */

const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(startWorld, (it) => it.stop());

/** What becomes of a login with a token, which ends as soon as it is in. */
const logIn = (localAddress: string): Promise<string> =>
  new Promise((resolve) => {
    const client = new ssh2.Client();
    client.once('error', (error: Error) => resolve(error.message));
    client.once('ready', () => {
      resolve('in');
      client.end();
    });
    const username = `JMS-${world.token(grantFor(sshd))}`;
    client.connect({ host: '127.0.0.1', port: world.gateway.sshPort(), username, password: TOKEN_VALUE, localAddress });
  });

async function logInOften(times: number, localAddress: string): Promise<string[]> {
  const left = Array.from({ length: times }).values();
  const ends: string[] = [];
  const lane = async () => {
    for (const _ of left) ends.push(await logIn(localAddress));
  };
  await Promise.all(Array.from({ length: 10 }, lane));
  return ends;
}

/** Connections that say nothing: how many of them were told to come again later. */
async function flood(times: number, localAddress: string): Promise<number> {
  let [answered, refused] = [0, 0];
  const sockets = Array.from({ length: times }, () => {
    const socket = connect({ port: world.gateway.sshPort(), host: '127.0.0.1', localAddress });
    socket.on('error', () => undefined);
    socket.once('data', (bytes) => {
      answered += 1;
      if (bytes.toString().startsWith('Too many connections')) refused += 1;
    });
    return socket;
  });
  await eventually(() => answered === times);
  for (const socket of sockets) socket.destroy();
  return refused;
}

test('an address from which somebody logs in, hundreds of times, is not slowed; one that floods is turned away all the same', async () => {
  expect((await logInOften(380, '127.0.0.21')).filter((end) => end !== 'in')).toEqual([]);
  expect(await flood(400, '127.0.0.21')).toBeGreaterThan(100);
  expect(await logIn('127.0.0.22')).toBe('in');
});
