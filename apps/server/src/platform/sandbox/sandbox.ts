import { spawn } from 'node:child_process';
import { lstat, open, readdir, readFile, readlink } from 'node:fs/promises';
import { sep } from 'node:path';
import { findProgram } from './find-program.ts';
import { type Room, takeRoom } from './rooms.ts';
import { firstToGo, memoryOf } from './tree.ts';

/** A program of somebody else's, run with nothing of this machine but what is named here (docs/decisions/0145-playbooks-in-a-sandbox.md). */
export interface Confined {
  /** The program inside, by its path, and its arguments. */
  argv: readonly string[];
  /** All of its environment. */
  env: Readonly<Record<string, string>>;
  /** Files and folders that it reads, beside the programs of the system. */
  shown: readonly { from: string; to: string }[];
  /** What lies below the programs of the system and is not for it. */
  hidden?: readonly string[];
  folder: string;
  limits: Limits;
  signal: AbortSignal;
  out(bytes: Buffer): void;
  err(bytes: Buffer): void;
}

export interface Limits {
  seconds: number;
  /** Bytes of addresses that one process may have, and of memory that all of them hold together. */
  addresses: number;
  memory: number;
  processes: number;
  openFiles: number;
  /** Bytes of one file, and of all in each of the folders that it may write to. */
  fileSize: number;
  scratch: number;
  /** Bytes that it may print. */
  output: number;
}

export interface Ended {
  code: number | null;
  /** By itself, or because of what. */
  why: 'itself' | 'seconds' | 'memory' | 'output' | 'stopped';
}

/** What a sandbox is made of is not installed. */
export class SandboxMissing extends Error {
  readonly programs: readonly string[];
  constructor(programs: readonly string[]) {
    super(`Not installed: ${programs.join(', ')}`);
    this.programs = programs;
  }
}
/** It is installed, and this machine does not let it work. `message` is what it printed. */
export class SandboxUnusable extends Error {}

/** Folders that a confined program may write to. All of them are in memory and end with it. */
export const HOME = '/home/run';
const WRITABLE = ['/tmp', HOME, '/dev/shm'];
/** Folders of the system beside /usr, which most make links into it. */
const SYSTEM = ['bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32'];
/** Milliseconds between two looks at how much memory is held. */
const LOOK_MS = 200;

async function system(): Promise<string[]> {
  const args = ['--ro-bind', '/usr', '/usr'];
  for (const name of SYSTEM) {
    const path = `/${name}`;
    const found = await lstat(path).catch(() => undefined);
    if (found?.isSymbolicLink()) args.push('--symlink', await readlink(path), path);
    else if (found?.isDirectory()) args.push('--ro-bind', path, path);
  }
  return args;
}

export interface Sandbox {
  run(room: Pick<Room, 'uid'>, what: Confined): Promise<Ended>;
}

const PROGRAMS = ['bwrap', 'prlimit', 'setpriv'] as const;
type Tools = Record<(typeof PROGRAMS)[number], string> & { deeper: readonly string[] };

/** Set on what is closed when a program starts (fcntl(2), O_CLOEXEC). */
const CLOSED_ON_START = 0o2000000;

/** What this process was started with open, by number: it would be open inside. */
async function leftOpen(): Promise<number[]> {
  const out: number[] = [];
  for (const fd of await readdir('/proc/self/fd')) {
    const info = await readFile(`/proc/self/fdinfo/${fd}`, 'utf8').catch(() => undefined);
    const flags = Number.parseInt(/^flags:\s*(\d+)/m.exec(info ?? '')?.[1] ?? CLOSED_ON_START.toString(8), 8);
    if (Number(fd) > 2 && (flags & CLOSED_ON_START) === 0) out.push(Number(fd));
  }
  return out;
}

async function argumentsFor(tools: Tools, uid: number | undefined, what: Confined): Promise<string[]> {
  const { limits } = what;
  const inside = (path: string): boolean => path.startsWith(`/usr${sep}`);
  return [
    ...(uid === undefined ? [] : [tools.setpriv, '--reuid', String(uid), '--regid', String(uid), '--clear-groups', '--inh-caps=-all']),
    ...[tools.bwrap, '--unshare-all', '--unshare-user', ...tools.deeper],
    ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--hostname', 'sandbox', '--clearenv'],
    ...(await system()),
    ...(what.hidden ?? []).filter(inside).flatMap((path) => ['--tmpfs', path, '--remount-ro', path]),
    ...['--proc', '/proc', '--dev', '/dev', '--ro-bind-try', '/etc/ld.so.cache', '/etc/ld.so.cache'],
    ...what.shown.flatMap(({ from, to }) => ['--ro-bind', from, to]),
    ...WRITABLE.flatMap((path) => ['--size', String(limits.scratch), '--tmpfs', path]),
    // They are in memory as well, without a bound.
    ...['--remount-ro', '/dev', '--remount-ro', '/'],
    ...Object.entries(what.env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--chdir', what.folder, '--', tools.prlimit],
    ...[
      `--as=${limits.addresses}`,
      `--nproc=${limits.processes}`,
      `--fsize=${limits.fileSize}`,
      `--nofile=${limits.openFiles}`,
      '--core=0',
    ],
    ...['--', ...what.argv],
  ];
}

async function confined(tools: Tools, uid: number | undefined, what: Confined): Promise<Ended> {
  const [program = '', ...args] = await argumentsFor(tools, uid, what);
  if (what.signal.aborted) return { code: null, why: 'stopped' };
  const { limits, signal } = what;
  // In the place of each there is nothing.
  const [nothing, left] = [await open('/dev/null'), await leftOpen()];
  const none = Array.from({ length: Math.max(0, ...left.map((fd) => fd - 2)) }, (_, at) => (left.includes(at + 3) ? nothing.fd : 'ignore'));
  const child = spawn(program, args, { cwd: '/', env: {}, stdio: ['ignore', 'pipe', 'pipe', ...none] });

  let why: Ended['why'] = 'itself';
  const kill = (because: Ended['why']): void => {
    if (why === 'itself') why = because;
    // All else in its namespace of processes ends with the first of them.
    child.kill('SIGKILL');
  };
  const stop = (): void => kill('stopped');
  signal.addEventListener('abort', stop, { once: true });
  const clock = setTimeout(() => kill('seconds'), limits.seconds * 1_000);
  let looking = false;
  const look = setInterval(async () => {
    if (looking || child.pid === undefined) return;
    looking = true;
    if ((await memoryOf(child.pid)) > limits.memory) kill('memory');
    looking = false;
  }, LOOK_MS);
  let printed = 0;
  const take = (hear: (bytes: Buffer) => void) => (bytes: Buffer) => {
    printed += bytes.length;
    if (printed > limits.output) kill('output');
    else hear(bytes);
  };
  child.stdout?.on('data', take(what.out));
  child.stderr?.on('data', take(what.err));
  if (child.pid !== undefined) void firstToGo(child.pid);
  try {
    return await new Promise<Ended>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, why }));
    });
  } finally {
    await nothing.close();
    clearTimeout(clock);
    clearInterval(look);
    signal.removeEventListener('abort', stop);
  }
}

/** Bounds of the trial run. */
const SMALL: Limits = {
  seconds: 10,
  addresses: 2 ** 28,
  memory: 2 ** 28,
  processes: 16,
  openFiles: 64,
  fileSize: 2 ** 20,
  scratch: 2 ** 20,
  output: 2 ** 16,
};

/** Whether a sandbox can be made here, and what keeps it from that. */
async function tried(tools: Tools): Promise<string | undefined> {
  const room = await takeRoom();
  let message = '';
  const hear = (bytes: Buffer): void => {
    message += bytes.toString();
  };
  try {
    const argv = [(await findProgram('true', ['/usr/bin', '/bin'])) ?? '/usr/bin/true'];
    const { code } = await confined(tools, room.uid, {
      ...{ argv, env: {}, shown: [], folder: '/tmp', limits: SMALL, signal: new AbortController().signal },
      ...{ out: hear, err: hear },
    });
    return code === 0 ? undefined : message.trim().split('\n').at(-1) || `exit ${code}`;
  } finally {
    await room.remove();
  }
}

/** Finds out how programs are confined here. Nothing is ever run without. @throws SandboxMissing, SandboxUnusable */
export async function openSandbox(folders?: readonly string[]): Promise<Sandbox> {
  const found = await Promise.all(PROGRAMS.map(async (name) => [name, await findProgram(name, folders)] as const));
  const missing = found.flatMap(([name, file]) => (file === undefined ? [name] : []));
  if (missing.length > 0) throw new SandboxMissing(missing);
  const files = Object.fromEntries(found) as Record<(typeof PROGRAMS)[number], string>;
  // Where it cannot be taken away, what runs inside may make namespaces of its own, in which it has no more than here.
  const ways: Tools[] = [
    { ...files, deeper: ['--disable-userns'] },
    { ...files, deeper: [] },
  ];
  let why: string | undefined = '';
  for (const tools of ways) {
    why = await tried(tools);
    if (why === undefined) return { run: (room, what) => confined(tools, room.uid, what) };
  }
  throw new SandboxUnusable(why);
}
