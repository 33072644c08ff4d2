import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConnectionSecret } from '@postern/contract/component';
import { ANSWER, OPEN_FLAGS, REQUEST, STATUS } from '@postern/contract/sftp';
import { forThisFile } from '@postern/testkit/for-this-file';
import { startSshd } from '@postern/testkit/sshd';
import { openPage, type Page } from '@postern/testkit/terminal-page';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type NativeClient, nativeClient } from './native-client.ts';
import { handleIn, long, packet, talk, text, word } from './page-files.ts';
import { ANN_COOKIE, BOB_COOKIE, eventually, grantFor, lastSession, startWorld } from './world.ts';

// The socket of the file manager: who gets in, what is carried, and what is told of it. Packets are written by hand, as anybody may.

const MIB = 1024 * 1024;

let client: NativeClient;
let there: string;
const sshd = forThisFile(startSshd, (it) => it.stop());
const world = forThisFile(startWorld, (it) => it.stop());
beforeAll(async () => {
  client = nativeClient(world, sshd);
});
beforeEach(() => {
  there = mkdtempSync(join(tmpdir(), 'postern-there-'));
  return () => rmSync(there, { recursive: true });
});
afterAll(async () => {
  client.stop();
});

const METHOD = { label: '', value: 'web_sftp', type: 'web', component: 'koko' };
const forFiles = (change: Partial<ConnectionSecret> = {}): ConnectionSecret => grantFor(sshd, { connect_method: METHOD, ...change });
const actions = (...names: string[]) => ['connect', ...names].map((value) => ({ value, label: value }));
const opens = (grant: ConnectionSecret = forFiles(), cookie = ANN_COOKIE): Page =>
  openPage(world.gateway.port, `token=${world.token(grant)}`, { cookie, files: true });

/** The session that began last, when all of it is told. */
const told = () => lastSession(world);

describe('files in a page', () => {
  it('are the same session that native programs have', async () => {
    const page = opens();
    const { data } = await page.frame('TERMINAL_SESSION');
    expect(JSON.parse(data)).toMatchObject({
      session: { type: 'sftp', login_from: 'WT', user: 'Ann(ann)' },
      permission: { actions: expect.arrayContaining(['upload', 'download', 'delete']) },
      recording: true,
      folder: '',
    });
    const { ask, code } = await talk(page);
    const content = randomBytes(100_000);
    const flags = word(OPEN_FLAGS.WRITE | OPEN_FLAGS.CREATE | OPEN_FLAGS.TRUNCATE);
    const handle = handleIn(await ask(REQUEST.OPEN, text(`${there}/up`), flags, word(0)));
    for (let at = 0; at < content.length; at += 32_768) {
      expect(code(await ask(REQUEST.WRITE, handle, long(at), text(content.subarray(at, at + 32_768))))).toBe(STATUS.OK);
    }
    expect(code(await ask(REQUEST.CLOSE, handle))).toBe(STATUS.OK);
    expect(readFileSync(join(there, 'up')).equals(content)).toBe(true);
    page.send('CLOSE', '');
    expect(await page.closed).toBe(1000);
    const { session, moved } = await told();
    expect(session).toMatchObject({ type: 'sftp', login_from: 'WT', is_success: true, has_command: true, end_reason: 'user_closed' });
    expect(moved).toEqual([{ operate: 'upload', filename: `${there}/up`, size: content.length, is_success: true }]);
    const digest = createHash('sha256').update(content).digest('hex');
    expect(world.core.commands).toContainEqual(
      expect.objectContaining({ input: `upload ${there}/up`, output: `100000 B sha256:${digest}` }),
    );
  });

  it('begin where the platform says', async () => {
    const grant = forFiles();
    const ssh = { id: 1, name: 'ssh', port: 22, primary: true, default: true, required: true, public: true, secret_types: [] };
    const at = async (sftp_home: unknown) => {
      const page = opens({ ...grant, platform: { ...grant.platform, protocols: [{ ...ssh, setting: { sftp_home } }] } });
      const { data } = await page.frame('TERMINAL_SESSION');
      page.socket.close();
      return JSON.parse(data).folder;
    };
    expect(await at('/srv')).toBe('/srv');
    expect(await at('~')).toBe('');
    expect(await at(`/home/\${USER}/\${ACCOUNT}/\${HOME}`)).toBe(`/home/ann/${sshd.user}/\${HOME}`);
  });

  it('are refused to others, to other sites, and where they are switched off', async () => {
    const token = world.token(forFiles());
    const foreign = openPage(world.gateway.port, `token=${token}`, { cookie: BOB_COOKIE, files: true });
    expect(JSON.parse((await foreign.frame('CLOSE')).data)).toMatchObject({ reason: 'token_refused' });
    expect(foreign.frames.some(({ type }) => type === 'CONNECT')).toBe(false);
    const status = (options: Parameters<typeof openPage>[2]): Promise<number> =>
      new Promise((resolve) => {
        const { socket } = openPage(world.gateway.port, `token=${token}`, { files: true, ...options });
        socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      });
    expect(await status({ cookie: ANN_COOKIE, origin: 'https://elsewhere.example' })).toBe(403);
    expect(await status({})).toBe(401);
    const grant = forFiles();
    const ssh = { id: 1, name: 'ssh', port: 22, primary: true, default: true, required: true, public: true, secret_types: [] };
    const off = opens({ ...grant, platform: { ...grant.platform, protocols: [{ ...ssh, setting: { sftp_enabled: false } }] } });
    expect(JSON.parse((await off.frame('CLOSE')).data)).toMatchObject({ reason: 'files_disabled' });
  });

  it('take a token of their own, which opens nothing else', async () => {
    const terminal = openPage(world.gateway.port, `token=${world.token(forFiles())}`, { cookie: ANN_COOKIE });
    expect(JSON.parse((await terminal.frame('CLOSE')).data)).toMatchObject({ reason: 'token_refused' });
    const files = opens(grantFor(sshd));
    expect(JSON.parse((await files.frame('CLOSE')).data)).toMatchObject({ reason: 'token_refused' });
    expect((await client.run(['true'], { grant: forFiles() })).code).toBe(255);
  });

  it('obey rights, and those that are taken away meanwhile', async () => {
    writeFileSync(join(there, 'theirs'), 'as it was');
    const page = opens(forFiles({ actions: actions('download') }));
    const { ask, code } = await talk(page);
    expect(code(await ask(REQUEST.REMOVE, text(`${there}/theirs`)))).toBe(STATUS.PERMISSION_DENIED);
    expect((await page.frame('ERROR')).err).toBe('Your permission does not allow this here: delete.');
    const read = () => ask(REQUEST.OPEN, text(`${there}/theirs`), word(OPEN_FLAGS.READ), word(0));
    const handle = handleIn(await read());
    expect((await ask(REQUEST.READ, handle, long(0), word(4))).type).toBe(ANSWER.DATA);
    const id = [...world.core.sessions.keys()].at(-1) as string;
    world.core.rules.set(id, { refused: null, command_filter_acls: [], expire_at: 0, actions: ['connect'] });
    const asked = world.core.asked.length;
    for (const more of [1, 2]) {
      world.core.rulesChanged();
      await eventually(() => world.core.asked.length >= asked + more);
    }
    // Also of a file that is open already.
    expect(code(await ask(REQUEST.READ, handle, long(4), word(4)))).toBe(STATUS.PERMISSION_DENIED);
    expect(code(await read())).toBe(STATUS.PERMISSION_DENIED);
    expect(readFileSync(join(there, 'theirs'), 'utf8')).toBe('as it was');
    world.core.rules.set(id, { refused: 'permission', rule: '' });
    world.core.rulesChanged();
    expect(JSON.parse((await page.frame('CLOSE')).data)).toMatchObject({ reason: 'permission_removed' });
  });

  it('are ended by an auditor, and tell what was cut off as incomplete', async () => {
    writeFileSync(join(there, 'big'), '');
    truncateSync(join(there, 'big'), MIB);
    const page = opens();
    const { ask } = await talk(page);
    const handle = handleIn(await ask(REQUEST.OPEN, text(`${there}/big`), word(OPEN_FLAGS.READ), word(0)));
    await ask(REQUEST.READ, handle, long(0), word(1000));
    world.core.kill([...world.core.sessions.keys()].at(-1) as string, 'Audra');
    expect(JSON.parse((await page.frame('CLOSE')).data)).toEqual({ reason: 'terminated', params: { by: 'Audra' } });
    expect((await told()).moved).toEqual([{ operate: 'download', filename: `${there}/big`, size: 1000, is_success: false }]);
  });

  it.each([
    ['no SFTP', (page: Page) => page.socket.send(Buffer.from('GET / HTTP/1.1\r\n\r\n')), 1000],
    ['packets that none may send', (page: Page) => page.socket.send(word(2 ** 31)), 1000],
    ['a message that is too long', (page: Page) => page.socket.send(Buffer.alloc(MIB + 1)), 1009],
  ])('end with %s', async (_what, send, code) => {
    const page = opens();
    await page.frame('TERMINAL_SESSION');
    send(page);
    expect(await page.closed).toBe(code);
    if (code === 1000) expect(JSON.parse((await page.frame('CLOSE')).data)).toMatchObject({ reason: 'protocol_error' });
  });

  it('hold nothing for a page that asks for much and reads none of it', async () => {
    writeFileSync(join(there, 'big'), '');
    truncateSync(join(there, 'big'), 512 * MIB);
    const page = opens();
    const { ask } = await talk(page);
    const handle = handleIn(await ask(REQUEST.OPEN, text(`${there}/big`), word(OPEN_FLAGS.READ), word(0)));
    page.socket.pause();
    const before = process.memoryUsage();
    const reads = Array.from({ length: 16_384 }, (_, at) =>
      packet(REQUEST.READ, word(1_000 + at), handle, long(at * 32_768), word(32_768)),
    );
    for (let at = 0; at < reads.length; at += 1_024) page.socket.send(Buffer.concat(reads.slice(at, at + 1_024)));
    const id = [...world.core.sessions.keys()].at(-1) as string;
    // 512 MiB are asked for; a session that held them would have them by the time that another one is carried whole.
    const other = opens();
    const second = await talk(other);
    const small = handleIn(await second.ask(REQUEST.OPEN, text(`${there}/big`), word(OPEN_FLAGS.READ), word(0)));
    for (let at = 0; at < 30; at += 1)
      expect((await second.ask(REQUEST.READ, small, long(at * 32_768), word(32_768))).type).toBe(ANSWER.DATA);
    other.socket.close();
    const now = process.memoryUsage();
    expect(now.external + now.arrayBuffers - before.external - before.arrayBuffers).toBeLessThan(128 * MIB);
    page.socket.terminate();
    await eventually(() => world.core.sessions.get(id)?.is_finished === true);
  });
});
