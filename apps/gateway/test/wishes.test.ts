import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ConnectionSecret } from '@postern/contract/component';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ssh2 } from '../src/ssh2.ts';
import { type NativeClient, nativeClient, QUIET } from './native-client.ts';
import { eventually, grantFor, lastSession, startWorld, TOKEN_VALUE } from './world.ts';

// What OpenSSH's client asks for beside a shell or a command: its agent, variables, windows; and what stands in a session's list of it.

/** A machine that forwards no agents. */
let client: NativeClient;
/** An agent of the person's own, with one key. */
let agent: { socket: string; pid: number; key: string };

const sshd = forThisFile(
  () => startSshd(['AcceptEnv *']),
  (it) => it.stop(),
);
const withoutAgents = forThisFile(
  () => startSshd(['AllowAgentForwarding no', 'AcceptEnv LANG']),
  (it) => it.stop(),
);
const world = forThisFile(startWorld, (it) => it.stop());
beforeAll(async () => {
  client = nativeClient(world, sshd);
  const socket = join(client.dir, 'agent');
  const words = execFileSync('ssh-agent', ['-s', '-a', socket], { encoding: 'utf8' });
  execFileSync('ssh-add', ['-q', sshd.keyPath], { env: { ...process.env, SSH_AUTH_SOCK: socket } });
  const key = execFileSync('ssh-keygen', ['-lf', `${sshd.keyPath}.pub`], { encoding: 'utf8' }).split(' ')[1] as string;
  agent = { socket, pid: Number(/SSH_AGENT_PID=(\d+)/.exec(words)?.[1]), key };
});
afterAll(async () => {
  process.kill(agent.pid);
  client.stop();
});

const allowed = (actions: string[], on = sshd, change: Partial<ConnectionSecret> = {}): ConnectionSecret =>
  grantFor(on, { actions: actions.map((value) => ({ value, label: value })), ...change });
const mine = () => ({ SSH_AUTH_SOCK: agent.socket });

/** The session that began last, when it has ended and all of it is told. */
async function told() {
  const { session, commands, replay } = await lastSession(world);
  return { session, commands: commands.map(({ input, output, risk_level }) => [input, output, risk_level]), replay };
}
const BYTES = expect.stringMatching(/^[1-9]\d* B in · [1-9]\d* B out$/);

describe('the agent of the person (ssh -A)', () => {
  it('answers programs on the target, and each stream is listed with its bytes', async () => {
    const run = await client.run(['-A', 'ssh-add -l'], { grant: allowed(['connect', 'agent']), env: mine() });
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout.toString()).toContain(agent.key);
    const { commands, replay } = await told();
    expect(commands).toContainEqual(['agent', BYTES, 0]);
    expect(replay).toContain('# agent · ');
  });

  it('opens the next machine from the target, on a terminal too', async () => {
    const hop = ['ssh', ...QUIET, '-o', 'PreferredAuthentications=publickey', '-p', String(sshd.port), '127.0.0.1', "'echo there'"].join(
      ' ',
    );
    const run = await client.run(['-A', '-tt', hop], { grant: allowed(['connect', 'agent']), env: mine() });
    expect(run.stdout.toString()).toContain('there');
    expect(run.code).toBe(0);
    expect((await told()).commands).toContainEqual(['agent', BYTES, 0]);
  });

  it('serves several at once, and every channel of a connection', async () => {
    const control = join(client.dir, 'control');
    const grant = allowed(['connect', 'agent']);
    const options = ['-A', '-o', 'ControlMaster=auto', '-o', `ControlPath=${control}`, '-o', 'ControlPersist=yes'];
    const many = 'for n in 1 2 3 4 5 6 7 8; do ssh-add -l & done; wait';
    const token = world.token(grant);
    const first = await client.run([...options, many], { token, env: mine(), input: '' });
    expect(first.stdout.toString().split(agent.key)).toHaveLength(9);
    const second = await client.run([...options, 'ssh-add -l'], { token, env: mine(), input: '' });
    expect(second.stdout.toString()).toContain(agent.key);
    await client.run([...options, '-O', 'exit'], { token });
  });

  it('is not there without the right, which is said and listed', async () => {
    const run = await client.run(['-A', 'echo "<$SSH_AUTH_SOCK>"'], {
      grant: allowed(['connect', 'forward']),
      env: mine(),
    });
    expect(run.stdout.toString()).toBe('<>\n');
    expect(run.stderr).toContain('does not allow forwarding your key agent');
    expect((await told()).commands).toContainEqual(['agent', 'not permitted', 5]);
  });

  it.each([
    ['yes', ['connect', 'agent']],
    ['no', ['connect']],
  ])('is answered %s to a client that wants an answer', async (word, actions) => {
    const person = new ssh2.Client();
    await new Promise<void>((resolve, reject) => {
      const username = `JMS-${world.token(allowed(actions))}`;
      person.once('ready', resolve).once('error', reject);
      person.connect({
        host: '127.0.0.1',
        port: world.gateway.sshPort(),
        username,
        password: TOKEN_VALUE,
        agent: agent.socket,
        agentForward: true,
        authHandler: (_left, _partial, next) => next({ type: 'password', username, password: TOKEN_VALUE }),
      });
    });
    const answer = await new Promise<string>((resolve) =>
      person.exec('ssh-add -l', (error, channel) => {
        if (error) return resolve(error.message);
        let text = '';
        channel.on('data', (bytes: Buffer) => {
          text += bytes.toString();
        });
        channel.on('close', () => resolve(text));
      }),
    );
    person.end();
    expect(answer).toContain(word === 'yes' ? agent.key : 'Unable to request agent forwarding');
  });

  it('is not there when nobody asked', async () => {
    const run = await client.run(['-a', 'echo "<$SSH_AUTH_SOCK>"'], { grant: allowed(['connect', 'agent']), env: mine() });
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(run.stdout.toString()).toBe('<>\n');
    expect((await told()).commands).toEqual([['echo "<$SSH_AUTH_SOCK>"', '<>', 0]]);
  });

  it('is done without where the target forwards none', async () => {
    const run = await client.run(['-A', 'echo "<$SSH_AUTH_SOCK>"'], { grant: allowed(['connect', 'agent'], withoutAgents), env: mine() });
    expect(run).toMatchObject({ code: 0, stdout: Buffer.from('<>\n') });
    expect((await told()).commands).toContainEqual(['agent', 'refused by the target', 0]);
  });

  it('ends with the right: what is open is cut, and nothing more is asked of it', async () => {
    const before = new Set(world.core.sessions.keys());
    // Holds a stream open, says when it was cut, and asks once more.
    const held = `python3 -c "import os,socket;s=socket.socket(socket.AF_UNIX);s.connect(os.environ['SSH_AUTH_SOCK']);print('open',flush=True);s.recv(1);print('cut',flush=True)"; ssh-add -l; cat`;
    const running = client.start(['-A', held], { grant: allowed(['connect', 'agent']), env: mine() });
    const id = await eventually(() => [...world.core.sessions.keys()].find((one) => !before.has(one)));
    await eventually(() => world.core.sessions.get(id)?.is_success === true);
    world.core.rules.set(id, { refused: null, command_filter_acls: [], expire_at: 0, actions: ['connect'] });
    world.core.rulesChanged();
    running.write('still here\n');
    running.end();
    const run = await running.ended;
    expect(run.stdout.toString()).toMatch(/^open\ncut\n/);
    expect(run.stdout.toString()).not.toContain(agent.key);
    expect(run.stdout.toString()).toContain('still here');
  });
});

describe('variables', () => {
  const printed = 'env | grep -E "^(LANG|LC_|DEPLOY|LD_|BASH_ENV|SSH_FAKE)" | sort';
  const env = { LANG: 'C.UTF-8', LC_TIME: 'C', DEPLOY_TO: 'x', LD_PRELOAD_: 'x', SSH_FAKE: 'x' };
  const send = ['-o', 'SendEnv=LANG LC_* DEPLOY_* SSH_*', '-o', 'SetEnv=LD_AUDIT=/tmp/x BASH_ENV=/tmp/x'];
  const platform = (accept_env: string): Partial<ConnectionSecret> => {
    const { platform } = grantFor(sshd);
    return { platform: { ...platform, protocols: [{ name: 'ssh', setting: { accept_env } }] as never } };
  };

  it('of the language reach the program', async () => {
    const run = await client.run([...send, printed], { grant: grantFor(sshd), env });
    expect(run.stdout.toString()).toBe('LANG=C.UTF-8\nLC_TIME=C\n');
  });

  it('reach it as the platform lists them, on a terminal too, and never those that change what a name stands for', async () => {
    const run = await client.run([...send, '-tt', printed], { grant: grantFor(sshd, platform('DEPLOY_* LD_* SSH_* BASH_*')), env });
    expect(run.stdout.toString()).toBe('DEPLOY_TO=x\r\n');
  });

  it('the type of the terminal is that of the person', async () => {
    const run = await client.run(['-tt', 'echo $TERM'], { env: { TERM: 'screen-256color' } });
    expect(run.stdout.toString()).toBe('screen-256color\r\n');
  });
});

describe('what would pass beside the recording', () => {
  it('windows (X11) are refused in words, and the session goes on', async () => {
    const run = await client.run(['-X', '-o', 'XAuthLocation=/bin/false', 'echo "<$DISPLAY>"'], {
      env: { DISPLAY: '127.0.0.1:1', LANG: 'ja_JP.UTF-8' },
    });
    expect(run.code).toBe(0);
    expect(run.stdout.toString()).toBe('<>\n');
    expect(run.stderr).toContain('Windows of the target (X11)');
    expect((await told()).commands).toContainEqual(['x11', 'not permitted', 5]);
  });

  it.each([
    ['as a command', []],
    ['on a terminal, as its client starts it', ['-tt']],
  ])('mosh is refused %s, with the reason', async (_name, options) => {
    const command = "mosh-server 'new' '-s' '-c' '256' '-l' 'LANG=C.UTF-8'";
    const run = await client.run([...options, command]);
    expect(run.code).toBe(126);
    expect(run.stdout.toString() + run.stderr).toContain('mosh is not carried here');
    const { session, commands } = await told();
    expect(session).toMatchObject({ end_reason: 'mosh_refused' });
    expect(commands).toContainEqual([command, '', 5]);
  });
});

describe('the banner of a target', () => {
  it('is shown on a terminal without its sequences, and stays out of the streams of a program', async () => {
    const file = join(client.dir, 'banner');
    writeFileSync(file, 'For staff only.\x1b]0;owned\x07\x1b[2J\u009b31mRed\r\nSecond line\n'.repeat(3));
    const bannered = await startSshd([`Banner ${file}`]);
    try {
      const shown = await client.run(['-tt', 'echo done'], { grant: grantFor(bannered) });
      expect(shown.stdout.toString()).toContain('For staff only.');
      expect(shown.stdout.toString()).toContain('Second line\r\n');
      for (const sequence of ['\x1b]0', '\x1b[2J', '\u009b', 'owned']) expect(shown.stdout.toString()).not.toContain(sequence);
      const run = await client.run(['echo done'], { grant: grantFor(bannered) });
      expect(run).toMatchObject({ code: 0, stdout: Buffer.from('done\n'), stderr: '' });
      expect((await told()).replay).toContain('# For staff only.');
    } finally {
      await bannered.stop();
    }
  });
});
