import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { basename, dirname, join } from 'node:path';
import type { ConnectionSecret, TransferEntry } from '@postern/contract/component';
import { OPEN_FLAGS, REQUEST } from '@postern/contract/sftp';
import type { EntranceName } from '@postern/testkit/entrance-table';
import { freePort } from '@postern/testkit/ports';
import type { Sshd } from '@postern/testkit/sshd';
import type { Telnetd } from '@postern/testkit/telnetd';
import { openPage, type Page } from '@postern/testkit/terminal-page';
import { until } from '@postern/testkit/until';
import { expect } from 'vitest';
import { heard, type NativeClient, type Run } from './native-client.ts';
import { handleIn, long, talk, text, word } from './page-files.ts';
import { ANN_COOKIE, eventually, grantFor, TOKEN_VALUE, type World } from './world.ts';

export type DatabaseKind = 'postgresql' | 'mariadb';

/** The world that all entrances share. */
export interface EntranceWorld {
  world: World;
  sshd: Sshd;
  telnetd: Telnetd;
  person: { username: string; password: string };
  databases: Readonly<Record<DatabaseKind, { port: number; username: string; password: string; db_name: string }>>;
  client: NativeClient;
  /** Sends back what it is sent, on a port and on a socket. */
  echo: { port: number; path: string };
}

/** What came of using an entrance once. */
export interface Used {
  /** It did what it is for. */
  ok: boolean;
  /** All that the person was told. */
  output: string;
  /** What stands in the recordings, and in the lists. */
  recorded?: readonly string[];
  listed?: readonly (readonly [input: string, output?: string | RegExp])[];
  moved?: readonly Pick<TransferEntry, 'operate' | 'filename' | 'size' | 'is_success'>[];
  /** Sessions that it makes; one where none is named. */
  sessions?: number;
}

export interface Entrance {
  /** What its grants have beside the usual. */
  grant?(on: EntranceWorld): Omit<Partial<ConnectionSecret>, 'asset'> & { asset?: Partial<ConnectionSecret['asset']> };
  /** False where this machine lacks what it needs. */
  here?(): boolean;
  /** Each grant is good for one connection. */
  use(on: EntranceWorld, grants: () => ConnectionSecret): Promise<Used>;
}

/** What an entrance is used with: to an asset of this name. */
export function grantOf(on: EntranceWorld, entrance: EntranceName, name: string, change: Partial<ConnectionSecret>): ConnectionSecret {
  const { asset, ...more } = USES[entrance].grant?.(on) ?? {};
  const usual = grantFor(on.sshd, { ...more, ...change });
  return { ...usual, asset: { ...usual.asset, ...asset, name } };
}

/** Stands in everything that an entrance runs, so that a rule can be about it. */
export const MARK = 'parity-mark';

const folder = (on: EntranceWorld): string => mkdtempSync(join(on.client.dir, 'entrance-'));
const bytesOf = (path: string): Buffer => (existsSync(path) ? readFileSync(path) : Buffer.alloc(0));
const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
const output = ({ stdout, stderr }: Run): string => `${stdout}${stderr}`;
const whole = (operate: 'upload' | 'download', filename: string, size: number) => ({ operate, filename, size, is_success: true });

/** What a page was told: its terminal and its frames. */
const told = (page: Page): string => `${page.text()}${page.frames.map(({ data, err }) => `${data}${err}`).join('\n')}`;

/** Resolves true when the page's terminal is there, false when it is closed instead. */
const opened = async (page: Page): Promise<boolean> =>
  (await eventually(() => page.frames.find(({ type }) => type === 'TERMINAL_SESSION' || type === 'CLOSE'))).type === 'TERMINAL_SESSION';

/** Enters one line into a page and leaves by `exit`. */
async function enter(page: Page): Promise<Used> {
  if (!(await opened(page))) return { ok: false, output: told(page) };
  page.type(`echo ${MARK}-$((40+2))\r`);
  await eventually(() => /parity-mark-42|not allowed/.test(page.text()));
  page.type('\rexit\r');
  await page.closed;
  const ok = page.text().includes(`${MARK}-42`);
  return { ok, output: told(page), recorded: [`${MARK}-42`], listed: [[`echo ${MARK}-$((40+2))`, new RegExp(`${MARK}-42`)]] };
}

const visit = ({ world }: EntranceWorld, grant: ConnectionSecret, files = false): Page =>
  openPage(world.gateway.port, `token=${world.token(grant)}`, { cookie: ANN_COOKIE, files });

const COMMAND = `echo ${MARK}; cat; exit 3`;
function commanded(run: Run): Used {
  return {
    ok: run.code === 3 && run.stdout.toString() === `${MARK}\nin\n`,
    output: output(run),
    recorded: [`${MARK}\\r\\n`, '"i","in\\n"'],
    listed: [[COMMAND, new RegExp(MARK)]],
  };
}

/** Puts a file and gets it back by `commands` of some SFTP client, and says what must have been told. */
async function fetched(on: EntranceWorld, run: (mine: string, there: string, back: string) => Promise<Run>): Promise<Used> {
  const dir = folder(on);
  const data = randomBytes(100_000);
  const [mine, there, back] = ['mine', MARK, 'back'].map((name) => join(dir, name)) as [string, string, string];
  writeFileSync(mine, data);
  const ended = await run(mine, there, back);
  const how = `${data.length} B sha256:${sha(data)}`;
  return {
    ok: ended.code === 0 && bytesOf(there).equals(data) && bytesOf(back).equals(data),
    output: output(ended),
    recorded: [`upload ${there} ${how}`, `download ${there} ${how}`],
    listed: [
      [`upload ${there}`, how],
      [`download ${there}`, how],
    ],
    moved: [whole('upload', there, data.length), whole('download', there, data.length)],
  };
}

/** Sends a line through a forward, and waits for what comes back. `to` is a port that SOCKS is asked for (RFC 1928). */
function through(at: { port: number } | { path: string }, to?: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(at);
    let answer = '';
    socket.once('connect', () => socket.write(to === undefined ? `${MARK}\n` : Buffer.from([5, 1, 0])));
    socket.on('data', (some: Buffer) => {
      answer += some.toString('latin1');
      if (to !== undefined && answer.length === 2) socket.write(Buffer.from([5, 1, 0, 1, 127, 0, 0, 1, to >> 8, to & 255]));
      else if (to !== undefined && answer.length === 12) socket.write(`${MARK}\n`);
      if (answer.endsWith(`${MARK}\n`)) socket.end();
    });
    socket.once('error', () => undefined);
    socket.once('close', () => resolve(answer));
  });
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

const CARRIED = `${MARK.length + 1} B in · ${MARK.length + 1} B out`;

/** `ssh` that only forwards, and something that goes through where it listens. */
async function forwarded(
  on: EntranceWorld,
  grant: ConnectionSecret,
  [flag, value]: [string, string],
  at: number,
  what: string,
): Promise<Used> {
  const running = on.client.start(['-N', '-o', 'LogLevel=INFO', '-o', 'ExitOnForwardFailure=yes', flag, value], { grant });
  let over = false;
  void running.ended.then(() => {
    over = true;
  });
  await until('it listens, or is over', 60_000, async () => over || (await listens(at)));
  const answer = over ? '' : await through({ port: at }, flag === '-D' ? on.echo.port : undefined);
  running.kill();
  const { stderr } = await running.ended;
  return { ok: answer.endsWith(`${MARK}\n`), output: stderr, recorded: [`${what} · ${CARRIED}`], listed: [[what, CARRIED]] };
}

const METHOD = { label: '', value: 'web_sftp', type: 'web', component: 'koko' };

/** PuTTY's programs trust nothing that they were not told of, and take a password from a file. */
async function putty(on: EntranceWorld, grant: ConnectionSecret, program: string, ...args: string[]): Promise<Run> {
  const port = String(on.world.gateway.sshPort());
  const [, , key = ''] = (await started('ssh-keyscan', ['-p', port, '127.0.0.1'])).stdout.toString().trim().split(/\s/);
  const print = createHash('sha256').update(Buffer.from(key, 'base64')).digest('base64').replace(/=+$/, '');
  const password = join(folder(on), 'password');
  writeFileSync(password, `${TOKEN_VALUE}\n`, { mode: 0o600 });
  const login = ['-batch', '-P', port, '-l', on.client.enters(grant), '-pwfile', password, '-hostkey', `SHA256:${print}`];
  return started(program, [...login, ...args]);
}

/** A script for paramiko, which logs in by arguments and then does what stands in `body`. */
const PARAMIKO = `
import sys, paramiko
client = paramiko.SSHClient()
client.set_missing_host_key_policy(paramiko.AutoAddPolicy())
client.connect('127.0.0.1', port=int(sys.argv[1]), username=sys.argv[2], password=sys.argv[3], allow_agent=False, look_for_keys=False)
`;
function paramiko(on: EntranceWorld, grant: ConnectionSecret, body: string, args: string[]): Promise<Run> {
  const login = [String(on.world.gateway.sshPort()), on.client.enters(grant), TOKEN_VALUE];
  return started('/usr/bin/python3', ['-c', PARAMIKO + body, ...login, ...args]);
}

/** A program that is none of OpenSSH's, to its end. */
function started(file: string, args: string[]): Promise<Run> {
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdin.end('in\n');
  return heard(child).ended;
}

const scp = (how: string[]) => (on: EntranceWorld, grants: () => ConnectionSecret) =>
  fetched(on, async (mine, there, back) => {
    const up = await on.client.run([...how, mine, `scp://{at}/${there}`], { file: 'scp', grant: grants() });
    return up.code === 0 ? on.client.run([...how, `scp://{at}/${there}`, back], { file: 'scp', grant: grants() }) : up;
  });

export const USES: Readonly<Record<EntranceName, Entrance>> = {
  'browser, SSH terminal': { use: (on, grants) => enter(visit(on, grants())) },
  'browser, telnet terminal': { grant: byTelnet, use: (on, grants) => enter(visit(on, grants())) },
  'browser, one line into several terminals': {
    // The bar writes the same keys into each: each terminal judges and lists them for itself.
    async use(on, grants) {
      const both = await Promise.all([enter(visit(on, grants())), enter(visit(on, grants()))]);
      return { ...both[0], ok: both.every(({ ok }) => ok), sessions: 2 };
    },
  },
  'browser, file manager': {
    grant: () => ({ connect_method: METHOD }),
    use: (on, grants) => fetched(on, (mine, there, back) => byPage(on, grants(), mine, there, back)),
  },
  '`ssh`, terminal': { use: entered },
  '`ssh`, telnet terminal': { grant: byTelnet, use: entered },
  '`ssh … command`': { use: async (on, grants) => commanded(await on.client.run([COMMAND], { grant: grants(), input: 'in\n' })) },
  '`ssh`, statements for PostgreSQL': stating('postgresql'),
  '`ssh`, statements for MySQL and MariaDB': stating('mariadb'),
  '`scp -O`': {
    async use(on, grants) {
      const used = await scp(['-O'])(on, grants);
      // Its protocol knows a file that is sent by the name it has here, and one that is fetched by the name it has there.
      const named = ({ operate, ...file }: NonNullable<Used['moved']>[number]) =>
        ({ ...file, operate, filename: operate === 'upload' ? 'mine' : MARK }) as const;
      const listed = used.listed?.map(([input, how]) => [input.startsWith('upload') ? 'upload mine' : `download ${MARK}`, how] as const);
      return {
        ...used,
        sessions: 2,
        moved: used.moved?.map(named) ?? [],
        listed: listed ?? [],
        recorded: listed?.map(([input, how]) => `${input} ${how}`) ?? [],
      };
    },
  },
  '`scp`': { use: async (on, grants) => ({ ...(await scp([])(on, grants)), sessions: 2 }) },
  '`sftp`': {
    use: (on, grants) =>
      fetched(on, (mine, there, back) =>
        on.client.run(['-b', '-', 'sftp://{at}'], { file: 'sftp', grant: grants(), input: `put ${mine} ${there}\nget ${there} ${back}\n` }),
      ),
  },
  '`rsync`': {
    async use(on, grants) {
      const dir = folder(on);
      const [mine, there] = [join(dir, 'mine'), join(dir, MARK)];
      mkdirSync(mine);
      writeFileSync(join(mine, 'file'), `${MARK}\n`.repeat(1_000));
      const run = await on.client.run(['-a', `${mine}/`, `{user}@127.0.0.1:${there}/`], { file: 'rsync', grant: grants() });
      return {
        ok: run.code === 0 && bytesOf(join(there, 'file')).equals(bytesOf(join(mine, 'file'))),
        output: output(run),
        // Its own protocol, compressed in nothing: what a file holds stands there.
        recorded: [`${MARK}/`],
        listed: [[expect.stringMatching(new RegExp(`^rsync --server .*${MARK}`))]],
        moved: [{ operate: 'upload', filename: `${there}/`, size: expect.any(Number), is_success: true }],
      };
    },
  },
  '`git`': {
    async use(on, grants) {
      const dir = folder(on);
      const repo = join(dir, `${MARK}.git`);
      execFileSync('git', ['init', '-q', '--bare', repo]);
      const run = await on.client.run(['clone', '-q', `ssh://{at}${repo}`, join(dir, 'clone')], { file: 'git', grant: grants() });
      const ok = run.code === 0 && existsSync(join(dir, 'clone', '.git'));
      return { ok, output: output(run), recorded: [`git-upload-pack '${repo}'`], listed: [[`git-upload-pack '${repo}'`]] };
    },
  },
  '`ssh -L`': {
    async use(on, grants) {
      const at = await freePort();
      return forwarded(on, grants(), ['-L', `${at}:127.0.0.1:${on.echo.port}`], at, `forward 127.0.0.1:${on.echo.port}`);
    },
  },
  '`ssh -D`': {
    async use(on, grants) {
      const at = await freePort();
      return forwarded(on, grants(), ['-D', String(at)], at, `forward 127.0.0.1:${on.echo.port}`);
    },
  },
  '`ssh -R`': {
    async use(on, grants) {
      const at = await freePort();
      return forwarded(on, grants(), ['-R', `${at}:127.0.0.1:${on.echo.port}`], at, `accept localhost:${at}`);
    },
  },
  '`sshfs`': {
    here: () => existsSync('/dev/fuse') && process.getuid?.() === 0,
    use: (on, grants) => fetched(on, (mine, there, back) => mounted(on, grants(), mine, there, back)),
  },
  'PuTTY `plink`': { use: async (on, grants) => commanded(await putty(on, grants(), 'plink', '127.0.0.1', COMMAND)) },
  'PuTTY `psftp`': {
    use: (on, grants) =>
      fetched(on, async (mine, there, back) => {
        const script = `${mine}-script`;
        writeFileSync(script, `put ${mine} ${there}\nget ${there} ${back}\n`);
        return putty(on, grants(), 'psftp', '-b', script, '127.0.0.1');
      }),
  },
  'paramiko, command': {
    use: async (on, grants) =>
      commanded(
        await paramiko(
          on,
          grants(),
          `
stdin, stdout, stderr = client.exec_command(sys.argv[4])
try:
    stdin.write('in\\n')
    stdin.channel.shutdown_write()
except OSError:
    pass  # The door may have said its refusal and closed by now; what it said is still there to read.
sys.stdout.write(stdout.read().decode())
sys.stderr.write(stderr.read().decode())
sys.exit(stdout.channel.recv_exit_status())
`,
          [COMMAND],
        ),
      ),
  },
  'paramiko, SFTP': {
    use: (on, grants) =>
      fetched(on, (mine, there, back) =>
        paramiko(
          on,
          grants(),
          `
sftp = client.open_sftp()
sftp.put(sys.argv[4], sys.argv[5])
sftp.get(sys.argv[5], sys.argv[6])
client.close()
`,
          [mine, there, back],
        ),
      ),
  },
  'VS Code, Remote SSH': { use: editor },
  'JetBrains, remote development': { use: workshop },
};

/** An account of this kind with its password, on a server of the test. */
const passwordOf = ({ username, password }: { username: string; password: string }): ConnectionSecret['account'] => ({
  ...{ id: '22222222-2222-4222-8222-222222222222', name: username, username, su_from: null },
  ...{ secret_type: { value: 'password', label: '' }, secret: password },
});

function byTelnet({ telnetd, person }: EntranceWorld): ReturnType<NonNullable<Entrance['grant']>> {
  const protocols = [{ name: 'telnet', port: telnetd.port }];
  return { protocol: 'telnet', host_keys: [], account: passwordOf(person), asset: { protocols } };
}

/** Statements by `ssh`, on a database of this kind. */
function stating(kind: DatabaseKind): Entrance {
  const statement = `select '${MARK}' as one`;
  return {
    grant({ databases }) {
      const { port, db_name } = databases[kind];
      return {
        ...{ protocol: kind, host_keys: [], account: passwordOf(databases[kind]) },
        asset: {
          ...{ category: 'database', type: kind, protocols: [{ name: kind, port }] },
          spec_info: { db_name, use_ssl: false, allow_invalid_cert: false },
          secret_info: { ca_cert: '', client_cert: '', client_key: '' },
        },
      };
    },
    async use(on, grants) {
      const run = await on.client.run([statement], { grant: grants() });
      const ok = run.code === 0 && run.stdout.toString() === `one\n${MARK}\n`;
      return { ok, output: output(run), recorded: [statement, `one\\r\\n${MARK}`], listed: [[statement, new RegExp(MARK)]] };
    },
  };
}

/** Enters one line into a terminal of `ssh` and leaves by `exit`. */
async function entered(on: EntranceWorld, grants: () => ConnectionSecret): Promise<Used> {
  const running = on.client.start(['-tt'], { grant: grants() });
  let over = false;
  void running.ended.then(() => {
    over = true;
  });
  // What is typed before its prompt is thrown away by the login of telnet.
  await eventually(() => over || /[$#] $/.test(running.shown()));
  running.write(`echo ${MARK}-$((40+2))\n`);
  await eventually(() => over || /parity-mark-42|not allowed/.test(running.shown()));
  running.write('\nexit\n');
  const run = await running.ended;
  const ok = run.stdout.toString().includes(`${MARK}-42`);
  return { ok, output: output(run), recorded: [`${MARK}-42`], listed: [[`echo ${MARK}-$((40+2))`]] };
}

/** Uploads and downloads as the file manager of the page does. */
async function byPage(on: EntranceWorld, grant: ConnectionSecret, mine: string, there: string, back: string): Promise<Run> {
  const page = visit(on, grant, true);
  const run = (code: number): Run => ({ code, stdout: Buffer.from(told(page)), stderr: '' });
  if (!(await opened(page))) return run(1);
  const { ask, code } = await talk(page);
  const data = bytesOf(mine);
  const made = await ask(REQUEST.OPEN, text(there), word(OPEN_FLAGS.WRITE | OPEN_FLAGS.CREATE | OPEN_FLAGS.TRUNCATE), word(0));
  if (code(made) !== -1) {
    page.send('CLOSE', '');
    await page.closed;
    return run(1);
  }
  const to = handleIn(made);
  for (let at = 0; at < data.length; at += 32_768) await ask(REQUEST.WRITE, to, long(at), text(data.subarray(at, at + 32_768)));
  await ask(REQUEST.CLOSE, to);
  const from = handleIn(await ask(REQUEST.OPEN, text(there), word(OPEN_FLAGS.READ), word(0)));
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const answer = await ask(REQUEST.READ, from, long(at), word(32_768));
    if (code(answer) !== -1) break;
    parts.push(answer.body.subarray(4));
    at += answer.body.length - 4;
  }
  await ask(REQUEST.CLOSE, from);
  writeFileSync(back, Buffer.concat(parts));
  page.send('CLOSE', '');
  await page.closed;
  return run(0);
}

/** Copies into a folder that is mounted, and out of it. */
async function mounted(on: EntranceWorld, grant: ConnectionSecret, mine: string, there: string, back: string): Promise<Run> {
  const mount = `${mine}-mount`;
  mkdirSync(mount);
  const run = await on.client.run(['-p', String(on.world.gateway.sshPort()), `{user}@127.0.0.1:${dirname(there)}`, mount], {
    file: 'sshfs',
    grant,
  });
  if (run.code !== 0) return run;
  try {
    await started('cp', [mine, join(mount, basename(there))]);
    await started('cp', [join(mount, basename(there)), back]);
    return run;
  } finally {
    execFileSync('fusermount3', ['-u', '-z', mount]);
  }
}

/**
 * What the extension does (its log shows it): a shell without a terminal gets a script that installs a server and says where that listens; what the
 * editor says goes to it through the connection's SOCKS proxy, or to its socket.
 */
async function editor(on: EntranceWorld, grants: () => ConnectionSecret): Promise<Used> {
  const dir = folder(on);
  const [socks, server, local] = [await freePort(), join(dir, 'server'), join(dir, 'local')];
  const script = [
    `mkdir -p ${dir}/${MARK}`,
    `cat > ${server} <<'END'`,
    'echo a server',
    'END',
    `sh ${server}`,
    `echo "listening==$((40+2))=="`,
  ];
  const running = on.client.start(['-T', '-o', 'LogLevel=INFO', '-D', String(socks), '-L', `${local}:${on.echo.path}`, 'bash'], {
    grant: grants(),
  });
  let out: Run | undefined;
  void running.ended.then((run) => {
    out = run;
  });
  running.write(`${script.join('\n')}\n`);
  await until('it listens, or is over', 60_000, async () => out !== undefined || (existsSync(local) && (await listens(socks))));
  const [byPort, bySocket] = out ? ['', ''] : await Promise.all([through({ port: socks }, on.echo.port), through({ path: local })]);
  running.end();
  const run = await running.ended;
  return {
    ok: run.stdout.toString() === 'a server\nlistening==42==\n' && [byPort, bySocket].every((answer) => answer.endsWith(`${MARK}\n`)),
    output: output(run),
    sessions: 2,
    recorded: ['listening==42==', `forward 127.0.0.1:${on.echo.port} · ${CARRIED}`, `forward ${on.echo.path} · ${CARRIED}`],
    listed: [['bash'], [`sh ${server}`], [`forward 127.0.0.1:${on.echo.port}`, CARRIED], [`forward ${on.echo.path}`, CARRIED]],
  };
}

/** What Gateway does: over one connection that it keeps it uploads its other half by SFTP, starts that by a command, and reaches its port. */
async function workshop(on: EntranceWorld, grants: () => ConnectionSecret): Promise<Used> {
  const dir = folder(on);
  const [mine, there, control] = [join(dir, 'mine'), join(dir, `${MARK}.sh`), join(dir, 'control')];
  const data = Buffer.from(`echo "listening $((40+2))"; cat\n`);
  writeFileSync(mine, data);
  const main = on.client.start(['-N', '-o', 'ControlMaster=yes', '-o', `ControlPath=${control}`], { grant: grants() });
  await until('the connection is kept, or over', 60_000, async () => existsSync(control) || Promise.race([main.ended, false]));
  const over = ['-o', `ControlPath=${control}`];
  const leave = async (output: string): Promise<Used> => {
    main.kill();
    await main.ended;
    return { ok: false, output };
  };

  const sent = await on.client.run([...over, '-b', '-', 'sftp://{at}'], { file: 'sftp', grant: grants(), input: `put ${mine} ${there}\n` });
  if (sent.code !== 0) return leave(output(sent));
  const backend = on.client.start([...over, `exec sh '${there}'`], { grant: grants() });
  let gone = false;
  void backend.ended.then(() => {
    gone = true;
  });
  await eventually(() => gone || backend.shown().includes('listening 42'));
  if (gone) return leave(output(await backend.ended));
  const at = await freePort();
  await on.client.run([...over, '-O', 'forward', '-L', `${at}:127.0.0.1:${on.echo.port}`], { grant: grants() });
  const answer = await through({ port: at });
  backend.end();
  const run = await backend.ended;
  const left = await leave(output(run));
  const how = `${data.length} B sha256:${sha(data)}`;
  return {
    ...left,
    ok: run.code === 0 && answer === `${MARK}\n`,
    sessions: 3,
    recorded: [`upload ${there} ${how}`, 'listening 42', `forward 127.0.0.1:${on.echo.port} · ${CARRIED}`],
    listed: [[`upload ${there}`, how], [`exec sh '${there}'`], [`forward 127.0.0.1:${on.echo.port}`, CARRIED]],
    moved: [whole('upload', there, data.length)],
  };
}
