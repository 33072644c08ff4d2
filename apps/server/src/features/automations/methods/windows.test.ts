import { PassThrough } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { loopbackReach } from '../../../../test/loopback-reach.ts';
import { wantedOf } from '../../../../test/wanted.ts';
import { type WindowsMachine, windowsMachine } from '../../../../test/windows-machine.ts';
import { startWindowsSsh } from '../../../../test/windows-ssh.ts';
import { startWinrm } from '../../../../test/windows-winrm.ts';
import { Refusal } from '../refusal.ts';
import type { Login, Reach, Wanted } from './method.ts';
import { groupsOf, readWindowsUsers, windows } from './windows.ts';
import { windowsCommand } from './windows-scripts.ts';
import { accountKey, md4, rc4, respond, sealer } from './winrm-ntlm.ts';
import { commandIdIn, faultIn, outputIn, shellIdIn } from './winrm-soap.ts';

/** A Windows machine behind real servers: SSH, WS-Management over HTTP with sealed NTLM, over HTTPS with NTLM or Basic. */

const BOSS = 'Böss-secret-1';
const OLD = 'Former-secret-1';
const NEW = 'Neues "Geheimnis" für 1\' $(x) `y` €';
const login: Login = { username: 'boss', secretType: 'password', secret: BOSS };
const alice = (secret: string): Login => ({ username: 'alice', secretType: 'password', secret });
const wanted = (given: Partial<Wanted> = {}): Wanted => wantedOf(NEW, given);

let stop: () => void = () => undefined;
afterEach(() => stop());

const WAYS = ['ssh', 'http', 'https', 'basic'] as const;
type Way = (typeof WAYS)[number];

async function machine(way: Way, faults: WindowsMachine['faults'] = {}, given: Partial<Reach> = {}) {
  const made = windowsMachine(
    { boss: { password: BOSS, admin: true, groups: [], lastLogin: '2026-11-20T10:00:00.0000000Z' }, alice: { password: OLD, groups: [] } },
    { ...faults, ...(way === 'basic' ? { basicOnly: true } : {}) },
  );
  const tls = way === 'https' || way === 'basic';
  const started = way === 'ssh' ? await startWindowsSsh(made) : await startWinrm(made, { tls });
  stop = started.stop;
  const name = way === 'ssh' ? 'ssh' : 'winrm';
  return { made, reach: loopbackReach(started.port, name, { protocol: { name, setting: { use_ssl: tls } }, ...given }) };
}

const refusal = async (work: Promise<unknown>): Promise<Refusal> => {
  const error = await work.then(
    () => undefined,
    (one: unknown) => one,
  );
  if (!(error instanceof Refusal)) throw error ?? new Error('nothing was refused');
  expect(JSON.stringify([error.code, error.params])).not.toMatch(/Geheimnis|Former-secret|ss-secret/);
  return error;
};

const change = async (reach: Reach, given: Wanted = wanted()): Promise<void> => {
  const session = await windows.open(reach, login);
  await session.change(given).finally(() => session.close());
};

describe.each(WAYS)('by %s', (way) => {
  test('a password with every kind of character arrives, and decides the next login', async () => {
    const { made, reach } = await machine(way, { slow: 2 });
    expect(await windows.verify(reach, alice(OLD), login)).toBe(true);
    await change(reach);
    expect(made.users.get('alice')?.password).toBe(NEW);
    expect(await windows.verify(reach, alice(NEW), login)).toBe(true);
    expect(await windows.verify(reach, alice(OLD), login)).toBe(false);
    expect(await windows.verify(reach, login)).toBe(true);
    expect(await windows.verify(reach, { ...login, secret: 'Not-it' }, login)).toBe(false);
    // No secret in a command line: all that came is constants and standard input.
    for (const one of Object.values(made.heard)) expect(one.toString()).not.toContain('Geheimnis');
  });

  test('an account is made with its groups, found, and left alone when it is there', async () => {
    const { made, reach } = await machine(way);
    const session = await windows.open(reach, login);
    const params = { groups: 'Users,Remote Desktop Users,Büro' };
    await session.create(wanted({ username: 'Jörg Ä', params }));
    const first = made.users.get('Jörg Ä');
    expect(first).toMatchObject({ groups: ['S-1-5-32-545', 'S-1-5-32-555', 'Büro'] });
    expect(first?.password).not.toBe(NEW);
    await session.create(wanted({ params }));
    expect(made.users.get('alice')).toEqual({ password: OLD, groups: ['S-1-5-32-545', 'S-1-5-32-555', 'Büro'] });
    made.users.set('Guest', { password: '', groups: [], disabled: true });
    expect(await session.gather()).toEqual([
      { username: 'boss', lastLogin: new Date('2026-11-20T10:00:00Z') },
      { username: 'alice' },
      { username: 'Jörg Ä' },
    ]);
    expect(await session.facts?.()).toEqual({
      vendor: 'Müller KG',
      cpu_count: '2',
      memory: '16.0 GB',
      distribution: 'Windows Server 2022',
    });
    session.close();
  });

  test('what the machine refuses is told by its identifier, and nothing is told of the secret', async () => {
    const { made, reach } = await machine(way);
    expect(await refusal(change(reach, wanted({ secret: 'short' })))).toMatchObject({
      code: 'command_failed',
      params: { code: '1', detail: 'InvalidPassword' },
    });
    expect(await refusal(change(reach, wanted({ username: 'nobody' })))).toMatchObject({ params: { detail: 'UserNotFound' } });
    expect(made.users.get('alice')?.password).toBe(OLD);
    expect(made.users.has('nobody')).toBe(false);
  });

  test('a line that breaks before or after the change leaves it open', async () => {
    for (const [fault, holds] of [
      ['dropBefore', OLD],
      ['dropAfter', NEW],
    ] as const) {
      const { made, reach } = await machine(way, { [fault]: 'password' });
      expect(await refusal(change(reach))).toMatchObject({ code: 'interrupted' });
      expect(made.users.get('alice')?.password).toBe(holds);
      stop();
    }
  });

  test('a login that is refused changes nothing', async () => {
    const { made, reach } = await machine(way);
    expect(await refusal(windows.open(reach, { ...login, secret: 'Not-it' }))).toMatchObject({ code: 'login_refused' });
    expect(made.ran).toEqual([]);
  });

  test('a machine that is down is not a refusal', async () => {
    const { reach } = await machine(way);
    stop();
    await expect(windows.verify(reach, login)).rejects.toBeDefined();
  });
});

describe('WinRM', () => {
  test('over plain HTTP shows neither a secret nor a name of a script, and Basic is not spoken there', async () => {
    const { made, reach } = await machine('http');
    await change(reach);
    const heard = made.heard.map((one) => one.toString('latin1')).join('\n');
    expect(heard).toContain('application/HTTP-SPNEGO-session-encrypted');
    expect(heard).not.toMatch(/EncodedCommand|Envelope|stdin/);
    stop();
    const basic = await machine('http', { basicOnly: true });
    expect(await refusal(windows.open(basic.reach, login))).toMatchObject({ code: 'insecure' });
    expect(basic.made.heard.map(String).join('')).not.toContain(Buffer.from(`boss:${BOSS}`).toString('base64'));
  });

  test('with a machine that cannot seal is not spoken', async () => {
    const { made, reach } = await machine('http', { noSealing: true });
    expect(await refusal(windows.open(reach, login))).toMatchObject({ code: 'insecure' });
    expect(made.ran).toEqual([]);
  });

  test('stops before the login when the certificate is another one', async () => {
    const trust = async (type: string, fingerprint: string): Promise<boolean> => {
      expect([type, fingerprint]).toEqual(['x509', expect.stringMatching(/^SHA256:[\w+/]{43}$/)]);
      return false;
    };
    for (const way of ['https', 'basic'] as const) {
      const { made, reach } = await machine(way, {}, { trust });
      expect(await refusal(windows.open(reach, login))).toMatchObject({ code: 'host_key_changed' });
      expect(made.heard).toEqual([]);
      stop();
    }
  });

  test('tells a fault of the service, and knows access that is denied', async () => {
    const { reach } = await machine('http', { fault: '2150858882' });
    expect(await refusal(windows.open(reach, login))).toMatchObject({ code: 'unreachable', params: { detail: 'WinRM 2150858882' } });
    stop();
    const denied = await machine('http', { fault: '5' });
    expect(await refusal(windows.open(denied.reach, login))).toMatchObject({ code: 'login_refused' });
  });

  test('works over a stream that is no socket, as through a gateway', async () => {
    const { made, reach } = await machine('http');
    const dial = async () => {
      const socket = await reach.dial();
      const [there, back] = [new PassThrough(), new PassThrough()];
      there.pipe(socket).pipe(back);
      const { Duplex } = await import('node:stream');
      return Duplex.from({ readable: back, writable: there });
    };
    await change({ ...reach, dial });
    expect(made.users.get('alice')?.password).toBe(NEW);
  });
});

describe('what Windows cannot hold', () => {
  test('is refused before anything is sent', () => {
    const bad = (given: Partial<Wanted>): void => expect(() => windows.check(wanted(given))).toThrow(Refusal);
    for (const username of ['', 'a*', 'a?', 'a[b]', 'dom\\user', 'user@dom', 'a"b', '...', ' a', 'a.', 'x'.repeat(21), 'a\nb', 'a/b'])
      bad({ username });
    for (const secret of ['', 'line\nbreak', 'nul\0', 'x'.repeat(128)]) bad({ secret });
    bad({ secretType: 'ssh_key' });
    for (const username of ['alice', 'Jörg Ä', 'a.b-c_d$', '管理者']) windows.check(wanted({ username }));
    expect(() => groupsOf({ groups: 'a*b' })).toThrow(Refusal);
    expect(() => groupsOf({ groups: 7 })).toThrow(Refusal);
    expect(groupsOf({ groups: 'USERS, Büro' })).toEqual(['S-1-5-32-545', 'Büro']);
  });

  test('answers that are no accounts are passed over', () => {
    expect(readWindowsUsers('#< CLIXML\r\n\r\nYWxpY2U= junk\r\nLi4vLi4= \r\nYm9i 2026-11-20T10:00:00Z\r\n')).toEqual([
      { username: 'alice' },
      { username: 'bob', lastLogin: new Date('2026-11-20T10:00:00Z') },
    ]);
  });

  test('commands fit into a command line of cmd.exe and hold nothing but letters', () => {
    for (const name of ['password', 'create', 'gather', 'facts', 'try'] as const) {
      expect(windowsCommand(name).length).toBeLessThan(8_000);
      expect(windowsCommand(name)).toMatch(/^powershell\.exe -NoProfile -NonInteractive -EncodedCommand [A-Za-z0-9+/=]+$/);
    }
  });
});

/** RFC 1320 A.5 and [MS-NLMP] 4.2.4. */
test('the cryptography of NTLM is that of its specification', () => {
  expect(md4(Buffer.from('')).toString('hex')).toBe('31d6cfe0d16ae931b73c59d7e0c089c0');
  expect(md4(Buffer.from('12345678901234567890123456789012345678901234567890123456789012345678901234567890')).toString('hex')).toBe(
    'e33b4ddc9c38f2199c3e7b164fcc0536',
  );
  const key = accountKey({ domain: 'Domain', username: 'User', password: 'Password' });
  expect(key.toString('hex')).toBe('0c868a403bfd7a93a3001ef22ef02e3f');
  const pair = (kind: number, text: string): Buffer =>
    Buffer.concat([Buffer.from([kind, 0, text.length * 2, 0]), Buffer.from(text, 'utf16le')]);
  const info = Buffer.concat([pair(2, 'Domain'), pair(1, 'Server'), Buffer.alloc(4)]);
  const made = respond(key, Buffer.from('0123456789abcdef', 'hex'), Buffer.alloc(8, 0xaa), Buffer.alloc(8), info);
  expect(made.proof.toString('hex')).toBe('68cd0ab851e51c96aabc927bebef6a1c');
  expect(made.sessionKey.toString('hex')).toBe('8de40ccadbc14a82f15cb0ad0de95ca3');
  expect(rc4(made.sessionKey)(Buffer.alloc(16, 0x55)).toString('hex')).toBe('c5dad2544fc9799094ce1ce90bc9d03e');
  const { signature, sealed } = sealer(Buffer.alloc(16, 0x55), 'client-to-server').seal(Buffer.from('Plaintext', 'utf16le'));
  expect(sealed.toString('hex')).toBe('54e50165bf1936dc996020c1811b0f06fb5f');
  expect(signature.toString('hex')).toBe('010000007fb38ec5c55d497600000000');
  expect(sealer(Buffer.alloc(16, 0x55), 'client-to-server').open(signature, sealed)?.toString('utf16le')).toBe('Plaintext');
  expect(sealer(Buffer.alloc(16, 0x55), 'client-to-server').open(Buffer.alloc(16), sealed)).toBeUndefined();
});

test('only plain values of an answer are read', () => {
  expect(shellIdIn('<w:Selector Name="ShellId">A1B2C3D4-0000</w:Selector>')).toBe('A1B2C3D4-0000');
  expect(shellIdIn('<w:Selector Name="ShellId">"/><evil></w:Selector>')).toBeUndefined();
  expect(commandIdIn('<rsp:CommandId>x</rsp:CommandId>')).toBeUndefined();
  expect(faultIn('<a>ok</a>')).toBeUndefined();
  expect(faultIn('<s:Fault><s:Value>w:TimedOut</s:Value></s:Fault>')).toBe('TimedOut');
  const streams =
    '<r:Stream Name="stdout" CommandId="1">YQ==</r:Stream><r:Stream Name="stderr" End="true"/><r:Stream Name="stdout">Yg==</r:Stream>';
  expect(outputIn(streams)).toMatchObject({ output: Buffer.from('ab'), error: Buffer.alloc(0) });
});
