/// <reference types="node" />
import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, truncate, writeFile as writeLocal } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REQUEST, STATUS } from '@postern/contract/sftp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSftpClient, type Entry, LineLost, type SftpClient, SftpError } from './client.ts';
import { createPacketReader, encodePacket, uint32 } from './packets.ts';
import { BLOCK, type Control, readBlocks, WINDOW, writeFile } from './stream.ts';

// Against OpenSSH's own server, on a pipe.

const MIB = 1024 * 1024;

interface Line {
  sftp: SftpClient;
  /** The most requests that were on their way at a time. */
  most(): number;
  /** The longest message. */
  longest(): number;
  stop(): void;
}

let there: string;
let line: Line;
beforeEach(async () => {
  there = await mkdtemp(join(tmpdir(), 'postern-sftp-'));
  line = await openLine();
});
afterEach(async () => {
  line.stop();
  await rm(there, { recursive: true });
});

async function openLine(): Promise<Line> {
  const server = spawn('/usr/lib/openssh/sftp-server', ['-e'], { stdio: ['pipe', 'pipe', 'ignore'] });
  let most = 0;
  let longest = 0;
  const sftp = createSftpClient((data) => {
    most = Math.max(most, sftp.pending());
    longest = Math.max(longest, data.length);
    server.stdin.write(data);
  });
  server.stdout.on('data', (chunk: Uint8Array) => sftp.receive(chunk));
  server.once('exit', () => sftp.lost());
  await sftp.start();
  return { sftp, most: () => most, longest: () => longest, stop: () => server.kill() };
}

const free: Control = { signal: new AbortController().signal, ready: async () => undefined };
const sha = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');

async function listed(folder: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const some of line.sftp.list(folder)) entries.push(...some);
  return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function download(file: string, size: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const block of readBlocks(line.sftp, file, { control: free, size })) hash.update(block);
  return hash.digest('hex');
}

describe('a folder', () => {
  it('is listed with what is known of each, whatever it is called', async () => {
    const odd = Buffer.concat([Buffer.from(`${there}/`), Buffer.from([0x6c, 0xe9])]);
    await writeLocal(odd, 'latin');
    await writeLocal(join(there, 'größe ✓\n'), 'four');
    await mkdir(join(there, 'folder'));
    await symlink('folder', join(there, 'link'));
    const found = await listed(there);
    expect(found.map(({ name, kind }) => [name, kind])).toEqual([
      ['folder', 'folder'],
      ['größe ✓\n', 'file'],
      ['link', 'link'],
      ['l\udce9', 'file'],
    ]);
    expect(found[1]).toMatchObject({ size: 4, mode: expect.any(Number), modified: expect.any(Number) });
    expect((await line.sftp.stat(`${there}/link`)).kind).toBe('folder');
    // A name that is no UTF-8 comes back as the same bytes.
    await line.sftp.rename(`${there}/l\udce9`, `${there}/L\udce9`);
    expect((await readdir(there, { encoding: 'buffer' })).map((name) => name.toString('latin1'))).toContain('Lé');
  });

  it('of ten thousand files comes in portions', async () => {
    await Promise.all(Array.from({ length: 10_000 }, (_, at) => writeLocal(join(there, `f${at}`), '')));
    let portions = 0;
    let count = 0;
    for await (const some of line.sftp.list(there)) {
      portions += 1;
      count += some.length;
    }
    expect([count, portions > 10]).toEqual([10_000, true]);
  });

  it('is made, renamed, changed and removed', async () => {
    await line.sftp.makeFolder(`${there}/a`);
    await writeLocal(join(there, 'a', 'x'), 'x');
    await line.sftp.setMode(`${there}/a/x`, 0o100640);
    expect((await stat(join(there, 'a', 'x'))).mode & 0o7777).toBe(0o640);
    await expect(line.sftp.removeFolder(`${there}/a`)).rejects.toMatchObject({ code: STATUS.FAILURE });
    await writeLocal(join(there, 'taken'), 'stays');
    await expect(line.sftp.rename(`${there}/a/x`, `${there}/taken`)).rejects.toBeInstanceOf(SftpError);
    expect(await readFile(join(there, 'taken'), 'utf8')).toBe('stays');
    await line.sftp.remove(`${there}/a/x`);
    await line.sftp.removeFolder(`${there}/a`);
    expect(await readdir(there)).toEqual(['taken']);
  });

  it('that is not there says so', async () => {
    await expect(listed(`${there}/no`)).rejects.toMatchObject({ code: STATUS.NO_SUCH_FILE });
    expect(await line.sftp.realPath('.')).toBe(process.cwd());
  });
});

describe('a file', () => {
  it('of 64 MiB goes up and down whole, with no more than a window on its way', async () => {
    const local = join(there, 'local');
    await writeLocal(local, randomBytes(64 * MIB + 17));
    const source = await openAsBlob(local);
    const digest = sha(await readFile(local));
    let confirmed = 0;
    await writeFile(line.sftp, `${there}/up`, source, {
      control: free,
      onConfirmed(done) {
        expect(done).toBeGreaterThan(confirmed);
        confirmed = done;
      },
    });
    expect(confirmed).toBe(source.size);
    expect(sha(await readFile(join(there, 'up')))).toBe(digest);
    expect(await download(`${there}/up`, source.size)).toBe(digest);
    expect(line.most()).toBeLessThanOrEqual(WINDOW + 1);
    expect(line.most()).toBeGreaterThan(WINDOW / 2);
    // The gateway takes a MiB at once.
    expect(line.longest()).toBeLessThanOrEqual(MIB / 4);
  });

  it.each([0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK])('of %d bytes comes whole, also when nobody knows its size', async (size) => {
    const data = randomBytes(size);
    await writeLocal(join(there, 'x'), data);
    for (const known of [size, 0, size + 200 * BLOCK]) expect(await download(`${there}/x`, known)).toBe(sha(data));
    const blob = new Blob([data]);
    await writeFile(line.sftp, `${there}/y`, blob, { control: free, onConfirmed: () => undefined });
    expect(sha(await readFile(join(there, 'y')))).toBe(sha(data));
  });

  it('beyond 4 GiB is read and written where it should be', async () => {
    const far = 5 * 2 ** 30;
    await writeLocal(join(there, 'far'), '');
    await truncate(join(there, 'far'), far);
    const tail = { size: far + 5, slice: (from: number, to: number) => new Blob([new Uint8Array(to - from).fill(7)]) };
    await writeFile(line.sftp, `${there}/far`, tail, { control: free, from: far, onConfirmed: () => undefined });
    expect((await stat(join(there, 'far'))).size).toBe(far + 5);
    const end: number[] = [];
    for await (const block of readBlocks(line.sftp, `${there}/far`, { control: free, size: far + 5, from: far - 2 })) end.push(...block);
    expect(end).toEqual([0, 0, 7, 7, 7, 7, 7]);
  });

  it('is gone on with where it stopped, up and down', async () => {
    const data = randomBytes(8 * MIB);
    const stop = new AbortController();
    const source = new Blob([data]);
    let confirmed = 0;
    const first = writeFile(line.sftp, `${there}/part`, source, {
      control: { signal: stop.signal, ready: async () => undefined },
      onConfirmed(done) {
        confirmed = done;
        if (done > MIB) stop.abort();
      },
    });
    await expect(first).rejects.toThrow();
    const { size } = await line.sftp.stat(`${there}/part`);
    expect(size).toBeGreaterThanOrEqual(confirmed);
    expect(size).toBeLessThan(data.length);
    await writeFile(line.sftp, `${there}/part`, source, { control: free, from: confirmed, onConfirmed: () => undefined });
    expect(sha(await readFile(join(there, 'part')))).toBe(sha(data));
    const rest = createHash('sha256').update(data.subarray(0, 70_001));
    for await (const block of readBlocks(line.sftp, `${there}/part`, { control: free, size: data.length, from: 70_001 }))
      rest.update(block);
    expect(rest.digest('hex')).toBe(sha(data));
  });

  it('waits while it is paused, and asks for nothing meanwhile', async () => {
    await writeLocal(join(there, 'x'), randomBytes(8 * MIB));
    let gate = Promise.withResolvers<void>();
    gate.resolve();
    let got = 0;
    const paused = Promise.withResolvers<void>();
    const reading = (async () => {
      for await (const block of readBlocks(line.sftp, `${there}/x`, { control: { ...free, ready: () => gate.promise }, size: 8 * MIB })) {
        got += block.length;
        if (got === BLOCK * 4) {
          gate = Promise.withResolvers();
          paused.resolve();
        }
      }
    })();
    await paused.promise;
    // Everything that was asked for has come, and nothing else is asked for.
    await expect.poll(() => line.sftp.pending()).toBe(0);
    expect(got).toBe(BLOCK * 4);
    gate.resolve();
    await reading;
    expect(got).toBe(8 * MIB);
  });

  it('that is there already is not written over by who wants a new one', async () => {
    await writeLocal(join(there, 'x'), 'mine');
    const writing = writeFile(line.sftp, `${there}/x`, new Blob(['other']), { control: free, onlyNew: true, onConfirmed: () => undefined });
    await expect(writing).rejects.toBeInstanceOf(SftpError);
    expect(await readFile(join(there, 'x'), 'utf8')).toBe('mine');
  });

  it('breaks off with the line', async () => {
    await writeLocal(join(there, 'x'), randomBytes(MIB));
    await expect(
      (async () => {
        for await (const _ of readBlocks(line.sftp, `${there}/x`, { control: free, size: MIB })) line.sftp.lost();
      })(),
    ).rejects.toBeInstanceOf(LineLost);
    await expect(line.sftp.stat(there)).rejects.toBeInstanceOf(LineLost);
  });
});

describe('a target that means harm', () => {
  /** A client, and what it is answered. */
  function answeredWith(...packets: Uint8Array[]): SftpClient {
    const sftp = createSftpClient(() => {
      for (const packet of packets) sftp.receive(packet);
    });
    return sftp;
  }

  it('is not believed about lengths, numbers and kinds', async () => {
    const huge = new Uint8Array(4);
    new DataView(huge.buffer).setUint32(0, 2 ** 31);
    expect(() => createPacketReader()(huge)).toThrow('a packet of 2147483648 bytes');
    expect(() => answeredWith().receive(encodePacket(101, 77, [uint32(0)]))).toThrow('nobody asked');
    const cut = createPacketReader()(encodePacket(101, 1, []));
    expect(() => cut[0]?.fields.uint32()).toThrow('too short');
    await expect(answeredWith(encodePacket(REQUEST.STAT, 1, [])).stat('/')).rejects.toMatchObject({ code: STATUS.FAILURE });
  });

  it('cannot have names that lead elsewhere', async () => {
    const name = (text: string) => ({ bytes: new TextEncoder().encode(text) });
    const entry = (text: string) => [name(text), name(text), uint32(0)];
    const sftp = answeredWith();
    const sent = createSftpClient((data) => {
      const [asked] = createPacketReader()(data);
      const id = asked?.id ?? 0;
      if (asked?.type === REQUEST.OPENDIR) sent.receive(encodePacket(102, id, [name('h')]));
      else if (asked?.type === REQUEST.READDIR)
        sent.receive(encodePacket(104, id, [uint32(5), ...['.', '..', '../etc/passwd', '', 'fine'].flatMap(entry)]));
      else sent.receive(encodePacket(101, id, [uint32(0)]));
    });
    expect(sftp.pending()).toBe(0);
    for await (const some of sent.list('/')) {
      expect(some.map(({ name: called }) => called)).toEqual(['fine']);
      break;
    }
  });
});
