import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROLE } from '@postern/contract/ids';
import { permissionByCode } from '@postern/contract/permissions';
import type { Api, Json } from '@postern/testkit/api';
import { createUser, uniqueName } from '@postern/testkit/factories';
import { within } from '@postern/testkit/until';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/harness.ts';
import { type Listening, listenTo } from '../../../test/listen.ts';
import { readHost, readPorts } from './asked.ts';

/** Tests of the network from the server, over the socket, against ports of this machine that are there and that are not. */

const PATH = '/ws/setting/tools/';
let server: TestServer;
let guarded: TestServer;
let admin: Api;
let target: Server;
let port: number;
let home: string;
const before = process.env.PATH;
beforeAll(async () => {
  // The machine itself is refused; the first server is one whose operator allows it.
  server = await startTestServer({ settings: { outboundAllow: ['127.0.0.1'] } });
  guarded = await startTestServer({ besides: server });
  admin = await server.as('admin');
  target = createServer((socket) => socket.on('error', () => undefined).end('220 quay \u001b]0;x\u0007ready\r\n'));
  await new Promise<void>((done) => target.listen(0, '127.0.0.1', done));
  port = (target.address() as AddressInfo).port;
  home = await mkdtemp(join(tmpdir(), 'postern-tools-'));
});
afterEach(() => {
  process.env.PATH = before;
});
afterAll(async () => {
  target.close();
  await rm(home, { recursive: true, force: true });
  await guarded.close();
  await server.close();
});

/** Somebody with this right and no other. */
async function holder(code = 'settings.view_setting') {
  const permissions = [permissionByCode(code)?.id];
  const role = await admin.post<Json>('rbac/system-roles/', { scope: 'system', name: uniqueName('role'), permissions });
  const user = await createUser(admin, { system_roles: [ROLE.USER, role.body.id] });
  const browser = await server.browser(String(user.username));
  return { id: String(user.id), headers: browser.cookies.headers('GET') };
}
type Person = Awaited<ReturnType<typeof holder>>;
const open = (who: Person, at = server): Promise<Listening> => listenTo(at.url, PATH, who.headers);
async function run(who: Person, asked: object, at = server): Promise<string> {
  const socket = await open(who, at);
  socket.send(asked);
  expect(await socket.closed).toBe(1000);
  return socket.frames.map(({ msg }) => msg).join('');
}
const events = async ({ id }: Person): Promise<string[]> =>
  (
    await sql<{
      resource: string;
    }>`select resource from operate_logs where resource_type = 'tool' and user_id = ${id} order by seq`.execute(server.db)
  ).rows.map(({ resource }) => resource);
/** A program of the machine, for this test. */
async function program(name: string, script: string): Promise<void> {
  await writeFile(join(home, name), `#!${process.execPath}\n${script}`);
  await chmod(join(home, name), 0o755);
  process.env.PATH = home;
}

describe('tools', () => {
  test('a port that is open says what it has to say, without what moves a terminal; one that is closed says so', async () => {
    const who = await holder();
    const text = await run(who, { tool_type: 'Telnet', dest_addr: '127.0.0.1', port_num: port });
    expect(text).toMatch(new RegExp(`^Connected to 127.0.0.1 port ${port} in \\d+ ms\\.\\r\\n220 quay  ?\\]0;x ready\\r\\n$`));
    const closed = await run(who, { tool_type: 'Telnet', dest_addr: '127.0.0.1', port_num: '1' });
    expect(closed).toContain('No connection to 127.0.0.1 port 1: ECONNREFUSED');
    expect(await events(who)).toEqual([`Telnet 127.0.0.1 ${port}`, 'Telnet 127.0.0.1 1']);
  });

  test('ports of one host are told in their order, with how many are open', async () => {
    const text = await run(await holder(), { tool_type: 'Port', dest_addr: '127.0.0.1', ports: `1-3, ${port}` });
    const lines = text
      .trim()
      .split('\r\n')
      .map((line) => line.trim().replace(/\d+ ms/, 'n ms'));
    expect(lines).toEqual(['1  closed', '2  closed', '3  closed', `${port}  open, n ms`, '1 of 4 ports are open.']);
  });

  test('an address has names, and a name that is none has no records', async () => {
    const text = await run(await holder(), { tool_type: 'Dns', dest_addr: 'nowhere.invalid' });
    expect(text).toMatch(/There are no records\.|E[A-Z]+/);
  });

  test('ping and traceroute are programs of the machine, given arguments and nothing of the environment', async () => {
    const who = await holder();
    process.env.CANARY_OF_TOOLS = 'canary-99';
    await program('ping', `console.log(JSON.stringify(process.argv.slice(2)), JSON.stringify(process.env))`);
    const text = await run(who, { tool_type: 'Ping', dest_addr: '127.0.0.1' });
    expect(text).toContain('["-n","-c","5","-i","1","-W","3","127.0.0.1"]');
    expect(text).not.toContain('canary-99');
    await program('tracepath', 'console.log(process.argv.slice(2).join(" "))');
    const traced = await run(who, { tool_type: 'Traceroute', dest_addr: '127.0.0.1' });
    expect(traced).toMatch(/-m 30 127\.0\.0\.1|traceroute/);
  });

  test('a program that says too much is cut, and one whose socket closes is ended', async () => {
    const who = await holder();
    await program('ping', `for (let n = 0; n < 5000; n += 1) console.log('x'.repeat(100));`);
    const text = await run(who, { tool_type: 'Ping', dest_addr: '127.0.0.1' });
    expect(text.length).toBeLessThan(70_000);
    expect(text).toContain('There is more output than is shown.');
    const mark = join(home, 'pid');
    await program(
      'ping',
      `require('fs').writeFileSync(${JSON.stringify(mark)}, String(process.pid)); setInterval(() => console.log('still'), 50);`,
    );
    const socket = await open(who);
    socket.send({ tool_type: 'Ping', dest_addr: '127.0.0.1' });
    const { msg } = await socket.until((frame) => String(frame.msg).includes('still'));
    expect(msg).toBe('still\r\n');
    const { readFile } = await import('node:fs/promises');
    const pid = Number(await readFile(mark, 'utf8'));
    socket.close();
    const gone = await within(20_000, () => {
      try {
        return !process.kill(pid, 0);
      } catch {
        return true;
      }
    });
    expect(gone).toBe(true);
  });

  test('one person runs one at a time', async () => {
    const [who, other] = [await holder(), await holder()];
    await program('ping', `setInterval(() => console.log('still'), 50);`);
    const first = await open(who);
    first.send({ tool_type: 'Ping', dest_addr: '127.0.0.1' });
    await first.until((frame) => String(frame.msg).includes('still'));
    expect(await run(who, { tool_type: 'Telnet', dest_addr: '127.0.0.1', port_num: port })).toContain('Another test of yours is running');
    expect(await run(other, { tool_type: 'Telnet', dest_addr: '127.0.0.1', port_num: port })).toContain('Connected');
    first.close();
    // Twelve a minute after six at once: whoever asks in a loop waits.
    const answers: string[] = [];
    await within(20_000, async () => {
      answers.push(await run(who, { tool_type: 'Telnet', dest_addr: '127.0.0.1', port_num: port }));
      return answers.some((answer) => answer.includes('Too many tests'));
    });
    expect(answers.at(-1)).toContain('Too many tests');
    expect(answers.length).toBeLessThan(14);
  });
});

describe('nobody', () => {
  test('without the right, or without a login, is let in', async () => {
    await expect(open(await holder('audits.view_operatelog'))).rejects.toThrow('403');
    await expect(listenTo(server.url, PATH, {})).rejects.toThrow('401');
  });

  test('makes this machine, or a place where machines learn who they are, answer', async () => {
    const who = await holder();
    for (const [dest_addr, says] of [
      ['127.0.0.1', 'leads to this machine'],
      ['localhost', 'leads to this machine'],
      ['169.254.169.254', 'leads to this machine'],
      ['::1', 'leads to this machine'],
      ['no-such-name.invalid', 'cannot be resolved'],
    ] as const)
      for (const asked of [
        { tool_type: 'Telnet', port_num: port },
        { tool_type: 'Port', ports: `${port}` },
      ].slice(0, dest_addr === '::1' ? 2 : 1))
        expect([dest_addr, await run(who, { ...asked, dest_addr }, guarded)]).toEqual([dest_addr, expect.stringContaining(says)]);
  });

  test('hands on what is no name and no address, nor an option', async () => {
    const who = await holder();
    await program('ping', 'console.log("ran")');
    for (const dest_addr of ['-f', '--help', '127.0.0.1; id', '$(id)', 'a b', '', '127.0.0.1\n-f', '../x', 'a..b', '.', 'fe80::1%eth0'])
      expect([dest_addr, readHost(dest_addr)]).toEqual([dest_addr, undefined]);
    expect(await run(who, { tool_type: 'Ping', dest_addr: '-f' })).toBe('This is no name and no address.\r\n');
    expect(await run(who, { tool_type: 'Port', dest_addr: '127.0.0.1', ports: '1-65535' })).toContain('1 to 64 ports');
    for (const ports of ['', '0', '65536', '5-1', '1-2-3', 'ssh', '1-65', '-1'])
      expect([ports, readPorts(ports)]).toEqual([ports, undefined]);
    expect(readPorts('22, 443,22 8000-8002')).toEqual([22, 443, 8000, 8001, 8002]);
    expect(await events(who)).toEqual([]);
  });

  test('gets an answer to what is no test: it is read and dropped', async () => {
    const socket = await open(await holder());
    socket.send({ tool_type: 'Shell', dest_addr: '127.0.0.1' });
    socket.send('nothing');
    socket.send({ tool_type: 'Telnet', dest_addr: '127.0.0.1', port_num: port });
    expect(await socket.closed).toBe(1000);
    expect(String(socket.frames[0]?.msg)).toContain('Connected');
  });
});
