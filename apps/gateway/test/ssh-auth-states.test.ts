import { generateKeyPairSync } from 'node:crypto';
import { connect } from 'node:net';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import { until } from '@postern/testkit/until';
import type { AnyAuthMethod } from 'ssh2';
import { describe, expect, test } from 'vitest';
import { ssh2 } from '../src/ssh2.ts';
import { grantFor, startWorld, TOKEN_VALUE } from './world.ts';

/**
 * The login of the SSH server as a state machine: whatever a client tries, in whatever order, only the right value of a
 * token lets it in. An offered key is no proof (CVE-2023-43652, Warpgate GHSA-3cjp-w4cp-m9c8), and no method that failed
 * or half succeeded counts for the next one.
 */

const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(startWorld, (it) => it.stop());

const key = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
}).privateKey;

type Step = 'none' | 'key' | 'keyboard' | 'wrong' | 'empty' | 'right';

const methodOf = (username: string, step: Step): AnyAuthMethod => {
  if (step === 'none') return { type: 'none', username };
  if (step === 'key') return { type: 'publickey', username, key };
  if (step === 'keyboard')
    return {
      type: 'keyboard-interactive',
      username,
      prompt: (_name, _words, _language, prompts, finish) => finish(prompts.map(() => TOKEN_VALUE)),
    };
  return { type: 'password', username, password: { wrong: 'wrong', empty: '', right: TOKEN_VALUE }[step] };
};

/**
 * Logs in by these steps, one after the other, each sent whatever the server offered. Resolves with what came of it. A server that
 * turned away before it was told anything (arrivals are rate limited) has said nothing about the steps: it is asked again.
 */
const logIn = (username: string, steps: readonly Step[]): Promise<'in' | 'out'> =>
  until('the server lets a client speak', 60_000, async () => {
    const answer = await tryToLogIn(username, steps);
    return answer !== 'turned away' && answer;
  });

function tryToLogIn(username: string, steps: readonly Step[]): Promise<'in' | 'out' | 'turned away'> {
  const left = [...steps];
  return new Promise((resolve) => {
    const client = new ssh2.Client();
    const end = (answer: 'in' | 'out' | 'turned away') => {
      client.end();
      resolve(answer);
    };
    client.once('ready', () => end('in'));
    // One connection can fail twice: while it speaks, and when it closes.
    client.on('error', () => end('out'));
    client.once('close', () => resolve('out'));
    const sock = connect(world.gateway.sshPort(), '127.0.0.1', () => {
      // Whoever is turned away is told why in words, and never by the name of a protocol (RFC 4253 §4.2).
      sock.once('data', (bytes) => bytes.toString('latin1').startsWith('SSH-') || end('turned away'));
      client.connect({
        sock,
        username,
        authHandler: (_offered, _partial, next) => {
          const step = left.shift();
          next(step ? methodOf(username, step) : (false as never));
        },
      });
    });
    sock.on('error', () => end('turned away'));
  });
}

const PROOFLESS: readonly Step[] = ['none', 'key', 'keyboard', 'wrong', 'empty'];
/** Every order of up to three proofless steps. */
const orders: readonly (readonly Step[])[] = PROOFLESS.flatMap((a) => [
  [a],
  ...PROOFLESS.flatMap((b) => [[a, b], ...PROOFLESS.map((c) => [a, b, c])]),
]);

describe('logging in over SSH', () => {
  test('no order of methods without the value of the token is a login', async () => {
    const token = world.token(grantFor(sshd));
    const inside: string[] = [];
    for (const steps of orders) if ((await logIn(`JMS-${token}`, steps)) === 'in') inside.push(steps.join(', '));
    expect(orders.length).toBe(155);
    expect(inside).toEqual([]);
  });

  test('a name that is no token gets in by nothing, the value of a token included', async () => {
    world.token(grantFor(sshd));
    for (const name of [
      'root',
      'JMS-',
      'JMS-00000000-0000-4000-8000-000000000000',
      'jms',
      '',
      `JMS-${'a'.repeat(4096)}`,
      'JMS-../../x',
      "JMS-' or 1=1",
    ])
      expect(await logIn(name, ['none', 'key', 'right']), name.slice(0, 40)).toBe('out');
  });

  test('the owner gets in after others failed at their token, and once', async () => {
    const token = world.token(grantFor(sshd));
    for (const steps of [['key'], ['none'], ['keyboard']] as const) expect(await logIn(`JMS-${token}`, steps)).toBe('out');
    expect(await logIn(`JMS-${token}`, ['none', 'key', 'right'])).toBe('in');
    expect(await logIn(`JMS-${token}`, ['right'])).toBe('out');
  });

  test('the name may not change on the way', async () => {
    const [mine, other] = [world.token(grantFor(sshd)), world.token(grantFor(sshd))];
    const answer = await new Promise<string>((resolve) => {
      const client = new ssh2.Client();
      const steps: AnyAuthMethod[] = [methodOf(`JMS-${other}`, 'wrong'), methodOf(`JMS-${mine}`, 'none'), methodOf(`JMS-${other}`, 'key')];
      client.once('ready', () => resolve('in'));
      client.on('error', () => resolve('out'));
      client.once('close', () => resolve('out'));
      client.connect({
        host: '127.0.0.1',
        port: world.gateway.sshPort(),
        username: `JMS-${other}`,
        authHandler: (_o, _p, next) => next(steps.shift() ?? (false as never)),
      });
    });
    expect(answer).toBe('out');
  });
});
