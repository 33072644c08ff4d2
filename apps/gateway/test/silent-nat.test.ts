import { connect, createServer, type Server } from 'node:net';
import type { ConnectionSecret } from '@postern/contract/component';
import { type Sshd, startSshd } from '@postern/testkit/sshd';
import { startTelnetd, type Telnetd } from '@postern/testkit/telnetd';
import { type UnixPeople, unixPeople } from '@postern/testkit/unix-people';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authorizeSession } from '../src/authorize/grant.ts';
import { prepareConnection } from '../src/connect/connection.ts';
import { createGatewayMemory } from '../src/connect/gateway-memory.ts';
import type { Terminal } from '../src/protocols/driver.ts';
import { PROTOCOLS as protocols } from '../src/protocols/table.ts';
import { ANN, eventually, grantFor } from './world.ts';

// What lies between forgets connections that are quiet, and says nothing of it: signs of life keep them, and their absence is noticed.

const PASSWORD = 'Quiet-7-Harbour';
/** Milliseconds of silence after which the way forgets, and after which a target is asked. */
const [FORGETS, ASKS] = [2_000, 100];

let sshd: Sshd;
let telnetd: Telnetd;
let people: UnixPeople;
let user: string;
const ways: Server[] = [];
beforeAll(async () => {
  people = unixPeople();
  user = people.add(PASSWORD);
  [sshd, telnetd] = await Promise.all([startSshd(), startTelnetd()]);
});
afterAll(async () => {
  for (const way of ways) way.close();
  await Promise.all([sshd.stop(), telnetd.stop()]);
  people.removeAll();
});

/** A way to a port that passes nothing any more once nothing has gone over it for too long. */
async function way(to: number) {
  let [last, since, forgotten] = [performance.now(), performance.now(), false];
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    for (const [from, into] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('error', () => undefined);
      from.once('close', () => into.destroy());
      from.on('data', (bytes) => {
        const now = performance.now();
        if (now - last > FORGETS) forgotten = true;
        last = now;
        if (!forgotten) into.write(bytes);
      });
    }
  });
  ways.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    port: (server.address() as { port: number }).port,
    /** From now on nobody has said anything. */
    quiet() {
      since = performance.now();
    },
    /** Signs of life have gone over it for longer than it remembers. */
    kept: () => !forgotten && last - since > 2 * FORGETS,
    forget() {
      forgotten = true;
    },
  };
}

async function opened(secret: ConnectionSecret) {
  const driver = protocols[secret.protocol];
  if (!driver?.interactive) throw new Error(`no terminal by ${secret.protocol}`);
  const grant = await authorizeSession({ secret: async () => secret }, 'a-token', { userId: ANN.id }, 'en');
  const connection = prepareConnection(grant, driver, {
    ...{ protocols, memory: createGatewayMemory(), signal: new AbortController().signal, shared: undefined, term: undefined },
    ...{ agent: () => undefined, environment: {}, config: () => ({}), pinHostKey: async () => undefined },
    ...{ reportChangedHostKey: async () => undefined, onGateway: () => undefined, banner: () => undefined, distrust: () => undefined },
  });
  let shown = '';
  const ended = Promise.withResolvers<boolean>();
  const terminal: Terminal = await driver.interactive(
    { ...connection, machine: { ...connection.machine, silenceMs: ASKS } },
    { cols: 80, rows: 24 },
    {
      onData(bytes) {
        shown += bytes.toString();
      },
      onDrain: () => undefined,
      onEnd: ({ lost }) => ended.resolve(lost === true),
    },
  );
  return { terminal, shown: () => shown, ended: ended.promise };
}

const bySsh = (port: number): ConnectionSecret => {
  const usual = grantFor(sshd);
  return { ...usual, asset: { ...usual.asset, protocols: [{ name: 'ssh', port }] } };
};
const byTelnet = (port: number): ConnectionSecret => {
  const usual = grantFor(sshd, { protocol: 'telnet', host_keys: [] });
  const login = { username: user, secret: PASSWORD, secret_type: { value: 'password', label: '' } };
  return { ...usual, asset: { ...usual.asset, protocols: [{ name: 'telnet', port }] }, account: { ...usual.account, ...login } };
};

test.each([
  ['ssh', () => sshd.port, bySsh],
  ['telnet', () => telnetd.port, byTelnet],
] as const)('a quiet session by %s is kept alive', async (_name, port, secretFor) => {
  const nat = await way(port());
  const { terminal, shown, ended } = await opened(secretFor(nat.port));
  terminal.write(Buffer.from('echo up-$((40+2))\r'));
  await eventually(() => shown().includes('up-42'));
  nat.quiet();
  await eventually(nat.kept);
  terminal.write(Buffer.from('echo still-$((40+2))\r'));
  await eventually(() => shown().includes('still-42'));
  terminal.close();
  await ended;
});

test('a session over a way that has forgotten it ends as lost', async () => {
  const nat = await way(sshd.port);
  const { terminal, shown, ended } = await opened(bySsh(nat.port));
  terminal.write(Buffer.from('echo up-$((40+2))\r'));
  await eventually(() => shown().includes('up-42'));
  nat.forget();
  expect(await ended).toBe(true);
});
