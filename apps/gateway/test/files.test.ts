import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionSecret } from '@postern/contract/component';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type NativeClient, nativeClient, type Run, type RunOptions } from './native-client.ts';
import { eventually, grantFor, lastSession, startWorld } from './world.ts';

// Files by the clients that people have, against a real sshd: what arrives, what is allowed, and what is told of it.

let client: NativeClient;
/** On the target, which is this machine. */
let there: string;
/** Of the person. */
let here: string;
const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(
  () => startWorld(undefined, { copyLimit: 4 }),
  (it) => it.stop(),
);
beforeAll(async () => {
  client = nativeClient(world, sshd);
});
beforeEach(() => {
  there = mkdtempSync(join(tmpdir(), 'postern-there-'));
  here = mkdtempSync(join(client.dir, 'here-'));
});
afterAll(async () => {
  client.stop();
});

const sha = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
const file = (path: string, bytes: number | string): string => {
  writeFileSync(path, typeof bytes === 'number' ? randomBytes(bytes) : bytes);
  return path;
};
const allowing = (...actions: string[]): ConnectionSecret =>
  grantFor(sshd, { actions: ['connect', ...actions].map((value) => ({ value, label: value })) });
const sftp = (lines: readonly string[], options: RunOptions = {}): Promise<Run> =>
  client.run(['-b', '-', 'sftp://{at}'], { file: 'sftp', input: `${lines.join('\n')}\n`, ...options });
const scp = (args: readonly string[], options: RunOptions = {}): Promise<Run> => client.run(args, { file: 'scp', ...options });
const at = (path: string): string => `scp://{at}/${path}`;

/** The session that ended last, when all of it is told. */
const told = () => lastSession(world);

describe('copies of files', () => {
  /** Digests of the copies that the core has of the files of one name, by what was done. */
  const kept = (name: string) =>
    world.core.transfers
      .filter(({ filename }) => filename.endsWith(name))
      .map(({ id, operate }) => {
        const content = world.core.copies.get(id);
        return [operate, content && createHash('sha256').update(content).digest('hex')];
      });

  it.each([
    ['sftp', () => sftp([`put ${here}/mine ${there}/one`, `get ${there}/one ${here}/back`])],
    [
      'scp -O',
      async () => {
        const run = await scp(['-O', join(here, 'mine'), at(`${there}/one`)]);
        return run.code === 0 ? scp(['-O', at(`${there}/one`), join(here, 'back')]) : run;
      },
    ],
  ])('are handed to the core, of files that came whole by %s', async (_by, move) => {
    const digest = sha(file(join(here, 'mine'), 1_500_000));
    const before = world.core.transfers.length;
    expect(await move()).toMatchObject({ code: 0 });
    expect(sha(join(here, 'back'))).toBe(digest);
    const rows = await eventually(() => {
      const found = world.core.transfers.slice(before);
      return found.length === 2 && found.every(({ id }) => world.core.copies.has(id)) && found;
    });
    expect(rows.map(({ operate }) => operate)).toEqual(['upload', 'download']);
    for (const { id } of rows)
      expect(
        createHash('sha256')
          .update(world.core.copies.get(id) as Buffer)
          .digest('hex'),
        id,
      ).toBe(digest);
    await eventually(() => readdirSync(join(world.dataDir, 'gateway', 'copies')).length === 0);
  });

  it('are not kept of what is at the limit, or was gone on with; the files come whole all the same', async () => {
    const large = file(join(here, 'large'), 4 * 1024 * 1024);
    const small = file(join(here, 'small'), 4 * 1024 * 1024 - 1);
    writeFileSync(join(there, 'rest'), readFileSync(small).subarray(0, 1_000_000));
    expect(await sftp([`put ${large} ${there}/large`, `reput ${small} ${there}/rest`, `put ${small} ${there}/small`])).toMatchObject({
      code: 0,
    });
    for (const [name, from] of [
      ['large', large],
      ['rest', small],
      ['small', small],
    ] as const)
      expect(sha(join(there, name)), name).toBe(sha(from));
    await eventually(() => kept(`${there}/small`)[0]?.[1] === sha(small));
    expect([...kept(`${there}/large`), ...kept(`${there}/rest`)]).toEqual([
      ['upload', undefined],
      ['upload', undefined],
    ]);
    await eventually(() => readdirSync(join(world.dataDir, 'gateway', 'copies')).length === 0);
  });

  it('are let go with a session that is ended in the middle of one', async () => {
    const copies = () => readdirSync(join(world.dataDir, 'gateway', 'copies'));
    const sender = client.start([`scp -t ${there}`]);
    sender.write(`C0644 4000 half\n${'x'.repeat(1_000)}`);
    await eventually(() => copies().length === 1);
    world.core.kill([...world.core.sessions.keys()].at(-1) as string, 'Root(admin)');
    await sender.ended;
    await eventually(() => copies().length === 0);
  });
});

describe('sftp', () => {
  it("does all that OpenSSH's client can ask for, and each change is told", async () => {
    const up = file(join(here, 'up'), 3_000_001);
    file(join(here, 'empty'), 0);
    const run = await sftp([
      `mkdir ${there}/new`,
      `put ${up} ${there}/new/up`,
      `put ${join(here, 'empty')} ${there}/empty`,
      `get ${there}/new/up ${here}/back`,
      `get ${there}/empty ${here}/nothing`,
      `rename ${there}/new/up ${there}/new/moved`,
      `ln -s ${there}/new/moved ${there}/link`,
      `ln ${there}/new/moved ${there}/hard`,
      `chmod 600 ${there}/hard`,
      `ls -l ${there}`,
      `df ${there}`,
      `rm ${there}/link`,
      `rm ${there}/hard`,
      `rm ${there}/new/moved`,
      `rmdir ${there}/new`,
    ]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect(sha(join(here, 'back'))).toBe(sha(up));
    expect(statSync(join(here, 'nothing')).size).toBe(0);
    expect(readdirSync(there)).toEqual(['empty']);

    const { session, replay, commands, moved } = await told();
    expect(session).toMatchObject({ type: 'sftp', login_from: 'ST', is_success: true, has_command: true, end_reason: 'target_closed' });
    expect(moved).toEqual(
      [
        ['mkdir', `${there}/new`, 0],
        ['upload', `${there}/new/up`, 3_000_001],
        ['upload', `${there}/empty`, 0],
        ['download', `${there}/new/up`, 3_000_001],
        ['download', `${there}/empty`, 0],
        ['rename', `${there}/new/up → ${there}/new/moved`, 0],
        ['symlink', `${there}/link`, 0],
        ['delete', `${there}/link`, 0],
        ['delete', `${there}/hard`, 0],
        ['delete', `${there}/new/moved`, 0],
        ['rmdir', `${there}/new`, 0],
      ].map(([operate, filename, size]) => ({ operate, filename, size, is_success: true })),
    );
    expect(commands).toContainEqual(
      expect.objectContaining({ input: `upload ${there}/new/up`, output: `3000001 B sha256:${sha(up)}`, risk_level: 0 }),
    );
    expect(commands).toContainEqual(expect.objectContaining({ input: `hardlink ${there}/new/moved (${there}/hard)` }));
    for (const line of [`download ${there}/new/up 3000001 B sha256:${sha(up)}`, `attributes ${there}/hard`, `list ${there}`])
      expect(replay).toContain(line);
    // What is in a file lies on the target, and need not lie here as well.
    expect(replay.length).toBeLessThan(20_000);
  });

  it('does what only OpenSSH asks for: a copy on the target, attributes of a link itself, a file that has to be on disk', async () => {
    const real = file(join(there, 'real'), 4_321);
    symlinkSync(real, join(there, 'link'));
    const sent = file(join(here, 'sent'), 123);
    const run = await sftp([
      `cp ${there}/real ${there}/twin`,
      `chgrp -h ${process.getgid?.()} ${there}/link`,
      `put -f ${sent} ${there}/sent`,
    ]);
    expect(run).toMatchObject({ code: 0, stderr: '' });
    expect([sha(join(there, 'twin')), sha(join(there, 'sent'))]).toEqual([sha(real), sha(sent)]);
    const { replay, commands, moved } = await told();
    const inputs = commands.map(({ input, output, risk_level }) => ({ input, output, risk_level }));
    expect(inputs).toEqual([
      { input: `copy ${there}/twin (${there}/real)`, output: '', risk_level: 0 },
      { input: `upload ${there}/sent`, output: `123 B sha256:${sha(sent)}`, risk_level: 0 },
    ]);
    // What was copied on the target came from nobody: it is no upload, least of all of an empty file.
    expect(moved).toEqual([{ operate: 'upload', filename: `${there}/sent`, size: 123, is_success: true }]);
    for (const line of [`# copy ${there}/twin (${there}/real)`, `# attributes ${there}/link`]) expect(replay).toContain(line);
    expect(replay).not.toContain(`upload ${there}/twin`);
  });

  it('goes on with a transfer where it stopped', async () => {
    const whole = file(join(here, 'whole'), 2_000_000);
    writeFileSync(join(there, 'part'), readFileSync(whole).subarray(0, 700_000));
    expect(await sftp([`reput ${whole} ${there}/part`])).toMatchObject({ code: 0 });
    expect(sha(join(there, 'part'))).toBe(sha(whole));
    expect((await told()).commands).toContainEqual(expect.objectContaining({ input: `upload ${there}/part`, output: '1300000 B' }));
    writeFileSync(join(here, 'got'), readFileSync(whole).subarray(0, 900_000));
    expect(await sftp([`reget ${there}/part ${here}/got`])).toMatchObject({ code: 0 });
    expect(sha(join(here, 'got'))).toBe(sha(whole));
  });

  it('tells what failed as failed', async () => {
    mkdirSync(join(there, 'full'));
    file(join(there, 'full', 'x'), 1);
    expect((await sftp([`rmdir ${there}/full`])).code).not.toBe(0);
    expect((await told()).moved).toEqual([{ operate: 'rmdir', filename: `${there}/full`, size: 0, is_success: false }]);
  });

  it('goes by the links of the target, as its own sftp does', async () => {
    symlinkSync(file(join(there, 'real'), 'behind a link'), join(there, 'link'));
    expect(await sftp([`get ${there}/link ${here}/link`])).toMatchObject({ code: 0 });
    expect(readFileSync(join(here, 'link'), 'utf8')).toBe('behind a link');
  });

  it.each([
    ['upload', ['download', 'delete'], (mine: string) => [`put ${mine} ${there}/no`]],
    ['upload', ['download', 'delete'], () => [`mkdir ${there}/no`]],
    ['upload', ['download', 'delete'], () => [`rename ${there}/theirs ${there}/no`]],
    ['upload', ['download', 'delete'], () => [`ln -s ${there}/theirs ${there}/no`]],
    ['upload', ['download', 'delete'], () => [`ln ${there}/theirs ${there}/no`]],
    ['upload', ['download', 'delete'], () => [`chmod 777 ${there}/theirs`]],
    ['upload', ['download', 'delete'], () => [`cp ${there}/theirs ${there}/no`]],
    ['upload', ['download', 'delete'], () => [`chgrp -h ${process.getgid?.()} ${there}/theirs`]],
    ['download', ['upload', 'delete'], () => [`cp ${there}/theirs ${there}/no`]],
    ['download', ['upload', 'delete'], () => [`get ${there}/theirs ${here}/no`]],
    ['delete', ['upload', 'download'], () => [`rm ${there}/theirs`]],
    ['delete', ['upload', 'download'], () => [`rmdir ${there}/folder`]],
  ])('without the right to %s refuses what takes it (%#)', async (right, actions, lines) => {
    const theirs = file(join(there, 'theirs'), 'as it was');
    mkdirSync(join(there, 'folder'));
    const mode = statSync(theirs).mode;
    const run = await sftp(lines(file(join(here, 'mine'), 'mine')), { grant: allowing(...actions) });
    expect(run.code).not.toBe(0);
    expect(run.stderr).toMatch(/permission denied/i);
    expect(run.stderr).toContain(`Your permission does not allow this here: ${right}.`);
    expect(readdirSync(there)).toEqual(['folder', 'theirs']);
    expect(statSync(theirs).mode).toBe(mode);
    expect(existsSync(join(here, 'no'))).toBe(false);
    const { commands, moved } = await told();
    expect(moved).toEqual([]);
    expect(commands).toEqual([expect.objectContaining({ risk_level: 5 })]);
  });

  it('lets those look who may only connect', async () => {
    file(join(there, 'seen'), 1);
    const run = await sftp([`ls ${there}`], { grant: allowing() });
    expect([run.code, run.stdout.toString()]).toEqual([0, expect.stringContaining('seen')]);
  });

  it('obeys a right that is taken away meanwhile', async () => {
    const running = client.start(['-b', '-', 'sftp://{at}'], { file: 'sftp' });
    file(join(there, 'first'), 1);
    file(join(there, 'second'), 1);
    running.write(`get ${there}/first ${here}/first\n`);
    await eventually(() => existsSync(join(here, 'first')));
    const id = [...world.core.sessions.keys()].at(-1) as string;
    const asked = world.core.asked.length;
    world.core.rules.set(id, { refused: null, command_filter_acls: [], expire_at: 0, actions: ['connect'] });
    // It asks a second time only when it has taken in the first answer.
    for (const more of [1, 2]) {
      world.core.rulesChanged();
      await eventually(() => world.core.asked.length >= asked + more);
    }
    running.write(`get ${there}/second ${here}/second\n`);
    running.end();
    const { code, stderr } = await running.ended;
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/permission denied/i);
    expect(existsSync(join(here, 'second'))).toBe(false);
  });

  it('is refused where the platform has it switched off', async () => {
    const grant = grantFor(sshd);
    const protocols = [
      {
        id: 1,
        name: 'ssh',
        port: 22,
        primary: true,
        default: true,
        required: true,
        public: true,
        secret_types: [],
        setting: { sftp_enabled: false },
      },
    ];
    const run = await sftp(['pwd'], { grant: { ...grant, platform: { ...grant.platform, protocols } } });
    expect(run.code).not.toBe(0);
    expect(run.stderr).toContain('File transfer is switched off');
    expect((await told()).session).toMatchObject({ end_reason: 'files_disabled', is_success: false });
  });

  it('is the same as a program that the client starts', async () => {
    const run = await sftp([`put ${file(join(here, 'x'), 10)} ${there}/x`], { grant: allowing() });
    expect(run.code).not.toBe(0);
    const started = await client.run(['-s', '/usr/lib/openssh/sftp-server', '-b', '-', 'sftp://{at}'], {
      file: 'sftp',
      grant: allowing('download'),
      input: `put ${join(here, 'x')} ${there}/x\n`,
    });
    expect(started.code).not.toBe(0);
    expect(started.stderr).toMatch(/permission denied/i);
    expect(readdirSync(there)).toEqual([]);
  });

  it('tells a file that was cut off as incomplete', async () => {
    const big = join(there, 'big');
    file(big, 0);
    truncateSync(big, 4 * 2 ** 30);
    const running = client.start(['-b', '-', 'sftp://{at}'], { file: 'sftp', input: `get ${big} ${here}/big\n` });
    await eventually(() => existsSync(join(here, 'big')) && statSync(join(here, 'big')).size > 1_000_000);
    running.kill();
    await running.ended;
    const { moved } = await told();
    expect(moved).toEqual([{ operate: 'download', filename: big, size: expect.any(Number), is_success: false }]);
    rmSync(join(here, 'big'));
  });
});

describe('other ways of moving files', () => {
  it.each([[['-O']], [[]]])('carry scp both ways, folders too (%j)', async (how) => {
    mkdirSync(join(here, 'from'));
    const one = file(join(here, 'from', 'one'), 3_000_000);
    file(join(here, 'from', 'a b'), 0);
    expect(await scp([...how, '-r', join(here, 'from'), at(there)])).toMatchObject({ code: 0, stderr: '' });
    expect(await scp([...how, '-r', at(join(there, 'from')), join(here, 'back')])).toMatchObject({ code: 0, stderr: '' });
    expect(sha(join(here, 'back', 'one'))).toBe(sha(one));
    expect(readdirSync(join(here, 'back')).toSorted()).toEqual(['a b', 'one']);
  });

  it.each([
    ['scp -O', (mine: string) => scp(['-O', mine, at(join(there, 'no'))], { grant: allowing('download') })],
    ['scp', (mine: string) => scp([mine, at(join(there, 'no'))], { grant: allowing('download') })],
    ['rsync', (mine: string) => client.run([mine, `{user}@127.0.0.1:${there}/no`], { file: 'rsync', grant: allowing('download') })],
  ])('take the right to upload: %s', async (_name, run) => {
    const { code, stderr } = await run(file(join(here, 'mine'), 'mine'));
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/not allow/);
    expect(readdirSync(there)).toEqual([]);
  });

  it.each([
    ['scp -O', () => scp(['-O', at(join(there, 'theirs')), join(here, 'no')], { grant: allowing('upload') })],
    ['scp', () => scp([at(join(there, 'theirs')), join(here, 'no')], { grant: allowing('upload') })],
    ['rsync', () => client.run([`{user}@127.0.0.1:${there}/theirs`, join(here, 'no')], { file: 'rsync', grant: allowing('upload') })],
  ])('take the right to download: %s', async (_name, run) => {
    file(join(there, 'theirs'), 'theirs');
    const { code, stderr } = await run();
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/not allow/);
    expect(existsSync(join(here, 'no'))).toBe(false);
  });

  it('carry rsync and git', async () => {
    mkdirSync(join(here, 'tree'));
    const one = file(join(here, 'tree', 'one'), 1_000_000);
    expect(await client.run(['-a', '--delete', join(here, 'tree'), `{user}@127.0.0.1:${there}`], { file: 'rsync' })).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(sha(join(there, 'tree', 'one'))).toBe(sha(one));
    execFileSync('git', ['init', '-q', '--bare', join(there, 'repo.git')]);
    const clone = await client.run(['clone', '-q', `ssh://{at}${there}/repo.git`, join(here, 'repo')], { file: 'git' });
    expect(clone).toMatchObject({ code: 0 });
    expect(existsSync(join(here, 'repo', '.git'))).toBe(true);
  });
});
