import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionSecret } from '@postern/contract/component';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import type { Client, ClientChannel, SFTPWrapper } from 'ssh2';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ssh2 } from '../src/ssh2.ts';
import { LOGIN_PASSWORD, type Ticket } from './core-reviews.ts';
import { nativeClient } from './native-client.ts';
import { eventually, grantFor, startWorld } from './world.ts';

// Several channels of one connection while one of them, or all, wait for an approval.

/** Milliseconds in which a decision is heard of on a busy machine: less than the gateway takes to ask again by itself. */
const SOON = 2_500;
let dir: string;
let echo: Server;
const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(startWorld, (it) => it.stop());
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'postern-approvals-'));
  echo = createServer((socket) => socket.on('error', () => undefined).pipe(socket));
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  echo.close();
  rmSync(dir, { recursive: true, force: true });
});

const actions = ['connect', 'upload', 'download', 'delete', 'forward'].map((value) => ({ value, label: value }));
const ALL = { actions };
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const bytesOf = (path: string): Buffer => (existsSync(path) ? readFileSync(path) : Buffer.alloc(0));

/** Enters by a name: each connection to what it names waits for an approval. */
function reviewed(): { enters: string; tickets(): Ticket[]; asked(): Promise<Ticket>; sessions(): unknown[] } {
  const grant = grantFor(sshd, ALL);
  const name = `door-${randomUUID().slice(0, 8)}`;
  world.core.reviews.targets.set(name, { ...grant, asset: { ...grant.asset, id: randomUUID(), name } });
  const tickets = () => world.core.reviews.tickets.filter(({ about }) => about === name);
  return {
    enters: `ann+ops+${name}`,
    tickets,
    asked: () => eventually(() => tickets().at(-1), 20_000),
    sessions: () => [...world.core.sessions.values()].filter(({ asset }) => String(asset).startsWith(`${name}(`)),
  };
}

async function connected(username: string): Promise<Client> {
  const client = new ssh2.Client();
  await new Promise<void>((resolve, reject) => {
    client.once('ready', resolve).once('error', reject);
    client.connect({ host: '127.0.0.1', port: world.gateway.sshPort(), username, password: LOGIN_PASSWORD });
  });
  client.on('error', () => undefined);
  onTestFinished(() => void client.end());
  return client;
}

interface Seen {
  channel: ClientChannel;
  text(): string;
  closed: Promise<number | null>;
}

function seen(channel: ClientChannel): Seen {
  let text = '';
  let code: number | null = null;
  for (const stream of [channel, channel.stderr])
    stream.on('data', (bytes: Buffer) => {
      text += bytes.toString();
    });
  channel.on('exit', (status: number | null) => {
    code = status;
  });
  channel.on('error', () => undefined);
  return { channel, text: () => text, closed: new Promise((resolve) => channel.once('close', () => resolve(code))) };
}

const exec = (client: Client, command: string, pty = false): Promise<Seen> =>
  new Promise((resolve, reject) => client.exec(command, { pty }, (error, channel) => (error ? reject(error) : resolve(seen(channel)))));
const shell = (client: Client): Promise<Seen> =>
  new Promise((resolve, reject) => client.shell({ term: 'xterm' }, (error, channel) => (error ? reject(error) : resolve(seen(channel)))));
const forward = (client: Client): Promise<ClientChannel> =>
  new Promise((resolve, reject) =>
    client.forwardOut('127.0.0.1', 1, '127.0.0.1', (echo.address() as { port: number }).port, (error, channel) =>
      error ? reject(error) : resolve(channel),
    ),
  );
const sftp = (client: Client): Promise<SFTPWrapper> =>
  new Promise((resolve, reject) => client.sftp((error, wrapper) => (error ? reject(error) : resolve(wrapper))));

/** Somebody else does something at the same target, which tells that the gateway had time. */
async function somebodyElse(): Promise<void> {
  const client = nativeClient(world, sshd);
  expect((await client.run(['true'])).code).toBe(0);
  client.stop();
}

async function within<T>(work: Promise<T>): Promise<T> {
  const from = Date.now();
  const done = await work;
  expect(Date.now() - from).toBeLessThan(SOON);
  return done;
}

describe('channels that wait for the approval of their connection', () => {
  test('ask once, are each told, and go on together with all that was sent meanwhile', async () => {
    const target = reviewed();
    const client = await connected(target.enters);
    const data = randomBytes(3_000_000);
    const [into, typed] = [join(dir, 'sent'), join(dir, 'typed')];
    const one = await exec(client, `cat > ${into}`);
    const ticket = await target.asked();
    one.channel.end(data);
    const other = await exec(client, `cat > ${typed}`, true);
    const leaves = await exec(client, 'echo never');
    await eventually(() => [one, other, leaves].every(({ text }) => text().includes('Waiting for approval by Ann')));
    // More than the door keeps of what is typed, and nothing of it is a Ctrl+C.
    const lines = Array.from({ length: 4_000 }, (_, n) => `line ${n} of what was typed while nobody had decided\n`).join('');
    other.channel.write(`${lines}\x04`);
    leaves.channel.close();
    const stream = forward(client);
    await somebodyElse();
    expect(target.tickets()).toHaveLength(1);
    expect([ticket.state, target.sessions().length, existsSync(into), existsSync(typed)]).toEqual(['pending', 0, false, false]);
    world.core.decide(ticket, 'approved');
    await within(eventually(() => target.sessions().length > 0));
    expect([await one.closed, await other.closed]).toEqual([0, 0]);
    expect([sha(bytesOf(into)), bytesOf(typed).toString() === lines]).toEqual([sha(data), true]);
    expect(leaves.text()).not.toContain('never');
    const through = await stream;
    const answer = new Promise<string>((resolve) => through.once('data', (bytes: Buffer) => resolve(bytes.toString())));
    through.write('hello');
    expect(await answer).toBe('hello');
    expect(target.tickets()).toHaveLength(1);
    // Whoever comes later is told nothing of an approval that is long over.
    const later = await exec(client, 'echo later');
    await later.closed;
    expect(later.text()).toBe('later\n');
  });

  test('withdraw with the last of them, while the connection stays', async () => {
    const target = reviewed();
    const client = await connected(target.enters);
    const [one, other] = [await exec(client, 'echo one'), await exec(client, 'echo other')];
    const ticket = await target.asked();
    await eventually(() => other.text().includes('Waiting'));
    one.channel.close();
    await one.closed;
    await somebodyElse();
    expect(ticket.state).toBe('pending');
    other.channel.close();
    await within(eventually(() => ticket.withdrawn));
    // The next one asks anew.
    const next = await exec(client, 'echo next');
    world.core.decide(await eventually(() => target.tickets().find(({ state }) => state === 'pending')), 'approved');
    expect(await next.closed).toBe(0);
  });

  test('are told no for as long as their connection lasts, and ask nobody again; the next connection does', async () => {
    const target = reviewed();
    const client = await connected(target.enters);
    const refused = forward(client).catch((error: Error) => error.message);
    world.core.decide(await target.asked(), 'rejected');
    expect(await refused).toMatch(/Not approved/);
    for (let n = 0; n < 3; n += 1) await expect(forward(client)).rejects.toThrow(/Not approved/);
    const command = await exec(client, 'echo never');
    expect([await command.closed, command.text()]).toEqual([255, expect.stringMatching(/^(?!.*never).*Not approved/s)]);
    expect(target.tickets()).toHaveLength(1);
    const stream = forward(await connected(target.enters));
    world.core.decide(await eventually(() => target.tickets().find(({ state }) => state === 'pending')), 'approved');
    (await stream).destroy();
  });

  test('Ctrl+C on a terminal withdraws, and says so', async () => {
    const target = reviewed();
    const client = await connected(target.enters);
    const one = await shell(client);
    const ticket = await target.asked();
    await eventually(() => one.text().includes('Waiting'));
    one.channel.write('\x03');
    await within(one.closed);
    expect([ticket.withdrawn, one.text()]).toEqual([true, expect.stringContaining('Request withdrawn.')]);
  });

  test('are told when the gateway stops, and what they waited for is withdrawn', async () => {
    const own = await startWorld();
    let stopped = false;
    onTestFinished(async () => {
      if (!stopped) await own.stop();
    });
    const grant = grantFor(sshd, ALL);
    own.core.reviews.targets.set('stops', { ...grant, asset: { ...grant.asset, name: 'stops' } });
    const client = nativeClient(own, sshd, () => 'ann+ops+stops');
    const waiting = client.run(['true']);
    const ticket = await eventually(() => own.core.reviews.tickets.at(-1));
    await own.stop();
    stopped = true;
    expect([ticket.withdrawn, (await waiting).stderr]).toEqual([true, expect.stringMatching(/gateway/i)]);
    client.stop();
  });
});

describe('a command that waits for an approval', () => {
  const REVIEW: ConnectionSecret['command_filter_acls'] = [
    {
      ...{ id: '44444444-4444-4444-8444-444444444444', name: 'ask', action: 'review', priority: 50, is_active: true, reviewers: [] },
      command_groups: [
        { id: '55555555-5555-4555-8555-555555555555', name: 'g', type: 'regex', content: '', ignore_case: true, pattern: 'risky' },
      ],
    },
  ];

  interface Waiting {
    client: Client;
    program: Seen;
    files: SFTPWrapper;
    handle: Buffer;
    stream: ClientChannel;
    /** What came back through the forward. */
    echoed(): string;
    terminal: Seen;
    file(name: string): string;
    ticket: Ticket;
  }

  /** A terminal with a command that waits, and everything else that its connection may have open. */
  async function waiting(what: string): Promise<Waiting> {
    const client = await connected(`JMS-${world.token(grantFor(sshd, { ...ALL, command_filter_acls: REVIEW }))}`);
    const file = (name: string) => join(dir, `${what}-${name}`);
    const program = await exec(client, `cat > ${file('program')}`);
    const files = await sftp(client);
    const stream = await forward(client);
    let echoed = '';
    stream.on('data', (bytes: Buffer) => {
      echoed += bytes.toString();
    });
    stream.write('before');
    const handle = await new Promise<Buffer>((resolve, reject) =>
      files.open(file('sftp'), 'w', (error, opened) => (error ? reject(error) : resolve(opened))),
    );
    await eventually(() => echoed === 'before' && existsSync(file('program')));
    const terminal = await shell(client);
    terminal.channel.write('PS1="user@web:~\\$ "; HISTFILE=/dev/null; echo re""ady\r');
    await eventually(() => /ready\r\n.*user@web:~\$ $/s.test(terminal.text()));
    const before = world.core.reviews.tickets.length;
    terminal.channel.write(`echo risky-$((40+2)) > ${file('risky')}\r`);
    await eventually(() => terminal.text().includes('needs an approval'));
    terminal.channel.write('y');
    await eventually(() => terminal.text().includes('Waiting for approval'));
    const ticket = world.core.reviews.tickets[before] as Ticket;
    return { client, program, files, handle, stream, echoed: () => echoed, terminal, file, ticket };
  }

  /** Sends something on every channel, and opens further ones. */
  async function sendOnAll(on: Waiting) {
    const written = new Promise<void>((resolve, reject) =>
      on.files.write(on.handle, Buffer.from('sftp'), 0, 4, 0, (error) => (error ? reject(error) : resolve())),
    );
    on.program.channel.end('program');
    on.stream.write(' after');
    const opened = exec(on.client, `touch ${on.file('opened')}`);
    const further = forward(on.client);
    await somebodyElse();
    return { written, opened, further };
  }
  const reached = ({ file, echoed }: Waiting) => [
    statSync(file('program')).size,
    statSync(file('sftp')).size,
    echoed(),
    existsSync(file('opened')),
    existsSync(file('risky')),
  ];

  test.each(['approved', 'rejected'] as const)('holds up all channels of its connection until it is %s', async (state) => {
    const on = await waiting(state);
    const { written, opened, further } = await sendOnAll(on);
    on.terminal.channel.write('echo typed meanwhile\r');
    await somebodyElse();
    expect(reached(on)).toEqual([0, 0, 'before', false, false]);
    world.core.decide(on.ticket, state);
    const ran = state === 'approved';
    await within(eventually(() => on.echoed() === 'before after' && existsSync(on.file('risky')) === ran));
    await written;
    expect(await on.program.closed).toBe(0);
    expect(await (await opened).closed).toBe(0);
    (await further).close();
    expect(reached(on).slice(0, 4)).toEqual(['program'.length, 4, 'before after', true]);
    expect(existsSync(on.file('risky'))).toBe(ran);
    expect(on.terminal.text()).toContain(ran ? 'Approved.' : 'Not approved.');
    // What is typed while the question is open is an answer to it, and no input.
    expect(on.terminal.text()).not.toContain('typed meanwhile');
  });

  test('Ctrl+C withdraws, and the others go on', async () => {
    const on = await waiting('withdrawn');
    const { written, opened, further } = await sendOnAll(on);
    on.terminal.channel.write('\x03');
    await within(eventually(() => on.ticket.withdrawn && on.echoed() === 'before after'));
    await written;
    expect([await on.program.closed, await (await opened).closed]).toEqual([0, 0]);
    (await further).close();
    expect(reached(on)).toEqual(['program'.length, 4, 'before after', true, false]);
  });

  test.each([
    ['en', 'needs an approval, which is not waited for without a terminal'],
    ['zh', '没有终端时不会等待审批'],
    ['ja', '端末がないため承認を待たず'],
  ])('is not waited for where there is no terminal to ask on, and says so: %s', async (language, words) => {
    const client = nativeClient(world, sshd);
    const options = { grant: grantFor(sshd, { ...ALL, command_filter_acls: REVIEW }) };
    const before = world.core.reviews.tickets.length;
    const run = await client.run(['-o', `SetEnv=POSTERN_LANG=${language}`, 'echo risky'], options);
    expect([run.code, run.stdout.toString(), run.stderr]).toEqual([126, '', expect.stringContaining(words)]);
    const sent = await client.run(['-o', `SetEnv=POSTERN_LANG=${language}`, 'sh'], { ...options, input: 'echo risky\n' });
    expect([sent.stdout.toString(), sent.stderr]).toEqual(['', expect.stringContaining(words)]);
    expect(world.core.reviews.tickets).toHaveLength(before);
    client.stop();
  });

  test.each([
    ['its channel closes', (on: Waiting): void => void on.terminal.channel.close(), true],
    ['its connection is lost', (on: Waiting): void => void on.client.destroy(), false],
  ] as const)('is withdrawn when %s', async (what, goes, others) => {
    const on = await waiting(what.replaceAll(' ', '-'));
    goes(on);
    await within(eventually(() => on.ticket.withdrawn));
    if (others) {
      on.stream.write(' after');
      await eventually(() => on.echoed() === 'before after');
    }
    expect(existsSync(on.file('risky'))).toBe(false);
  });
});
