import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ConnectionSecret } from '@postern/contract/component';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import { describe, expect, it } from 'vitest';
import { nativeClient } from './native-client.ts';
import { eventually, grantFor, startWorld } from './world.ts';

/** Commands without a terminal leave the evidence that terminals do: `ssh host bash` is a shell, whatever it lacks. */

const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(startWorld, (it) => it.stop());
const client = forThisFile(
  () => nativeClient(world),
  (it) => it.stop(),
);

const filter = (action: 'reject' | 'warning' | 'review', pattern = 'forbidden-\\w+'): Partial<ConnectionSecret> => ({
  command_filter_acls: [
    {
      id: '44444444-4444-4444-8444-444444444444',
      name: 'never',
      action,
      priority: 50,
      is_active: true,
      reviewers: [],
      command_groups: [{ id: '55555555-5555-4555-8555-555555555555', name: 'g', type: 'regex', content: '', ignore_case: true, pattern }],
    },
  ],
});

async function run(command: string, input: Buffer | string, change: Partial<ConnectionSecret> = {}) {
  const before = new Set(world.core.sessions.keys());
  const result = await client.run([command], { token: world.token(grantFor(sshd, change)), input });
  const id = [...world.core.sessions.keys()].find((one) => !before.has(one)) as string;
  await eventually(() => world.core.sessions.get(id)?.has_replay === true, 60_000);
  const events = gunzipSync(world.core.replays.get(id)?.file as Buffer)
    .toString()
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as [number, string, string]);
  return { ...result, id, events, log: () => world.core.commands.filter((one) => one.session === id) };
}

/** What came in one direction, put together again from the recording (docs/evidence.md). */
const stream = (events: [number, string, string][], kind: 'i' | 'o'): Buffer =>
  Buffer.concat(
    events
      .filter(([, code, data]) => code.toLowerCase() === kind && !data.startsWith('\x1b[2m'))
      .map(([, code, data]) =>
        code === kind ? Buffer.from(kind === 'o' ? data.replaceAll('\r\n', '\n') : data) : Buffer.from(data, 'base64'),
      ),
  );

describe('a shell without a terminal', () => {
  it.each([
    ['bash', 'bash'],
    ['a path', '/bin/sh'],
    ['env', 'env A=1 bash -s'],
    ['behind other commands', 'true; cd /tmp && bash'],
    ['written to a file first', 'cat > "$HOME/.postern-own-$$"; sh "$HOME/.postern-own-$$"; rm "$HOME/.postern-own-$$"'],
    ['an interpreter', 'perl -ne \'system("sh", "-c", $_)\''],
    ['a loop', 'while read -r line; do eval "$line"; done'],
    ['xargs', 'xargs -I{} sh -c {}'],
  ])('passes no refused line: %s', async (name, command) => {
    const file = join(client.dir, `forbidden-${name.replaceAll(' ', '')}`);
    const { code, stderr, log, id } = await run(command, `true\ntouch ${file}\necho behind\n`, filter('reject'));
    expect(existsSync(file)).toBe(false);
    expect({ code, stderr }).toEqual({ code: 126, stderr: expect.stringContaining('not allowed here') });
    await eventually(() => log().some((one) => one.risk_level === 5 && one.input === `touch ${file}`.slice(0, 128)));
    expect(world.core.insecure.filter((one) => one.session === id)).toHaveLength(1);
  });

  it.each([
    ['quoted', (file: string) => `touch ${file.replace('forbidden', 'forb""idden')}\n`],
    ['over two lines', (file: string) => `touch ${file.replace('forbidden', 'forb\\\nidden')}\n`],
    ['with bytes of zero in it', (file: string) => `touch ${file.replace('forbidden', 'forb\0idden')}\n`],
    ['without an end', (file: string) => `true\ntouch ${file}`],
    ['behind a very long line', (file: string) => `: ${'x'.repeat(300_000)}; touch ${file}\n`],
    ['behind a carriage return', (file: string) => `true\r\ntouch ${file}\r\n`],
  ])('passes no refused line: %s', async (name, script) => {
    const file = join(client.dir, `forbidden-${name.replaceAll(' ', '')}`);
    expect(await run('bash', script(file), filter('reject'))).toMatchObject({ code: 126 });
    expect(existsSync(file)).toBe(false);
  });

  it('reads bytes the way the target does', async () => {
    const platform = { ...grantFor(sshd).platform, charset: { value: 'gbk', label: 'GBK' } };
    const word = Buffer.from([0xbd, 0xfb, 0xd6, 0xb9]);
    const script = Buffer.concat([Buffer.from('echo '), word, Buffer.from('\n')]);
    expect(await run('bash', script, { ...filter('reject', '禁止'), platform })).toMatchObject({ code: 126 });
  });

  it('runs what was sent before the refused line, and nothing behind it', async () => {
    const { stdout } = await run('bash', 'echo one\necho two\necho forbidden-three\necho four\n', filter('reject'));
    expect('one\ntwo\n'.startsWith(stdout.toString())).toBe(true);
  });

  it('lists each line as a command, and warns of those that a rule says so of', async () => {
    const { code, log } = await run('bash -s', 'echo one\n\n  echo forbidden-two\necho three', filter('warning'));
    expect(code).toBe(0);
    await eventually(() => log().length === 4);
    expect(log().map((one) => [one.input, one.risk_level])).toEqual([
      ['echo one', 0],
      ['echo forbidden-two', 4],
      ['echo three', 0],
      ['bash -s', 0],
    ]);
  });

  it('refuses what needs a review: nobody can be asked', async () => {
    expect(await run('bash', 'echo forbidden-four\n', filter('review'))).toMatchObject({ code: 126 });
  });

  it('takes what is typed without an end of line after a moment, as programs that ask for single keys need it', async () => {
    const { stdout, code } = await run('head -c 3; echo; cat >/dev/null', 'abc', filter('reject'));
    expect([stdout.toString(), code]).toEqual(['abc\n', 0]);
  });

  it('carries bytes of any kind beside a rule that does not match them', async () => {
    const data = randomBytes(3_000_000);
    const { stdout, code } = await run('cat', data, filter('reject'));
    expect([stdout.equals(data), code]).toEqual([true, 0]);
  });
});

describe('the recording of a command without a terminal', () => {
  it('holds all that went in and out, past the first MiB', async () => {
    const script = `seq 1 400000\n${Array.from({ length: 60_000 }, (_, n) => `: line ${n} é日本\n`).join('')}echo end\n`;
    const { stdout, events } = await run('bash', script);
    expect(stdout.length).toBeGreaterThan(2 * 1024 * 1024);
    expect(stream(events, 'i').equals(Buffer.from(script))).toBe(true);
    expect(stream(events, 'o').includes(stdout)).toBe(true);
  });

  it('holds bytes that are no text, as they were', async () => {
    const data = Buffer.concat([Buffer.from('text before\n'), randomBytes(2_500_000)]);
    const { stdout, events } = await run('cat; echo err >&2', data);
    expect(stdout.equals(data)).toBe(true);
    expect(stream(events, 'i').equals(data)).toBe(true);
    expect(stream(events, 'o').includes(data.subarray(0, 100_000))).toBe(true);
    expect(stream(events, 'o').length).toBeGreaterThan(data.length);
    expect(events.every(([, code]) => 'iorIO'.includes(code))).toBe(true);
  });
});

describe('scp', () => {
  const sha = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

  it('is logged by name, size and digest, and its files are not kept twice', async () => {
    const data = randomBytes(3_000_000);
    const [from, there, back] = [join(client.dir, 'from name'), join(client.dir, 'there'), join(client.dir, 'back')];
    writeFileSync(from, data);
    const up = world.token(grantFor(sshd, filter('reject')));
    expect(await client.run(['-O', from, client.address(there, up)], { file: 'scp', token: up })).toMatchObject({ code: 0 });
    const down = world.token(grantFor(sshd, filter('reject')));
    expect(await client.run(['-O', client.address(there, down), back], { file: 'scp', token: down })).toMatchObject({ code: 0 });
    expect(readFileSync(back).equals(data)).toBe(true);
    const rows = await eventually(() => {
      const found = world.core.commands.filter((one) => /^(upload|download) /.test(one.input));
      return found.length === 2 && found;
    });
    expect(rows.map((one) => [one.input, one.output])).toEqual([
      ['upload from name', `3000000 B sha256:${sha(data)}`],
      ['download there', `3000000 B sha256:${sha(data)}`],
    ]);
    // And as transfers, like those that components of others tell of.
    const told = await eventually(() => world.core.transfers.length === 2 && world.core.transfers);
    expect(told).toEqual(
      rows.map(({ session, user, asset, account }, at) => ({
        ...{ id: expect.any(String), session, user, asset, account, org_id: expect.any(String), remote_addr: '127.0.0.1' },
        ...{ operate: ['upload', 'download'][at], filename: ['from name', 'there'][at], date_start: expect.any(String) },
        ...{ is_success: true, size: 3_000_000 },
      })),
    );
    for (const { session } of rows) {
      const replay = await eventually(() => world.core.replays.get(session));
      const cast = gunzipSync(replay.file).toString();
      expect(cast).toContain(sha(data));
      expect(cast.length).toBeLessThan(10_000);
    }
  });

  it('is logged as failed when the file did not arrive', async () => {
    const before = world.core.transfers.length;
    const from = join(client.dir, 'refused');
    writeFileSync(from, randomBytes(100_000));
    const up = world.token(grantFor(sshd));
    const result = await client.run(['-O', from, client.address('/nowhere/at/all/', up)], { file: 'scp', token: up });
    expect(result.code).not.toBe(0);
    const told = await eventually(() => world.core.transfers[before]);
    expect(told).toMatchObject({ operate: 'upload', filename: 'refused', is_success: false, size: 100_000 });
  });

  it('reads what only calls itself scp as what it is', async () => {
    const file = join(client.dir, 'forbidden-scp');
    // A program of this name that is a shell: what does not keep to the protocol is read and kept like everything else.
    const command = `scp -t ${client.dir}; bash`;
    const { code, events } = await run(command, `touch ${file}\n`, filter('reject'));
    expect(code).toBe(126);
    expect(existsSync(file)).toBe(false);
    expect(stream(events, 'i').toString()).toContain(`touch ${file}`);
    const plain = await run(`scp -t ${client.dir}`, `touch ${file}\n`, filter('reject'));
    expect(plain.code).toBe(126);
    expect(stream(plain.events, 'i').toString()).toContain(`touch ${file}`);
  });
});
