import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Sshd, startSshd } from '@postern/testkit/sshd';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeRoom } from '../../../platform/sandbox/rooms.ts';
import { dialTcp, logIn } from '../../../platform/ssh/log-in.ts';
import { findMeans, type Means } from './ansible.ts';
import { NotReached, openDoor } from './door.ts';
import { type Escape, FILES, PLAYS, TASKS } from './escapes.fixtures.ts';
import { lineReader, linesOf, readLine } from './events.ts';
import { type Machine, machineOver } from './machine.ts';
import { limitsOf } from './run.ts';
import { setStage } from './stage.ts';

// Every way out works where the same Ansible is run plainly, and none of them in the sandbox.

const [A, B] = [`Canary${randomBytes(6).toString('hex')}`, randomBytes(6).toString('hex')];
const CANARY = A + B;
const own = mkdtempSync(join(tmpdir(), 'postern-escapes-'));
let means: Means;
let sshd: Sshd;
let machine: Machine;
const servers: Server[] = [];
const victims: ChildProcess[] = [];
let port = 0;

const file = (...names: string[]): string => join(own, ...names);
function put(path: string, content: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content, { mode });
}
const listen = async (where: number | string): Promise<Server> => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.end(`HTTP/1.0 200 OK\r\nContent-Length: ${CANARY.length}\r\n\r\n${CANARY}`);
  });
  await new Promise<void>((resolve) =>
    typeof where === 'number' ? server.listen(where, '127.0.0.1', resolve) : server.listen(where, resolve),
  );
  servers.push(server);
  return server;
};

beforeAll(async () => {
  [means, sshd] = [await findMeans(), await startSshd()];
  process.env.POSTERN_CANARY = CANARY;
  put(file('secret'), CANARY);
  put(file('secret.csv'), `key,${CANARY}\n`);
  put(file('secret.ini'), `[all]\nkey=${CANARY}\n`);
  put(file('list', CANARY), 'x');
  put(file('vars.yml'), `canary: ${CANARY}\n`);
  put(file('vars.yml.d', 'a.yml'), `canary: ${CANARY}\n`);
  put(file('play.yml'), `- hosts: web-1\n  gather_facts: false\n  tasks: [{debug: {msg: ${CANARY}}}]\n`);
  put(file('play.yml.tasks'), `- debug: {msg: by tasks ${CANARY}}\n`);
  put(file('role', 'tasks', 'main.yml'), `- debug: {msg: by a role ${CANARY}}\n`);
  put(file('script'), `#!/bin/sh\necho ${CANARY}\n`, 0o755);
  put(file('parts', '1'), CANARY);
  await promisify(execFile)('tar', ['-C', file('parts'), '-cf', file('parts.tar'), '1']);
  const server = await listen(0);
  ({ port } = server.address() as { port: number });
  await listen(file('sock'));
  machine = machineOver(
    await logIn({
      ...{ stream: await dialTcp('127.0.0.1', sshd.port, 10_000), known: [], trust: async () => true, limit: 30_000 },
      ...{ username: sshd.user, secretType: 'ssh_key', secret: sshd.privateKey, algorithms: 'secure' },
    }),
  );
});
afterAll(async () => {
  delete process.env.POSTERN_CANARY;
  for (const server of servers) server.close();
  for (const victim of victims) victim.kill('SIGKILL');
  machine?.end();
  await sshd?.stop();
  rmSync(own, { recursive: true, force: true });
});

type Side = 'outside' | 'inside';
const victim = (): ChildProcess => {
  const child = spawn('/usr/bin/sleep', ['600'], { env: { POSTERN_CANARY: CANARY }, stdio: 'ignore' });
  victims.push(child);
  return child;
};
const hitOf = (side: Side, key: string): string => file(`hit-${side}-${key}`);
function filled(text: string, side: Side, key: string, pid: number): string {
  const values: Record<string, string> = {
    ...{ SECRET: file('secret'), LIST: file('list'), HIT: hitOf(side, key), YAML: file('vars.yml'), PLAY: file('play.yml') },
    ...{ ROLE: file('role'), TAR: file('parts.tar'), SCRIPT: file('script'), PARTS: file('parts'), SOCK: file('sock'), KEY: sshd.keyPath },
    ...{ PORT: String(port), SSH: String(sshd.port), PID: String(pid), A, B, THERE: file(`there-${side}-`), u006f: '\\u006f' },
  };
  return text.replace(/@(\w+)@/g, (written, name: string) => values[name] ?? written);
}

interface Heard {
  /** What was said of tasks by their name, and all of it. */
  tasks: Map<string, string>;
  all: string;
}
function hearing(): { heard: Heard; reader: ReturnType<typeof lineReader> } {
  const heard: Heard = { tasks: new Map(), all: '' };
  const reader = lineReader((line) =>
    readLine(line, {
      event(event) {
        if (event.tell !== 'result') return;
        const text = linesOf(event).slice(1).join('\n');
        heard.tasks.set(event.task, `${heard.tasks.get(event.task) ?? ''}${text}\n`);
        heard.all += `${text}\n`;
      },
      text: (text) => {
        heard.all += `${text}\n`;
      },
    }),
  );
  return { heard, reader };
}

const HOST = { name: 'web-1', variables: { ansible_python_interpreter: '/usr/bin/python3' } };

async function inside(files: Record<string, string>): Promise<Heard> {
  const room = await takeRoom();
  const { heard, reader } = hearing();
  try {
    const play = {
      files: Object.entries(files).map(([path, text]) => ({ path, content: Buffer.from(text) })),
      entry: 'main.yml',
      variables: {},
      hosts: [HOST],
      forks: 5,
    };
    const stage = await setStage(room, means.python, means.folders, play);
    const reach = async (name: string): Promise<Machine> => {
      if (name !== 'web-1') throw new NotReached('unknown');
      return machine;
    };
    const door = await openDoor({ path: stage.door, give: room.give, reach, denied: (path) => path });
    await means.sandbox.run(room, {
      ...{ ...stage, limits: limitsOf(5, 300), signal: new AbortController().signal },
      ...{ out: reader.push, err: reader.push },
    });
    reader.end();
    await door.close();
    return heard;
  } finally {
    await room.remove();
  }
}

async function outside(files: Record<string, string>): Promise<Heard> {
  const folder = mkdtempSync(file('plain-'));
  for (const [path, text] of Object.entries(files)) put(join(folder, path), text);
  put(
    join(folder, 'hosts'),
    `web-1 ansible_host=127.0.0.1 ansible_port=${sshd.port} ansible_ssh_private_key_file=${sshd.keyPath} ansible_python_interpreter=/usr/bin/python3\n`,
  );
  const { heard, reader } = hearing();
  const child = spawn('/usr/bin/ansible-playbook', ['-i', 'hosts', 'main.yml'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...{ PATH: '/usr/bin:/bin:/usr/sbin', HOME: folder, LANG: 'C.UTF-8', POSTERN_CANARY: CANARY, ANSIBLE_VAULT_IDENTITY: CANARY },
      ...{ ANSIBLE_CALLBACK_PLUGINS: fileURLToPath(new URL('./python/callback', import.meta.url)), ANSIBLE_STDOUT_CALLBACK: 'postern' },
      ...{ ANSIBLE_HOST_KEY_CHECKING: 'False', ANSIBLE_PIPELINING: 'True', PYTHONDONTWRITEBYTECODE: '1' },
    },
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', reader.push);
  await new Promise((resolve) => child.once('close', resolve));
  reader.end();
  return heard;
}
const RUN = { outside, inside } as const;
const SIDES: readonly Side[] = ['outside', 'inside'];

/** Whether a way out worked. */
function worked({ shows }: Escape, side: Side, key: string, heard: Heard, task: string, killed: ChildProcess): boolean {
  if (shows === 'hit') return existsSync(hitOf(side, key));
  if (shows === 'killed') return killed.signalCode === 'SIGKILL';
  return shows ? shows.test(heard.all) : (heard.tasks.get(task) ?? '').includes(CANARY);
}

test('there are enough of them, each with a name of its own', () => {
  const names = [...TASKS, ...PLAYS, ...FILES].map(({ name }) => name);
  expect([names.length >= 60, new Set(names).size]).toEqual([true, names.length]);
});

test('those in tasks and plays', { timeout: 600_000 }, async () => {
  const found: Record<Side, string[]> = { outside: [], inside: [] };
  const texts: Record<Side, string> = { outside: '', inside: '' };
  for (const side of SIDES) {
    const targets = TASKS.map(victim);
    const careful = { ignore_errors: true, ignore_unreachable: true };
    const lines = TASKS.flatMap((way, at) =>
      way.tasks.map((task) => `    - ${filled(JSON.stringify({ ...task, name: `task ${at}` }), side, `t${at}`, targets[at]?.pid ?? 0)}\n`),
    );
    const plays = PLAYS.map(({ play }, at) => {
      const text = JSON.stringify({ ...play, gather_facts: false, ...careful }).replaceAll('"command":', `"name":"play ${at}","command":`);
      return `- ${filled(text, side, `p${at}`, 0)}\n`;
    });
    const heard = await RUN[side]({
      'main.yml': `- hosts: web-1\n  gather_facts: false\n  ignore_errors: true\n  ignore_unreachable: true\n  tasks:\n${lines.join('')}${plays.join('')}`,
    });
    texts[side] = heard.all;
    TASKS.forEach((way, at) => {
      if (worked(way, side, `t${at}`, heard, `task ${at}`, targets[at] as ChildProcess)) found[side].push(way.name);
    });
    PLAYS.forEach((way, at) => {
      if (worked(way, side, `p${at}`, heard, `play ${at}`, targets[0] as ChildProcess)) found[side].push(way.name);
    });
    // All were tried, and told of.
    const untold = [...TASKS.map((_one, at) => `task ${at}`), ...PLAYS.map((_one, at) => `play ${at}`)].filter(
      (name) => !heard.tasks.has(name),
    );
    expect([side, untold], heard.all.slice(-4_000)).toEqual([side, []]);
  }
  expect(found.inside, texts.inside.slice(-4_000)).toEqual([]);
  expect(found.outside, texts.outside.slice(-4_000)).toEqual([...TASKS, ...PLAYS].map(({ name }) => name));
});

test.each(FILES.map((way, at) => [way.name, way, `f${at}`] as const))('in files: %s', { timeout: 300_000 }, async (_, way, key) => {
  for (const side of SIDES) {
    const files = Object.fromEntries(Object.entries(way.files).map(([path, text]) => [path, filled(text, side, key, 0)]));
    const { all } = await RUN[side](files);
    const touched = existsSync(hitOf(side, key));
    expect([side, touched || all.includes(CANARY)], all).toEqual([side, side === 'outside']);
  }
});
