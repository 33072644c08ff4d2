import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { ConnectionSecret } from '@postern/contract/component';
import { forThisFile } from '@postern/testkit/for-this-file';
import { freePort } from '@postern/testkit/ports';
import { startSshd } from '@postern/testkit/sshd';
import { until } from '@postern/testkit/until';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type NativeClient, nativeClient, type Run } from './native-client.ts';
import { eventually, grantFor, startWorld } from './world.ts';

// What editors do over SSH to have their other half on a target: they send an installer into a shell, upload through it, start a server, and reach
// its port or socket by forwards, all over one connection that they keep; and take it up again after it broke.

let client: NativeClient;

const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(startWorld, (it) => it.stop());
beforeAll(async () => {
  client = nativeClient(world, sshd);
});
afterAll(async () => {
  client.stop();
});

const rule = (pattern: string): ConnectionSecret['command_filter_acls'][number] => ({
  id: 'r1',
  name: 'no shutdown',
  action: 'reject',
  reviewers: [],
  priority: 50,
  is_active: true,
  command_groups: [{ id: 'g1', name: 'g', pattern, type: 'regex', content: pattern, ignore_case: true }],
});
const editing = (command_filter_acls: ConnectionSecret['command_filter_acls'] = []): ConnectionSecret =>
  grantFor(sshd, {
    command_filter_acls,
    actions: ['connect', 'upload', 'download', 'delete', 'forward'].map((value) => ({ value, label: value })),
  });

/** The other half of an editor: a line for each connection, on a port and on a socket. It outlives who started it, until it is told to go. */
const SERVER = `
const { createServer } = require('node:net');
const { writeFileSync } = require('node:fs');
const [, , socket, note] = process.argv;
const answer = (stream) => {
  stream.on('error', () => {});
  stream.once('data', (bytes) => {
    const line = String(bytes);
    stream.end('editor $HOME \`says\` ' + line);
    if (line.startsWith('go')) process.exit(0);
  });
};
createServer(answer).listen(socket, () => {
  const tcp = createServer(answer).listen(0, '127.0.0.1', () => writeFileSync(note, String(tcp.address().port)));
});
`;

/** An installer as editors send it into a shell: functions, here-documents, what is long and what is odd, and at its end the server. */
function installer(folder: string): string {
  const functions = Array.from(
    { length: 1500 },
    (_, n) => `check_${n}() {\n\tlocal found="$(( ${n} + 1 ))"; [ "$found" -gt 0 ] || return 1\n}`,
  );
  return [
    'set -u',
    'umask 077',
    `DIR='${folder}'`,
    'mkdir -p "$DIR"',
    ...functions,
    // Two here-documents, quoted and not, and a file in base64 on one long line.
    'cat > "$DIR/server.js" <<\'END_OF_SERVER\'',
    SERVER,
    'END_OF_SERVER',
    'cat > "$DIR/settings" <<-END',
    '\tfolder=$DIR',
    '\tline=a\\\\b',
    'END',
    `printf %s '${Buffer.alloc(20_000, 'x').toString('base64')}' | base64 -d > "$DIR/long"`,
    'for n in 1 2 3; do check_$n || echo broken; done',
    `nohup '${process.execPath}' "$DIR/server.js" "$DIR/socket" "$DIR/port" > "$DIR/log" 2>&1 < /dev/null &`,
    'while [ ! -s "$DIR/port" ]; do sleep 0.05; done',
    'echo "listeningOn==$(cat "$DIR/port")=="',
    'echo "told on stderr" >&2',
    '',
  ].join('\n');
}

/** Says a line to the other half, and answers what it says. */
const ask = (at: { port: number; host?: string } | { path: string }, line: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(at);
    let answer = '';
    socket.on('data', (some) => {
      answer += some.toString();
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(answer));
    socket.write(line);
  });

/** The same through a SOCKS proxy (RFC 1928). */
const askBySocks = (proxy: number, port: number, line: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port: proxy, host: '127.0.0.1' });
    let came = Buffer.alloc(0);
    let step = 0;
    socket.on('data', (some: Buffer) => {
      came = Buffer.concat([came, some]);
      if (step === 0 && came.length >= 2) {
        step = 1;
        socket.write(Buffer.from([5, 1, 0, 1, 127, 0, 0, 1, port >> 8, port & 0xff]));
      } else if (step === 1 && came.length >= 12) {
        step = 2;
        socket.write(line);
      }
    });
    socket.once('error', reject);
    socket.once('close', () => resolve(came.subarray(12).toString()));
    socket.write(Buffer.from([5, 1, 0]));
  });

const listens = (port: number) =>
  until(
    'it listens',
    60_000,
    () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.destroy();
          resolve(true);
        });
        socket.once('error', () => resolve(false));
      }),
  );

/** A connection that is kept, and what runs over it. */
function kept(name: string, grant: ConnectionSecret) {
  const control = join(client.dir, name);
  const token = world.token(grant);
  const over = (args: readonly string[], options: Parameters<NativeClient['run']>[1] = {}): Promise<Run> =>
    client.run(['-o', `ControlPath=${control}`, ...args], { token, input: '', ...options });
  return { control, token, over, there: () => until('the connection is there', 60_000, () => existsSync(control)) };
}

describe('Visual Studio Code', () => {
  it('installs its other half through a shell, reaches it in every way, and comes back to it', async () => {
    const folder = join(client.dir, 'code server');
    const socks = await freePort();
    const first = kept('code', editing([rule('^shutdown')]));
    // Its local half keeps one connection with a shell and a proxy in it.
    const main = client.start(['-T', '-D', String(socks), '-o', 'ControlMaster=yes', '-o', `ControlPath=${first.control}`, 'bash'], {
      token: first.token,
    });
    const script = installer(folder);
    main.write(script);
    const port = await eventually(() => existsSync(join(folder, 'port')) && Number(readFileSync(join(folder, 'port'), 'utf8')));
    expect(readFileSync(join(folder, 'server.js'), 'utf8')).toBe(`${SERVER}\n`);
    expect(readFileSync(join(folder, 'settings'), 'utf8')).toBe(`folder=${folder}\nline=a\\b\n`);
    expect(readFileSync(join(folder, 'long'), 'utf8')).toBe('x'.repeat(20_000));

    // By the proxy, by a socket, and by several of each at once.
    const answer = 'editor $HOME `says` ';
    expect(await askBySocks(socks, port, 'socks')).toBe(`${answer}socks`);
    const here = join(client.dir, 'code.sock');
    const local = await freePort();
    await first.over(['-O', 'forward', '-L', `${here}:${folder}/socket`]);
    await first.over(['-O', 'forward', '-L', `${local}:127.0.0.1:${port}`]);
    expect(await ask({ path: here }, 'socket')).toBe(`${answer}socket`);
    const many = await Promise.all(Array.from({ length: 12 }, (_, n) => ask(n % 2 ? { path: here } : { port: local }, `n${n}`)));
    expect(many).toEqual(Array.from({ length: 12 }, (_, n) => `${answer}n${n}`));

    // Several programs at once on the same connection, each with its own streams and status.
    const runs = await Promise.all(
      Array.from({ length: 6 }, (_, n) => first.over([`cat; echo ${n} >&2; exit ${n}`], { input: `in ${n}` })),
    );
    expect(runs.map(({ code, stdout, stderr }) => [code, stdout.toString(), stderr])).toEqual(
      Array.from({ length: 6 }, (_, n) => [n, `in ${n}`, `${n}\n`]),
    );

    // Bytes of any kind behind a command, through the very shell: what is counted goes into the file, the next line is a command again.
    const archive = randomBytes(2_000_003);
    main.write(`head -c ${archive.length} > '${folder}/archive'\n`);
    main.write(archive);
    main.write(`echo "got==$(wc -c < '${folder}/archive')=="\nexit 7\n`);
    const { code, stdout, stderr } = await main.ended;
    expect(readFileSync(join(folder, 'archive')).equals(archive)).toBe(true);
    expect(stdout.toString()).toBe(`listeningOn==${port}==\ngot==${archive.length}==\n`);
    expect({ code, stderr }).toEqual({ code: 7, stderr: 'told on stderr\n' });

    // It comes back, and finds what it left.
    const again = kept('again', editing());
    const back = client.start(['-N', '-o', 'ControlMaster=yes', '-o', `ControlPath=${again.control}`], { token: again.token });
    await again.there();
    const other = await freePort();
    await again.over(['-O', 'forward', '-L', `${other}:127.0.0.1:${port}`]);
    await listens(other);
    expect(await ask({ port: other }, 'go')).toContain(answer);
    back.kill();
    await back.ended;
  });

  it('is stopped by a rule in the middle of an installer: nothing behind it runs', async () => {
    const folder = join(client.dir, 'refused');
    const script = `mkdir '${folder}'\ncat > '${folder}/a' <<'END'\ntext\nEND\nshutdown -h now\ntouch '${folder}/b'\n`;
    const run = await client.run(['-T', 'bash'], { grant: editing([rule('^shutdown')]), input: script });
    expect(run.code).toBe(126);
    expect(run.stderr).toContain('shutdown -h now');
    expect(existsSync(join(folder, 'b'))).toBe(false);
  });
});

describe('JetBrains', () => {
  it('uploads over SFTP, starts what it uploaded, and reaches its port, all over one connection', async () => {
    const one = kept('jet', editing());
    const main = client.start(['-N', '-o', 'ControlMaster=yes', '-o', `ControlPath=${one.control}`], { token: one.token });
    await one.there();
    const [folder, local] = [join(client.dir, 'jet brains'), join(client.dir, 'backend.js')];
    writeFileSync(local, SERVER);
    const batch = `mkdir "${folder}"\nput "${local}" "${folder}/backend.js"\nchmod 700 "${folder}/backend.js"\nls "${folder}"\n`;
    const sftp = await client.run(['-o', `ControlPath=${one.control}`, '-b', '-', 'sftp://{at}'], {
      token: one.token,
      file: 'sftp',
      input: batch,
    });
    expect(sftp).toMatchObject({ code: 0 });
    const host = client.start(
      ['-o', `ControlPath=${one.control}`, `exec '${process.execPath}' '${folder}/backend.js' '${folder}/socket' '${folder}/port'`],
      { token: one.token },
    );
    const port = await eventually(() => existsSync(join(folder, 'port')) && Number(readFileSync(join(folder, 'port'), 'utf8')));
    const here = await freePort();
    await one.over(['-O', 'forward', '-L', `${here}:127.0.0.1:${port}`]);
    await listens(here);
    expect(await ask({ port: here }, 'hello')).toContain('hello');
    await ask({ port: here }, 'go');
    expect((await host.ended).code).toBe(0);
    main.kill();
    await main.ended;
    expect(sshd.logins()).toBeGreaterThan(0);
  });
});
