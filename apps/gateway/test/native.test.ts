import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ConnectionSecret } from '@postern/contract/component';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import type { ExecOptions } from 'ssh2';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ssh2 } from '../src/ssh2.ts';
import { type NativeClient, nativeClient } from './native-client.ts';
import { eventually, grantFor, startWorld, TOKEN_VALUE } from './world.ts';

let native: NativeClient;
let dir: string;
const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(startWorld, (it) => it.stop());
beforeAll(async () => {
  native = nativeClient(world, sshd);
  dir = native.dir;
});
afterAll(async () => {
  native.stop();
});

const client: NativeClient['run'] = (args, options) => native.run(args, options);
const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('a command through a native client', () => {
  it('keeps output, errors, input and exit status apart and whole', async () => {
    const { code, stdout, stderr } = await client(['echo out; echo err >&2; cat; exit 7'], { input: 'from stdin' });
    expect({ code, stdout: stdout.toString(), stderr }).toEqual({ code: 7, stdout: 'out\nfrom stdin', stderr: 'err\n' });
    const id = [...world.core.sessions.keys()].at(-1) as string;
    await eventually(() => world.core.sessions.get(id)?.has_replay === true);
    expect(world.core.sessions.get(id)).toMatchObject({
      type: 'command',
      login_from: 'ST',
      remote_addr: '127.0.0.1',
      is_success: true,
      is_finished: true,
      has_command: true,
    });
    const logged = await eventually(() => world.core.commands.find((one) => one.session === id));
    expect(logged).toMatchObject({ input: 'echo out; echo err >&2; cat; exit 7', output: expect.stringContaining('out'), risk_level: 0 });
    expect(gunzipSync(world.core.replays.get(id)?.file as Buffer).toString()).toContain('10 B in');
  });

  it('tells a signal as a signal', async () => {
    expect((await client(['kill -9 $$'])).code).toBe(255);
  });

  it('delivers the last byte of any length, in both directions', async () => {
    for (const size of [0, 1, 32_768, 2_097_152, 2_097_153, 20_000_003]) {
      const data = randomBytes(size);
      const { code, stdout } = await client(['cat; exit 3'], { input: data });
      expect({ size, code, length: stdout.length, same: sha(stdout) === sha(data) }).toEqual({ size, code: 3, length: size, same: true });
    }
    const { stdout, stderr, code } = await client([
      `head -c 5000000 /dev/zero | tr '\\0' o; head -c 3000000 /dev/zero | tr '\\0' e >&2; exit 9`,
    ]);
    expect([stdout.length, stderr.length, code]).toEqual([5_000_000, 3_000_000, 9]);
  });

  it('keeps two streams apart that are full at the same time', async () => {
    const { stdout, stderr, code } = await client(['seq -w 1 500000 & seq -w 500001 1000000 >&2; wait; exit 2']);
    const numbers = (from: number) => Array.from({ length: 500_000 }, (_, n) => String(n + from).padStart(from > 1 ? 7 : 6, '0'));
    expect(code).toBe(2);
    expect(stdout.toString() === `${numbers(1).join('\n')}\n`).toBe(true);
    expect(stderr.split('\n').map(Number)).toEqual([...numbers(500_001).map(Number), 0]);
  });

  it('obeys the command filter', async () => {
    const acl: ConnectionSecret['command_filter_acls'][number] = {
      id: '44444444-4444-4444-8444-444444444444',
      name: 'no touching',
      action: 'reject',
      priority: 50,
      is_active: true,
      reviewers: [],
      command_groups: [
        { id: '55555555-5555-4555-8555-555555555555', name: 'g', type: 'regex', content: '', ignore_case: true, pattern: '\\btouch\\b' },
      ],
    };
    const grant = grantFor(sshd, { command_filter_acls: [acl] });
    const path = join(dir, 'never');
    const run = await client([`touch ${path}`], { grant });
    expect(run.code).toBe(126);
    expect(run.stderr).toContain('not allowed here');
    expect(() => readFileSync(path)).toThrow();
    await eventually(() => world.core.commands.some((one) => one.risk_level === 5 && one.input === `touch ${path}`));
  });
});

describe('a terminal through a native client', () => {
  it('is a recorded session like any other', async () => {
    const { code, stdout } = await client(['-tt'], { input: 'echo native $((6*7))\nexit 5\n' });
    expect(code).toBe(5);
    expect(stdout.toString()).toContain('native 42');
    const id = [...world.core.sessions.keys()].at(-1) as string;
    const replay = await eventually(() => world.core.replays.get(id));
    expect(gunzipSync(replay.file).toString()).toContain('native 42');
    expect(world.core.sessions.get(id)).toMatchObject({ type: 'normal', login_from: 'ST' });
    await eventually(() => world.core.commands.some((one) => one.session === id && one.input === 'echo native $((6*7))'));
  });

  it('runs a command on a terminal', async () => {
    const { code, stdout } = await client(['-tt', 'tty >/dev/null && echo on a terminal; exit 4']);
    expect([code, stdout.toString().trim()]).toEqual([4, 'on a terminal']);
  });
});

describe('who gets in', () => {
  it('refuses a wrong value, and its owner comes in all the same', async () => {
    const token = world.token(grantFor(sshd));
    expect(await client(['echo no'], { token, password: 'wrong' })).toMatchObject({
      code: 255,
      stderr: expect.stringContaining('Permission denied'),
    });
    expect((await client(['echo yes'], { token })).stdout.toString()).toBe('yes\n');
    expect(await client(['echo twice'], { token })).toMatchObject({ code: 255 });
  });

  it('refuses a wrong value where the core does not judge it', async () => {
    const token = world.token(grantFor(sshd));
    world.core.overlooksProof = true;
    try {
      expect(await client(['echo no'], { token, password: 'wrong' })).toMatchObject({ code: 255 });
    } finally {
      world.core.overlooksProof = false;
    }
    expect(world.core.tokens.has(token)).toBe(false);
  });

  it('takes no agent and no window along', async () => {
    const connected = new ssh2.Client();
    class NoKeys extends ssh2.BaseAgent {
      override getIdentities(done: (error: Error | undefined, keys: []) => void): void {
        done(undefined, []);
      }
      override sign(): void {}
    }
    await new Promise<void>((ready, failed) =>
      connected
        .once('ready', ready)
        .once('error', failed)
        .connect({
          host: '127.0.0.1',
          port: world.gateway.sshPort(),
          username: `JMS-${world.token(grantFor(sshd))}`,
          password: TOKEN_VALUE,
          agent: new NoKeys(),
        }),
    );
    const ask = (options: ExecOptions) =>
      new Promise<string>((resolve) => connected.exec('echo ran', options, (error) => resolve(error?.message ?? 'opened')));
    expect(await ask({ agentForward: true } as ExecOptions)).toContain('agent forwarding');
    expect(await ask({ x11: true })).toContain('X11');
    expect(await ask({})).toBe('opened');
    connected.end();
    const plain = await client(['-A', 'echo "[$SSH_AUTH_SOCK]"']);
    expect(plain.stdout.toString()).toBe('[]\n');
  });

  it('opens nothing but sessions', async () => {
    const forward = await client(['-N', '-o', 'ExitOnForwardFailure=yes', '-R', '0:127.0.0.1:1']);
    expect(forward.code).toBe(255);
    const jump = await client(['-W', `127.0.0.1:${sshd.port}`]);
    expect(jump.code).not.toBe(0);
    expect(jump.stdout.toString()).not.toContain('SSH-2.0');
  });

  it('says why the target cannot be reached', async () => {
    const grant = grantFor(sshd);
    const dead = { ...grant, asset: { ...grant.asset, protocols: [{ name: 'ssh', port: 1 }] } };
    expect(await client(['true'], { grant: dead })).toMatchObject({
      code: 255,
      stderr: expect.stringContaining('The asset could not be reached. 127.0.0.1:1 · '),
    });
  });

  it('is not let in where native clients are switched off, and its token is not spent', async () => {
    const closed = await startWorld(undefined, { nativeClients: false });
    try {
      const token = closed.token(grantFor(sshd));
      const why = await new Promise<string>((resolve) => {
        const visitor = new ssh2.Client();
        visitor.once('ready', () => resolve('in'));
        visitor.once('error', (error) => resolve(error.message));
        visitor.once('close', () => resolve('closed'));
        visitor.connect({ host: '127.0.0.1', port: closed.gateway.sshPort(), username: `JMS-${token}`, password: TOKEN_VALUE });
      });
      expect(why).not.toBe('in');
      expect(closed.core.tokens.has(token)).toBe(true);
    } finally {
      await closed.stop();
    }
  });
});

describe('one connection with several channels', () => {
  it('logs in to the target once, and again where that takes no more', async () => {
    // A target of its own: nobody else logs in there.
    const target = await startSshd();
    onTestFinished(() => target.stop());
    const socket = join(dir, 'control');
    const shared = native.start(['-M', '-S', socket, '-N'], { grant: grantFor(target) });
    const over = (command: string) => native.start(['-S', socket, '127.0.0.1', command], { file: 'ssh' });
    await eventually(() => existsSync(socket));
    for (const n of [1, 2, 3]) expect((await over(`echo ${n}`).ended).stdout.toString()).toBe(`${n}\n`);
    expect(target.logins()).toBe(1);
    // OpenSSH's servers take ten sessions on one connection.
    const many = Array.from({ length: 12 }, () => over('echo here >&2; cat'));
    await eventually(() => many.every(({ told }) => told().includes('here')));
    expect(target.logins()).toBe(2);
    for (const one of many) one.end();
    expect((await Promise.all(many.map(({ ended }) => ended))).map(({ code }) => code)).toEqual(many.map(() => 0));
    shared.kill();
    await shared.ended;
  });
});
