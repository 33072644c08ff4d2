import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { addressOf } from '@postern/client/api';
import { API } from '@postern/client/http';
import { Client } from 'ssh2';
import WebSocket from 'ws';
import type { Attack } from './floods.ts';

/**
 * Somebody who floods the product, in a process of its own, on loopback only, for a bounded time and at a bounded pace. It has the
 * lowest priority: an attacker's machine is not ours, and what is measured is what the product makes of it.
 * Argument: the attack as JSON. Prints what became of it at the end, as JSON.
 */
const attack = JSON.parse(process.argv[2] ?? '') as Attack;
const end = Date.now() + attack.seconds * 1000;
const outcomes: Record<string, number> = {};
const note = (outcome: string | number): void => {
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
};
let stopped = false;
process.once('SIGTERM', () => {
  stopped = true;
});
const over = (): boolean => stopped || Date.now() >= end;

/** Calls `once` so often a second until the end, while fewer than `most` are unanswered. */
async function flood(perSecond: number, most: number, once: (n: number) => Promise<unknown>): Promise<void> {
  let running = 0;
  let due = 0;
  const start = performance.now();
  for (let n = 0; !over(); ) {
    due = ((performance.now() - start) / 1000) * perSecond;
    while (n < due && running < most) {
      running += 1;
      void once(n)
        .catch((error: Error) => note(error.message.slice(0, 60)))
        .finally(() => {
          running -= 1;
        });
      n += 1;
    }
    // What could not be sent in time is not made up for.
    if (n < due) n = Math.floor(due);
    await wait(10);
  }
}

function ask(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string,
  localAddress: string,
  agent: Agent,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port: attack.httpPort, method, path, headers, localAddress, agent }, (response) => {
      note(response.statusCode ?? 0);
      response.resume().on('end', resolve).on('error', reject);
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

const json = { 'content-type': 'application/json', accept: 'application/json' };

/** Wrong passwords for ever new names, from eight addresses. */
async function logins(): Promise<void> {
  const agents = Array.from({ length: 8 }, () => new Agent({ keepAlive: true, maxSockets: 64 }));
  await flood(100, 256, (n) => {
    const body = JSON.stringify({ username: `nobody-${n % 5_000}`, password: `guess-${n}` });
    const headers = { ...json, 'content-length': String(Buffer.byteLength(body)) };
    return ask('POST', API + addressOf('authentication', 'auth'), headers, body, `127.0.0.${50 + (n % 8)}`, agents[n % 8] as Agent);
  });
}

/** Expressions a backtracking engine takes for ever over, in rules about attributes and against typed lines. */
async function patterns(): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const evil = ['(.*)*-nothing$', '^(([a-z]+)*-?)*!$', '^(.|-)*(.|-)*(.|-)*!$'];
  const client = new Client();
  client.on('error', () => note('the session broke'));
  client.once('ready', () =>
    client.shell((error, channel) => {
      if (error) return note('no shell');
      channel.resume();
      const typing = setInterval(() => {
        if (over()) {
          clearInterval(typing);
          client.end();
        } else if (channel.write(`echo ${'a'.repeat(200)}!\r`)) note('line');
      }, 100);
    }),
  );
  client.connect({ host: '127.0.0.1', port: attack.sshPort, readyTimeout: 30_000, ...attack.login });
  await flood(5, 4, (n) => {
    const rules = { type: 'attrs', attrs: [{ name: 'name', match: 'regex', value: evil[n % evil.length] }] };
    const path = API + addressOf('hosts', 'list', { limit: 15, attr_rules: Buffer.from(JSON.stringify(rules)).toString('base64') });
    return ask('GET', path, { ...json, authorization: attack.authorization }, '', '127.0.0.1', agent);
  });
}

/** Sockets that ask for a long log again and again and read nothing. */
async function sockets(): Promise<void> {
  const paths = ['/ws/ops/tasks/log/', '/ws/notifications/site-msg/'];
  const open = new Set<WebSocket>();
  const asking = setInterval(() => {
    for (const socket of open) if (socket.bufferedAmount < 65_536) socket.send(JSON.stringify({ task: attack.run }));
  }, 20);
  await flood(
    50,
    64,
    (n) =>
      new Promise<void>((resolve) => {
        const path = paths[n % 2] ?? '';
        const socket = new WebSocket(`ws://127.0.0.1:${attack.httpPort}${path}`, { headers: { cookie: attack.cookie } });
        socket.on('unexpected-response', (_request, response) => {
          note(response.statusCode ?? 0);
          socket.terminate();
        });
        socket.on('open', () => {
          note('open');
          open.add(socket);
          socket.pause();
          resolve();
        });
        socket.on('error', () => resolve());
        socket.on('close', (code) => {
          if (open.delete(socket)) note(`closed ${code}`);
          resolve();
        });
      }),
  );
  clearInterval(asking);
  for (const socket of open) socket.terminate();
}

/** Connections to the SSH server from six addresses: silent ones, ones that only greet, ones that exchange keys and then wait. */
async function connections(): Promise<void> {
  await flood(150, 4_000, (n) => {
    const localAddress = `127.0.2.${(n % 6) + 1}`;
    if (n % 10 === 0) {
      const client = new Client();
      return new Promise<void>((resolve) => {
        client.once('error', () => note('refused')).once('close', resolve);
        client.connect({ host: '127.0.0.1', port: attack.sshPort, localAddress, username: 'nobody', password: 'x', readyTimeout: 20_000 });
      });
    }
    return new Promise<void>((resolve) => {
      const socket = connect({ port: attack.sshPort, host: '127.0.0.1', localAddress });
      socket.on('error', () => undefined).resume();
      socket.once('connect', () => note('opened'));
      if (n % 2) socket.write('SSH-2.0-OpenSSH_9.9\r\n');
      socket.once('close', () => resolve());
    });
  });
}

setPriority(19);
await { logins, patterns, sockets, connections }[attack.kind]();
process.stdout.write(`${JSON.stringify(outcomes)}\n`, () => process.exit(0));
