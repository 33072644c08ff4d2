import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { until } from '@postern/testkit/until';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clearRooms, takeRoom } from './rooms.ts';
import { type Ended, type Limits, openSandbox, type Sandbox, SandboxMissing } from './sandbox.ts';

const MIB = 2 ** 20;
const LIMITS: Limits = {
  seconds: 60,
  addresses: 512 * MIB,
  memory: 512 * MIB,
  processes: 24,
  openFiles: 64,
  fileSize: 8 * MIB,
  scratch: 16 * MIB,
  output: MIB,
};
let sandbox: Sandbox;
const own = mkdtempSync(join(tmpdir(), 'postern-sandbox-test-'));

beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => rmSync(own, { recursive: true, force: true }));

interface Told extends Ended {
  out: string;
  err: string;
}
/** Runs Python inside, with a mark among its arguments by which its processes are found. */
async function python(
  code: string,
  more: { limits?: Partial<Limits>; signal?: AbortSignal; mark?: string; heard?(text: string): void } = {},
): Promise<Told> {
  const room = await takeRoom();
  let [out, err] = ['', ''];
  try {
    const ended = await sandbox.run(room, {
      argv: ['/usr/bin/python3', '-I', '-c', code, more.mark ?? 'x'],
      env: { PATH: '/usr/bin' },
      shown: [],
      folder: '/tmp',
      limits: { ...LIMITS, ...more.limits },
      signal: more.signal ?? new AbortController().signal,
      out: (bytes) => {
        out += bytes.toString();
        more.heard?.(out);
      },
      err: (bytes) => {
        err += bytes.toString();
      },
    });
    return { ...ended, out: out.trim(), err };
  } finally {
    await room.remove();
  }
}

/** Processes of this machine that have a mark among their arguments. */
const marked = (mark: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(mark);
    } catch {
      return false;
    }
  });

describe('inside', () => {
  test('there is no user, group, right or environment of ours, and no other process', async () => {
    const { out } = await python(
      `import os, json
status = open('/proc/self/status').read()
print(json.dumps([os.getuid(), os.getgroups(), dict(os.environ), [line for line in status.splitlines() if line.startswith(('CapEff', 'CapBnd', 'NoNewPrivs', 'Seccomp:'))],
  len([p for p in os.listdir('/proc') if p.isdigit()]), sorted(set(os.readlink('/proc/self/fd/' + fd).split(':')[0] for fd in os.listdir('/proc/self/fd') if os.path.lexists('/proc/self/fd/' + fd))), os.uname().nodename]))`,
    );
    const [uid, groups, env, status, processes, files, name] = JSON.parse(out);
    if (process.geteuid?.() === 0) expect([uid, groups]).toEqual([expect.toSatisfy((id: number) => id >= 0x7000_0000), []]);
    expect(env).toEqual({ PATH: '/usr/bin', PWD: '/tmp', LC_CTYPE: 'C.UTF-8' });
    expect(status).toEqual(expect.arrayContaining(['CapEff:\t0000000000000000', 'CapBnd:\t0000000000000000', 'NoNewPrivs:\t1']));
    expect([processes, files, name]).toEqual([2, ['/dev/null', 'socket'], 'sandbox']);
  });

  test('there are no files but programs, and nothing of it can be written to but three folders in memory', async () => {
    const { out } = await python(
      `import os, json
seen = {path: sorted(os.listdir(path)) for path in ['/', '/etc', '/home', '/tmp', '/home/run', '/dev/shm']}
writable = []
for path in ['/', '/etc', '/usr', '/usr/bin', '/dev', '/proc', '/home', '/tmp', '/home/run', '/dev/shm']:
  try:
    open(path + '/x', 'w').close(); writable.append(path)
  except OSError: pass
print(json.dumps([seen, writable]))`,
    );
    const [seen, writable] = JSON.parse(out);
    expect(seen['/'].filter((name: string) => !/^(bin|sbin|lib.*)$/.test(name))).toEqual(['dev', 'etc', 'home', 'proc', 'tmp', 'usr']);
    expect([seen['/etc'], seen['/home']]).toEqual([['ld.so.cache'], ['run']]);
    expect([seen['/tmp'], seen['/home/run'], seen['/dev/shm']]).toEqual([[], [], []]);
    expect(writable).toEqual(['/tmp', '/home/run', '/dev/shm']);
  });

  test('there is no network: no interface but its own, and nobody listens at a port or an abstract socket', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const abstract = createServer();
    const name = `\0postern-${randomUUID()}`;
    await new Promise<void>((resolve) => abstract.listen(name, resolve));
    const { port } = server.address() as { port: number };
    const { out } = await python(
      `import socket, json
def why(kind, address):
  try:
    socket.socket(kind, socket.SOCK_STREAM).connect(address); return 'connected'
  except OSError as error: return error.strerror
print(json.dumps([[n for _, n in socket.if_nameindex()], why(socket.AF_INET, ('127.0.0.1', ${port})), why(socket.AF_INET, ('169.254.169.254', 80)),
  why(socket.AF_UNIX, ${JSON.stringify(name)})]))`,
    );
    server.close();
    abstract.close();
    expect(JSON.parse(out)).toEqual([['lo'], 'Connection refused', 'Network is unreachable', 'Connection refused']);
  });

  test('no namespaces are made, nothing is mounted, and what is setuid is not', async () => {
    const { out } = await python(
      `import subprocess, json, os
def code(*argv): return subprocess.run(argv, capture_output=True).returncode != 0
def refused(work):
  try: work(); return False
  except PermissionError: return True
print(json.dumps([code('unshare', '-U', 'true'), code('unshare', '-n', 'true'), code('mount', '-t', 'tmpfs', 'x', '/tmp'), refused(lambda: os.chroot('/tmp')),
  subprocess.run(['su', '-c', 'id -u'], capture_output=True, stdin=subprocess.DEVNULL).stdout.decode()]))`,
    );
    expect(JSON.parse(out)).toEqual([true, true, true, true, '']);
  });
});

describe('no more is taken than is given', () => {
  test.each<[string, string, Partial<Limits>, Partial<Told>]>([
    ['addresses', `try: bytearray(${600 * MIB})\nexcept MemoryError: print('refused')`, {}, { out: 'refused', why: 'itself' }],
    [
      'memory of all together',
      `import os, time\nfor _ in range(8):\n  if os.fork() == 0:\n    held = bytearray(b'x' * ${64 * MIB}); time.sleep(60)\ntime.sleep(60)`,
      { memory: 128 * MIB },
      { why: 'memory' },
    ],
    [
      'processes',
      `import os, time\nn = 0\ntry:\n  while n < 200:\n    if os.fork() == 0: time.sleep(30); os._exit(0)\n    n += 1\nexcept BlockingIOError: print('refused', n < 24, flush=True)\nos._exit(0)`,
      {},
      { out: 'refused True' },
    ],
    [
      'size of a file',
      `import signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_IGN)\ntry: open('/tmp/x', 'wb').write(b'x' * ${9 * MIB})\nexcept OSError as e: print(e.strerror)`,
      {},
      { out: 'File too large' },
    ],
    ...['/tmp', '/home/run', '/dev/shm'].map((path): [string, string, Partial<Limits>, Partial<Told>] => [
      `room in ${path}`,
      `n = 0\ntry:\n  while n < 9:\n    open('${path}/%d' % n, 'wb').write(b'x' * ${4 * MIB}); n += 1\nexcept OSError as e: print(e.strerror, n)`,
      {},
      { out: 'No space left on device 4' },
    ]),
    [
      'open files',
      `held = []\ntry:\n  while len(held) < 100: held.append(open('/dev/null'))\nexcept OSError as e: print(e.strerror)`,
      {},
      { out: 'Too many open files' },
    ],
    ['output', `while True: print('x' * 1000)`, {}, { why: 'output' }],
    ['time', `import time\ntime.sleep(60)`, { seconds: 0.5 }, { why: 'seconds' }],
    [
      'time of what does not listen',
      `import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(60)`,
      { seconds: 0.5 },
      { why: 'seconds' },
    ],
  ])('%s', async (_, code, limits, told) => {
    expect(await python(code, { limits })).toMatchObject(told);
  });
});

/**
 * Starts processes that leave their parents and their group, and says so once the parents have gone: a look at all processes is no
 * moment, and would miss both a parent that ends during it and the child that came after it began.
 */
const SCATTER = `import os, time
for _ in range(3):
  parent = os.fork()
  if parent == 0:
    os.setsid()
    if os.fork() == 0: time.sleep(600)
    os._exit(0)
  os.waitpid(parent, 0)
print('there', flush=True)
time.sleep(600)`;

describe('all of it ends', () => {
  test('with a stop, whatever its processes have become', async () => {
    const [mark, stop] = [`postern-${randomUUID()}`, new AbortController()];
    let ran = 0;
    const ended = await python(SCATTER, {
      mark,
      signal: stop.signal,
      heard: () => {
        ran = marked(mark).length;
        stop.abort();
      },
    });
    expect(ran).toBeGreaterThan(3);
    expect([ended.why, marked(mark)]).toEqual(['stopped', []]);
  });

  test('with whoever started it, killed without a word; its room goes with the next start', async () => {
    const mark = `postern-${randomUUID()}`;
    const [sandboxed, rooms] = ['./sandbox.ts', './rooms.ts'].map((name) => fileURLToPath(new URL(name, import.meta.url)));
    const script = join(own, 'start.mjs');
    writeFileSync(
      script,
      `import { openSandbox } from ${JSON.stringify(sandboxed)};
import { takeRoom } from ${JSON.stringify(rooms)};
const [sandbox, room] = [await openSandbox(), await takeRoom(process.argv[2])];
console.log(room.path);
const hear = (bytes) => process.stdout.write(bytes);
await sandbox.run(room, { argv: ['/usr/bin/python3', '-I', '-c', ${JSON.stringify(SCATTER)}, ${JSON.stringify(mark)}], env: {}, shown: [], folder: '/tmp',
  limits: ${JSON.stringify(LIMITS)}, signal: new AbortController().signal, out: hear, err: hear });`,
    );
    const child: ChildProcess = spawn(process.execPath, [script, own], { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout?.on('data', (bytes: Buffer) => {
      printed += bytes.toString();
    });
    await until('it runs', 60_000, async () => printed.includes('there') && marked(mark).length > 3);
    const [path = ''] = printed.split('\n');
    child.kill('SIGKILL');
    await until('nothing of it is left', 20_000, async () => marked(mark).length === 0);
    expect(existsSync(path)).toBe(true);
    await until('its starter is gone', 20_000, async () => child.signalCode !== null);
    await clearRooms(own);
    expect(existsSync(path)).toBe(false);
  });
});

/** Runs a module of ours beside the sandbox as an account that may do nothing here; answers what it printed. */
async function asNobody(code: string): Promise<string> {
  const NOBODY = 65_534;
  // The checkout may lie where nobody else can look, and so may the folder of temporary files.
  const place = mkdtempSync('/tmp/postern-nobody-');
  try {
    chmodSync(place, 0o755);
    for (const name of readdirSync(new URL('.', import.meta.url)).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts')))
      copyFileSync(new URL(name, import.meta.url), join(place, name));
    copyFileSync(process.execPath, join(place, 'node'));
    writeFileSync(join(place, 'package.json'), '{"type":"module"}');
    writeFileSync(join(place, 'start.ts'), code);
    mkdirSync(join(place, 'rooms'));
    chownSync(join(place, 'rooms'), NOBODY, NOBODY);
    const child = spawn(join(place, 'node'), ['start.ts'], {
      cwd: place,
      uid: NOBODY,
      gid: NOBODY,
      env: {},
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => {
        printed += bytes.toString();
      });
    await new Promise((resolve) => child.once('close', resolve));
    return printed.trim();
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

// Whoever is not root has tested that all along.
test.runIf(process.geteuid?.() === 0)(
  'a worker that is not root confines as well: none of its files, no network, no more than is given',
  async () => {
    const look = `import os, socket, json
def why(work):
  try: work(); return None
  except OSError as error: return error.strerror
def write():
  for n in range(9): open('/tmp/%d' % n, 'wb').write(b'x' * ${4 * MIB})
print(json.dumps([sorted(os.listdir('/etc')), [n for _, n in socket.if_nameindex()], os.path.exists('/tmp/rooms'), why(write), why(lambda: os.setuid(0)),
  [line.split()[1] for line in open('/proc/self/status') if line.startswith('CapEff')]]))`;
    const code = `import { openSandbox } from './sandbox.ts';
import { takeRoom } from './rooms.ts';
const [sandbox, room] = [await openSandbox(), await takeRoom('rooms')];
let out = '';
const hear = (bytes) => { out += bytes.toString(); };
const ended = await sandbox.run(room, { argv: ['/usr/bin/python3', '-I', '-c', ${JSON.stringify(look)}], env: {}, shown: [], folder: '/tmp',
  limits: ${JSON.stringify(LIMITS)}, signal: new AbortController().signal, out: hear, err: hear });
await room.remove();
console.log(JSON.stringify([process.getuid(), ended, out.trim()]));`;
    const printed = await asNobody(code);
    const [uid, ended, out] = JSON.parse(printed);
    expect([uid, ended]).toEqual([65_534, { code: 0, why: 'itself' }]);
    expect(JSON.parse(out)).toEqual([['ld.so.cache'], ['lo'], false, 'No space left on device', 'Invalid argument', ['0000000000000000']]);
  },
);

describe('rooms', () => {
  test('are one for each, and stay as long as somebody lives there', async () => {
    const [one, other] = [await takeRoom(own), await takeRoom(own)];
    expect(one.path).not.toBe(other.path);
    if (process.geteuid?.() === 0) expect(one.uid).not.toBe(other.uid);
    await clearRooms(own);
    expect([existsSync(one.path), existsSync(other.path)]).toEqual([true, true]);
    await one.remove();
    const again = await takeRoom(own);
    expect(again.path).toBe(one.path);
    await Promise.all([other.remove(), again.remove()]);
    expect(readdirSync(join(one.path, '..'))).toEqual([]);
  });

  test('are not made in a folder that somebody else has put there', async () => {
    const elsewhere = mkdtempSync(join(own, 'x'));
    mkdirSync(join(elsewhere, 'theirs'));
    symlinkSync(join(elsewhere, 'theirs'), join(elsewhere, `postern-rooms-${process.geteuid?.()}`));
    await expect(takeRoom(elsewhere)).rejects.toThrow('is not ours');
  });
});

test('without its programs there is none, and it says which', async () => {
  const error = await openSandbox([own]).catch((one: unknown) => one);
  expect(error).toBeInstanceOf(SandboxMissing);
  expect((error as SandboxMissing).programs).toEqual(['bwrap', 'prlimit', 'setpriv']);
});
